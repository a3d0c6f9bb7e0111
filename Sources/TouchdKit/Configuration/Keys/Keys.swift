import Dispatcher
import YAML

/// The keys of one mapping of a configuration file, and the value that is made of it.
struct Keys<Root>: Sendable {
  let table: KeyTable
  /// In the order in which they are read.
  let rows: [Key<Root>]
  private let blank: @Sendable (Setting) -> Root
  private let check: @Sendable (Fields, inout Root) -> Void

  /// - Parameters:
  ///   - blank: the value of an empty mapping.
  ///   - check: looks at keys together, after all were read.
  init(
    _ name: String, _ subject: String, _ help: String = "", sample: KeyTable.Sample? = nil,
    blank: @escaping @Sendable (Setting) -> Root, _ rows: Key<Root>...,
    check: @escaping @Sendable (Fields, inout Root) -> Void = { _, _ in }
  ) {
    self.init(name, subject, help, sample: sample, blank: blank, rows: rows, check: check)
  }

  init(
    _ name: String, _ subject: String, _ help: String = "", sample: KeyTable.Sample? = nil,
    blank: @escaping @Sendable (Setting) -> Root, rows: [Key<Root>],
    check: @escaping @Sendable (Fields, inout Root) -> Void = { _, _ in }
  ) {
    (self.rows, self.blank, self.check) = (rows, blank, check)
    let documented = rows.map { row in row.unread { row.standard(blank(.empty)) } }
    table = KeyTable(name, subject, help, sample: sample, documented)
  }

  /// Such a mapping as a value.
  var form: Form<Root> { Form(ref: table.name) { read($0) } }

  /// Such a mapping as a value that may be left empty: `- tap:` alone has all defaults.
  var optionalForm: Form<Root> {
    Form(ref: table.name) { setting in
      guard setting.node.isNull else { return read(setting) }
      var root = blank(setting)
      read(Fields([], at: setting.mark, table, setting.findings), into: &root)
      return root
    }
  }

  func read(_ setting: Setting) -> Root? {
    var root = blank(setting)
    return read(setting, into: &root) ? root : nil
  }

  /// Reads a mapping; a value that is wrong, or not there, leaves the root as it is.
  @discardableResult
  func read(_ setting: Setting, into root: inout Root) -> Bool {
    guard let fields = setting.fields(table) else { return false }
    read(fields, into: &root)
    return true
  }

  func read(_ fields: Fields, into root: inout Root) {
    for row in rows { if let setting = fields[row.name] { row.read(setting, &root) } }
    check(fields, &root)
  }
}

/// The keys of one mapping, as messages and documents have them.
struct KeyTable: Sendable {
  /// The name of the mapping's definition in `layout.schema.json`.
  let name: String
  /// Name of such a mapping in messages: `a view`.
  let subject: String
  let help: String
  let rows: [Row]
  /// The keys that this version acts on.
  let built: [String]
  /// Those of the built keys that must be there.
  let required: [String]
  /// Whether other keys are the user's to choose.
  let isOpen: Bool
  /// A key with a value, to show a person what the mapping looks like.
  let sample: Sample?

  /// A ``Key`` of any table, of which nothing is read.
  typealias Row = Key<Void>

  init(
    _ name: String, _ subject: String, _ help: String = "", sample: Sample? = nil, isOpen: Bool = false,
    _ rows: [Row] = []
  ) {
    (self.name, self.subject, self.help, self.sample) = (name, subject, help, sample)
    (self.rows, self.isOpen) = (rows, isOpen)
    built = rows.map(\.name)
    required = rows.filter(\.isRequired).map(\.name)
  }

  /// Every table of a layout and of the daemon's file, but those of plugins' options (``PluginDeclaration``).
  static let all =
    [
      Layout.keys.table, DaemonConfiguration.keys.table, ScreenDescription.keys,
      TouchscreenDescription.keys.table, DeviceMatch.keys.table, TouchscreenDescription.range.table,
      FilterDescription.keys.table, FilterDescription.smooth.table, FilterDescription.skip.table,
      Layout.wake.table, IdleDescription.keys.table, RecorderDescription.keys.table, Layout.socket.table,
      StatisticsDescription.keys.table, ExploreDescription.keys.table, AccessibleDescription.keys.table,
      AccessibleDescription.actions.table, ResponderBinding.keys, ExecProgram.variables,
      WindowDescription.keys.table, ViewDescription.keys.table, ScrollDescription.keys.table,
      ControlDescription.keys.table, ControlDescription.eventKeys.table, CustomDescription.view,
      CustomDescription.window, CustomDescription.controller, CustomDescription.application,
      FrameDescription.edges.table, TransformParts.keys.table, ControllerDescription.keys.table,
      TouchBinding.keys.table, TouchBinding.windowKeys.table, ApplicationDescription.keys.table,
      DelegateDescription.keys.table, GestureDescription.keys.table, Promise.keys.table,
      Promise.givenKeys.table, Promise.thenKeys.table,
    ] + GestureDescription.kindTables + [ThresholdKeys.all.table] + ThresholdKeys.groups.map(\.table)

