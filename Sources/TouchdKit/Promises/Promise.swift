import ArgumentParser
import Dispatcher
import LinuxInput
import Logging
import YAML

/// A promise of a layout, for `touchd test`: given, when, then.
struct Promise: Equatable, Sendable {
  var name: Located<String>
  var given = Given()
  /// Fingers as text, in pieces that begin where the file has them.
  var fingers: [Located<String>] = []
  /// Lines that must come of it, by what they are about; what is not there is not looked at.
  var then: [Subject: [Located<String>]] = [:]

  /// State before the first finger.
  struct Given: Equatable, Sendable {
    /// The layout's file; `nil` for that of all promises.
    var layout: String?
    /// Views and windows that are shown, and hidden, in place of what the layout says.
    var (shown, hidden) = ([Located<String>](), [Located<String>]())
    /// Whether a program has said that the screen is dark.
    var isDark = false
    /// The responders that a program answers for.
    var claimed: [Located<String>] = []
    /// Lines of the layout that are left out.
    var without: [Located<String>] = []
  }

  /// Subject of lines; the raw value is the key.
  enum Subject: String, CaseIterable, Sendable {
    case events, page, starts, keys, pointer, spoken, shown, hidden
    case notLogged = "not_logged"
    case notTold = "not_told"

    fileprivate var help: String {
      switch self {
      case .events: "The events, as NAME STATE: RESPONDERS."
      case .page: "Touches of the page, as began at X,Y, moved to X,Y, ended lift."
      case .starts: "Programs that are started, with their arguments; nothing is."
      case .keys: "Keys that are pressed, such as KEY_LEFTALT KEY_LEFT."
      case .pointer: "Lines of kind pointer."
      case .spoken: "Labels of the lines of kind explore."
      case .shown: "Views and windows that are shown at the end."
      case .hidden: "Views and windows that are hidden at the end."
      case .notLogged: "Texts that no line of the log has; places for any place."
      case .notTold: "Texts that no line of the trace has; places for any place."
      }
    }
  }

  /// The word that stands for all places where lines must not have a text, and the line that stands for any lines.
  fileprivate static let (places, anyLines) = ("places", "...")
  /// More promises of a file than a person reads. (O)
  private static let mostPromises = 1000

  static var list: Form<[Promise]> {
    .list(of: "promise", ", maxItems: \(mostPromises)") { setting in
      guard let items = setting.items("a list of promises") else { return [] }
      if items.isEmpty { setting.error("there is no promise in it", help: "write `- name: …` below it") }
      if items.count > mostPromises {
        items[mostPromises].error("a file has at most \(mostPromises) promises")
      }
      return items.prefix(mostPromises).compactMap { keys.read($0.named("a promise")) }
    }
  }

  static let keys = Keys<Promise>(
    "promise", "a promise", "What comes of fingers on the layout, for `touchd test`.",
    sample: .init("name", "a visitor taps"), blank: { Promise(name: Located("", at: $0.mark)) },
    Key("name", .label, \.name, isRequired: true).help("The promise in words, for people."),
    Key("given", givenKeys, \.given),
    Key("when", lines, \.fingers, isRequired: true).help("Fingers as text: a line or several, or a list."),
    Key("then", thenKeys, \.then, isRequired: true))

  static let givenKeys = Keys<Given>(
    "given", "`given`", "State before the first finger.", sample: .init("dark", "true"),
    blank: { _ in Given() },
    Key("layout", .label, \.layout).help("Another layout than that of the other promises."),
    Key("shown", lines, \.shown).help("Views and windows that are shown at first."),
    Key("hidden", lines, \.hidden).help("Views and windows that are hidden at first."),
    Key("dark", .flag, \.isDark).help("Whether a program has said that the screen is dark."),
    Key("claimed", lines, \.claimed).help("Responders of plugin socket that a program answers for."),
    Key("without", lines, \.without).help("Lines of the layout that are left out."))

  static let thenKeys = Keys<[Subject: [Located<String>]]>(
    "then", "`then`", "Lines that come of it; what is not named is not looked at.",
    sample: .init("events", "[]"), blank: { _ in [:] },
    rows: Subject.allCases.map { subject in
      Key<[Subject: [Located<String>]]>(subject.rawValue, lines) { $1[subject] = $0 }.help(subject.help)
    },
    check: { fields, _ in
      if fields.settings.isEmpty, !fields.findings.hasErrors {
        fields.findings.error(
          "a promise must expect something", at: fields.mark, help: "`events: []` expects no event")
      }
    })

