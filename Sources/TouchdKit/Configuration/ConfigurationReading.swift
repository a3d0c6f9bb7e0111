import ArgumentParser
import LinuxInput
internal import Synchronization
import YAML

/// A configuration file with all that it leads to: itself, and the layouts that it names. Every problem of all of them.
struct ConfigurationReading: Equatable, Sendable {
  /// One file, and what is wrong with it.
  struct File: Equatable, Sendable {
    let path: String
    var problems: [Diagnostic] = []
    /// Reason for which the file as a whole cannot be used.
    var failure: String?
    /// Whether the system would not let it be read.
    var isRefused = false
    /// The layout, if it is one and has no error.
    var layout: Layout?

    var hasErrors: Bool { failure != nil || problems.contains { $0.severity == .error } }

    /// Every problem, in words.
    var lines: [String] { [failure].compactMap { $0 } + problems.map { "\($0)" } }

    /// The file with each of its warnings as an error.
    var strict: Self {
      var file = self
      for index in problems.indices { file.problems[index].severity = .error }
      return file
    }

    /// Says on standard error what is wrong with it.
    func complain() {
      if let failure { TouchdKit.complain("\(Program.name): \(failure)") }
      for problem in problems { TouchdKit.complain("\(problem)") }
    }
  }

  /// The file that was asked for, then its layouts.
  private(set) var files: [File] = []
  /// The configuration to run; `nil` exactly if a file has an error, or is a broker's.
  private(set) var configuration: Configuration?
  private(set) var daemon: DaemonConfiguration?
  /// Permissions granted by the requested file.
  private(set) var permission = Permission.denied

  /// - Parameter progress: receives how far it has come. All that can take for ever comes first: the bytes of all
  ///   files.
  init(
    _ path: String, _ reader: LayoutReader = .ofProgram, from source: ConfigurationSource = .disk(),
    _ progress: ReadingProgress = ReadingProgress()
  ) {
    var budget = LayoutBudget()
    let first = bytes(of: path, source, progress).flatMap { parse($0, 0, reader, &budget) }
    permission = Self.permission(hasErrors ? nil : first, path, source)
    progress.decide(permission)
    switch first {
    case .layout(let layout):
      warnOfOutputs(layout, 0, source)
      guard !hasErrors else { break }
      files[0].layout = layout
      configuration = Configuration(layouts: [layout], grants: .none)
    case .daemon(let daemon): readLayouts(of: daemon, reader, &budget, source, progress)
    case .broker:
      guard !reader.takesBrokerFiles else { break }
      files[0].failure = "\(path) is a broker's file, which touchd-mqtt reads; name a layout instead"
    case nil: break
    }
  }

  var hasErrors: Bool { files.contains(where: \.hasErrors) }

  /// Every problem of every file, in words.
  var lines: [String] { files.flatMap(\.lines) }

  private static func permission(
    _ first: LayoutReader.Configuration?, _ path: String, _ source: ConfigurationSource
  ) -> Permission {
    switch first {
    case .daemon(let daemon): source.distrust(path) == nil ? .said(daemon.grants) : .denied
    case .layout, .broker: .denied
    case nil: source.distrustOfPlace(path) == nil ? .asBefore : .denied
    }
  }

  /// The bytes of one file, which stands at the end of ``files`` then.
  private mutating func bytes(
    of path: String, _ source: ConfigurationSource, _ progress: ReadingProgress
  ) -> [UInt8]? {
    var file = File(path: path)
    defer { files.append(file) }
    progress.begin(path)
    do throws(SystemError) {
      let bytes = try source.read(path)
      progress.keep(bytes, of: path)
      return bytes
    } catch {
      (file.failure, file.isRefused) = ("\(error)", error.isRefusal)
      return nil
    }
  }

