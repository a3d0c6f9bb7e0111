import Dispatcher

/// How a kiosk reaches its broker.
struct ConnectionSettings: Sendable {
  /// What TLS needs; each is a file.
  struct TLS: Sendable {
    /// `nil` for the authorities that the system trusts.
    var authorities: String?
    var certificate: String?
    var key: String?
  }

  /// A user's name and password.
  struct Credentials: Sendable {
    let user: String
    let password: String?
  }

  let host: String
  let port: Int
  let clientID: String
  let tls: TLS?
  let credentials: Credentials?
  let keepAlive: Interval
  /// What the broker says for the bridge when the connection has ended.
  let will: Message
}