  /// Whether any mapping has such a key.
  static func isKey(_ word: String) -> Bool { all.contains { $0.built.contains(word) } }

  /// Name of a value in messages that such a mapping may be.
  var form: String {
    if isOpen { return "a mapping" }
    return built.isEmpty ? "an empty mapping, {}" : "a mapping with the keys of \(subject)"
  }

  struct Sample: Sendable {
    let key: String
    let value: String

    init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }

    /// The key and its value, or the value that was given without its key, if that is of the same type.
    func pair(for given: Scalar? = nil) -> String {
      guard let given, let type = Self.type(of: given), type == Self.type(of: Scalar(value))
      else { return "\(key): \(value)" }
      return "\(key): \(given.text)"
    }

    /// `nil` for what is never shown in the place of the sample's value.
    private static func type(of scalar: Scalar) -> String? {
      if scalar.int != nil { return "number" }
      guard let text = scalar.string else { return nil }
      return Quantity(text)?.interval != nil ? "duration" : text.isWord ? "word" : nil
    }
  }

  static let beginning = "a layout begins with `version: 1` and `screen: { size: [1920, 1080] }`"

  /// Sample of a key that must be there.
  func sample(of key: String) -> String? {
    if let sample, sample.key == key { return "write `\(sample.pair())`" }
    return KeyTable.all.first { $0.name == key }?.sample.map { "write `\(key): { \($0.pair()) }`" }
  }

  // MARK: Replacements for unknown keys

  /// Replacement for an unknown key; `suggestion` is the key that was meant.
  ///
  /// - Parameter value: the key's value as it is written, if it fits into a message.
  func remedy(for unknown: String, of value: String? = nil) -> (help: String, suggestion: String?) {
    if let suggestion = Suggestion.nearest(to: unknown, among: built) {
      return ("did you mean \(quoted(suggestion))?", suggestion)
    }
    let line = SourceLine(unknown)
    if let key = line.key, Self.isKey(key), let help = line.bareColonHelp { return (help, key) }
    if let hint = hint(for: unknown, of: value) { return (hint, nil) }
    let homes = Self.all.filter { $0.built.contains(unknown) }.map(\.subject)
    if !homes.isEmpty { return ("`\(unknown)` belongs in \(alternatives(homes))", nil) }
    let keys = "the keys of \(subject) are \(built.joined(separator: ", "))"
    return (built.isEmpty ? "\(subject) has no keys" : keys, nil)
  }

  private func hint(for unknown: String, of value: String?) -> String? {
    if GestureDescription.kinds.contains(name), GestureDescription.keys.table.built.contains(unknown) {
      return "`\(unknown)` stands beside \(subject), not in it: indent it as far as \(subject)"
    }
    if built.contains("gestures"), let meant = Self.gesture(meantBy: unknown) {
      return "write `gestures: [{ \(meant), to: \(value.flatMap { $0.isWord ? $0 : nil } ?? "NAME") }]`"
    }
    if built.contains("to"), PluginDeclaration.builtIn.contains(where: { $0.name == unknown }) {
      return "write `to: NAME`, and `NAME: { plugin: \(unknown), … }` under `responders`"
    }
    guard name == "broker" else { return nil }
    // The account belongs in a file that others cannot read.
    return switch unknown {
    case "username", "user":
      "write `credentials: /etc/touchd/mqtt.credentials`, a file whose first line is the name"
    case "password": "take it out: it is the second line of the file that `credentials` names"
    default: nil
    }
  }

  /// A recognizer by its own or another toolkit's name, as `onTap` or `double_tap`; `nil` for other words.
  static func gesture(meantBy word: String) -> String? {
    let others = [
      "click": "tap: {}", "double_tap": "tap: { count: 2 }", "double_click": "tap: { count: 2 }",
      "edge_pan": "edge_pan: { edge: left }", "custom": "custom: { recognizer: NAME }",
    ]
    let names = others.merging(GestureDescription.kinds.map { ($0, "\($0): {}") }) { other, _ in other }
    let typed = Suggestion.letters(of: word)
    return names.first { [$0.key, "on_\($0.key)"].map(Suggestion.letters).contains(typed) }?.value
  }

  /// The first key of an item, by the key of a list of mappings.
  static func itemSample(of key: String) -> Sample? {
    switch key {
    case "views", "children": ViewDescription.keys.table.sample
    case "windows": WindowDescription.keys.table.sample
    case "gestures": GestureDescription.keys.table.sample
    case "filters": FilterDescription.keys.table.sample
    case "idle": IdleDescription.keys.table.sample
    default: nil
    }
  }
}

