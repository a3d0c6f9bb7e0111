import LinuxInput

/// Reads the file with the user's name and the password.
enum CredentialsFile {
  /// More than a name and a password need, in bytes. (O)
  private static let limit = 4096

  /// Why it is not used.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// The first line is the user's name, the second the password; without a second there is none.
  ///
  /// - Throws: ``Refusal`` with what to do; also if others than the owner and the group may read it.
  static func read(_ path: String) throws(Refusal) -> ConnectionSettings.Credentials {
    let bytes: [UInt8]
    do throws(SecretFile.Failure) {
      bytes = try SecretFile.contents(path, limit: limit, groupMayRead: true, waits: false)
    } catch {
      throw Refusal(description: "\(error)")
    }
    guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(description: "\(path) is no file with a name and a password, a line each")
    }
    return try credentials(text, path)
  }

  /// - Parameter path: for messages.
  static func credentials(_ text: String, _ path: String) throws(Refusal) -> ConnectionSettings.Credentials {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    if lines.last == "" { lines.removeLast() }
    guard (1...2).contains(lines.count), let user = lines.first, !user.isEmpty else {
      throw Refusal(
        description:
          "\(path) must have the user's name in its first line and the password in its second, and no more")
    }
    return ConnectionSettings.Credentials(
      user: String(user), password: lines.count == 2 ? String(lines[1]) : nil)
  }
}