  /// Reads one of the files, as far as it can be made out; its problems stand in ``files`` then.
  private mutating func parse(
    _ bytes: [UInt8], _ index: Int, _ reader: LayoutReader, _ budget: inout LayoutBudget
  ) -> LayoutReader.Configuration? {
    let (configuration, problems) = reader.readWhatThereIs(bytes, file: files[index].path, &budget)
    files[index].problems = problems
    return configuration
  }

  private mutating func readLayouts(
    of daemon: DaemonConfiguration, _ reader: LayoutReader, _ budget: inout LayoutBudget,
    _ source: ConfigurationSource, _ progress: ReadingProgress
  ) {
    self.daemon = daemon
    distrust(0, daemon, source)
    warnOfPrograms(daemon, source)
    var contents: [[UInt8]?] = []
    // What is beyond the budget is not held; the file that goes beyond it says so.
    for path in daemon.layoutPaths
    where contents.compactMap({ $0?.count }).reduce(0, +) <= LayoutBudget.byteLimit {
      contents.append(bytes(of: path, source, progress))
      distrust(files.count - 1, daemon, source)
    }
    progress.finishReading()
    var layouts: [Layout] = []
    for (index, bytes) in zip(1..., contents) {
      func refuse(_ kind: String) {
        files[index].failure = "\(files[index].path) is a \(kind)'s file; a daemon's file names layouts"
      }
      switch bytes.flatMap({ parse($0, index, reader, &budget) }) {
      case .layout(let layout):
        warnOfOutputs(layout, index, source)
        refuseUnits(of: layout, index, daemon)
        guard !files[index].hasErrors else { break }
        files[index].layout = layout
        layouts.append(layout)
      case .daemon: refuse("daemon")
      case .broker: refuse("broker")
      case nil: break
      }
    }
    warnOfRivals(layouts, daemon)
    guard !hasErrors else { return }
    configuration = Configuration(
      layouts: layouts, grants: daemon.grants, recorder: daemon.recorder,
      savesIncidents: daemon.savesIncidents)
  }

  /// A user who can write a file that starts programs can start any, and so with keys. Only root may own and write such
  /// files.
  private mutating func distrust(_ index: Int, _ daemon: DaemonConfiguration, _ source: ConfigurationSource) {
    guard daemon.grants != .none, files[index].failure == nil, let reason = source.distrust(files[index].path)
    else { return }
    files[index].failure =
      "\(files[index].path): \(daemon.grants.words), so only root may write it: \(reason)"
  }

  /// Warns of programs that the kernel does not confine, and offers a user of their own.
  private mutating func warnOfPrograms(_ daemon: DaemonConfiguration, _ source: ConfigurationSource) {
    guard daemon.grants.exec, let mark = daemon.execMark, let lack = source.lackOfConfinement else { return }
    report(
      .warning, 0, mark, "programs of `exec` can open input devices and what touchd remembers: \(lack)",
      "what must not read the panel belongs in a unit with a user of its own")
  }

  private mutating func refuseUnits(of layout: Layout, _ index: Int, _ daemon: DaemonConfiguration) {
    for unit in layout.units.filter({ !daemon.grants.units.contains($0.value) }).prefix(Findings.limit) {
      let all = daemon.grants.units.union([unit.value]).sorted()
      report(
        .error, index, unit.mark,
        "\(daemon.file) does not let layouts have \(quoted(unit.value)) started or stopped",
        "write `units: [\(all.joined(separator: ", "))]` there")
    }
  }

  /// A compositor has to know which of several screens the page's touchscreen belongs to.
  private mutating func warnOfOutputs(_ layout: Layout, _ index: Int, _ source: ConfigurationSource) {
    guard let page = layout.screen.page, layout.screen.output == nil else { return }
    let outputs = source.outputs()
    guard outputs.count > 1 else { return }
    report(
      .warning, index, page.mark,
      "the machine has the outputs \(series(outputs)), and the page's touchscreen names none",
      "add `output: \(outputs[0])` below `screen`, or map it in the compositor: `touchd devices` has the line"
    )
  }

