import Dispatcher

/// Which touchscreen belongs to the screen, and how its values are to be read.
struct TouchscreenDescription: Equatable, Sendable {
  var match = DeviceMatch()
  /// Whether BTN_LEFT is the contact: for panels that pose as a mouse.
  var isForced = false
  /// Instead of the ranges that the device states, in device units.
  var rangeX: ClosedRange<Int32>?
  var rangeY: ClosedRange<Int32>?
  /// How far the panel is turned against the screen, clockwise.
  var rotation = Calibration.Rotation.none
  /// After the turn.
  var flipsX = false
  var flipsY = false
  /// Six floats in libinput's order; `nil` leaves it to udev's LIBINPUT_CALIBRATION_MATRIX.
  var calibration: [Double]?
  /// The pressure that counts as force 1, in device units; `nil` for the axis' maximum.
  var averagePressure: Double?
  /// A contact that reports nothing for so long, while others of the panel do, is cancelled; `nil` for never.
  var stuckAfter: Interval?
  /// Whether a pen that comes near cancels and mutes the touches of the panel it is paired with.
  var penArbitration = true
  /// In the order in which they are applied, no kind twice; each at its key, for what a panel lacks.
  var filters: [Located<FilterDescription>] = []
}

/// Which devices are meant: all given conditions must hold, so that none at all holds for every touchscreen.
struct DeviceMatch: Equatable, Sendable {
  /// A pattern with `*` and `?` for the device's name.
  var name: String?
  /// The USB (or other bus') vendor and product.
  var vendor: UInt16?
  var product: UInt16?
  /// A pattern for udev's ID_PATH.
  var path: String?
  var serial: String?
  /// A pattern for the kernel's physical path.
  var phys: String?
}
