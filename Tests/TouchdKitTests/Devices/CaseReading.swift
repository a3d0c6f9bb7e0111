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
