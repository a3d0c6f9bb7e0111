package import Dispatcher

/// The file of the broker, `/etc/touchd/mqtt.yaml`: what `touchd-mqtt` publishes, and where.
package struct BrokerDescription: Equatable, Sendable {
  /// What a kiosk may publish.
  package enum Publication: String, CaseIterable, Sendable, LayoutChoice {
    case events, touched, panels, state, counters
  }

  /// What TLS needs beside what the system has.
  package struct TLS: Equatable, Sendable {
    /// The file of the authorities that the broker's certificate is checked by; `nil` for those that the system trusts.
    package var authorities: String?
    /// The file of the kiosk's own certificate.
    package var certificate: String?
    /// The file of the key that belongs to it.
    package var key: String?
  }

  /// The file's name.
  package var file: String
  /// A name or an address.
  package var host: String
  package var port: Int
  /// `nil` without TLS.
  package var tls: TLS?
  /// The file with the user's name and the password; `nil` without.
  package var credentials: String?
  /// The longest silence between the two, in whole seconds; after one and a half, the broker sends the last will.
  package var keepAlive: Interval
  /// What comes before every topic; `{id}` and `{host}` stand for the kiosk's own.
  package var base: String
  /// The kiosk's name for people; with the same marks.
  package var name: String
  /// What comes before Home Assistant's topics; `nil` without discovery.
  package var discovery: String?
  package var published: Set<Publication>
  /// What is older is not sent any more.
  package var maxAge: Interval

  /// Where brokers listen: the numbers that IANA has for `mqtt` and `secure-mqtt`.
  package static let (standardPort, standardTLSPort) = (1883, 8883)
}
