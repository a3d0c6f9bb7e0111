import Dispatcher

/// Whether a finger can hit a view.
enum Reach: Equatable {
  /// Part in which nothing in front of the view takes its place.
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

/// Reason for which no finger hits a view.
indirect enum Obstacle: Equatable, CustomStringConvertible {
  case hidden
  case transparent(alpha: Double)
  case notInteractive
  case hitsNothing
  case passesThrough
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
  var intention: Intention { said.intention }

  /// One or two words, for a label.
  var word: String { said.word }

  /// The reason as a clause, such as `"menu" covers it`.
  var description: String { said.clause }

  private var said: (intention: Intention, word: String, clause: String) {
    switch self {
    case .hidden: (.wanted, "hidden", "it is hidden")
    case .transparent(let alpha):
      (.wanted, "transparent", "its alpha is \(words(for: alpha)), and 0.01 or less takes no touches")
    case .notInteractive: (.wanted, "not interactive", "it is not interactive")
    case .hitsNothing: (.wanted, "hit: none", "its `hit` is `none`")
    case .passesThrough: (.wanted, "pass_through", "its `hit` is `pass_through`: only its subviews are hit")
    case .redirects(let target):
      (.wanted, "redirects", "its touches go to \(target.map { quoted($0) } ?? "no view") (`hit_redirect`)")
    case .above(let view, let obstacle):
      (obstacle.intention, obstacle.word, "it is in \(quoted(view)), of which is said: \(obstacle)")
    case .flattened: (.accident, "flattened", "its transform leaves no area of it")
    case .empty: (.accident, "empty", "it has no area")
    case .beyondScreen: (.accident, "off the screen", "it is outside the screen")
    case .outside(let view):
      (.accident, "outside", "it is outside \(quoted(view)), which takes no touches beyond itself")
    case .covered(let views, let andMore):
      (
        .accident, "covered",
        views.isEmpty
          ? "other views cover it"
          : "\(series(views.map(quoted) + (andMore ? ["others"] : []))) \(views.count == 1 && !andMore ? "covers" : "cover") it"
      )
    case .coveredBySubviews: (.usual, "covered by its subviews", "its subviews cover it")
    }
  }
}

/// Which part of the screen hits each view: the hit test, asked of all points at once.
///
/// It follows the rule of the hit test from the front to the back. What a view takes is what it, and the views above
/// it, let through of the screen, less what was taken before; all these are convex. So the answer is exact, up to
/// ``ConvexPolygon/tolerance`` at each edge; a line without width is no part of the screen. What code of a view that
/// overrides `hitTest` or `point(inside:)` does is not known: such a view counts as any other of its place.
struct Reachability {
  /// A view that is hit in no piece as wide as this counts as never hit, in points: a hundred times the tolerance. (O)
  static let least = 100 * ConvexPolygon.tolerance
  /// Limit of the pieces of the screen that are examined: some seconds. (O)
  static let effort = 20_000_000
  /// Limit of the views that are examined to name those that cover others. (O)
  private static let namingEffort = 4_000_000
  /// Limit of the views that are named as covering another. (O)
  private static let mostNames = 3

  /// A view as a finger meets it.
  struct SeenView {
    let view: View
    /// The number of its superviews.
    let depth: Int
    var reach: Reach
  }

  /// The windows and views from the front to the back, as a hit test comes to an answer.
  private(set) var views: [SeenView] = []
  /// Part of the screen that hits no view.
  var unclaimed: [ConvexPolygon] { free.rest }

  private let screen: ConvexPolygon
  private var free: FreeScreen
  /// Area that each view has taken, by number, for those behind it.
  private var claims: [Int: Claim] = [:]
  private var shares: [ObjectIdentifier: Reach.Share] = [:]
  private var count = 0
  private var namingEffort = Self.namingEffort

  private struct Claim {
    let view: View
    let part: ConvexPolygon
  }

  /// - Parameters:
  ///   - windows: from the front to the back.
  ///   - screen: in points; what lies beyond its edges is hit at them.
  /// - Returns: `nil` for a screen without extent.
  init?(of windows: [Window], on screen: Rect, effort: Int = Self.effort) {
    guard let whole = ConvexPolygon(screen) else { return nil }
    self.screen = whole
    free = FreeScreen(whole, effort: effort)
    for window in windows { visit(window, in: Opening(domain: whole), depth: 0) }
    for index in views.indices {
      guard let share = shares[ObjectIdentifier(views[index].view)], share.width >= Self.least
      else { continue }
      views[index].reach = .reached(share)
    }
  }

