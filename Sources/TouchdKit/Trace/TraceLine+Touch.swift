import Dispatcher
import LinuxInput

/// What a panel says of a contact, as values: the touch goes on, and the line is of now.
struct ContactReport {
  private let contact: ContactID
  private let phase: TouchPhase
  private let type: TouchType
  private let (slot, rawX, rawY): (Int32, Int32, Int32)
  private let (force, radius): (Double, Double)
  /// `nil` for a finger.
  private let pen: (pose: PenPose, keys: PenKeys)?
  /// `nil` where the view is sensitive.
  private let location: Point?
  private let tapCount: Int
  private let view: String?
  private let window: String?

  /// - Parameters:
  ///   - sample: the last one of the contact.
  ///   - phase: of the contact, or that of the call in which a responder gets it.
  ///   - responder: to which the line goes; `nil` for a trace.
  init(_ touch: Touch, _ sample: TouchSample, _ phase: TouchPhase, to responder: Responder? = nil) {
    (contact, self.phase, type) = (sample.contact, phase, sample.type)
    (slot, rawX, rawY) = (sample.slot, sample.rawX, sample.rawY)
    (force, radius) = (sample.force, sample.majorRadius)
    pen = sample.type == .stylus ? (sample.pose, sample.penKeys) : nil
    (location, tapCount) = (touch.shownLocation, touch.shownTapCount)
    (view, window) = (touch.shownView(by: responder)?.identifier, touch.window?.identifier)
  }

  /// The line's members behind its kind.
  var fields: [(key: String, value: JSON)] {
    let fields: [(key: String, value: JSON)] = [
      ("touch", .integer(contact)), ("phase", .string(phase.word)), ("slot", .integer(Int(slot))),
      ("at", location.map(JSON.point) ?? .null),
      ("raw", location == nil ? .null : .array([.integer(Int(rawX)), .integer(Int(rawY))])),
      ("type", .string(type.word)), ("tapCount", .integer(tapCount)),
      ("force", .decimal(force)), ("radius", .decimal(radius)),
      ("view", .text(view)), ("window", .text(window)),
    ]
    // What only a pen has, angles in radians.
    guard let pen else { return fields }
    return fields + [
      ("altitude", .decimal(pen.pose.altitude)), ("azimuth", .decimal(pen.pose.azimuth)),
      ("eraser", .bool(pen.keys.contains(.eraser))), ("buttons", .integer(pen.keys.pressedButtons)),
    ]
  }
}

/// A call of a responder with touches, as values.
struct CallReport {
  private let phase: TouchPhase
  private let from: String?
  private let responder: String
  private let contacts: [ContactID]
  private let plugin: String?

  /// - Parameter from: the responder that passed the call on; `nil` for the first call.
  init(_ phase: TouchPhase, from: Responder? = nil, to responder: Responder, _ contacts: [ContactID]) {
    (self.phase, self.from, self.contacts) = (phase, from?.identifier, contacts)
    (self.responder, plugin) = (responder.identifier, responder.touchHandler?.plugin.name)
  }

  /// The line's members behind its kind.
  var fields: [(key: String, value: JSON)] {
    var fields: [(key: String, value: JSON)] = [("call", .string(phase.call))]
    if let from { fields.append(("from", .string(from))) }
    fields.append(("to", .string(responder)))
    fields.append(("touches", .array(contacts.map(JSON.integer))))
    if let plugin { fields.append(("plugin", .string(plugin))) }
    return fields
  }
}

extension TraceLine {
  /// What a panel says of a contact; ``ContactReport`` has the parameters.
  init(
    _ touch: Touch, _ sample: TouchSample, _ phase: TouchPhase, to responder: Responder? = nil,
    at time: Timestamp
  ) {
    self.init(.touch, at: time, ContactReport(touch, sample, phase, to: responder))
  }
}

extension PenKeys {
  /// The buttons of the barrel that are pressed, counted as bits: 1, 2 and 4.
  var pressedButtons: Int {
    let buttons: [PenKeys] = [.stylus, .stylus2, .stylus3]
    return buttons.enumerated().reduce(0) { $0 | (contains($1.element) ? 1 << $1.offset : 0) }
  }
}
