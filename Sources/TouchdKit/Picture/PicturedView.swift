import Dispatcher
internal import Glibc

/// A view as a picture shows it.
struct PicturedView {
  let seen: Reachability.SeenView
  /// Which window it is in, the hindmost first.
  let window: Int
  /// Its outline in the picture, as far as it is shown; `nil` where it is not.
  let outline: ConvexPolygon?
  /// Where it is hit, where that is not its outline.
  let target: ConvexPolygon?
  /// How its x axis is turned in the picture, in degrees, so that a text along it is not upside down.
  let angle: Double

  var view: View { seen.view }

  /// Why it is never hit; `nil` if it is, and if that is not known.
  var obstacle: Obstacle? {
    if case .never(let obstacle) = seen.reach { obstacle } else { nil }
  }

  /// The level of a window that has one.
  var levelWords: String {
    guard let level = (view as? Window)?.level, level != 0 else { return "" }
    return " (level \(words(for: level)))"
  }

  init(_ seen: Reachability.SeenView, window: Int, _ scale: PictureScale) {
    (self.seen, self.window) = (seen, window)
    let view = seen.view
    outline = scale.outline(of: view.bounds, in: view)
    target = view.target == view.bounds ? nil : scale.outline(of: view.target, in: view)
    angle = view.toScreen.uprightAngle
  }
}

extension PictureScale {
  /// A rectangle of a view in the picture, cut at the edges of what is shown; `nil` where nothing of it is.
  fileprivate func outline(of rect: Rect, in view: View) -> ConvexPolygon? {
    guard rect.width > 0, rect.height > 0, let inverse = view.toScreen.inverse else { return nil }
    let enlarged = AffineTransform(translationX: -area.minX, y: -area.minY)
      .concatenating(AffineTransform(scaleX: 1 / scale, y: 1 / scale))
      .concatenating(AffineTransform(translationX: shown.minX, y: shown.minY))
    guard let sides = HalfPlane.sides(of: rect, from: enlarged.concatenating(inverse)) else { return nil }
    // A line's width more, so that an edge at the picture's edge is no edge of the view.
    return ConvexPolygon(area.insetBy(dx: -2, dy: -2))?.clipped(to: sides)
  }
}

extension AffineTransform {
  /// The direction of the x axis in degrees, −90 to 90.
  fileprivate var uprightAngle: Double {
    let angle = atan2(b, a) * 180 / .pi
    guard angle.isFinite else { return 0 }
    return angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle
  }
}
