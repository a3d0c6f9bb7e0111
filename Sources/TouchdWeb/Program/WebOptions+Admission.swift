internal import ArgumentParser
internal import Glibc
import LinuxInput
import TouchdKit

extension WebOptions {
  /// The token of the address: that of the file, or a new one.
  ///
  /// - Throws: the status to end with, if the file cannot be used.
  func token() throws -> Secret {
    guard let tokenFile else { return .random() }
    let bytes: [UInt8]
    do {
      bytes = try contentsOfFile(tokenFile, limit: Secret.longest + 1)
    } catch {
      throw failure("\(error)", error.isRefusal ? .refused : .badInput)
    }
    var status = stat()
    if stat(tokenFile, &status) == 0, status.st_mode & 0o077 != 0 {
      throw failure("\(tokenFile): other users may read it; `chmod 600 \(tokenFile)`", .badInput)
    }
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(
      String.init)
    guard let token = text.flatMap(Secret.init) else {
      throw failure(
        "\(tokenFile): a token has \(Secret.shortest) to \(Secret.longest) letters, digits, - and _; "
          + "`openssl rand -hex 24` makes one", .badInput)
    }
    return token
  }
}

extension Admission {
  /// What is let in as the command line says.
  init(_ options: WebOptions, _ token: Secret) {
    var names: Set = [options.listen.host.lowercased()]
    if let name = Self.nameOfMachine { names.insert(name) }
    self.init(
      cookieName: "touchd-\(options.listen.port)", token: token, session: .random(), names: names,
      allowedOrigins: Set(options.allowOrigin))
  }

  private static var nameOfMachine: String? {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard gethostname(&name, name.count) == 0 else { return nil }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }
}
