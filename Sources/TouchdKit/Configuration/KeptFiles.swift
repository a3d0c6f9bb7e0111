import Dispatcher
internal import Glibc
import LinuxInput
import YAML

/// The files of a configuration with their bytes: the one that the daemon was given first, then its layouts.
///
/// By the paths that they were read from: a relative one in them means what it meant.
struct KeptFiles: Equatable, Sendable {
  struct File: Equatable, Sendable {
    /// From the root.
    let path: String
    let bytes: [UInt8]
  }

  private(set) var files: [File] = []

  mutating func append(_ bytes: [UInt8], of path: String) {
    files.append(File(path: absolutePath(path), bytes: bytes))
  }

  /// Reads these files, and no others. It checks no rights: a user who can write here can do what they grant.
  var source: ConfigurationSource {
    ConfigurationSource(
      read: { [files] (path) throws(SystemError) in
        let place = absolutePath(path)
        guard let file = files.first(where: { $0.path == place })
        else { throw SystemError(call: "open", on: path, code: ENOENT) }
        return file.bytes
      }, distrust: { _ in nil }, distrustOfPlace: { _ in nil })
  }
}

extension KeptFiles {
  /// A fault in a text that should be kept files.
  struct Damage: Error, Equatable { let reason: String }

  private static let title = "touchd: the last good configuration, format 1"

  /// A head, and then for each file its lengths, its path and its bytes. The head has a sum over all that follows, so
  /// that what a disk has made of it is not taken for a layout.
  func encoded(version: String) -> [UInt8] {
    var body = Array("version \(version)\n".utf8)
    for file in files {
      body += Array("file \(file.path.utf8.count) \(file.bytes.count)\n\(file.path)\n".utf8)
      body += file.bytes
      body.append(UInt8(ascii: "\n"))
    }
    return Array("\(Self.title)\nsum \(Self.sum(body[...]))\n".utf8) + body
  }

  /// - Throws: what is wrong with the bytes, wherever they come from.
  init(decoding bytes: [UInt8]) throws(Damage) {
    var text = bytes[...]
    guard try Self.line(of: &text) == Self.title
    else { throw Damage(reason: "it is of another version of touchd") }
    guard try Self.line(of: &text) == "sum \(Self.sum(text))"
    else { throw Damage(reason: "its sum is wrong") }
    guard try Self.line(of: &text).hasPrefix("version ") else { throw Damage(reason: "it names no version") }
    while !text.isEmpty {
      let words = try Self.line(of: &text).split(separator: " ")
      guard words.count == 3, words[0] == "file", let name = Int(words[1]), let length = Int(words[2]),
        files.count < Self.fileLimit
      else { throw Damage(reason: "a file's head is wrong") }
      let path = String(decoding: try Self.bytes(name, of: &text), as: UTF8.self)
      files.append(File(path: path, bytes: try Self.bytes(length, of: &text)))
    }
    if files.isEmpty { throw Damage(reason: "it has no file") }
  }

  /// One file of the daemon's and its layouts.
  private static let fileLimit = 33

  private static func line(of text: inout ArraySlice<UInt8>) throws(Damage) -> String {
    guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else { throw Damage(reason: "it ends early") }
    defer { text = text[(end + 1)...] }
    return String(decoding: text[..<end], as: UTF8.self)
  }

  /// So many bytes, and the line feed after them.
  private static func bytes(_ count: Int, of text: inout ArraySlice<UInt8>) throws(Damage) -> [UInt8] {
    guard count >= 0, count < text.count, text[text.startIndex + count] == UInt8(ascii: "\n")
    else { throw Damage(reason: "it ends early") }
    defer { text = text.dropFirst(count + 1) }
    return Array(text.prefix(count))
  }

  /// FNV-1a of 64 bits: it is against accidents, and not against attacks.
  static func sum(_ bytes: some Sequence<UInt8>) -> String {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(sum, radix: 16)
  }
}

/// The last good set of files, kept in a folder of the daemon's own for a start at which the files are bad.
///
/// It is one file, so the set is there complete or not at all. Its calls wait for the disk: not for the loop.
struct LastGoodCopy: Sendable {
  /// As long as what may be read, the file that goes beyond it included, with its heads.
  private static let limit = LayoutBudget.byteLimit + LayoutReader.limits.bytes + 1 << 20
  private static let name = "last-good"

  let path: String
  /// The file that the daemon was given, from the root.
  private let root: String

  /// - Parameter folder: systemd's `StateDirectory=`.
  init(folder: String, of root: String) { (path, self.root) = ("\(folder)/\(Self.name)", absolutePath(root)) }

  /// The kept files, as far as they can be used.
  enum Contents: Sendable {
    /// Its files, and what they said. A copy grants nothing by itself.
    case good(ConfigurationReading, Configuration)
    case absent
    /// Reason for which it is not used: damaged, of another version, of other files, or others may write it.
    case useless(String)
  }

  func read(_ progress: ReadingProgress = ReadingProgress()) -> Contents {
    progress.begin(path)
    if let reason = distrust(ofOwnFile: path) { return .useless(reason) }
    do throws(SystemError) {
      let bytes = try contentsOfFile(path, limit: Self.limit, waits: false)
      progress.finishReading()
      return contents(bytes)
    } catch {
      return error.code == ENOENT ? .absent : .useless("\(error)")
    }
  }

  private func contents(_ bytes: [UInt8]) -> Contents {
    do throws(KeptFiles.Damage) {
      let kept = try KeptFiles(decoding: bytes)
      guard kept.files.first?.path == root else { return .useless("\(path) is not of \(root)") }
      let reading = ConfigurationReading(root, from: kept.source)
      guard let configuration = reading.configuration
      else { return .useless("\(path) has errors for this version of touchd: \(reading.lines.first ?? "")") }
      return .good(reading, configuration)
    } catch {
      return .useless("\(path) is damaged: \(error.reason)")
    }
  }

  /// Keeps these files in the place of what was kept. What is there already is not written again: a card wears out.
  ///
  /// - Throws: ``SystemError``: `ENOSPC` on a full disk, `EROFS`, `EACCES`. What was kept is kept.
  func keep(_ files: KeptFiles) throws(SystemError) {
    let bytes = files.encoded(version: Program.version)
    if let old = try? contentsOfFile(path, limit: Self.limit, waits: false), old == bytes { return }
    try OutputFile.write(bytes, to: path)
  }
}
