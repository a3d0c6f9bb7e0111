import Dispatcher
import YAML

/// Declaration of a plugin, by which the reader checks the entries of `responders` that name it.
struct PluginDeclaration: Sendable {
  /// The name that layouts use.
  let name: String
  /// The options it takes; `nil` if it checks them itself, so that any are read.
  let options: [PluginOption]?
  /// Options of which an entry has exactly one; empty for none.
  let alternatives: [String]

  init(_ name: String, options: [PluginOption]?, oneOf alternatives: [String] = []) {
    (self.name, self.options, self.alternatives) = (name, options, alternatives)
  }

  /// The plugins that touchd has, and their options.
  static let builtIn = [
    PluginDeclaration(
      "log",
      options: [
        PluginOption("level", .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]))
      ]),
    PluginDeclaration(
      "exec",
      options: [
        PluginOption("run", .words, isRequired: true),
        PluginOption("timeout", .durationOr("never")),
        PluginOption("env", .variables),
        PluginOption("busy", .choice(Busy.allCases.map(\.rawValue))),
        PluginOption("states", .states),
      ]),
    PluginDeclaration(
      "show",
      options: [
        PluginOption("view", .view), PluginOption("window", .window),
        PluginOption("hidden", .flagOr("toggle")), PluginOption("for", .duration),
        PluginOption("states", .states),
      ],
      oneOf: ["view", "window"]),
    PluginDeclaration(
      "keys", options: [PluginOption("press", .keys, isRequired: true), PluginOption("states", .states)]),
    PluginDeclaration(
      "unit",
      options: UnitVerb.allCases.map { PluginOption($0.rawValue, .unit) } + [PluginOption("states", .states)],
      oneOf: UnitVerb.allCases.map(\.rawValue)),
    PluginDeclaration("socket", options: [PluginOption("absent", .choice(Absent.allCases.map(\.rawValue)))]),
  ]

  /// Fate of touches that land while no program answers for a responder of `socket`.
  enum Absent: String, CaseIterable {
    /// They go on up the chain.
    case pass
    /// They end there.
    case keep
  }

  /// Fate of events that come while a program of `exec` runs.
  enum Busy: String, CaseIterable {
    /// It waits for its turn.
    case queue
    /// It is left out.
    case skip
  }

  /// A request to systemd about a unit.
  enum UnitVerb: String, CaseIterable { case start, stop, restart }

  /// State of a gesture or a finger in which a responder acts; the order is that of a finger's stay.
  enum State: String, LayoutChoice { case possible, began, changed, ended, cancelled, failed }

  /// The keys of an entry of `responders` that names this plugin.
  var keys: KeyTable {
    let declared = options ?? []
    return KeyTable(
      "responder_\(name)", "a responder of plugin `\(name)`", built: ["plugin"] + declared.map(\.name),
      required: ["plugin"] + declared.filter(\.isRequired).map(\.name), isOpen: options == nil)
  }
}

/// One option of a plugin.
struct PluginOption: Sendable {
  let name: String
  let kind: Kind
  let isRequired: Bool

  init(_ name: String, _ kind: Kind, isRequired: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
  }

  /// Type of an option's value.
  enum Kind: Equatable, Sendable {
    case string
    /// One of these strings.
    case choice([String])
    /// Strings, at least one: a program and its arguments.
    case words
    case flag
    /// A flag, or this string.
    case flagOr(String)
    case number
    case duration
    /// A length of time, or this string.
    case durationOr(String)
    /// Variables of a program's environment.
    case variables
    /// One or more of ``PluginDeclaration/State``.
    case states
    /// The id of a view.
    case view
    /// The id of a window.
    case window
    /// The names of keys that are pressed together.
    case keys
    /// The name of a unit of the system.
    case unit
  }
}

/// Value of an option in a layout.
enum OptionValue: Equatable, Sendable {
  case string(String)
  case words([String])
  case flag(Bool)
  case number(Double)
  case duration(Interval)
  /// Values by the names of variables.
  case variables([String: String])
  /// The id of a view.
  case view(Located<String>)
  /// The id of a window.
  case window(Located<String>)
  case keys(KeyChord)
  /// The name of a unit of the system.
  case unit(Located<String>)
  /// Of a plugin that checks its options itself.
  case node(Node)
}

extension Setting {
  /// The entries of `responders`: names of the user's choice, each with its plugin and the plugin's options.
  ///
  /// Every name is there afterwards, also one whose plugin is no good; `nil` if there is no telling.
  func responders(_ plugins: [PluginDeclaration]) -> [ResponderBinding]? {
    fields(.responders)?.settings.compactMap { entry in
      guard let name = entry.keyLabel() else { return nil }
      return entry.responder(plugins).map { plugin, fields, options in
        let places = fields.settings.map { ($0.key, $0.mark) }
        return ResponderBinding(
          name: name, plugin: plugin, options: options,
          places: Dictionary(places, uniquingKeysWith: { first, _ in first }))
      } ?? ResponderBinding(name: name, plugin: Located("", at: entry.mark), options: [:])
    }
  }

