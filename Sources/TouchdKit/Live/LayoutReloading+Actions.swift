import LinuxInput

extension LayoutReloading {
  /// Why the files are read.
  enum Cause: String {
    case start = "the start"
    case signal = "SIGHUP"
    case request = "a client's request"
    case fileChange = "a changed file"
    /// What kept the files from being used may have passed, though nothing said so.
    case retry = "another look at the files"

    /// Whether it was asked for, and so is answered and done whatever the files say.
    var isRequest: Bool { self == .signal || self == .request }
  }

  /// What it has the daemon do.
  struct Actions {
    /// Makes layouts ready to be used.
    var prepare: (Configuration) -> [LiveLayout]
    /// Makes ready what layouts need that are put to use now, besides panels.
    var equip: (Configuration) -> Void = { _ in }
    /// Uses the first layouts.
    var start: ([LiveLayout]) -> Void
    /// The files are bad at the start, without a service manager that would wait for better ones.
    var giveUp: (ConfigurationRefusal) -> Void = { _ in }
    /// Files are being read again by request, or have changed.
    var announce: () -> Void = {}
    /// It is decided what is in use, and which files are to be followed.
    var decided: (_ followed: Set<String>) -> Void = { _ in }
  }
}
