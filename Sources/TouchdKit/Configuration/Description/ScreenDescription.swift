import Dispatcher

/// The screen that a layout is for.
struct ScreenDescription: Equatable, Sendable {
  /// A name for people; `nil` if the layout has none.
  var name: String?
  /// In points, as it stands after the rotation.
  var size: Size
  /// In millimetres; `nil` if the layout leaves it to the panel's resolution.
  var sizeInMillimetres: Size?
  var touchscreen: TouchscreenDescription

  /// Points per millimetre, if the layout says how large the screen is.
  var pointsPerMillimetre: (x: Double, y: Double)? {
    sizeInMillimetres.map { (size.width / $0.width, size.height / $0.height) }
  }
}
