import Dispatcher

/// Whether a finger can hit a view.
enum Reach: Equatable {
  /// Where nothing in front of the view takes its place.
  case reached(Share)
  case never(Obstacle)
  /// There was too much in front of it to look at.
  case undecided

  /// The part of the screen that hits a view.
  struct Share: Equatable {
    /// In square points.
    var area = 0.0
    /// The width of its widest piece, in points.
    var width = 0.0
    /// A point that hits the view, on the screen.
    var place = Point.zero

    mutating func add(_ piece: ConvexPolygon) {
      area += piece.area
      guard piece.width > width else { return }
      (width, place) = (piece.width, piece.middle)
    }
  }
}

/// Why no finger hits a view.
indirect enum Obstacle: Equatable {
  case hidden
  case transparent(alpha: Double)
  case notInteractive
  /// `hit: none`.
  case hitsNothing
  /// `hit: pass_through`.
  case passesThrough
  /// `hit_redirect`, to the view of that id.
  case redirects(to: String?)
  /// A view above it, by its id, lets no finger through, for that reason.
  case above(String, Obstacle)
  /// A transform makes a line or a point of it.
  case flattened
  case empty
  case beyondScreen
  /// Outside a view above it, by its id, which does not reach its children there.
  case outside(String)
  /// Views that take its place, by their ids, the first three; and whether there are more.
  case covered(by: [String], andMore: Bool)
  /// Its own subviews take all of it. It still gets what they pass on.
  case coveredBySubviews

  /// Whether a person wanted it.
  enum Intention {
    /// The layout says it in so many words.
    case wanted
    /// The usual case of a view that only holds others.
    case usual
    case accident
  }

  /// Whether a person wanted it, as far as the layout shows.
  var intention: Intention {
    switch self {
    case .hidden, .transparent, .notInteractive, .hitsNothing, .passesThrough, .redirects: .wanted
    case .above(_, let obstacle): obstacle.intention
    case .coveredBySubviews: .usual
    case .flattened, .empty, .beyondScreen, .outside, .covered: .accident
    }
  }
}
