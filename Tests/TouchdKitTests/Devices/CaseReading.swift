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
    feeds = try node["feed"].map(Feed.list) ?? Feed.all
    times = try node["t_us"].map { try Self.times($0, of: steps) }
    expected = try (node["expect"] == nil ? [] : node.list("expect")).map(Expectation.init)
    extras = try (node["extra_expect"]?.pairs("extra_expect") ?? []).map { step, attributes in
      (try node.required(Int(step), "a frame"), try attributes.pairs("extra_expect").map(Attribute.init))
    }
    assertions = try Self.assertions(node)
  }

  /// The times of all steps; where only those of the frames are given, an action happens right after what precedes it.
  private static func times(_ node: Node, of steps: [CaseStep]) throws -> [Int] {
    let given = try node.items("t_us").map { try $0.whole("a time") }
    if given.count >= steps.count { return given }
    guard given.count == steps.count(where: { !$0.isAction }) else {
      throw CaseProblem(node, "t_us has \(given.count) times for \(steps.count) frames")
    }
    var next = given.makeIterator()
    var last = 0
    return steps.map { step in
      if !step.isAction { last = next.next() ?? last }
      return last
    }
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
  fileprivate func stating(fuzz: (x: Double, y: Double)) -> DeviceDescription {
    var device = self
    for code in [EventCode.absX, EventCode.absMTPositionX] { device.axes[code]?.fuzz = Int32(fuzz.x) }
    for code in [EventCode.absY, EventCode.absMTPositionY] { device.axes[code]?.fuzz = Int32(fuzz.y) }
    return device
  }
}

extension Feed {
  /// One way to read, or a list of them.
  fileprivate static func list(_ node: Node) throws -> [Feed] {
    try (node.sequence ?? [node]).map { node in
      if let count = node.int, count > 0 { return .events(count) }
      switch node.word {
      case "frame", "frames": return .frame
      case "event", "events", "single": return .events(1)
      case "whole", "all", "batch": return .whole
      default: throw CaseProblem(node, "this feed is not known")
      }
    }
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
  /// Names of a slot's values, with their axes.
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
    let sign = try value.required(Self.signs.first { text.contains($0.key) }, "a comparison, not “\(text)”")
    let parts = text.split(separator: sign.key, maxSplits: 1, omittingEmptySubsequences: false)
    let (left, number) = (String(parts[0]), Double(parts[1]))
    let isKnown =
      switch kind {
      case "count": TouchPhase(word: left) != nil && number != nil
      case "spread_x_out", "spread_y_out": number != nil || parts[1] == "\(kind.dropLast(4))_in"
      default: ["all", "any", "none"].contains(kind) && SeenTouch.attributes.contains(left) && number != nil
      }
    guard isKnown else { throw CaseProblem(value, "the assertion “\(kind): \(text)” is not known") }
    self.init(kind: kind, text: text, left: left, compare: sign.value, number: number)
  }
}

extension TouchPhase {
  fileprivate init?(word: String) {
    let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]
    guard let phase = phases.first(where: { "\($0)" == word }) else { return nil }
    self = phase
  }
}
