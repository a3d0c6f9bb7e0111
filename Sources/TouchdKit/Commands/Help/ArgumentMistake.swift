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
    guard let word = words.first, !verbs.isEmpty, !word.hasPrefix("-"), word != "help", !verbs.contains(word)
    else { return nil }
    return word
  }

  /// Whether help is asked for a verb that is not there; the parser then shows that of the program.
  var isOfHelp: Bool { arguments.first == "help" && unknownVerb != nil }

  /// Other names that people use for the verbs.
  private static let otherNames = [
    "validate": "check", "lint": "check", "verify": "check", "play": "replay",
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

  /// The words to type, by the verb and by which of its files have an option.
  private var help: String? {
    let verb = arguments.first.flatMap { verbs.contains($0) ? $0 : nil } ?? ""
    let rest = Array(arguments.dropFirst(verb.isEmpty ? 0 : 1))
    let files = zip([""] + rest, rest).filter { !$1.hasPrefix("-") && !$0.hasPrefix("-") }.map(\.1)
    let namesLayout = rest.contains { $0.hasPrefix("-c") || $0.hasPrefix("--config") }
    switch (verb, namesLayout) {
    case ("hit", _): return hitHelp(files, namesLayout)
    case ("check", true), ("picture", true):
      let layouts = rest.filter { !$0.hasPrefix("-") }.map(\.asArgument).joined(separator: " ")
      return "the layout stands without an option: touchd \(verb) \(layouts.isEmpty ? "LAYOUT" : layouts)"
    case ("reload", true), ("status", true), ("screen", true):
      return
        "the service reads \(RunCommand.standardConfig); name the layout there, or restart touchd with -c"
    case ("record", _) where !files.isEmpty && !rest.contains("-o") && !rest.contains("--output"):
      return "-o names the recording to write: touchd record -o \(files[0].asArgument)"
    case ("run", false) where !files.isEmpty, ("calibrate", false) where !files.isEmpty:
      return "-c names the layout: touchd \(verb) -c \(files[0].asArgument)"
    case ("replay", false) where !files.isEmpty, ("plot", false) where files.count == 2:
      let layout = files.first { FileKind.ofFile($0) == .layout }?.asArgument
      if files.count == 1, let layout {
        return "\(layout) is a layout, which -c names: touchd replay RECORDING -c \(layout)"
      }
      let recording = files.first { $0.asArgument != layout }?.asArgument ?? "RECORDING"
      return "-c names the layout: touchd \(verb) \(recording) -c \(layout ?? "LAYOUT")"
    case ("", _) where !verbs.isEmpty:
      let meant = rest.lazy.compactMap { Suggestion.nearest(to: $0, among: ["--version", "--help"]) }.first
      return meant.map { "did you mean \($0)?" }
    default: return nil
    }
  }

  private func hitHelp(_ words: [String], _ namesLayout: Bool) -> String? {
    let pairs = arguments.map { $0.split(separator: ",") }
    if let pair = pairs.last(where: { $0.count == 2 && $0.allSatisfy { Double($0) != nil } }) {
      return "x and y are two arguments: \(pair.joined(separator: " "))"
    }
    let layout = words.first { Double($0) == nil }?.asArgument ?? "LAYOUT"
    let numbers = arguments.filter { Double($0) != nil }
    let point = numbers.count == 2 ? numbers.joined(separator: " ") : "X Y"
    return namesLayout ? nil : "-c names the layout: touchd hit -c \(layout) \(point)"
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
