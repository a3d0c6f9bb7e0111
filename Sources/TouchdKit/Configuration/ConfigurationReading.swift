import LinuxInput
internal import Synchronization
import YAML

/// A configuration file with all that it leads to: itself, and the layouts that it names. Every problem of all of them.
struct ConfigurationReading: Equatable, Sendable {
  /// One file, and what is wrong with it.
  struct File: Equatable, Sendable {
    let path: String
    var problems: [Diagnostic] = []
    /// Why the file as a whole is no good.
    var failure: String?
    /// Whether the system would not let it be read.
    var isRefused = false

    var hasErrors: Bool { failure != nil || problems.contains { $0.severity == .error } }

    /// Every problem, in words.
    var lines: [String] { [failure].compactMap { $0 } + problems.map { "\($0)" } }
  }

  /// The file that was asked for, then its layouts.
  private(set) var files: [File] = []
  /// What is to be run; `nil` exactly if a file has an error.
  private(set) var configuration: Configuration?

  /// - Parameter waits: whether the file may be a pipe that is waited for, `/dev/stdin`. The daemon must not wait.
  init(_ path: String, _ reader: LayoutReader = .ofProgram, waits: Bool = false) {
    var budget = LayoutBudget()
    switch read(path, reader, &budget, waits: waits) {
    case .layout(let layout):
      if !hasErrors { configuration = Configuration(layouts: [layout], allowsExec: false) }
    case .daemon(let daemon): readLayouts(of: daemon, reader, &budget)
    case nil: break
    }
  }

  var hasErrors: Bool { files.contains(where: \.hasErrors) }

  /// Every problem of every file, in words.
  var lines: [String] { files.flatMap(\.lines) }

  /// Reads one file, as far as it can be made out; its problems stand at the end of ``files`` then.
  private mutating func read(
    _ path: String, _ reader: LayoutReader, _ budget: inout LayoutBudget, waits: Bool = false
  ) -> LayoutReader.Configuration? {
    var file = File(path: path)
    defer { files.append(file) }
    do {
      let (configuration, problems) = reader.readWhatThereIs(
        try ConfigurationFile.read(path, waits: waits), file: path, &budget)
      file.problems = problems
      return configuration
    } catch {
      (file.failure, file.isRefused) = ("\(error)", error.isRefusal)
      return nil
    }
  }

  private mutating func readLayouts(
    of daemon: DaemonConfiguration, _ reader: LayoutReader, _ budget: inout LayoutBudget
  ) {
    distrust(0, daemon)
    var layouts: [Layout] = []
    for path in daemon.layoutPaths {
      let configuration = read(path, reader, &budget)
      distrust(files.count - 1, daemon)
      switch configuration {
      case .layout(let layout): if files.last?.hasErrors == false { layouts.append(layout) }
      case .daemon:
        files[files.count - 1].failure = "\(path) is a daemon's file; a daemon's file names layouts"
      case nil: break
      }
    }
    warnOfRivals(layouts, daemon)
    if !hasErrors { configuration = Configuration(layouts: layouts, allowsExec: daemon.allowsExec) }
  }

  /// Who can write a file that starts programs can start any. Such files belong to root, and nobody else may write them.
  private mutating func distrust(_ index: Int, _ daemon: DaemonConfiguration) {
    guard daemon.allowsExec, files[index].failure == nil,
      let reason = LinuxInput.distrust(ofFile: files[index].path)
    else { return }
    files[index].failure =
      "\(files[index].path): with `exec: true` it can start programs, so only root may write it: \(reason)"
  }

  /// Two layouts that ask for the same can never have a panel.
  private mutating func warnOfRivals(_ layouts: [Layout], _ daemon: DaemonConfiguration) {
    guard layouts.count == daemon.layouts.count else { return }
    for (index, layout) in layouts.enumerated() {
      let match = layout.screen.touchscreen.match
      guard let rival = layouts[..<index].first(where: { $0.screen.touchscreen.match == match }) else {
        continue
      }
      files[0].problems.append(
        Diagnostic(
          severity: .warning, file: daemon.file, mark: daemon.layouts[index].mark,
          message: "\(layout.file) matches the same panels as \(rival.file), so neither gets any",
          help: "give each a `match` of its own below `touchscreen`; `touchd devices` prints them",
          excerpt: nil))
    }
  }
}

extension LayoutReader {
  /// With the plugins, views and recognizers of this program.
  static var ofProgram: LayoutReader {
    LayoutReader(
      plugins: PluginRegistry.shared.withLock { $0.declarations },
      custom: CustomRegistry.shared.withLock { $0 })
  }
}

extension DaemonConfiguration {
  /// The layouts' paths, relative ones from the folder of this file.
  var layoutPaths: [String] {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return layouts.map { $0.value.hasPrefix("/") ? $0.value : folder + $0.value }
  }
}
