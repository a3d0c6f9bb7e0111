package import Dispatcher

/// The unit of errors: millimetres if the screen or the panel says how large it is.
package struct ScreenMeasure: Equatable, Sendable {
  /// What a distance is counted in.
  package enum Unit: String, Sendable {
    case millimetres = "mm"
    case points = "points"
    /// Of the screen's width and height, each.
    case percent = "%"
  }

  /// How large the screen is.
  package enum Source: Equatable, Sendable {
    /// The layout says it, in millimetres.
    case screen(Size)
    /// The panel says it by its resolution, in millimetres along its own axes.
    case panel(Size)
    /// In points: nothing says how large a millimetre is.
    case points(Size)
    /// There is no layout.
    case unknown
  }

  /// The screen, in ``unit``.
  package let size: Size
  package let unit: Unit

  init(_ source: Source, _ orientation: PanelOrientation) {
    switch source {
    case .screen(let size): (self.size, unit) = (size, .millimetres)
    case .panel(let size) where orientation.swapsAxes:
      (self.size, unit) = (Size(width: size.height, height: size.width), .millimetres)
    case .panel(let size): (self.size, unit) = (size, .millimetres)
    case .points(let size): (self.size, unit) = (size, .points)
    case .unknown: (size, unit) = (Size(width: 100, height: 100), .percent)
    }
  }

  /// From fractions of the screen.
  var scale: AffineTransform { AffineTransform(scaleX: size.width, y: size.height) }

  /// The side of a square that is as large as the screen: what a fraction of the screen is of.
  var side: Double { (size.width * size.height).squareRoot() }

  /// A distance in words, `2.1 mm` or `143 mm`.
  package func words(_ distance: Double) -> String {
    let tenths = (distance * 10).rounded() / 10
    let number = TouchdKit.words(for: tenths < 10 ? tenths : distance.rounded())
    return unit == .percent ? "\(number)\(unit.rawValue)" : "\(number) \(unit.rawValue)"
  }
}
