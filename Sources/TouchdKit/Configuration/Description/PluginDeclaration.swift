import Dispatcher
import LinuxInput
import YAML

/// Declaration of a plugin, by which the reader checks the entries of `responders` that name it.
struct PluginDeclaration: Sendable {
  /// Values of options by their names.
  typealias Options = [String: OptionValue]

  let name: String
  /// The keys of an entry of `responders` that names this plugin.
  let keys: KeyTable
  /// The options it takes; `nil` if it checks them itself, so that any are read.
  let options: [Key<Options>]?
  /// Options of which an entry has exactly one; empty for none.
  let alternatives: [String]

  init(_ name: String, _ help: String = "", options: [Key<Options>]?, oneOf alternatives: [String] = []) {
    (self.name, self.options, self.alternatives) = (name, options, alternatives)
    let plugin = KeyTable.Row(unread: "plugin", Form<String>("const: \(name)") { _ in nil }, isRequired: true)
    let rows = Keys<Options>("", "", blank: { _ in [:] }, rows: options ?? []).table.rows
    keys = KeyTable(
      "responder_\(name)", "a responder of plugin `\(name)`", help, isOpen: options == nil, [plugin] + rows)
  }

  /// The plugins that touchd has, and their options.
  static let builtIn = [
    PluginDeclaration(
      "log", "Writes a line to the log for each call and each action.",
      options: [
        Key("level", .word(among: ["trace", "debug", "info", "notice", "warning", "error", "critical"]))
          .help("The log level of its lines.")
      ]),
    PluginDeclaration("exec", "Starts a program.", options: exec),
    PluginDeclaration(
      "show", "Shows or hides a view or a window.",
      options: [
        Key("view", Form<Located<String>>.label).help("The id of the view."),
        Key("window", Form<Located<String>>.label).help("The id of the window."),
        Key("hidden", Form("enum: [true, false, toggle]") { $0.visibility() }, default: "false")
          .help("Whether it is hidden afterwards; toggle for the other of the two."),
        Key("for", .duration()).help("The time after which it is put back."),
        Key("states", .states),
      ],
      oneOf: ["view", "window"]),
    PluginDeclaration(
      "keys", "Presses keys.",
      options: [
        Key(
          "press",
          Form(
            "anyOf: [{ \(key) }, { type: array, items: { \(key) }, minItems: 1, "
              + "maxItems: \(KeyChord.longest), uniqueItems: true }]"
          ) { $0.chord() }, isRequired: true
        )
        .help("The keys that are pressed together: one, or a list in the order in which they are pressed."),
        Key("states", .states),
      ]),
    PluginDeclaration(
      "pointer", "Moves, presses and scrolls with a mouse of touchd's own.",
      options: [
        Key("press", .button).help("The button that each gesture or landing presses."),
        Key("drag", .button).help("The button with which a pan, or a finger after a long press, drags."),
        Key("scroll", .word(among: ["natural", "mouse"]))
          .help("What a pan scrolls: natural, the content follows the fingers; or as a mouse."),
        Key("count", .integer(1...3), default: "1").help("How often press presses."),
        Key("notch", .number(.from(1, to: 1000)), default: "15")
          .help("The way of the fingers for a notch of the wheel, in points."),
        Key("axis", .axis, default: "any").help("The axis along which scroll scrolls."),
        Key("momentum", .flag, default: "true").help("Whether scroll runs out after the lift."),
        Key("park", .flag, default: "false")
          .help("Whether the pointer goes to the lower right corner after each act."),
      ],
      oneOf: ["press", "drag", "scroll"]),
    PluginDeclaration(
      "unit", "Has systemd start, stop or restart a unit of the system.",
      options: UnitVerb.allCases.map { Key($0.rawValue, Form(ref: "unit") { $0.unit() }) }
        + [Key("states", .states)],
      oneOf: UnitVerb.allCases.map(\.rawValue)),
    PluginDeclaration(
      "explore", "Turns explore by touch on and off, and changes how it speaks.",
      options: [
        Key("mode", .word(among: ["on", "off", "toggle"])).help("Whether it is on afterwards."),
        Key("language", Form<String>.label)
          .help("The language of texts; next for the one after it in the layout."),
        Key("volume", .word(among: ["up", "down"])).help("Louder or softer."),
        Key("rate", .word(among: ["up", "down"])).help("Faster or slower."),
        Key("repeat", Form("const: true") { $0.flag() == true ? true : nil })
          .help("Speaks the element once more that has the focus."),
        Key("states", .states),
      ],
      oneOf: ["mode", "language", "volume", "rate", "repeat"]),
    PluginDeclaration(
      "socket", "A program on the events socket answers.",
      options: [
        Key("absent", Form<Absent>.choice, default: "pass")
          .help(
            "What becomes of touches that land while no program answers: they go on up the chain, or stay.")
      ]),
  ]

