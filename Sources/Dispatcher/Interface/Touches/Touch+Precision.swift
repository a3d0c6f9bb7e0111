// What a panel measured before its filters, and what it has not measured.
extension Touch {
  /// Properties whose values may be estimates: force, azimuth, altitude, location.
  public typealias Properties = TouchProperties

  /// Whether a panel measures the pressure of a touch.
  public enum ForceCapability: Hashable, Sendable {
    /// The panel has no pressure axis.
    case unavailable
    /// The panel has a pressure axis.
    case available
  }

  /// Where the panel says that the finger is, before the layout's filters, in a view's coordinates; in the window's for
  /// `nil`. As of the last report that the filters let through. For drawing: hit tests and recognizers go by
  /// ``location(in:)``.
  public func preciseLocation(in view: View?) -> Point {
    convert(unfiltered(values.sample.rawX, values.sample.rawY) ?? values.location, to: view)
  }

  /// Where the panel said that the finger was in the preceding frame, before the layout's filters, converted with the
  /// transforms of now.
  public func precisePreviousLocation(in view: View?) -> Point {
    convert(unfiltered(values.previousRaw.x, values.previousRaw.y) ?? values.previousLocation, to: view)
  }

  /// Device units as points of the screen; `nil` where no filter changes locations.
  private func unfiltered(_ x: Int32, _ y: Int32) -> Point? {
    guard let transform = contact.panel.unfiltered, !isPredicted else { return nil }
    return transform.apply(to: Point(x: Double(x), y: Double(y)))
  }

  /// The properties that the panel measures and has not reported of this contact yet; their values are its last ones.
  ///
  /// A property is reported once an event of its axis has come: since the finger was first noticed, for a pen since it
  /// came near. What the kernel still holds of an earlier contact in the same slot is an estimate, though it may well
  /// be right: the kernel sends no value that equals the last, so the pressure of a finger that presses exactly as the
  /// one before is never reported. ``location`` is in predicted touches alone (see ``Event/predictedTouches(for:)``).
  public var estimatedProperties: Properties { values.sample.estimated }

  /// The estimated properties that `touchesEstimatedPropertiesUpdated` may still report. None once the touch has ended,
  /// and none in a predicted touch.
  public var estimatedPropertiesExpectingUpdates: Properties {
    contact.isDown && !isPredicted ? estimatedProperties : []
  }

  /// Identifies the touch that an update of estimates is for: one number for each contact that landed with estimates,
  /// on all copies of its touch. `nil` where nothing is, or was, estimated, and in a predicted touch.
  public var estimationUpdateIndex: Int? {
    contact.landedEstimated && !isPredicted ? contact.id : nil
  }

  /// Whether it is not there yet.
  private var isPredicted: Bool { values.sample.estimated.contains(.location) }
}
