internal import Glibc

/// The folders in which systemd looks for the files of units.
struct UnitFiles: Sendable {
  /// systemd makes it when it starts (sd_booted(3)).
  private let booted: String
  private let folders: [String]

  init(booted: String, folders: [String]) { (self.booted, self.folders) = (booted, folders) }

  /// Those of the system's units (systemd.unit(5)).
  static let system = UnitFiles(
    booted: "/run/systemd/system",
    folders: [
      "/etc/systemd/system.control", "/run/systemd/system.control", "/run/systemd/transient",
      "/run/systemd/generator.early", "/etc/systemd/system", "/etc/systemd/system.attached",
      "/run/systemd/system",
      "/run/systemd/system.attached", "/run/systemd/generator", "/usr/local/lib/systemd/system",
      "/usr/lib/systemd/system", "/lib/systemd/system", "/run/systemd/generator.late",
    ])

  /// Whether none of the folders has a unit's file, or that of its template.
  ///
  /// Mounts and swaps may have no file. Without systemd there is nothing to be known.
  func lack(_ unit: String) -> Bool {
    guard Self.isThere(booted), ![".mount", ".swap"].contains(where: unit.hasSuffix) else { return false }
    let names = [unit, template(of: unit)].compactMap(\.self)
    return !folders.contains { folder in names.contains { Self.isThere("\(folder)/\($0)") } }
  }

  /// `getty@.service` of `getty@tty1.service`; `nil` of a unit that is no instance.
  private func template(of unit: String) -> String? {
    guard let at = unit.firstIndex(of: "@"), let dot = unit.lastIndex(of: "."), at < dot else { return nil }
    return String(unit[...at] + unit[dot...])
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 || errno != ENOENT
  }
}
