package import Dispatcher
import Logging

extension Layout {
  /// The application of the layout for a picture: as it is before the first finger, and no plugin says or does
  /// anything.
  func makeStillApplication(
    pointsPerMillimetre: (x: Double, y: Double)? = nil
  ) throws(GeometryError) -> Application {
    let silent = Logger(label: "touchd") { _ in SwiftLogNoOpLogHandler() }
    return try makeApplication(makePlugins(silent, launcher: nil), pointsPerMillimetre: pointsPerMillimetre)
  }

  /// The layout as a drawing: the SVG text of a ``LayoutPicture``. It depends on these arguments and the layout alone.
  ///
  /// - Parameters:
  ///   - point: a point of the screen whose hit path and responder chain are shown.
  ///   - hidden: which views are hidden and which are not, by their ids, other than the layout says.
  /// - Throws: ``GeometryError`` where a frame has no place on the screen.
  package func picture(at point: Point? = nil, hidden: [String: Bool] = [:]) throws -> String {
    let application = try makeStillApplication()
    for window in application.windows { window.hide(hidden) }
    var picture = LayoutPicture(
      of: application, title: screen.name ?? String(file.split(separator: "/").last ?? ""))
    picture.point = point
    return picture.text
  }
}

extension View {
  /// Hides or shows views, by their ids. O(views).
  fileprivate func hide(_ hidden: [String: Bool]) {
    if let isHidden = hidden[identifier] { self.isHidden = isHidden }
    for view in subviews { view.hide(hidden) }
  }
}
