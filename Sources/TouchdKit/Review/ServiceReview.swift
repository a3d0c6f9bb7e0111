import LinuxInput
import YAML

/// Looks for files that the service cannot read, and for programs that it cannot run.
struct ServiceReview {
  /// Where the service has its files. Another file is for a touchd that is started otherwise.
  private static let ownFolder = "/etc/touchd/"

  private let obstacle: (String, ServiceObstacle.Use) -> ServiceObstacle?
  private let findings: Findings

  init(_ obstacle: @escaping (String, ServiceObstacle.Use) -> ServiceObstacle?, _ findings: Findings) {
    (self.obstacle, self.findings) = (obstacle, findings)
  }

  /// Looks at a daemon's file, and the way to its layouts.
  func run(_ daemon: DaemonConfiguration) {
    guard Self.isService(daemon.file) else { return }
    report(daemon.file, .read)
    for (layout, path) in zip(daemon.layouts, daemon.layoutPaths) { report(path, .read, at: layout.mark) }
  }

  /// Looks at the programs of a layout, and at its file if that is checked by itself.
  ///
  /// - Parameter daemon: the daemon's file that names it.
  func run(_ layout: Layout, of daemon: String?) {
    guard Self.isService(daemon ?? layout.file) else { return }
    if daemon == nil { report(layout.file, .read) }
    for responder in layout.responders where responder.isBuiltIn {
      guard case .words(let words) = responder.options["run"], let mark = responder.places["run"],
        let program = words.first, program.hasPrefix("/")
      else { continue }
      report(program, .run, at: mark)
    }
  }

  private static func isService(_ file: String) -> Bool { absolutePath(file).hasPrefix(ownFolder) }

  private func report(_ file: String, _ use: ServiceObstacle.Use, at mark: Mark = Mark(line: 1, column: 1)) {
    guard let words = obstacle(file, use)?.words(for: file, use) else { return }
    findings.warning(words.message, at: mark, help: words.help)
  }
}
