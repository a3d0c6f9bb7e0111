import Dispatcher
import Glibc

@testable import TouchdKit

/// One touch that came of a step, with what the panel had said of it.
struct SeenTouch: Equatable, Sendable {
  let step: Int
  let sample: TouchSample
  /// The contact in device units, as the panel sent it.
  let state: SlotState
  /// Where the touch is in device units: the panel's own position, or the one that the filters made of it.
  let place: Point
  /// The place in parts of the screen, and in millimetres from the panel's corner.
  let part: Point
  let millimetres: Point

  var phase: TouchPhase { sample.phase }
  var slot: Int { Int(sample.slot) }

  /// What a case may say of a touch.
  static let attributes = Set(tolerances.keys).union(["tool"])

  /// The numbers, and how far each may be from what a case says, where that is rounded.
  private static let tolerances: [String: Double] = [
    "id": 0, "x": 1e-6, "y": 1e-6, "pressure": 0, "major": 0, "minor": 0, "orientation": 0, "distance": 0,
    "buttons": 0, "px": 0.01, "py": 0.01, "mm_x": 0.01, "mm_y": 0.01, "norm_x": 0.001, "norm_y": 0.001,
    "force": 0.001, "angle_rad": 0.001, "tilt_x": 0.1, "tilt_y": 0.1,
  ]

  func has(_ attribute: Attribute) -> Bool {
    switch attribute.value {
    case .number(let wanted):
      guard let found = number(attribute.name) else { return false }
      return abs(found - wanted) <= Self.tolerances[attribute.name] ?? 0
    case .word(let word): return attribute.name == "tool" && word == tool
    }
  }

  func number(_ name: String) -> Double? {
    switch name {
    case "id": Double(state.trackingID)
    case "x": place.x
    case "y": place.y
    case "pressure": Double(state.pressure)
    case "major": Double(state.major)
    case "minor": Double(state.minor)
    case "orientation": Double(state.orientation)
    case "distance": Double(state.distance)
    case "buttons": Double(buttons)
    case "px": sample.location.x
    case "py": sample.location.y
    case "mm_x": millimetres.x
    case "mm_y": millimetres.y
    case "norm_x": part.x
    case "norm_y": part.y
    case "force": sample.force
    case "angle_rad": sample.orientation
    case "tilt_x": tilt.x
    case "tilt_y": tilt.y
    default: nil
    }
  }

  private var tool: String {
    guard sample.type == .stylus else { return "finger" }
    return sample.penKeys.contains(.eraser) ? "rubber" : "pen"
  }

  /// One bit a button of the barrel.
  private var buttons: Int {
    let keys: [PenKeys] = [.stylus, .stylus2, .stylus3]
    return keys.indices.reduce(0) { sample.penKeys.contains(keys[$1]) ? $0 | 1 << $1 : $0 }
  }

  /// The angles from upright along the axes, in degrees.
  private var tilt: Point {
    let lean = 1 / tan(sample.pose.altitude)
    let (sine, cosine) = (sin(sample.pose.azimuth), cos(sample.pose.azimuth))
    return Point(x: atan(lean * cosine) * 180 / .pi, y: atan(lean * sine) * 180 / .pi)
  }
}

extension SeenTouch: CustomStringConvertible {
  var description: String {
    "\(phase) slot \(slot) id \(state.trackingID) at \(JSON.decimal(place.x).text),\(JSON.decimal(place.y).text)"
  }

  /// All that a case says of this one, for a message.
  func description(of attributes: [Attribute]) -> String {
    let found = attributes.filter { !has($0) }.map { attribute in
      "\(attribute.name) \(number(attribute.name).map { JSON.number($0).text } ?? tool)"
    }
    return found.isEmpty ? "\(self)" : "\(self), " + found.joined(separator: ", ")
  }
}

extension Attribute: CustomStringConvertible {
  var description: String {
    switch value {
    case .number(let number): "\(name) \(JSON.number(number).text)"
    case .word(let word): "\(name) \(word)"
    }
  }
}