  private static let lines = Form<[Located<String>]>(ref: "promise_lines") { setting in
    guard setting.node.sequence != nil else { return setting.promisedLine().map { [$0] } }
    return setting.items()?.compactMap { $0.promisedLine() }
  }
}

/// A file of promises, or a layout that has some.
struct PromiseFile: Equatable, Sendable {
  /// The layout's file; `nil` for the file itself, or that beside it.
  var layout: Located<String>?
  var promises: [Promise] = []
  /// The layout in the same file.
  var ownLayout: Layout?

  static let keys = Keys<PromiseFile>(
    "promises", "a file of promises", sample: .init("version", "1"), blank: { _ in PromiseFile() },
    Key("version", .version, isRequired: true) { _, _ in },
    Key("layout", .label, \.layout), Key("promises", Promise.list, \.promises, isRequired: true))
}

extension Setting {
  /// A line of a promise; `service ended: audit`, which YAML takes for a mapping, is one.
  fileprivate func promisedLine() -> Located<String>? {
    if let text = node.string {
      return text.isEmpty
        ? error("\(name) must not be empty", help: "`[]` is a list of none") : Located(text, at: mark)
    }
    if let pair = node.mapping?.first, node.mapping?.count == 1, let key = pair.key.scalar?.text {
      let values = pair.value.sequence ?? [pair.value]
      return Located("\(key): \(values.compactMap(\.scalar?.text).joined(separator: ", "))", at: mark)
    }
    // `began at 600,800` between brackets is cut at its comma.
    let help = "a number stands in quotes, and between brackets a text with a comma does"
    return mismatch("a string", help: node.double == nil ? nil : help)
  }
}

/// A promise and what came of it.
struct PromiseResult {
  /// A line that is not as promised, in words, and the place of the promise that expects another.
  typealias Difference = (words: String, mark: Mark)

  let promise: Promise
  /// `nil` if the promise is kept.
  let difference: Difference?
  /// Command that draws the fingers on the layout.
  let picture: String
}

/// Runs a promise: fingers on a layout in virtual time, whose actions are recorded and not done.
private final class PromiseRun {
  private typealias Difference = PromiseResult.Difference
  /// A line as a promise has it, and its facts in the trace.
  private typealias Words = (text: String, facts: [String: JSON])

  private let layout: Layout
  private let promise: Promise
  private let launcher: Launcher
  private let log = LogLines()
  private var lines: [TraceLine] = []
  private var (starts, keys) = ([String](), [String]())
  /// Whether views are hidden after the last act, by their ids.
  private var hidden: [String: Bool] = [:]

  init(_ promise: Promise, on layout: Layout, _ runLoop: RunLoop) {
    (self.layout, self.promise) = (layout, promise)
    launcher = Launcher(runLoop: runLoop, isLive: false)
    // Without the options that each request of a unit has.
    let options = ["--no-block", "--no-ask-password", "--"]
    launcher.onStart = { [unowned self] words in
      let isUnit = words.first == "systemctl"
      starts.append(words.filter { !isUnit || !options.contains($0) }.joined(separator: " "))
    }
  }

