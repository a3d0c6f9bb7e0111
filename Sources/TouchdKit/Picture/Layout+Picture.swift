package import Dispatcher
import Logging

extension Layout {
  /// The application of the layout for a picture: as it is before the first finger, and no plugin says or does anything.
  func makeStillApplication(
    pointsPerMillimetre: (x: Double, y: Double)? = nil
  ) throws(GeometryError) -> Application {
    let silent = Logger(label: "touchd") { _ in SwiftLogNoOpLogHandler() }
    return try makeApplication(makePlugins(silent, launcher: nil), pointsPerMillimetre: pointsPerMillimetre)
  }

  /// The layout as a drawing: the SVG text of a ``LayoutPicture``. It depends on the layout alone.
  ///
  /// - Parameter point: a point of the screen whose hit path and responder chain are shown.
  /// - Throws: ``GeometryError`` where a frame has no place on the screen.
  package func picture(at point: Point? = nil) throws -> String {
    var picture = LayoutPicture(
      of: try makeStillApplication(), title: screen.name ?? String(file.split(separator: "/").last ?? ""))
    picture.point = point
    return picture.text
  }
}
