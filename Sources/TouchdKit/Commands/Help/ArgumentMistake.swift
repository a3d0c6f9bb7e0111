import ArgumentParser
import LinuxInput

/// Words to type in place of arguments that no verb takes, beside the parser's message.
struct ArgumentMistake {
  /// The arguments without the program's name.
  private let arguments: [String]
  private let verbs: [String]
  /// The parser's message: `Error: …`, perhaps `Help: …`, and the usage.
  private let said: String

  init(_ arguments: [String], _ root: (some ParsableCommand).Type, said: String) {
    (self.arguments, self.said) = (arguments, said)
    verbs = root.configuration.subcommands.map { $0.configuration.commandName ?? "" }
  }

  /// The whole message.
  var message: String {
    if let word = unknownVerb {
      return """
        Error: there is no verb \(quoted(word))
        Help:  \(verbHelp(word))
        Usage: touchd <subcommand>
          See 'touchd --help' for more information.
        """
    }
    guard let help else { return said }
    let lines = said.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.hasPrefix("Help:")
    }
    return (lines.prefix(1) + ["Help:  \(help)"] + lines.dropFirst()).joined(separator: "\n")
  }

  // MARK: Verbs

  /// A first word that should be a verb.
  private var unknownVerb: String? {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !verbs.isEmpty, !word.hasPrefix("-"), word != "help",
      !verbs.contains(word)
    else { return nil }
    return word
  }

  /// Whether help is asked for a verb that is not there; the parser then shows that of the program.
  var isOfHelp: Bool { arguments.first == "help" && unknownVerb != nil }

  /// Other names that people use for the verbs.
  private static let otherNames = [
    "validate": "check", "lint": "check", "verify": "check", "test": "check", "play": "replay",
    "list": "devices", "ls": "devices", "draw": "picture", "render": "picture", "show": "picture",
    "graph": "plot", "watch": "listen", "monitor": "listen", "subscribe": "listen", "events": "listen",
    "inspect": "web", "serve": "web", "start": "run", "daemon": "run", "capture": "record",
    "dump": "--dump", "version": "--version",
  ]

  private func verbHelp(_ word: String) -> String {
    let file = word.asArgument
    switch FileKind.ofFile(word) {
    case .layout: return "it is a layout: touchd check \(file) checks it, touchd run -c \(file) uses it"
    case .recording: return "it is a recording: touchd replay \(file) -c LAYOUT plays it"
    case nil: break
    }
    if word == "layout" { return "`man touchd-layout` describes the layout file" }
    let meant = Self.otherNames[word.lowercased()] ?? Suggestion.nearest(to: word, among: verbs)
    return meant.map { "did you mean touchd \($0)?" } ?? "the verbs are \(verbs.joined(separator: ", "))"
  }

  // MARK: Arguments of a verb

  private var verb: String { arguments.first.flatMap { verbs.contains($0) ? $0 : nil } ?? "" }

  /// The arguments behind the verb.
  private var rest: [String] { Array(arguments.dropFirst(verb.isEmpty ? 0 : 1)) }

  /// The arguments that are neither options nor, as far as can be seen, values of options.
  private var files: [String] {
    zip([""] + rest, rest).filter { !$1.hasPrefix("-") && !$0.hasPrefix("-") }.map(\.1)
  }

  private var help: String? {
    switch verb {
    case "replay": replayHelp
    case "hit": hitHelp
    case "check", "picture", "plot": optionHelp
    case "run", "calibrate", "record": namedHelp
    case "reload", "status", "screen": serviceHelp
    default: plainHelp
    }
  }

  /// Options of the program itself.
  private var plainHelp: String? {
    guard verb.isEmpty, !verbs.isEmpty, said.contains("Unknown option"), !said.contains("Did you mean") else {
      return nil
    }
    let meant = arguments.lazy.compactMap { Suggestion.nearest(to: $0, among: ["--version", "--help"]) }.first
    return meant.map { "did you mean \($0)?" }
  }

  private var replayHelp: String? {
    guard said.contains("Missing expected argument '--config"), let file = files.first else { return nil }
    if let pairHelp { return pairHelp }
    return FileKind.ofFile(file) == .layout
      ? "\(file) is a layout, which -c names: touchd replay RECORDING -c \(file.asArgument)"
      : "-c names the layout: touchd replay \(file.asArgument) -c LAYOUT"
  }

  /// Two files, one of which is a layout, and none of which -c names.
  private var pairHelp: String? {
    guard files.count == 2, let layout = files.first(where: { FileKind.ofFile($0) == .layout }),
      let other = files.first(where: { $0 != layout })
    else { return nil }
    return "-c names the layout: touchd \(verb) \(other.asArgument) -c \(layout.asArgument)"
  }

  private var hitHelp: String? {
    let isNumber = { (word: String) in Double(word) != nil }
    let (numbers, others) = (rest.filter(isNumber), rest.filter { !isNumber($0) && $0 != "--" })
    if let pair = others.last(where: {
      $0.contains(",") && $0.split(separator: ",").allSatisfy { Double($0) != nil }
    }) {
      return "x and y are two arguments: \(pair.split(separator: ",").joined(separator: " "))"
    }
    guard !others.contains(where: { $0.hasPrefix("-c") || $0.hasPrefix("--config") }) else { return nil }
    let layout = others.first { !$0.hasPrefix("-") }?.asArgument ?? "LAYOUT"
    let point = numbers.count == 2 ? numbers.joined(separator: " ") : "X Y"
    return "-c names the layout: touchd hit -c \(layout) \(point)"
  }

  /// Verbs whose file stands without an option.
  private var optionHelp: String? {
    guard verb != "plot" else { return said.contains("nexpected argument") ? pairHelp : nil }
    guard said.contains("Unknown option '-c'") || said.contains("Unknown option '--config'")
    else {
      return nil
    }
    let files = rest.filter { !$0.hasPrefix("-") }.map(\.asArgument).joined(separator: " ")
    return "the layout stands without an option: touchd \(verb) \(files.isEmpty ? "LAYOUT" : files)"
  }

  /// Verbs that ask the daemon, which knows its files.
  private var serviceHelp: String? {
    said.contains("'-c'") || said.contains("'--config'")
      ? "the service reads \(RunCommand.standardConfig); name the layout there, or restart touchd with -c"
      : nil
  }

  /// Verbs whose files have options.
  private var namedHelp: String? {
    guard let file = files.first, said.contains("nexpected argument") || said.contains("Missing expected")
    else {
      return nil
    }
    return verb == "record"
      ? "-o names the recording to write: touchd record -o \(file.asArgument)"
      : "-c names the layout: touchd \(verb) -c \(file.asArgument)"
  }
}

extension FileKind {
  /// Size of a file up to which it is read for a hint. (O)
  private static let hintLimit = 1 << 16

  /// The kind of a file; `nil` also if it cannot be read at once.
  fileprivate static func ofFile(_ path: String) -> FileKind? {
    (try? contentsOfFile(path, limit: hintLimit, waits: false)).flatMap(of)
  }
}

extension String {
  /// The word as it is typed: in quotes, if a shell would take it apart.
  fileprivate var asArgument: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-+,:@=%".unicodeScalars.contains(scalar)
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
