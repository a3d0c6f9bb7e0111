/// What the touches of a panel know of it; kept for as long as one of them is.
final class PanelTraits: Sendable {
  /// The name that the device gives itself.
  let name: String
  /// The device node, or the recording's file.
  let path: String
  /// From device units to points of the screen, where filters change locations; `nil` where none does.
  let unfiltered: AffineTransform?
  /// The force at the end of the pressure axis; 0 where there is none.
  let maximumForce: Double
  /// How far a contact's radius may be off, in points; 0 where the panel says no size.
  let radiusTolerance: Double
  /// Whether it is a pen with a node of its own.
  let isPen: Bool

  init(
    name: String, path: String, unfiltered: AffineTransform?, maximumForce: Double, radiusTolerance: Double,
    isPen: Bool
  ) {
    self.name = name
    self.path = path
    self.unfiltered = unfiltered
    self.maximumForce = maximumForce
    self.radiusTolerance = radiusTolerance
    self.isPen = isPen
  }
}
