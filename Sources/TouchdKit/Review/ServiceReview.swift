import LinuxInput
import YAML

/// Looks for files that the service cannot see, which its unit has no home folders for, and a /tmp of its own; and for
/// those that its user may not read.
struct ServiceReview {
  /// Where the service has its files.
  private static let ownFolder = "/etc/touchd/"
  /// By `ProtectHome=` and `PrivateTmp=` of the unit.
  private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

  private let daemon: DaemonConfiguration
  private let obstacle: (String) -> FileReader.Obstacle?
  private let findings: Findings

  init(
    _ daemon: DaemonConfiguration, _ obstacle: @escaping (String) -> FileReader.Obstacle?,
    _ findings: Findings
  ) {
    (self.daemon, self.obstacle, self.findings) = (daemon, obstacle, findings)
  }

  func run() {
    // Another file is for a touchd that is started otherwise.
    guard absolutePath(daemon.file).hasPrefix(Self.ownFolder) else { return }
    reportObstacle(to: daemon.file, at: Mark(line: 1, column: 1))
    for (layout, path) in zip(daemon.layouts, daemon.layoutPaths) {
      if let folder = Self.hidden.first(where: path.hasPrefix) {
        findings.warning(
          "the service does not see \(quoted(layout.value)): its unit hides \(folder.dropLast()) from it",
          at: layout.mark, help: "put the layout into /etc/touchd")
      } else {
        reportObstacle(to: path, at: layout.mark)
      }
    }
  }

  private func reportObstacle(to file: String, at mark: Mark) {
    switch obstacle(file) {
    case .folder(let folder):
      findings.warning(
        "the service may not read \(quoted(file)): the folder \(folder) is closed to its user", at: mark,
        help: "run: chmod a+x \(folder)")
    case .file:
      findings.warning(
        "the service may not read \(quoted(file)): the file is closed to its user", at: mark,
        help: "run: chmod a+r \(file)")
    case nil: break
    }
  }
}