  private static let key = Form<String>.reference("key")

  /// The options of the plugin `exec`: a session says them in the same words as a layout.
  static let exec: [Key<Options>] = [
    Key(
      "run", Form("type: array, items: { type: string }, minItems: 1") { $0.argumentList() }, isRequired: true
    )
    .help("The program and its arguments; no shell is involved."),
    Key(
      "timeout",
      Form("anyOf: [{ \(Form<Interval>.duration().schema) }, { const: never }]") { $0.timeLimit() },
      default: "10s"
    )
    .help("The time after which the program and its children are killed, or never."),
    Key("env", Form(ref: ExecProgram.variables.name) { $0.variables() }),
    Key("busy", Form<Busy>.choice, default: "queue")
      .help("What becomes of what comes while it runs: it waits, or is left out."),
    Key("states", .states),
  ]

  /// Fate of touches that land while no program answers for a responder of `socket`.
  enum Absent: String, LayoutChoice { case pass, keep }

  /// Fate of events that come while a program of `exec` runs.
  enum Busy: String, LayoutChoice { case queue, skip }

  /// A request to systemd about a unit.
  enum UnitVerb: String, CaseIterable { case start, stop, restart }

  /// State of a gesture or a finger in which a responder acts; the order is that of a finger's stay.
  enum State: String, LayoutChoice { case possible, began, changed, ended, cancelled, failed }
}

extension Key<PluginDeclaration.Options> {
  fileprivate init<Value: Equatable & Sendable>(
    _ name: String, _ form: Form<Value>, isRequired: Bool = false, default standard: String? = nil
  ) {
    self.init(name, form, isRequired: isRequired, default: standard) { $1[name] = OptionValue($0) }
  }
}

extension Form<PointerReport.Button> {
  fileprivate static var button: Form { .choice }
}

extension Form<Set<PluginDeclaration.State>> {
  fileprivate static var states: Form { Form(ref: "states") { $0.choices(PluginDeclaration.State.self) } }
}

extension PointerReport.Button: LayoutChoice {}

/// Value of an option: what the form of its key reads, or the node where a plugin checks it itself.
struct OptionValue: Equatable, Sendable {
  fileprivate let value: any Equatable & Sendable

  init(_ value: some Equatable & Sendable) { self.value = value }

  static func == (a: OptionValue, b: OptionValue) -> Bool { isEqual(a.value, b.value) }

  private static func isEqual<Value: Equatable>(_ a: Value, _ b: any Equatable) -> Bool { a == b as? Value }
}

extension PluginDeclaration.Options {
  /// The value of an option; `nil` if the layout does not give it, or it is of another type.
  func value<Option>(_ name: String) -> Option? { self[name]?.value as? Option }
}

extension Setting {
  /// The entries of `responders`: names of the user's choice, each with its plugin and the plugin's options.
  ///
  /// Every name is there afterwards, also one whose plugin is no good; `nil` if there is no telling.
  func responders(_ plugins: [PluginDeclaration]) -> [ResponderBinding]? {
    fields(ResponderBinding.keys)?.settings.compactMap { entry in
      guard let name = entry.keyLabel() else { return nil }
      return entry.responder(name, plugins)
        ?? ResponderBinding(name: name, plugin: Located("", at: entry.mark), options: [:])
    }
  }

  private func responder(_ name: Located<String>, _ plugins: [PluginDeclaration]) -> ResponderBinding? {
    guard let pairs = node.mapping else {
      return mismatch(
        "a mapping such as { plugin: log }",
        help: node.string.flatMap { word in
          plugins.contains { $0.name == word } ? "write `\(key): { plugin: \(word) }`" : nil
        })
    }
    guard let plugin = required("plugin", in: "a responder"), let declaration = plugin.declaration(plugins)
    else { return nil }
    let fields = Fields(pairs, at: mark, declaration.keys, findings)
    fields.refuseSeveral(of: declaration.alternatives)
    fields.requireOne(of: declaration.alternatives)
    let places = fields.settings.map { ($0.key, $0.mark) }
    return ResponderBinding(
      name: name, plugin: Located(declaration.name, at: plugin.mark),
      options: fields.options(declaration.options),
      places: Dictionary(places, uniquingKeysWith: { first, _ in first }))
  }

