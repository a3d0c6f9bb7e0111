internal import CLibSystemd
import LinuxInput
import TouchdKit

extension Identity {
  /// What makes the id another one than that of other programs on this machine: no program may publish
  /// `/etc/machine-id` itself (machine-id(5)). A random number. (O)
  private static let application: [UInt8] = [
    0x7A, 0x1C, 0x5E, 0x93, 0x0D, 0x44, 0x4B, 0x8F, 0xA2, 0x6E, 0x31, 0xC8, 0x57, 0xB9, 0x20, 0xED,
  ]

  /// This machine's.
  ///
  /// - Throws: ``SystemError``, `ENOENT` or `ENOMEDIUM` if the machine has no id.
  static func ofMachine() throws(SystemError) -> Identity {
    var (application, machine) = (sd_id128_t(), sd_id128_t())
    withUnsafeMutableBytes(of: &application) { $0.copyBytes(from: Self.application) }
    let result = sd_id128_get_machine_app_specific(application, &machine)
    guard result >= 0 else {
      throw SystemError(
        call: "sd_id128_get_machine_app_specific", on: "/etc/machine-id", code: -result,
        remedy: "`systemd-machine-id-setup` gives the machine an id")
    }
    let id = withUnsafeBytes(of: machine) { $0.map(hexadecimal).joined() }
    let run = (0..<4).map { _ in hexadecimal(.random(in: 0...255)) }.joined()
    return Identity(id: id, host: HostName.own ?? "kiosk", run: run, version: Touchd.version)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }
}
