import LinuxInput
import YAML

/// Looks for files that the service cannot read.
struct ServiceReview {
  /// Where the service has its files. Another file is for a touchd that is started otherwise.
  private static let ownFolder = "/etc/touchd/"

  private let obstacle: (String) -> ServiceObstacle?
  private let findings: Findings

  init(_ obstacle: @escaping (String) -> ServiceObstacle?, _ findings: Findings) {
    (self.obstacle, self.findings) = (obstacle, findings)
  }

  /// Looks at a daemon's file, and at its layouts.
  func run(_ daemon: DaemonConfiguration) {
    guard isService(daemon.file) else { return }
    report(daemon.file)
    for (layout, path) in zip(daemon.layouts, daemon.layoutPaths) { report(path, at: layout.mark) }
  }

  /// Looks at a layout that is checked by itself.
  func run(_ layout: Layout) {
    if isService(layout.file) { report(layout.file) }
  }

  private func isService(_ file: String) -> Bool { absolutePath(file).hasPrefix(Self.ownFolder) }

  private func report(_ file: String, at mark: Mark = Mark(line: 1, column: 1)) {
    let name = quoted(file)
    switch obstacle(file) {
    case .hidden(let folder):
      findings.warning(
        "the service does not see \(name): its unit hides \(folder) from it", at: mark,
        help: "put the layout itself into /etc/touchd")
    case .closed(.folder(let folder)):
      findings.warning(
        "the service may not read \(name): the folder \(folder) is closed to its user", at: mark,
        help: "run: chmod a+rx \(folder)")
    case .closed(.file):
      findings.warning(
        "the service may not read \(name): the file is closed to its user", at: mark,
        help: "run: chmod a+r \(file)")
    case nil: break
    }
  }
}
