import Dispatcher
import LinuxInput
import YAML

// From the text of a file to a case. What is not known is a problem: nothing that a case says is skipped in silence.
extension DeviceCase {
  init(_ node: Node) throws {
    id = try node.required(node["id"]?.scalar?.text, "an id")
    isDescriptive = node["descriptive"]?.bool ?? false
    isAccepted = node["device_accept"]?.bool ?? true
    let device = try node["device"].flatMap { $0.isNull ? nil : $0 }.map(DeviceDescription.init(case:))
    guard device != nil || isDescriptive else { throw CaseProblem(node, "the case has no device") }
    settings = try CaseSettings(node["config"], isDescriptive ? nil : device)
    self.device = settings.fuzz.map { device?.stating(fuzz: $0) } ?? device
    initialState = try node["initial_state"].map(KernelState.init)
    let steps = isDescriptive ? [] : try node.list("frames").map(CaseStep.init)
    self.steps = steps
    times = try node["t_us"]?.items("t_us").map { try $0.whole("a time") }
    guard times.map({ $0.count >= steps.count }) ?? true else {
      throw CaseProblem(node, "t_us has fewer times than there are frames")
    }
    expected = try (node["expect"] == nil ? [] : node.list("expect")).map(Expectation.init)
    extras = try (node["extra_expect"]?.pairs("extra_expect") ?? []).map { step, attributes in
      (try node.required(Int(step), "a frame"), try attributes.pairs("extra_expect").map(Attribute.init))
    }
    assertions = try Self.assertions(node)
  }

  private static func assertions(_ node: Node) throws -> [CaseAssertion]? {
    guard let mode = node["expect_mode"] else { return nil }
    guard mode.word == "assert" else { throw CaseProblem(mode, "this expect_mode is not known") }
    return try node.list("assert").map(CaseAssertion.init)
  }
}

extension DeviceDescription {
  /// The device of a case, or of a list of panels.
  init(case node: Node) throws {
    self.init(name: node["name"]?.scalar?.text ?? "Case Panel")
    for (name, range) in try (node["abs"]?.pairs("abs") ?? []) {
      let code = try node.code(name, of: EventType.abs)
      axes[code] = AxisRange(
        minimum: try range.value("min"), maximum: try range.value("max"),
        fuzz: try range.value("fuzz", else: 0), flat: try range.value("flat", else: 0),
        resolution: try range.value("resolution", else: 0))
      codes[EventType.abs, default: []].insert(code)
    }
    for property in node["props"]?.sequence ?? [] {
      properties.insert(try property.required(EventName.property(named: property.word), "a property"))
    }
    for key in node["keys"]?.sequence ?? [] {
      codes[EventType.key, default: []].insert(try key.code(key.word, of: EventType.key))
    }
  }
}

extension DeviceDescription {
  /// The same with other noise on its positions.
  fileprivate func stating(fuzz: Double) -> DeviceDescription {
    var device = self
    for code in [EventCode.absX, EventCode.absY, EventCode.absMTPositionX, EventCode.absMTPositionY] {
      device.axes[code]?.fuzz = Int32(fuzz)
    }
    return device
  }
}

extension CaseStep {
  init(_ node: Node) throws {
    let events = try node.items("a frame")
    guard events.contains(where: { $0.sequence?.first?.word == "@" }) else {
      self = .frame(try events.map(RawEvent.init(case:)))
      return
    }
    let only = events.count == 1 ? events[0].sequence : nil
    let action = try node.required(only, "an action alone in its frame")
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
  /// Names of a slot's values, with their axes.
  private static let axes: [String: UInt16] = [
    "id": EventCode.absMTTrackingID, "x": EventCode.absMTPositionX, "y": EventCode.absMTPositionY,
    "tool": EventCode.absMTToolType,
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

extension Expectation {
  init(_ node: Node) throws {
    var attributes: [Attribute] = []
    for (name, value) in try node.pairs("an expectation") {
      // Other phases that a looser program may give: touchd gives the first.
      if ["f", "phase", "slot", "accept"].contains(name) || value.isNull { continue }
      attributes.append(try Attribute(name, value))
    }
    self.init(
      step: try node.required(node["f"]?.int, "a frame, f"),
      phase: try node.required(TouchPhase(word: node["phase"]?.word ?? ""), "a phase"),
      slot: try node.required(node["slot"]?.int, "a slot"), attributes: attributes)
  }
}

extension Attribute {
  init(_ name: String, _ node: Node) throws {
    guard SeenTouch.attributes.contains(name) else {
      throw CaseProblem(node, "the attribute “\(name)” is not known")
    }
    if let number = node.double {
      self.init(name: name, value: .number(number))
    } else {
      self.init(name: name, value: .word(try node.required(node.string, "“\(name)”, a number or a word")))
    }
  }
}

extension CaseAssertion {
  init(_ node: Node) throws {
    let pairs = try node.pairs("an assertion")
    guard pairs.count == 1, let (kind, value) = pairs.first else {
      throw CaseProblem(node, "an assertion is one key and a condition")
    }
    let text = value.word.filter { $0 != " " }
    let parts = text.split(separator: kind == "count" ? "==" : "<=").map(String.init)
    let number = parts.count == 2 ? Double(parts[1]) : nil
    switch (kind, number) {
    case ("all", let most?) where SeenTouch.attributes.contains(parts[0]):
      self = .all(parts[0], atMost: most)
    case ("count", let number?):
      self = .count(try value.required(TouchPhase(word: parts[0]), "a phase"), Int(number))
    case ("spread_x_out", nil) where text == "<=spread_x_in": self = .spreadsNoWider
    default: throw CaseProblem(value, "the assertion “\(kind): \(text)” is not known")
    }
  }
}

extension TouchPhase {
  fileprivate init?(word: String) {
    let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]
    guard let phase = phases.first(where: { "\($0)" == word }) else { return nil }
    self = phase
  }
}