  private func declaration(_ plugins: [PluginDeclaration]) -> PluginDeclaration? {
    guard let name = string() else { return nil }
    if let found = plugins.first(where: { $0.name == name }) { return found }
    let names = plugins.map(\.name)
    findings.unknown(
      "plugin", Located(name, at: mark), among: names, help: "there is \(names.joined(separator: ", "))")
    return nil
  }

  fileprivate func visibility() -> Visibility.Change? {
    if let flag = node.bool { return flag ? .hide : .show }
    if node.string == "toggle" { return .toggle }
    let words = ["true", "false", "toggle"]
    return mismatch(
      alternatives(words), help: meantFlag ?? Suggestion.question(node.string ?? "", among: words))
  }

  fileprivate func timeLimit() -> ExecProgram.TimeLimit? {
    node.string == "never" ? .never : duration(insteadOf: "never").map { .duration($0) }
  }

  func argumentList() -> [String]? {
    guard let items = items("a list of strings"), !items.isEmpty else {
      if node.sequence != nil { error("\(name) must hold at least one string") }
      return nil
    }
    if items.first?.node.scalar?.text.isEmpty == true {
      items.first?.error("\(name) must begin with a program")
    }
    return items.complete { $0.string() }
  }
}

extension Fields {
  /// The values of the options that a plugin declares; of all but `plugin` if it declares none.
  func options(_ declared: [Key<PluginDeclaration.Options>]?) -> PluginDeclaration.Options {
    guard let declared else { return nodes(except: "plugin") }
    var values: PluginDeclaration.Options = [:]
    for option in declared { if let setting = self[option.name] { option.read(setting, &values) } }
    return values
  }

  /// The values of all keys but one, for code that knows what they mean.
  func nodes(except key: String) -> PluginDeclaration.Options {
    settings.reduce(into: [:]) { if $1.key != key { $0[$1.key] = OptionValue($1.node) } }
  }
}

/// One entry of `responders`: a name that views and gestures use, and the plugin behind it.
struct ResponderBinding: Equatable, Sendable {
  var name: Located<String>
  var plugin: Located<String>
  /// Those that the entry has, as the plugin declares them; each as a node if it declares none.
  var options: [String: OptionValue]
  var places: [String: Mark] = [:]

  static let keys = KeyTable(
    "responders", "`responders`", "Names that on_touch and gestures use, and the plugin behind each.",
    sample: .init("NAME", "{ plugin: log }"), isOpen: true)
}

/// One `on_touch`: the plugin that takes a responder's touches.
struct TouchBinding: Equatable, Sendable {
  var to: Located<String>
  var forwards = false
  var isBefore = false

  static let keys = table(
    "on_touch", "`on_touch`", "The plugin that receives this responder's touches.",
    "Whether the touches go on along the responder chain.")

  /// `on_touch` of a window, which may also come before everything else.
  static let windowKeys = table(
    "window_on_touch", "a window's `on_touch`", "The plugin that receives the window's touches.",
    "Whether the touches go on.",
    Key("before", .flag, \.isBefore).help("Whether the plugin sees touches before recognizers and views do."))

  private static func table(
    _ name: String, _ subject: String, _ help: String, _ forward: String, _ more: Key<TouchBinding>...
  ) -> Keys<TouchBinding> {
    Keys(
      name, subject, help, sample: .init("to", "NAME"),
      blank: { TouchBinding(to: Located("", at: $0.mark)) },
      rows: [
        Key("to", .label, \.to, isRequired: true).help("A name of responders."),
        Key("forward", .flag, \.forwards).help(forward),
      ] + more)
  }
}

extension Form<TouchBinding> {
  static var binding: Form { complete(TouchBinding.keys) }
  static var windowBinding: Form { complete(TouchBinding.windowKeys) }

  /// A binding without a name has been reported.
  private static func complete(_ keys: Keys<TouchBinding>) -> Form {
    keys.form.map { $0.to.value.isEmpty ? nil : $0 }
  }
}
