import Dispatcher
import LinuxInput
import YAML

// From the text of a file to what happens to a panel.
extension CaseStep {
  init(_ node: Node) throws {
    let events = try node.items("a frame")
    guard events.contains(where: { $0.sequence?.first?.word == "@" }) else {
      self = .frame(try events.map(RawEvent.init(case:)))
      return
    }
    let action = try node.required(events.count == 1 ? events[0].sequence : nil, "an action alone in its frame")
    self = .action(try CaseAction(node, Array(action.dropFirst())))
  }
}

extension RawEvent {
  fileprivate init(case node: Node) throws {
    let parts = try node.items("an event")
    guard parts.count == 3 else { throw CaseProblem(node, "an event is a type, a code and a value") }
    let named = (0..<0x20 as Range<UInt16>).first { EventName.type($0) == parts[0].word }
    let type = try node.required(parts[0].int.flatMap(UInt16.init(exactly:)) ?? named, "a type of events")
    let value = try node.required(Int32(exactly: try parts[2].whole("a value")), "a value of 32 bits")
    let code = try parts[1].int.flatMap(UInt16.init(exactly:)) ?? node.code(parts[1].word, of: type)
    self.init(type: type, code: code, value: value)
  }
}

extension CaseAction {
  fileprivate init(_ node: Node, _ words: [Node]) throws {
    switch words.first?.word {
    case "remove": self = .remove
    case "revoke": self = .revoke
    case "disable": self = .disable
    case "enable": self = .enable
    case "suspend": self = .suspend
    case "resume": self = .resume
    case "output_off": self = .outputOff
    case "output_on": self = .outputOn
    case "kernel_state" where words.count == 2: self = .kernelState(try KernelState(words[1]))
    case let name: throw CaseProblem(node, "the action “\(name ?? "")” is not known")
    }
  }
}

extension KernelState {
  /// What a slot's values are called, with their axes.
  private static let axes: [String: UInt16] = [
    "id": EventCode.absMTTrackingID, "x": EventCode.absMTPositionX, "y": EventCode.absMTPositionY,
    "pressure": EventCode.absMTPressure, "major": EventCode.absMTTouchMajor,
    "minor": EventCode.absMTTouchMinor, "orientation": EventCode.absMTOrientation,
    "distance": EventCode.absMTDistance, "tool": EventCode.absMTToolType,
    "tool_type": EventCode.absMTToolType,
  ]

  init(_ node: Node) throws {
    for (name, value) in try node.pairs("a kernel state") {
      switch name {
      case "slots": slots = try Self.slots(value)
      case "cur_slot": currentSlot = try node.value(name)
      case "btn": button = try node.value(name)
      case "sx": x = try node.value(name)
      case "sy": y = try node.value(name)
      default: throw CaseProblem(value, "the state “\(name)” is not known")
      }
    }
  }

  private static func slots(_ node: Node) throws -> [Int: [UInt16: Int32]] {
    var slots: [Int: [UInt16: Int32]] = [:]
    for (name, values) in try node.pairs("slots") {
      let slot = try values.required(Int(name).flatMap { $0 < 0 ? nil : $0 }, "a slot, not “\(name)”")
      for (key, value) in try values.pairs("a slot") {
        let axis = try value.required(axes[key], "a value of a slot, not “\(key)”")
        slots[slot, default: [:]][axis] = try values.value(key)
      }
    }
    return slots
  }
}