  /// Plays fingers.
  ///
  /// - Returns: the first line that is not as promised, or the name that means nothing; `nil` if there is none.
  func play(_ recording: Recording) throws -> PromiseResult.Difference? {
    let (given, then) = (promise.given, promise.then)
    let kinds: Set<LineKind> =
      then[.notTold] == nil ? [.event, .screen, .pointer, .explore] : Set(LineKind.allCases)
    let trace = TraceWriter(kinds) { [unowned self] line, _ in lines.append(line) }
    let screen = layout.screen
    let devices = try RecordingLoading.touchscreens(of: recording, layout.file, for: screen) { _, _ in }
    let (claims, keyboard) = (Claims(), OwnDevice("keys", log.logger))
    keyboard.onPress = { [unowned self] chord in
      keys.append(chord.map { EventName.code($0, of: EventType.key) }.joined(separator: " "))
    }
    func stage(_ layout: Layout) throws -> Replay.Stage {
      let plugins = layout.makePlugins(
        log.logger, launcher: launcher, keyboard: keyboard, units: UnitRequests(launcher), claims: claims)
      let stage = try Replay.Stage(layout, plugins, devices, observer: trace)
      FrameRedaction { trace.write(.frame($1, of: $0)) }.watch(stage.pipeline)
      return stage
    }
    let first = try stage(layout)
    let later = try recording.reloads.map { try stage(LayoutLoading.layout($0)) }
    if let page = then[.page], ([first] + later).allSatisfy({ $0.layout.layout.screen.page == nil }) {
      return (
        "without `delivery: filter`, the page gets each touch from the panel itself, and no line says so",
        page.first?.mark ?? promise.name.mark
      )
    }
    let views = ([first] + later).map { $0.pipeline.application.allViews.map(\.identifier) }
    for (names, known, what) in [
      (given.shown + given.hidden, views[0], "view"),
      ((then[.shown] ?? []) + (then[.hidden] ?? []), views.flatMap(\.self), "view"),
      (given.claimed, layout.socketResponders, "responder of plugin `socket`"),
    ] {
      if let name = names.first(where: { !known.contains($0.value) }) {
        let help = Suggestion.question(name.value, among: known).map { "; \($0)" } ?? ""
        return ("there is no \(what) \(quoted(name.value))\(help)", name.mark)
      }
    }
    for name in given.claimed {
      let seat = claims.seat(Claims.Key(file: layout.file, name: name.value))
      seat.claimant = Claimant(in: layout.title) { _ in }
    }
    for name in given.shown { first.pipeline.application.view(name.value)?.isHidden = false }
    for name in given.hidden { first.pipeline.application.view(name.value)?.isHidden = true }
    if given.isDark { first.layout.screen.say(isDark: true, at: .zero) }
    let replay = Replay(devices, path: layout.file, first, trace, reloads: later)
    lines = []
    replay.begin()
    while replay.nextTime != nil { replay.step() }
    for view in replay.pipeline.application.allViews { hidden[view.identifier] = view.isHidden }
    replay.end()
    for subject in Promise.Subject.allCases {
      if let promised = then[subject], let found = difference(subject, promised) { return found }
    }
    return nil
  }

  // MARK: - What came

  /// Lines about a subject; of those that must not be, the ones that are.
  private func words(of subject: Promise.Subject, _ expected: [Located<String>]) -> [Words] {
    switch subject {
    case .starts: starts.map { ($0, [:]) }
    case .keys: keys.map { ($0, [:]) }
    case .events: events
    case .page: page
    case .pointer:
      facts(of: "pointer").map { facts in
        let keys = ["press", "release", "scroll", "at"].filter { facts[$0] != nil }
        return (keys.map { "\($0) \(facts.words($0))" }.joined(separator: " "), facts)
      }
    case .spoken: facts(of: "explore").compactMap { facts in facts["label"].map { ($0.words, facts) } }
    case .shown: expected.filter { hidden[$0.value] == false }.map { ($0.value, [:]) }
    case .hidden: expected.filter { hidden[$0.value] == true }.map { ($0.value, [:]) }
    case .notLogged: found(expected, in: log.lines)
    case .notTold: found(expected, in: lines.map { $0.json(since: .zero) })
    }
  }

  private func facts(of kind: String) -> [[String: JSON]] {
    lines.filter { $0.kind.rawValue == kind }.map { line in
      line.fields.reduce(into: [:]) { $0[$1.key] = $1.value }
    }
  }

  /// `name state direction: responders`; the states in between once.
  private var events: [Words] {
    var words: [Words] = []
    for facts in facts(of: "event") {
      var text = facts.words("name")
      if facts["view"] != .null { text += " " + facts.words("state") }
      if case .number(let part)? = facts["progress"] { text += " \(Int((part * 100).rounded())) %" }
      if let direction = facts["direction"] { text += " " + direction.words }
      let responders = facts.words("responders").replacing(",", with: ", ")
      if !responders.isEmpty { text += ": " + responders }
      if facts["state"] == "changed", words.last?.text == text { words.removeLast() }
      words.append((text, facts))
    }
    return words
  }

  /// `began at 600,800`, `moved to …` for the last of a way, `ended lift`, finger by finger.
  private var page: [Words] {
    var (words, moving) = ([Words](), JSON?.none)
    for facts in facts(of: "screen") {
      let place = facts["at"]?.numbers?.map { String(Int($0.rounded())) }.joined(separator: ",") ?? "?"
      let phase = facts.words("phase")
      if phase == "moved", moving == facts["touch"] { words.removeLast() }
      moving = phase == "moved" ? facts["touch"] : nil
      let rest = ["began": "at \(place)", "moved": "to \(place)"][phase] ?? facts.words("end")
      words.append(("\(phase) \(rest)", facts))
    }
    return words
  }

