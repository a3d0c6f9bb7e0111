import Dispatcher
import YAML

/// What the reader must know of a plugin to check the entries of `responders` that name it.
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

  /// What becomes of touches that land while no program answers for a responder of `socket`.
  enum Absent: String, CaseIterable {
    /// They go on up the chain.
    case pass
    /// They end there.
    case keep
  }

  /// What becomes of what comes while a program of `exec` runs.
  enum Busy: String, CaseIterable {
    /// It waits for its turn.
    case queue
    /// It is left out.
    case skip
  }

  /// What systemd is asked to do with a unit.
  enum UnitVerb: String, CaseIterable { case start, stop, restart }

  /// How far a gesture or a finger has got where a responder acts; the order is that of a finger's stay.
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

  /// What an option holds.
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

/// What a layout says for an option.
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
