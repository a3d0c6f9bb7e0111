import LinuxInput

/// Looks for layouts that the service cannot see, which its unit has no home folders for, and a /tmp of its own.
struct ServiceReview {
  /// Where the service has its files.
  private static let ownFolder = "/etc/touchd/"
  /// By `ProtectHome=` and `PrivateTmp=` of the unit.
  private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

  private let daemon: DaemonConfiguration
  private let findings: Findings

  init(_ daemon: DaemonConfiguration, _ findings: Findings) {
    (self.daemon, self.findings) = (daemon, findings)
  }

  func run() {
    // Another file is for a touchd that is started otherwise.
    guard absolutePath(daemon.file).hasPrefix(Self.ownFolder) else { return }
    for layout in daemon.layouts {
      guard let folder = Self.hidden.first(where: layout.value.hasPrefix) else { continue }
      findings.warning(
        "the service does not see \(quoted(layout.value)): its unit hides \(folder.dropLast()) from it",
        at: layout.mark, help: "put the layout into /etc/touchd")
    }
  }
}
