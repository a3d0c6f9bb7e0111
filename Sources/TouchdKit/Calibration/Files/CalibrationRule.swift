package import Dispatcher
internal import Glibc
package import LinuxInput
import YAML

/// A line of udev's rules that gives a panel its calibration, for all programs that use libinput.
package struct CalibrationRule: Equatable {
  /// The conditions, by which an older line for the same panel is known.
  let match: String
  /// Six floats in libinput's order.
  let matrix: [Double]

  /// Path of the file: read after the rules of the system, and before touchd's own for pages.
  package static let standardPath = "/etc/udev/rules.d/99-touchd-calibration.rules"
  private static let start = #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", "#
  private static let end = #", ENV{LIBINPUT_CALIBRATION_MATRIX}=""#

  /// - Parameters:
  ///   - device: as the kernel describes it: udev knows nothing of a layout's `range`.
  ///   - axes: the axes of its position.
  package init?(
    _ fit: PanelFit, _ device: DeviceDescription, _ node: DeviceNode?, _ axes: (x: UInt16, y: UInt16)
  ) {
    guard let x = device.axes[axes.x], let y = device.axes[axes.y] else { return nil }
    var conditions = ["ATTRS{name}==\"\(Self.pattern(device.name))\""]
    if let path = node?.idPath {
      conditions.append("ENV{ID_PATH}==\"\(Self.pattern(path))\"")
    } else if let phys = device.phys, !phys.isEmpty {
      conditions.append("ATTRS{phys}==\"\(Self.pattern(phys))\"")
    }
    match = conditions.joined(separator: ", ")
    let corner = fit.panel.fraction(Point(x: Double(x.minimum), y: Double(y.minimum)))
    let ranges = AffineTransform(
      a: x.count / fit.panel.x.count, b: 0, c: 0, d: y.count / fit.panel.y.count, tx: corner.x, ty: corner.y)
    matrix = ranges.concatenating(fit.map).libinputMatrix.map(roundedToDecimal)
  }

  /// A rule as a file has it; `nil` for any other line.
  init?(line: Substring) {
    guard line.hasPrefix(Self.start), line.hasSuffix("\""), let end = line.firstRange(of: Self.end)
    else { return nil }
    let numbers = line[end.upperBound...].dropLast().split(separator: " ").map { Double($0) }
    guard numbers.count == 6, !numbers.contains(nil) else { return nil }
    match = String(line[..<end.lowerBound].dropFirst(Self.start.count))
    matrix = numbers.compactMap(\.self)
  }

  /// The line, without its end.
  package var line: String {
    Self.start + match + Self.end + matrix.map(decimal).joined(separator: " ") + "\""
  }

  /// The text of a file of rules with this one, in the place of an older one for the same panel. Other lines stay.
  ///
  /// - Parameter text: of the file; empty if it does not exist.
  func put(into text: String) -> String {
    var lines = Self.lines(of: text)
    if let index = lines.firstIndex(where: { CalibrationRule(line: $0[...])?.match == match }) {
      lines[index] = line
      return lines.joined(separator: "\n")
    }
    let gap = text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? "" : "\n"
    return text + gap + "# Written by `touchd calibrate`.\n" + line + "\n"
  }

  static func all(in text: String) -> [CalibrationRule] {
    lines(of: text).compactMap { CalibrationRule(line: $0[...]) }
  }

  private static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// A text as udev's pattern. Within quotes udev has no escape: a character with a meaning becomes `?`, which is any
  /// one, and what is not ASCII `*`.
  private static func pattern(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      let isSpecial =
        scalar.value < 0x20 || scalar.value == 0x7f || "\"\\*?[]|$%".unicodeScalars.contains(scalar)
      return !scalar.isASCII ? "*" : isSpecial ? "?" : String(scalar)
    }.joined()
  }
}

/// A file that a command changes, with the former one beside it.
///
/// The former file is on the disk before the new one takes its place, and both have its owner and permissions.
struct ReplacedFile {
  let path: String

  var formerPath: String { path + ".before-calibrate" }

  /// Present contents; `nil` if there are none.
  ///
  /// - Throws: ``SystemError``: of `open` and `read`; `EINVAL` if it is no plain file.
  func contents() throws(SystemError) -> [UInt8]? { try Self.contents(of: path, followsLink: true) }

  /// Former contents; `nil` if none are kept.
  func former() throws(SystemError) -> [UInt8]? {
    // Where others may write into the folder, a link there would have a file of theirs read, or another one written.
    try Self.contents(of: formerPath, followsLink: false)
  }

  private static func contents(of path: String, followsLink: Bool) throws(SystemError) -> [UInt8]? {
    var status = stat()
    guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else {
      guard errno == ENOENT else { throw SystemError(call: "stat", on: path, code: errno) }
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(
        call: "open", on: path, code: EINVAL, remedy: "it is no plain file; remove it, or name one")
    }
    let bytes = try contentsOfFile(path, limit: LayoutReader.limits.bytes)
    guard bytes.count <= LayoutReader.limits.bytes else {
      throw SystemError(call: "read", on: path, code: EFBIG, remedy: "it is no layout, and no file of rules")
    }
    return bytes
  }

  /// Replaces the file, and keeps the former one.
  ///
  /// - Parameter former: what is there; `nil` if nothing is, for which an empty file is kept.
  /// - Throws: ``SystemError``, of which ``PendingFile`` has the cases; then the file is as it was.
  func write(_ bytes: [UInt8], over former: [UInt8]?) throws(SystemError) {
    _ = try self.former()
    try OutputFile.write(former ?? [], to: formerPath, like: path, permissions: 0o644)
    try OutputFile.write(bytes, to: path, permissions: 0o644)
  }

  /// Puts the former file back, and removes what was kept. Where there was none, there is none again.
  ///
  /// - Throws: ``SystemError``; then the file is as it was.
  func restore(_ former: [UInt8]) throws(SystemError) {
    if former.isEmpty { try remove(path) } else { try OutputFile.write(former, to: path) }
    try remove(formerPath)
  }

  private func remove(_ path: String) throws(SystemError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw SystemError(call: "unlink", on: path, code: errno)
  }
}