  /// The lines that have one of some texts.
  private func found(_ texts: [Located<String>], in lines: [String]) -> [Words] {
    let places = [#""at":["#, #""raw":["#, #"_X","#, #"_Y","#, " at ["]
    let marks = texts.flatMap { $0.value == Promise.places ? places : [$0.value] }
    return lines.filter { line in marks.contains(where: line.contains) }.map { ($0, [:]) }
  }

  // MARK: - Comparisons

  /// The first line of a subject that is not as promised.
  private func difference(_ subject: Promise.Subject, _ promised: [Located<String>]) -> Difference? {
    let found = words(of: subject, promised)
    let expected: [Located<String>?] = subject == .notLogged || subject == .notTold ? [] : promised
    var (index, next) = (0, 0)
    // Where to go on after lines that may be any, and the difference that comes last.
    var (retry, last) = ((index: Int, next: Int)?.none, (wanted: Located<String>?, next: Int)?.none)
    while true {
      let wanted = index < expected.count ? expected[index] : nil
      if wanted?.value == Promise.anyLines {
        index += 1
        retry = (index, next)
        continue
      }
      let came = next < found.count ? found[next] : nil
      if Self.is(wanted?.value, came) {
        if wanted == nil { return nil }
        (index, next) = (index + 1, next + 1)
        continue
      }
      if last.map({ $0.next <= next }) ?? true { last = (wanted, next) }
      guard let again = retry, again.next < found.count else { break }
      retry = (again.index, again.next + 1)
      (index, next) = (again.index, again.next + 1)
    }
    return last.map { words(of: $0.wanted, subject, found, $0.next, promised) }
  }

  private func words(
    of wanted: Located<String>?, _ subject: Promise.Subject, _ found: [Words], _ next: Int,
    _ promised: [Located<String>]
  ) -> Difference {
    let came = next < found.count ? found[next] : nil
    let more = wanted == nil && found.count > next + 1 ? " and \(found.count - next - 1) more" : ""
    // Facts that are asked for, and both texts from shortly before the place where they part.
    let asked = (wanted?.value.split(separator: " ") ?? []).filter { $0.contains("=") }
    let facts = asked.compactMap { fact in
      let name = String(fact.prefix { $0 != "=" })
      return came?.facts[name].map { " \(name)=\($0.words)" }
    }
    var texts = [wanted?.value, came.map { $0.text + facts.joined() }]
    let same = zip(texts[0] ?? "", texts[1] ?? "").prefix { $0 == $1 }.count
    if same > 24 { texts = texts.map { $0.map { "…" + $0.dropFirst(same - 12) } } }
    let nothing = next == 0 ? "nothing" : "nothing more"
    let names = texts.map { $0.map(quoted) ?? nothing }
    let words = "\(subject.rawValue), line \(next + 1): expected \(names[0]), got \(names[1])\(more)"
    return (words, (wanted ?? promised.first)?.mark ?? promise.name.mark)
  }

  /// Whether a line is as expected: its last words may be left out, and facts may follow, `scale=1.5`, of which the
  /// decimals count that are written.
  private static func `is`(_ expected: String?, _ found: Words?) -> Bool {
    guard let expected, let found else { return expected == nil && found == nil }
    func begins(_ words: String) -> Bool {
      ["\(words) ", "\(words):"].contains { "\(found.text) ".hasPrefix($0) }
    }
    // Arguments of a program may have a `=`, and names of gestures.
    if begins(expected) { return true }
    let words = expected.split(separator: " ")
    let plain = words.prefix { !$0.contains("=") }.joined(separator: " ")
    return (plain.isEmpty || begins(plain))
      && words.drop { !$0.contains("=") }.allSatisfy { fact in
        let parts = fact.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let value = found.facts[parts[0]] else { return false }
        let wanted = parts[1].split(separator: ",")
        guard let numbers = value.numbers, numbers.count == wanted.count
        else { return value.words == parts[1] }
        return zip(wanted, numbers).allSatisfy { text, number in
          let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
          let half = (0..<min(decimals, 9)).reduce(0.5) { half, _ in half / 10 }
          return Double(text).map { abs($0 - number) <= half + 1e-9 } ?? false
        }
      }
  }
}

extension [String: JSON] {
  /// The fact of a key in words; empty if there is none.
  fileprivate func words(_ key: String) -> String { self[key]?.words ?? "" }
}

extension JSON {
  /// The value without quotes, a list with commas, and `?` for what is not shown.
  fileprivate var words: String {
    switch self {
    case .string(let text): text
    case .null: "?"
    case .array(let items): items.map(\.words).joined(separator: ",")
    default: text
    }
  }

