internal import ArgumentParser
import LinuxInput
import TouchdKit

extension WebOptions {
  /// The token of the address: that of the file, or a new one.
  ///
  /// - Throws: the status to end with, if the file cannot be used.
  func token() throws -> Secret {
    guard let tokenFile else { return .random() }
    let bytes: [UInt8]
    do throws(SecretFile.Failure) {
      bytes = try SecretFile.contents(tokenFile, limit: Secret.longest + 1, groupMayRead: false, waits: true)
    } catch {
      guard case .system(let system) = error, system.isRefusal else { throw failure("\(error)", .badInput) }
      throw failure("\(error)", .refused)
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
    if let name = HostName.own { names.insert(name.lowercased()) }
    self.init(
      token: token, session: .random(), names: names, allowedOrigins: Set(options.allowOrigin))
  }
}
