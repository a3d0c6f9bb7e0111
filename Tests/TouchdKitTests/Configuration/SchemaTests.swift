import TestTables
import YAML

@testable import TouchdKit

/// The schema that editors use cannot know which names there are, nor compare two values; on all else it must say
/// what the reader says.
@Suite("The schema and the reader agree")
struct SchemaTests {
  private let schema: Node
  private let evaluator: SchemaEvaluator

  init() throws {
    schema = try Node(parsing: schemaFile(), file: "layout.schema.json")
    evaluator = SchemaEvaluator(schema)
  }

  /// Values that are tried for every key: each type, and the edges of every range that the format has.
  private static let values = [
    "", "true", "yes", "0", "1", "-1", "1.5", "1.0", "10", "11", "60", "61", "90", "100", "101", "65536",
    "1000000", "1000001", "-1000001", ".inf", ".nan", "audit", "a", "''", "full", "view", "scroll", "none",
    "12mm", "-12mm", "50%", "3s", "30deg", "touchscreen", "observe", "filter", "info", "window", "'0eef'",
    "after_action", "[]", "[x]", "[x, x]", "[1, 2]", "[0, 0]", "[1, 0, 0, 1, 0, 0]", "[0, 0, -1, 1]",
    "[1mm, 0, 5%, 1]", "[audit]", "[{}]", "[{ tap: }]", "[{ tap: {}, long_press: {} }]", "[{ views: [] }]",
    "{}", "{ a: 1 }", "{ to: audit }", "{ to: audit, before: true }", "{ plugin: log }",
    "{ left: 1, width: 1, right: 1 }", "{ x: [0, 1] }", "{ matrix: [1, 0, 0, 1, 0, 0], scale: 1 }",
    "a.service", "a@.service", "a@1.target", "-a.service", "a b.service", ".service", "a*.service",
    "a.device",
    "[a.service, 'b-\\x2d.timer']", "[a.service, a.service]", "never", "{ A: b }", "{ a1_: '', B: b }",
    "{ 1A: b }", "{ TOUCHD_X: b }", "{ A-B: b }", "{ A: 5 }",
    "{ minimum: 3s }", "3min", "0.5min", "active", "[{ after: 3min, name: a, to: audit }]",
  ]

  /// Values that are tried besides in views, gestures and their numbers.
  private static let gestureValues = [
    "1000", "1001", "0.5", "0.999", "scroll", "control", "left", "up", "top", "horizontal",
    "[left, up]", "[left, right]", "[left, left]", "[bottom]", "[bottom, bottom]", "-30deg", "0.1rad",
    "[12mm, 50%]", "[-1, 0]", "[1, 2, 3, 4mm]", "[1, 2, 3, 4%]", "[{ pan: }]",
    "[{ edge_pan: { edge: top } }]",
    "[{ edge_pan: }]", "{ edge: [top, left] }", "{ edge: [] }", "{ direction: up, touches: 2 }",
    "{ min_touches: 2, max_touches: 2 }", "{ axis: vertical }", "{ hold_last: 1s }", "{ taps: 0 }",
    "{ hysteresis: 1 }", "{ hysteresis: 1deg }", "{ content_size: [1, 1] }", "{ enabled: false }",
    "{ window: a }", "{ controller: a }", "{ application: a }", "{ view: a }", "{ view: a, unknown: [b] }",
    "{ view: '' }", "{ recognizer: a }",
    "[{ custom: { recognizer: a } }]",
    "toggle", "'true'", "began", "[began, ended]", "[began, began]", "[began, failed]",
    "{ events: { touch_down: audit } }", "{ touch_up_inside: [audit, audit] }", "{ content_delay: 1ms }",
  ]

  /// Values that are tried besides in a touchscreen and its filters, whose times and lengths have ranges of their own.
  private static let filterValues = [
    "2", "3", "3.0", "15", "16", "17", "20", "21", "fuzz", "max", "0.3mm", "0mm", "0.0mm", "+1mm", "40ms",
    "0ms", "0.5s", "+1s", "1000ms", "1000.5ms", "1001ms", "0.9s", "1.5s", "01s", "[{ median: 3 }]",
    "[{ median: 3 }, { median: 5 }]", "[{ median: 3, edge: 1 }]", "[{ median: 4 }]", "[median]",
    "{ first: 1 }", "{ last: 20, first: 0 }", "{ first: 0 }", "{ first: 21 }", "{ first: 1, last: -1 }",
    "1000", "1000.5", "-0.5", "0.01", "{ cutoff: 1 }", "{ beta: 0, cutoff: 1000 }", "{ cutoff: 0 }",
    "{ beta: -0.1 }", "{ cutoff: 1, beta: 1001 }",
  ]