/// The keys and values of one mapping, checked against its table: what remains is to read the values.
struct Fields {
  /// Start of the mapping.
  let mark: Mark
  let findings: Findings
  private let table: KeyTable
  /// Whether there was a key that is not read, and may have been meant for one that is missing.
  private(set) var hasOtherKeys = false
  /// Settings that the table knows, in the file's order.
  private(set) var settings: [Setting] = []
  private var indices: [String: Int] = [:]
  /// First place of each key.
  private var keyMarks: [String: Mark] = [:]
  /// Keys of the table that unknown ones were meant for: not also reported as missing.
  private var meant: Set<String> = []

  /// Reports keys that are no strings, given twice, unknown, or missing.
  init(_ pairs: [Node.Pair], at mark: Mark, _ table: KeyTable, _ findings: Findings) {
    (self.mark, self.table, self.findings) = (mark, table, findings)
    for pair in pairs { take(pair) }
    for key in table.required where keyMarks[key] == nil && !meant.contains(key) {
      findings.error("\(table.subject) must have `\(key)`", at: mark, help: table.sample(of: key))
    }
  }

  /// The setting of a key, if the mapping has it and the table lets it through.
  subscript(key: String) -> Setting? { indices[key].map { settings[$0] } }

  /// Reports keys of which a mapping has only one, at the last.
  func refuseSeveral(of keys: [String], help: String? = nil) {
    let given = keys.compactMap { self[$0]?.keyMark }
    guard given.count > 1, let last = given.max() else { return }
    findings.error("\(table.subject) has either \(Self.choice(keys))", at: last, help: help)
  }

  /// Reports that a mapping has none of some keys.
  func requireOne(of keys: [String], help: String? = nil) {
    // A key such as `tapp` has been reported.
    guard !keys.isEmpty, !hasOtherKeys, !keys.contains(where: { self[$0] != nil }) else { return }
    findings.error("\(table.subject) must have \(Self.choice(keys))", at: mark, help: help)
  }

  private static func choice(_ keys: [String]) -> String { alternatives(keys.map { "`\($0)`" }) }

  /// The first of some keys that exclude each other; the others are reported, and so is that none is there.
  ///
  /// - Parameter rule: that there is one, in words.
  func one(of keys: [String], _ rule: String) -> Setting? {
    let given = settings.filter { keys.contains($0.key) }
    for extra in given.dropFirst() {
      findings.error(
        "\(rule); this one is \(given[0].name) already", at: extra.keyMark,
        help: "begin another item of the list with `- \(extra.key):`")
    }
    requireOne(of: keys)
    return given.first
  }

  private mutating func take(_ pair: Node.Pair) {
    let keyMark = pair.key.mark
    guard !repairDecimal(with: pair) else { return }
    guard let key = pair.key.string else {
      if pair.key.content != .refused {
        findings.error(
          "a key must be a string", at: keyMark,
          help: pair.value.isNull ? "a decimal has a point, and thousands have no sign" : nil)
      }
      return
    }
    if let first = keyMarks[key] {
      findings.error(
        "duplicate key \(quoted(key)) in \(table.subject)", at: keyMark,
        help: "it stands in line \(first.line) already")
      return
    }
    keyMarks[key] = keyMark
    guard table.isOpen || table.built.contains(key) else { return refuse(key, pair.value, at: keyMark) }
    indices[key] = settings.count
    settings.append(
      Setting(key: key, name: "`\(key)`", node: pair.value, keyMark: keyMark, findings: findings))
  }

  /// `width: 160,5` in braces: the parser takes the 5 for a key. Reports it, and gives `width` the value that is meant.
  private mutating func repairDecimal(with pair: Node.Pair) -> Bool {
    guard pair.value.isNull, let last = settings.last, let number = last.node.decimal(continuedBy: pair.key)
    else { return false }
    findings.error(
      "\(last.name) has a comma in its number", at: last.mark,
      help: "write `\(last.key): \(number)`: a decimal has a point")
    settings[settings.count - 1].node = Node(.scalar(Scalar(number)), at: last.mark)
    return true
  }

  private mutating func refuse(_ key: String, _ value: Node, at mark: Mark) {
    hasOtherKeys = true
    // The search for a remedy is what costs in a file full of mistakes.
    let remedy = findings.isFull ? nil : table.remedy(for: key, of: value.written)
    findings.error("unknown key \(quoted(key)) in \(table.subject)", at: mark, help: remedy?.help)
    if let suggestion = remedy?.suggestion { meant.insert(suggestion) }
  }
}