  private func responder(
    _ plugins: [PluginDeclaration]
  ) -> (plugin: Located<String>, fields: Fields, options: [String: OptionValue])? {
    guard let pairs = node.mapping else {
      mismatch(
        "a mapping such as { plugin: log }",
        help: node.string.flatMap { word in
          plugins.contains { $0.name == word } ? "write `\(key): { plugin: \(word) }`" : nil
        })
      return nil
    }
    guard let plugin = required("plugin", in: "a responder"), let declaration = plugin.declaration(plugins)
    else { return nil }
    let fields = Fields(pairs, at: mark, declaration.keys, findings)
    fields.requireOne(of: declaration)
    return (Located(declaration.name, at: plugin.mark), fields, fields.options(declaration.options))
  }

  private func declaration(_ plugins: [PluginDeclaration]) -> PluginDeclaration? {
    guard let name = string() else { return nil }
    let found = plugins.first { $0.name == name }
    if found == nil {
      let names = plugins.map(\.name)
      error(
        "there is no plugin \(quoted(name))",
        help: Suggestion.question(name, among: names) ?? "there is \(names.joined(separator: ", "))")
    }
    return found
  }
}

extension Fields {
  /// Reports where not exactly one of the options is given that exclude each other.
  fileprivate func requireOne(of plugin: PluginDeclaration) {
    let given = plugin.alternatives.compactMap { self[$0]?.keyMark }
    let words = alternatives(plugin.alternatives.map { "`\($0)`" })
    if given.count > 1, let last = given.max() {
      findings.error("\(plugin.keys.subject) has either \(words)", at: last)
    }
    // A key such as `veiw` has been reported.
    if given.isEmpty, !plugin.alternatives.isEmpty, !hasOtherKeys {
      findings.error("\(plugin.keys.subject) must have \(words)", at: mark)
    }
  }

  /// The values of the options that a plugin declares; of all but `plugin` if it declares none.
  func options(_ declared: [PluginOption]?) -> [String: OptionValue] {
    var values: [String: OptionValue] = [:]
    guard let declared else {
      for setting in settings where setting.key != "plugin" { values[setting.key] = .node(setting.node) }
      return values
    }
    for option in declared { values[option.name] = self[option.name]?.value(of: option.kind) }
    return values
  }
}

extension Setting {
  fileprivate func value(of kind: PluginOption.Kind) -> OptionValue? {
    switch kind {
    case .string: string().map(OptionValue.string)
    case .choice(let words): word(among: words).map(OptionValue.string)
    case .words: argumentList().map(OptionValue.words)
    case .flag: flag().map(OptionValue.flag)
    case .flagOr(let word): flag(or: word)
    case .number: number(.coordinates).map(OptionValue.number)
    case .duration: duration().map(OptionValue.duration)
    case .durationOr(let word): duration(or: word)
    case .variables: variables().map(OptionValue.variables)
    case .states: states()
    case .view: label().map(OptionValue.view)
    case .window: label().map(OptionValue.window)
    case .keys: chord().map(OptionValue.keys)
    case .unit: unit().map(OptionValue.unit)
    }
  }

  private func flag(or word: String) -> OptionValue? {
    if let flag = node.bool { return .flag(flag) }
    if node.string == word { return .string(word) }
    let words = ["true", "false", word]
    mismatch(alternatives(words), help: meantFlag ?? Suggestion.question(node.string ?? "", among: words))
    return nil
  }

  private func duration(or word: String) -> OptionValue? {
    guard node.string == word else { return duration(insteadOf: word).map(OptionValue.duration) }
    return .string(word)
  }

  private func states() -> OptionValue? {
    let chosen = choices(PluginDeclaration.State.self)
    return .words(PluginDeclaration.State.allCases.filter(chosen.contains).map(\.rawValue))
  }

  /// A program and its arguments.
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

/// One entry of `responders`: a name that views and gestures use, and the plugin behind it.
struct ResponderBinding: Equatable, Sendable {
  var name: Located<String>
  var plugin: Located<String>
  /// Those that the entry has, as the plugin declares them; each as a node if it declares none.
  var options: [String: OptionValue]
  /// Place of each option's value.
  var places: [String: Mark] = [:]
}

/// One `on_touch`: the plugin that takes a responder's touches.
struct TouchBinding: Equatable, Sendable {
  /// The name of a ``ResponderBinding``.
  var to: Located<String>
  /// Whether the touches go on along the chain, as with a call of `super`.
  var forwards = false
  /// On a window: whether the plugin sees touches before recognizers and views do.
  var isBefore = false
}

extension Setting {
  /// `on_touch` of anything but a window.
  func binding() -> TouchBinding? { fields(.onTouch).flatMap(binding) }

  /// `on_touch` of a window, which may also come before everything else.
  func windowBinding() -> TouchBinding? {
    guard let fields = fields(.windowOnTouch) else { return nil }
    let isBefore = fields["before"]?.flag() ?? false
    return binding(fields).map { TouchBinding(to: $0.to, forwards: $0.forwards, isBefore: isBefore) }
  }

  private func binding(_ fields: Fields) -> TouchBinding? {
    let forwards = fields["forward"]?.flag() ?? false
    return fields["to"]?.label().map { TouchBinding(to: $0, forwards: forwards) }
  }
}
