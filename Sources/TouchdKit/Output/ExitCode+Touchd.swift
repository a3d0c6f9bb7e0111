package import ArgumentParser
internal import Glibc
import LinuxInput

extension ExitCode {
  /// A file, recording or device description is not what it should be.
  package static let badInput = ExitCode(1)
  /// No permission, or no device.
  package static let refused = ExitCode(3)
}

/// Does something on devices or files; what the system refuses ends the command with a message.
package func onDevices(_ body: () throws -> Void) throws {
  do {
    try body()
  } catch let error as SystemError {
    throw failure("\(error)", .refused)
  }
}

/// Says what went wrong and gives the status to exit with.
package func failure(_ message: String, _ status: ExitCode) -> ExitCode {
  complain("\(Program.name): \(message)")
  return status
}

extension SystemError {
  /// Whether the right to do this is missing, or the device.
  package var isRefusal: Bool { [EACCES, EPERM, ENODEV, ENXIO, EBUSY].contains(code) }
}