  /// The number, or those of a list; `nil` if it has none.
  fileprivate var numbers: [Double]? {
    switch self {
    case .integer(let value): [Double(value)]
    case .number(let value): [value]
    case .array(let items) where !items.isEmpty && items.allSatisfy { $0.numbers != nil }:
      items.flatMap { $0.numbers ?? [] }
    default: nil
    }
  }
}

/// Keeps the lines of a log; bound to the main thread, as all that writes them.
private final class LogLines: @unchecked Sendable {
  fileprivate(set) var lines: [String] = []
  private(set) lazy var logger = Logger(label: Program.name) { [unowned self] _ in
    EventLog(logLevel: .debug) { [weak self] in self?.lines.append("\($0.message)") }
  }
}

/// The promises of one file, with the layouts that they are about.
final class PromisesOfFile {
  private let path: String
  private let bytes: [UInt8]
  private let file: PromiseFile
  /// Folder of the file, with its slash.
  private let folder: String
  /// Layouts that have been read, and of which no line is left out, by their files.
  private var whole: [String: Layout] = [:]

  /// - Throws: the status of the command; what is wrong with the file has been reported.
  init(_ path: String, _ bytes: [UInt8]) throws {
    (self.path, self.bytes) = (path, bytes)
    folder = path.folderOfFile
    file = try LayoutLoading.used(LayoutReader.ofProgram.readPromises(bytes, file: path))
  }

  func results(on runLoop: RunLoop) throws -> [PromiseResult] {
    // All mistakes of the file are reported before the first promise is played.
    let findings = Findings(file: path, bytes: bytes)
    let limit = RecordingLimits().events
    var events = 0
    let plays: [(Promise, Layout, Recording?)] = try file.promises.map { promise in
      let layout = try layout(of: promise, findings)
      let lines = promise.fingers.flatMap(findings.lines)
      guard events <= limit else { return (promise, layout, nil) }
      let recording = FingerScript.recording(lines, on: layout, folder: folder, findings)
      events += recording?.devices[0].events.count ?? 0
      if events > limit {
        findings.error("the fingers up to here have more than \(limit) events", at: promise.name.mark)
      }
      return (promise, layout, recording)
    }
    _ = try LayoutLoading.used((findings.hasErrors ? nil : 0, findings.diagnostics()))
    return try plays.compactMap { promise, layout, recording in
      guard let recording else { return nil }
      let difference = try PromiseRun(promise, on: layout, runLoop).play(recording)
      let acts = promise.fingers.flatMap { $0.value.split(whereSeparator: \.isNewline) }
        .map(FingerScript.acts).filter { !$0.isEmpty }
      let words = [layout.file, acts.joined(separator: "; ")].map(ServiceObstacle.shellWord)
      let picture = "touchd picture \(words[0]) --fingers \(words[1]) -o promise.svg"
      return PromiseResult(promise: promise, difference: difference, picture: picture)
    }
  }

  /// The layout of a promise, without the lines that it leaves out.
  private func layout(of promise: Promise, _ findings: Findings) throws -> Layout {
    // `lobby.yaml` for `lobby.test.yaml`.
    let beside = file.ownLayout == nil ? folder + path.fileName.replacing(".test.", with: ".") : path
    let named = promise.given.layout ?? file.layout?.value
    let path = named.map { $0.hasPrefix("/") ? $0 : folder + $0 } ?? beside
    if promise.given.without.isEmpty, let layout = whole[path] { return layout }
    var text = try path == self.path ? bytes : LayoutLoading.read(path) { ($0, []) }
    for line in promise.given.without {
      let words = { (line: String) in line.split(separator: " ") }
      var lines = text.lines
      if let index = lines.firstIndex(where: { words($0) == words(line.value) }) {
        // The others keep their numbers, for messages.
        lines[index] = ""
      } else {
        findings.error("\(path) has no line \(quoted(line.value))", at: line.mark)
      }
      text = Array(lines.joined(separator: "\n").utf8)
    }
    // Its warnings are for `touchd check`.
    let (read, problems) = LayoutReader.ofProgram.read(text, file: path)
    let layout = try LayoutLoading.used((read, read == nil ? problems : []))
    if promise.given.without.isEmpty { whole[path] = layout }
    return layout
  }
}