  /// Two layouts that ask for the same can never have a panel.
  private mutating func warnOfRivals(_ layouts: [Layout], _ daemon: DaemonConfiguration) {
    guard layouts.count == daemon.layouts.count else { return }
    for (index, layout) in layouts.enumerated() {
      let match = layout.screen.touchscreen.match
      guard let rival = layouts[..<index].first(where: { $0.screen.touchscreen.match == match })
      else { continue }
      report(
        .warning, 0, daemon.layouts[index].mark,
        "\(layout.file) matches the same panels as \(rival.file), so neither gets any",
        "give each a `match` of its own below `touchscreen`; `touchd devices` prints them")
    }
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ index: Int, _ mark: Mark, _ message: String, _ help: String
  ) {
    files[index].problems.append(
      Diagnostic(severity: severity, file: files[index].path, mark: mark, message: message, help: help))
  }

  /// The files, each with what cannot work in it among its problems, in the file's order.
  ///
  /// A layout with an error is not looked at: what it says is not known.
  ///
  /// - Parameter contents: the bytes that were read.
  func reviewedFiles(on machine: ReviewedMachine, contents: KeptFiles) -> [File] {
    let permission = daemon.map { LayoutReview.Permission(file: $0.file, grants: $0.grants) }
    return files.enumerated().map { index, file in
      guard let bytes = try? contents.source.read(file.path) else { return file }
      let findings = Findings(file: file.path, bytes: bytes)
      let service = ServiceReview(machine.serviceObstacle, findings)
      if index == 0, let daemon { service.run(daemon) }
      if let layout = file.layout {
        service.run(layout, of: daemon?.file)
        LayoutReview(layout, permission, on: machine, findings).run()
      }
      var reviewed = file
      reviewed.problems = (file.problems + findings.diagnostics()).inOrder
      return reviewed
    }
  }
}

extension Grants {
  fileprivate var words: String {
    let all = [
      (exec, "`exec: true`", "start programs"), (keys, "`keys: true`", "press keys"),
      (pointer, "`pointer: true`", "use a mouse"), (!units.isEmpty, "`units`", "start and stop units"),
    ]
    let given = all.filter(\.0)
    return "with \(series(given.map(\.1))) it can \(series(given.map(\.2)))"
  }
}

extension Layout {
  /// The units that its responders name, in the file's order.
  var units: [Located<String>] {
    let names: [Located<String>] = responders.flatMap { responder in
      PluginDeclaration.UnitVerb.allCases.compactMap { responder.options.value($0.rawValue) }
    }
    return names.sorted { $0.mark < $1.mark }
  }
}

extension DaemonConfiguration {
  /// The layouts' paths, relative ones from the folder of this file.
  var layoutPaths: [String] {
    layouts.map { layout in
      let path = layout.value.hasPrefix("/") ? layout.value : file.folderOfFile + layout.value
      // A file with that name; standard input can only be asked for by a person.
      return path == "-" ? "./-" : path
    }
  }
}

extension [ConfigurationReading.File] {
  /// The status that a command ends with if one of the files is bad.
  var status: ExitCode { contains(where: \.isRefused) ? .refused : .badInput }
}

/// A daemon's layouts, and their permissions.
struct Configuration: Equatable, Sendable {
  /// Never empty.
  let layouts: [Layout]
  var grants: Grants
  var recorder = RecorderDescription()
  var savesIncidents = false

  /// The keys that layouts name for `keys`, if these may be pressed.
  var keys: Set<UInt16> { grants.keys ? Set(layouts.flatMap(\.keys)) : [] }
}

