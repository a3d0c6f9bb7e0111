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
  static let attributes = Set(numbers.keys).union(["tool"])

  /// The numbers, and how far each may be from what a case says, where that is rounded.
  private static let numbers: [String: (tolerance: Double, of: @Sendable (SeenTouch) -> Double)] = [
    "id": (0, { Double($0.state.trackingID) }), "x": (1e-6, { $0.place.x }), "y": (1e-6, { $0.place.y }),
    "pressure": (0, { Double($0.state.pressure) }), "major": (0, { Double($0.state.major) }),
    "minor": (0, { Double($0.state.minor) }), "orientation": (0, { Double($0.state.orientation) }),
    "distance": (0, { Double($0.state.distance) }), "buttons": (0, { Double($0.buttons) }),
    "px": (0.01, { $0.sample.location.x }), "py": (0.01, { $0.sample.location.y }),
    "mm_x": (0.01, { $0.millimetres.x }), "mm_y": (0.01, { $0.millimetres.y }),
    "norm_x": (0.001, { $0.part.x }), "norm_y": (0.001, { $0.part.y }),
    "force": (0.001, { $0.sample.force }), "angle_rad": (0.001, { $0.sample.orientation }),
    "tilt_x": (0.1, { $0.tilt.x }), "tilt_y": (0.1, { $0.tilt.y }),
  ]

  func has(_ attribute: Attribute) -> Bool {
    switch attribute.value {
    case .number(let wanted):
      guard let (tolerance, number) = Self.numbers[attribute.name] else { return false }
      return abs(number(self) - wanted) <= tolerance
    case .word(let word): return attribute.name == "tool" && word == tool
    }
  }

  func number(_ name: String) -> Double? { Self.numbers[name]?.of(self) }

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