  /// A layout with one mapping of a kind left open.
  private struct Frame: CustomTestStringConvertible, Sendable {
    let table: KeyTable
    /// `@` stands for the mapping's entries.
    let layout: String
    /// The entries that it has in any case, unless another value is tried for their key.
    let entries: [String]

    init(_ table: String, _ layout: String, _ entries: String...) { self.init(table, layout, entries) }

    init(_ table: String, _ layout: String, _ entries: [String]) {
      (self.table, self.layout, self.entries) = (.named(table), layout, entries)
    }

    var testDescription: String { table.name }

    var values: [String] {
      let hasFilters = ["touchscreen", "filter", "smooth", "skip"].contains(table.name)
      return SchemaTests.values
        + (hasFilters ? SchemaTests.filterValues : SchemaTests.gestureValues)
    }

    func text(_ tried: [String]) -> String {
      func key(_ entry: String) -> Substring { entry.prefix { $0 != ":" } }
      let others = entries.filter { entry in !tried.contains { key($0) == key(entry) } }
      return layout.replacing("@", with: (others + tried).joined(separator: ", "))
    }
  }

  private static let head = "version: 1, screen: { size: [9, 9] }, responders: { audit: { plugin: log } }"

  private static let frames: [Frame] =
    [
      Frame(
        "layout", "{ @ }", "version: 1", "screen: { size: [9, 9], delivery: filter }", "responders: {}",
        "views: []"),
      Frame("daemon", "{ @ }", "version: 1", "layouts: [a]"),
      Frame("screen", "{ version: 1, screen: { @ }, views: [] }", "size: [9, 9]"),
      Frame("touchscreen", "{ version: 1, screen: { size: [9, 9], touchscreen: { @ } }, views: [] }"),
      Frame("match", "{ version: 1, screen: { size: [9, 9], touchscreen: { match: { @ } } }, views: [] }"),
      Frame("range", "{ version: 1, screen: { size: [9, 9], touchscreen: { range: { @ } } }, views: [] }"),
      Frame(
        "filter", "{ version: 1, screen: { size: [9, 9], touchscreen: { filters: [{ @ }] } }, views: [] }"),
      Frame(
        "smooth",
        "{ version: 1, screen: { size: [9, 9], touchscreen: { filters: [{ smooth: { @ } }] } }, views: [] }"),
      Frame(
        "skip",
        "{ version: 1, screen: { size: [9, 9], touchscreen: { filters: [{ skip: { @ } }] } }, views: [] }"),
      Frame("responders", "{ version: 1, screen: { size: [9, 9] }, responders: { @ }, views: [] }"),
      Frame("idle", "{ \(head), views: [], idle: [{ @ }] }", "after: 3s", "name: a", "to: audit"),
      Frame("window", "{ \(head), windows: [{ @ }] }", "views: []"),
      Frame("window", "{ \(head), windows: [{ @ }] }", "views: []", "custom: { window: a }"),
      Frame("view", "{ \(head), views: [{ @ }] }"),
      Frame("view", "{ \(head), views: [{ @ }] }", "type: scroll", "scroll: {}"),
      Frame("view", "{ \(head), views: [{ @ }] }", "type: control", "control: {}"),
      Frame("scroll", "{ \(head), views: [{ type: scroll, scroll: { @ } }] }"),
      Frame("control", "{ \(head), views: [{ type: control, control: { @ } }] }"),
      Frame("control_events", "{ \(head), views: [{ type: control, control: { events: { @ } } }] }"),
      Frame("custom_view", "{ \(head), views: [{ custom: { @ } }] }", "view: a"),
      Frame("custom_window", "{ \(head), windows: [{ views: [], custom: { @ } }] }", "window: a"),
      Frame("custom_controller", "{ \(head), views: [{ controller: { custom: { @ } } }] }", "controller: a"),
      Frame("custom_application", "{ \(head), views: [], application: { custom: { @ } } }", "application: a"),
      Frame("edges", "{ \(head), views: [{ frame: { @ } }] }"),
      Frame("transform", "{ \(head), views: [{ transform: { @ } }] }"),
      Frame("controller", "{ \(head), views: [{ controller: { @ } }] }"),
      Frame("on_touch", "{ \(head), views: [{ on_touch: { @ } }] }", "to: audit"),
      Frame("window_on_touch", "{ \(head), windows: [{ views: [], on_touch: { @ } }] }", "to: audit"),
      Frame("gesture", "{ \(head), views: [{ gestures: [{ @ }] }] }", "tap: {}"),
      Frame("gesture", "{ \(head), views: [{ gestures: [{ @ }] }] }"),
      Frame("edge_pan", "{ \(head), views: [{ gestures: [{ edge_pan: { @ } }] }] }", "edge: left"),
      Frame("custom_gesture", "{ \(head), views: [{ gestures: [{ custom: { @ } }] }] }", "recognizer: a"),
      Frame("application", "{ \(head), views: [], application: { @ } }"),
      Frame("delegate", "{ \(head), views: [], application: { delegate: { @ } } }"),
      Frame("thresholds", "{ \(head), views: [], thresholds: { @ } }"),
      responder("log"), responder("exec", "run: [a]"), responder("unit", "start: a.service"),
      responder("show", "view: a"),
    ]
    + ["tap", "long_press", "pan", "swipe", "pinch", "rotation", "hover"].map {
      Frame($0, "{ \(head), views: [{ gestures: [{ \($0): { @ } }] }] }")
    }
    + ["touch", "tap", "long_press", "pan", "swipe", "pinch", "rotation", "edge_pan", "scroll"].map {
      Frame("\($0)_thresholds", "{ \(head), views: [], thresholds: { \($0): { @ } } }")
    }