  /// Area that the views above one let through to it.
  private struct Opening {
    /// From the screen into the superview; `nil` where a transform flattens.
    var fromScreen: AffineTransform? = .identity
    /// Area in which a finger must be; `nil` for nowhere.
    var domain: ConvexPolygon?
    /// The nearest view that keeps fingers to its own place.
    var holder: View?
    /// Reason for which nothing here is hit.
    var obstacle: Obstacle?
  }

  private mutating func visit(_ view: View, in opening: Opening, depth: Int) {
    let number = count
    count += 1
    let fromScreen = opening.fromScreen.flatMap { map in view.toSuperview.inverse.map(map.concatenating) }
    let sides = fromScreen.flatMap { HalfPlane.sides(of: view.target, from: $0) }
    let isEmpty = !(view.target.width > 0 && view.target.height > 0)
    let part = isEmpty ? nil : sides.flatMap { opening.domain?.clipped(to: $0) }
    let own = opening.obstacle ?? view.obstacle ?? (sides == nil ? .flattened : nil)
    let hadRoom = part.map { !view.subviews.isEmpty && own == nil && free.hasRoom(in: $0) } ?? false

    var inside = Opening(fromScreen: fromScreen, domain: part, holder: view)
    if view.reachesChildren { (inside.domain, inside.holder) = (opening.domain, opening.holder) }
    inside.obstacle = opening.obstacle ?? own.map { .above(view.identifier, $0) }
    for subview in view.subviews.reversed() { visit(subview, in: inside, depth: depth + 1) }

    let reach: Reach
    if let obstacle = own ?? (isEmpty ? .empty : nil) {
      reach = .never(obstacle)
    } else if let part {
      reach = settle(view, part, number, hadRoom: hadRoom)
    } else {
      let holder = sides.flatMap(screen.clipped) != nil ? opening.holder : nil
      reach = .never(holder.map { .outside($0.identifier) } ?? .beyondScreen)
    }
    views.append(SeenView(view: view, depth: depth, reach: reach))
  }

  /// A view that can be hit takes its part; the answer there need not be the view itself.
  private mutating func settle(
    _ view: View, _ part: ConvexPolygon, _ number: Int, hadRoom: Bool
  ) -> Reach {
    guard let answer = view.answer, answer.window != nil else {
      if case .redirect(let target) = view.hitBehavior {
        return .never(.redirects(to: target.object?.identifier))
      }
      return .never(.passesThrough)
    }
    let taken = free.take(part, for: number)
    guard !free.isExhausted else { return .undecided }
    if !taken.isEmpty { claims[number] = Claim(view: view, part: part) }
    for piece in taken { shares[ObjectIdentifier(answer), default: Reach.Share()].add(piece) }
    if answer !== view { return .never(.redirects(to: answer.identifier)) }
    // Of a view that is hit, the reason is not used.
    let isHit = (shares[ObjectIdentifier(view)]?.width ?? 0) >= Self.least
    return .never(isHit || hadRoom ? .coveredBySubviews : cover(of: part, besides: number))
  }

  /// Views in front of a part, other than those below its view.
  private mutating func cover(of part: ConvexPolygon, besides number: Int) -> Obstacle {
    var found: Set<Int> = []
    var effort = namingEffort
    free.forEachOwner(near: part) { owner in
      effort -= 1
      if owner != number, !found.contains(owner), let claim = claims[owner], claim.part.overlaps(part) {
        found.insert(owner)
      }
      return found.count <= Self.mostNames && effort > 0
    }
    namingEffort = effort
    let names = found.sorted().prefix(Self.mostNames).compactMap { claims[$0]?.view.identifier }
    return .covered(by: names, andMore: found.count > Self.mostNames || effort <= 0)
  }
}

extension View {
  /// Reason for which neither the view nor anything below it is hit, whatever its place.
  fileprivate var obstacle: Obstacle? {
    if isHidden { return .hidden }
    if !(alpha > 0.01) { return .transparent(alpha: alpha) }
    if !isUserInteractionEnabled { return .notInteractive }
    if case .none = hitBehavior { return .hitsNothing }
    return nil
  }
}
