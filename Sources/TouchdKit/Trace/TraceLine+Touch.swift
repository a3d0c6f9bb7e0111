import Dispatcher
import LinuxInput

extension TraceLine {
  /// What a panel says of a contact.
  ///
  /// - Parameters:
  ///   - sample: the last one of the contact.
  ///   - phase: of the contact, or that of the call in which a responder gets it.
  init(_ touch: Touch, _ sample: TouchSample, _ phase: TouchPhase, at time: Timestamp) {
    let location = touch.shownLocation
    let fields: [(key: String, value: JSON)] = [
      ("touch", .integer(sample.contact)), ("phase", .string("\(phase)")),
      ("slot", .integer(Int(sample.slot))),
      ("at", location.map(JSON.point) ?? .null),
      ("raw", location == nil ? .null : .array([.integer(Int(sample.rawX)), .integer(Int(sample.rawY))])),
      ("type", .string("\(sample.type)")), ("tapCount", .integer(touch.tapCount)),
      ("force", .decimal(sample.force)), ("radius", .decimal(sample.majorRadius)),
      ("view", .text(touch.view?.identifier)), ("window", .text(touch.window?.identifier)),
    ]
    self.init(.touch, at: time, sample.type == .stylus ? fields + Self.pen(of: sample) : fields)
  }

  /// What only a pen has, angles in radians.
  private static func pen(of sample: TouchSample) -> [(key: String, value: JSON)] {
    [
      ("altitude", .decimal(sample.pose.altitude)), ("azimuth", .decimal(sample.pose.azimuth)),
      ("eraser", .bool(sample.penKeys.contains(.eraser))),
      ("buttons", .integer(sample.penKeys.pressedButtons)),
    ]
  }
}

extension PenKeys {
  /// The buttons of the barrel that are pressed, counted as bits: 1, 2 and 4.
  var pressedButtons: Int {
    let buttons: [PenKeys] = [.stylus, .stylus2, .stylus3]
    return buttons.enumerated().reduce(0) { $0 | (contains($1.element) ? 1 << $1.offset : 0) }
  }
}