  private static func responder(_ plugin: String, _ option: String...) -> Frame {
    Frame(
      "responder_\(plugin)", "{ version: 1, screen: { size: [9, 9] }, responders: { a: { @ } }, views: [] }",
      ["plugin: \(plugin)"] + option)
  }

  /// Beginnings of the messages that speak of what a schema cannot know.
  private static let beyondSchemas = [
    "there is no ", "duplicate ", "a view cannot redirect", "the responder chain of",
    "the edges of this frame", "the content cannot be scrolled to",
    "the minimum of", "`max_touches` must not be less", "a gesture cannot", "these gestures wait",
  ]

  @Test("on every kind of value for every key, and on keys together", arguments: frames)
  private func values(frame: Frame) throws {
    var right: [String] = []
    let (values, step) = (frame.values, Build.isOptimised ? 1 : 4)
    for (index, key) in (frame.table.built + ["unknown"]).enumerated() {
      let entries = stride(from: index % step, to: values.count, by: step).map { "\(key): \(values[$0])" }
      right += try entries.filter { try compare(frame.text([$0])) }
    }
    var random = SplitMix(seed: 1)
    for _ in 0..<20 where !right.isEmpty {
      let tried = (0..<3).map { _ in right[Int.random(in: right.indices, using: &random)] }
      let byKey = Dictionary(tried.map { ($0.prefix { $0 != ":" }, $0) }) { first, _ in first }
      try compare(frame.text(byKey.values.sorted()))
    }
  }

  /// The longest names, paths and lists, and what is one longer.
  private static let limits: [(String, Bool)] = {
    func name(_ length: Int) -> String { String(repeating: "n", count: length) }
    func list(_ count: Int) -> String { [String](repeating: "audit", count: count).joined(separator: ", ") }
    func idle(_ count: Int) -> String {
      (0..<count).map { "{ after: 1s, name: n\($0), to: audit }" }.joined(separator: ", ")
    }
    func variables(_ count: Int) -> String { (0..<count).map { "V\($0): v" }.joined(separator: ", ") }
    func units(_ count: Int) -> String { (0..<count).map { "u\($0).service" }.joined(separator: ", ") }
    let screen = "version: 1, screen: { size: [9, 9] }"
    return [(0, true), (1, false)].flatMap { more, isRight in
      [
        "{ \(head), views: [{ id: \(name(255 + more)) }] }",
        "{ \(screen), responders: { \(name(255 + more)): { plugin: log } }, views: [] }",
        "{ version: 1, screen: { size: [9, 9], output: \(name(255 + more)) }, views: [] }",
        "{ version: 1, layouts: [\(name(4095 + more))] }",
        "{ version: 1, layouts: [a], units: [\(units(64 + more))] }",
        "{ version: 1, layouts: [a], units: [\(name(247 + more)).service] }",
        "{ \(screen), responders: { a: { plugin: exec, run: [a], env: { \(name(255 + more)): b } } }, views: [] }",
        "{ \(screen), responders: { a: { plugin: exec, run: [a], env: { A: \(name(4096 + more)) } } }, views: [] }",
        "{ \(screen), responders: { a: { plugin: exec, run: [a], env: { \(variables(64 + more)) } } }, views: [] }",
        "{ \(head), views: [], idle: [\(idle(16 + more))] }",
        "{ \(head), views: [{ gestures: [{ tap: , to: [\(list(64 + more))] }] }] }",
        "{ \(head), views: [{ type: control, control: { events: { touch_down: [\(list(64 + more))] } } }] }",
      ].map { (text: String) in (text, isRight) }
    }
  }()