/// Reads a configuration file from a path that a person gave.
enum ConfigurationFile {
  /// The bytes of a file, or of standard input for `-`; of a longer one than ``LayoutReader`` reads, enough that it
  /// sees so and says it.
  ///
  /// - Parameter waits: whether a pipe is waited for.
  /// - Throws: ``SystemError`` with a remedy.
  static func read(_ path: String, waits: Bool = true) throws(SystemError) -> [UInt8] {
    try contentsOfInput(path, limit: LayoutReader.limits.bytes, waits: waits)
  }
}

/// Source of the bytes of configuration files: the disk, or a ``KeptFiles``.
struct ConfigurationSource: Sendable {
  /// The bytes of a file; of a longer one than ``LayoutReader`` reads, enough that it sees so.
  let read: @Sendable (String) throws(SystemError) -> [UInt8]
  /// Whether a user other than root can change what a file says, and how; `nil` if only root can.
  let distrust: @Sendable (String) -> String?
  /// Whether a user other than root can have put what is at a path there, also nothing; `nil` if only root can.
  let distrustOfPlace: @Sendable (String) -> String?
  /// The outputs of the machine that have a screen.
  var outputs: @Sendable () -> [String] = { [] }
  /// Reason for which programs started by layouts can open input devices; `nil` if they cannot, or it does not matter.
  var lackOfConfinement: String?

  /// The files themselves.
  ///
  /// - Parameter waits: whether a file may be a pipe that is waited for, `/dev/stdin`. The daemon must not wait.
  static func disk(waits: Bool = false) -> ConfigurationSource {
    ConfigurationSource(
      read: { (path) throws(SystemError) in try ConfigurationFile.read(path, waits: waits) },
      distrust: { LinuxInput.distrust(ofFile: $0) }, distrustOfPlace: { LinuxInput.distrust(ofPlace: $0) },
      outputs: { DisplayOutput.connectors { $0 == "connected" } }, lackOfConfinement: Confinement.lack)
  }
}

/// The kind of a file that a person may have named in the place of another.
enum FileKind {
  case layout, recording

  /// Part of a file that is read: the kinds differ before the first view or event.
  private static let limit = 1 << 16

  /// Tells by the first lines; `nil` if they say neither.
  static func of(_ bytes: [UInt8]) -> FileKind? {
    if Recording.isBegun(by: bytes) { return .recording }
    let start = bytes.prefix(limit)
    guard start.first != UInt8(ascii: "{") else {
      let text = String(decoding: start, as: UTF8.self)
      return ["\"screen\"", "\"views\""].contains(where: text.contains) ? .layout : nil
    }
    let lines = start.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    func has(_ words: String...) -> Bool {
      lines.contains { line in words.contains { line.starts(with: $0.utf8) } }
    }
    let first = lines.first { !$0.starts(with: "#".utf8) && !$0.starts(with: "---".utf8) }
    let isLayout = Layout.keys.table.built.contains { first?.starts(with: "\($0):".utf8) ?? false }
    if isLayout, has("screen:", "views:", "windows:", "responders:") { return .layout }
    return has("ndevices:", "libinput:", "devices:") ? .recording : nil
  }
}

/// Progress of a reading of the configuration, for the thread that waits for it.
final class ReadingProgress: Sendable {
  private struct State {
    var file = ""
    var isReading = true
    var permission: Permission?
    var kept = KeptFiles()
  }

  private let state = Mutex(State())

  var file: String { state.withLock { $0.file } }
  /// Whether files are still to be read, which may never end. What comes afterwards does end.
  var isReading: Bool { state.withLock { $0.isReading } }
  /// Permissions granted by the daemon's file; `nil` before it has been read.
  var permission: Permission? { state.withLock { $0.permission } }
  var files: KeptFiles { state.withLock { $0.kept } }

  func begin(_ file: String) { state.withLock { $0.file = file } }
  func decide(_ permission: Permission) { state.withLock { $0.permission = permission } }
  func keep(_ bytes: [UInt8], of path: String) { state.withLock { $0.kept.append(bytes, of: path) } }
  func finishReading() { state.withLock { $0.isReading = false } }
}
