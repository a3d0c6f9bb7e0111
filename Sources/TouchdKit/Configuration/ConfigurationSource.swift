import LinuxInput

/// Where the bytes of configuration files come from: the disk, or a ``KeptFiles``.
struct ConfigurationSource: Sendable {
  /// The bytes of a file; of a longer one than ``LayoutReader`` reads, enough that it sees so.
  let read: @Sendable (String) throws(SystemError) -> [UInt8]
  /// Whether a user other than root can change what a file says, and how; `nil` if only root can.
  let distrust: @Sendable (String) -> String?
  /// Whether a user other than root can have put what is at a path there, also nothing; `nil` if only root can.
  let distrustOfPlace: @Sendable (String) -> String?
  /// The outputs of the machine that have a screen.
  var outputs: @Sendable () -> [String] = { [] }
  /// Why programs that layouts start can open input devices; `nil` if they cannot, or it does not matter.
  var lackOfConfinement: String?

  /// The files themselves.
  ///
  /// - Parameter waits: whether a file may be a pipe that is waited for.
  static func disk(waits: Bool = false) -> ConfigurationSource {
    ConfigurationSource(
      read: { (path) throws(SystemError) in try ConfigurationFile.read(path, waits: waits) },
      distrust: { LinuxInput.distrust(ofFile: $0) }, distrustOfPlace: { LinuxInput.distrust(ofPlace: $0) },
      outputs: { DisplayOutput.connected() }, lackOfConfinement: Confinement.lack)
  }
}