  @Test("on what is as long as it may be, and on one more", arguments: limits)
  private func lengths(text: String, isRight: Bool) throws { #expect(try compare(text) == isRight) }

  private static let tables = KeyTable.all + PluginDeclaration.builtIn.map(\.keys)

  @Test("every mapping has the keys of its rows, each as its row has it", arguments: tables)
  func keys(table: KeyTable) throws {
    let definition = try evaluator.definition("#/$defs/" + table.name)
    let properties = definition["properties"]?.mapping ?? []
    #expect(properties.compactMap(\.key.string).sorted() == table.built.sorted())
    #expect((definition["required"]?.sequence ?? []).compactMap(\.string) == table.required)
    #expect(definition["description"]?.string == table.help)
    if !table.isOpen { #expect(definition["additionalProperties"]?.bool == false) }
    for row in table.rows {
      let members = [
        row.help.isEmpty ? nil : "description: \"\(row.help)\"", row.schema,
        row.standard(()).map { "default: \($0)" },
      ]
      let text = "{ \(members.compactMap(\.self).joined(separator: ", ")) }"
      let property = try Node(parsing: Array(text.utf8), file: "")
      #expect(definition["properties"]?[row.name]?.equals(property) == true, "\(row.name): \(text)")
      let reference = try property["$ref"]?.string.map { try evaluator.definition($0) }
      let hasHelp = [property["description"], reference?["description"], property["const"]].contains {
        $0 != nil
      }
      #expect(hasHelp, "\(row.name) has no description, nor has its definition")
    }
  }

  @Test("every reference leads to a definition, and every definition is used or belongs to a table")
  func references() throws {
    let used = schema.strings(of: "$ref")
    for reference in used { _ = try evaluator.definition(reference) }
    let defined = schema["$defs"]?.mapping?.compactMap(\.key.string) ?? []
    #expect(Set(defined.map { "#/$defs/" + $0 }) == Set(used))
  }

  @Test("the fixtures are accepted", arguments: ["lobby.yaml", "windows.yaml"])
  func accepted(name: String) throws {
    #expect(try evaluator.accepts(Node(parsing: fixture(name), file: name)))
  }

  /// Whether both accept it.
  @discardableResult
  private func compare(_ text: String) throws -> Bool {
    let bySchema = try evaluator.accepts(Node(parsing: Array(text.utf8), file: "f"))
    let (isRight, problems) = read(text)
    // Not `#expect`, which costs more than the comparison.
    if bySchema != isRight { Issue.record("\(text)\n\(problems.joined(separator: "\n"))") }
    return bySchema && isRight
  }

  /// Whether the reader finds nothing that a schema could have found too.
  private func read(_ text: String) -> (isRight: Bool, problems: [String]) {
    let errors = LayoutReader().readAny(Array(text.utf8), file: "f").diagnostics.filter { error in
      error.severity == .error && !Self.beyondSchemas.contains { error.message.hasPrefix($0) }
    }
    return (errors.isEmpty, errors.map(\.summary))
  }
}

extension Node {
  /// All strings that a key has anywhere below this node.
  fileprivate func strings(of key: String) -> [String] {
    (sequence ?? []).flatMap { $0.strings(of: key) }
      + (mapping ?? []).flatMap { pair in
        (pair.key.string == key ? [pair.value.string].compactMap(\.self) : []) + pair.value.strings(of: key)
      }
  }
}
