package import Dispatcher
import YAML

/// The file of the broker, `/etc/touchd/mqtt.yaml`: what `touchd-mqtt` publishes, and where.
package struct BrokerDescription: Equatable, Sendable {
  /// A kind of message that a kiosk may publish.
  package enum Publication: String, CaseIterable, Sendable, LayoutChoice {
    case events, touched, panels, state, counters, statistics
  }

  /// Files for TLS beside those of the system.
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
  package var host = ""
  package var port = 0
  /// `nil` without TLS.
  package var tls: TLS?
  /// The file with the user's name and the password; `nil` without.
  package var credentials: String?
  /// The longest silence between the two, in whole seconds; after one and a half, the broker sends the last will.
  package var keepAlive = Interval.seconds(30)
  /// Prefix of every topic; `{id}` and `{host}` stand for the kiosk's own.
  package var base = "touchd/{id}"
  /// The kiosk's name for people; with the same marks.
  package var name = "{host}"
  /// Prefix of Home Assistant's topics; `nil` without discovery.
  package var discovery: String? = standardPrefix
  package var published = Set(Publication.allCases)
  /// Age above which events are no longer sent.
  package var maxAge = Interval.seconds(60)

  /// Home Assistant's own default.
  fileprivate static let standardPrefix = "homeassistant"
  /// Ports of brokers: IANA's numbers for `mqtt` and `secure-mqtt`.
  package static let (standardPort, standardTLSPort) = (1883, 8883)

  /// The file of the broker, which is no part of a layout.
  fileprivate static let keys = Keys<BrokerDescription>(
    "mqtt", "a broker's file", blank: { BrokerDescription(file: $0.findings.file) },
    Key("version", .version, isRequired: true) { _, _ in },
    Key("broker", brokerKeys, \.self, isRequired: true),
    Key("base", Form(Form<String>.string.schema) { $0.topic(marks: true) }, \.base),
    Key("name", .label, \.name),
    Key("discovery", Form<String?>("type: [string, boolean]") { $0.discoveryPrefix() }, \.discovery),
    Key("publish", .choices(), \.published),
    Key("max_age", .duration(), \.maxAge))

  private static let brokerKeys = Keys<BrokerDescription>(
    "broker", "`broker`", blank: { _ in BrokerDescription(file: "") },
    Key(unread: "host", Form<String>.string, isRequired: true),
    Key("port", .integer(1...65535), \.port),
    Key("tls", tlsKeys.form, \.tls),
    Key("credentials", .absolutePath, \.credentials),
    Key("keep_alive", .duration(.from(5, to: 3600)), \.keepAlive),
    check: { fields, broker in
      if broker.port == 0 { broker.port = broker.tls == nil ? standardPort : standardTLSPort }
      broker.host = fields["host"]?.hostName(beside: fields) ?? ""
      guard let credentials = fields["credentials"], fields["tls"] == nil else { return }
      fields.findings.warning(
        "without `tls`, the password goes over the network for all to read", at: credentials.keyMark,
        help: "`tls: {}` checks the broker by the authorities that the system trusts")
    })

  static let tlsKeys = Keys<TLS>(
    "broker_tls", "`tls`", blank: { _ in TLS() },
    Key("ca", .absolutePath, \.authorities),
    Key("certificate", .absolutePath, \.certificate),
    Key("key", .absolutePath, \.key),
    check: { fields, _ in
      if let certificate = fields["certificate"], fields["key"] == nil {
        certificate.error("`certificate` needs the `key` that belongs to it")
      }
      if let key = fields["key"], fields["certificate"] == nil {
        key.error("`key` needs the `certificate` that it belongs to")
      }
    })

  /// The keys that no layout has at its top: a file with one of them is a broker's.
  static let marks = ["broker", "base", "discovery", "publish", "max_age"]
}

extension Form<String> {
  fileprivate static var absolutePath: Form { Form(ref: "path") { $0.absolutePath() } }
}

extension Setting {
  /// As long as DNS lets a name be.
  private static let longestHost = 253
  /// Leaves room for the names of gestures in a topic, which MQTT limits to 65,535 bytes. (O)
  private static let longestBase = 255

  func broker() -> BrokerDescription? {
    let broker = BrokerDescription.keys.read(self)
    return node["broker"]?.mapping == nil ? nil : broker
  }

  /// A name or an address, without a scheme or a port.
  ///
  /// - Parameter broker: the mapping that has the key; the port and the scheme of a URL belong there.
  fileprivate func hostName(beside broker: Fields) -> String? {
    guard let text = label(atMost: Self.longestHost)?.value else { return nil }
    let scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound] }
    let authority = text.dropFirst(scheme.map { $0.count + 3 } ?? 0).prefix { $0 != "/" }
    let place = authority.split(separator: "@").last ?? ""
    let isInBrackets = place.first == "["
    let parts =
      isInBrackets
      ? place.dropFirst().split(separator: "]")
      : place.split(separator: ":", omittingEmptySubsequences: false)
    let port = parts.count == 2 ? Int(parts[1].drop { $0 == ":" }) : nil
    let host = String(port == nil && !isInBrackets ? place : parts.first ?? "")
    if host == text, !host.contains(" ") { return host }
    var pairs = ["`host: \(host.contains(":") ? quoted(host) : host)`"]
    if let port, broker["port"] == nil { pairs.append("`port: \(port)`") }
    if ["mqtts", "ssl", "tls"].contains(scheme), broker["tls"] == nil { pairs.append("`tls: {}`") }
    return error(
      "`host` must be a name or an address, not \(scheme == nil && port != nil ? "with a port" : "a URL")",
      help: host.isEmpty || host.contains(" ") ? nil : "write \(series(pairs))")
  }

  /// A service has no folder of its own that a relative path could start at.
  fileprivate func absolutePath() -> String? {
    guard let path = label(atMost: Self.longestPath)?.value else { return nil }
    guard path.hasPrefix("/") else {
      return error(
        "\(name) must be an absolute path", help: "write it with the folder, such as /etc/touchd/\(path)")
    }
    return path
  }

  /// `false`, or what comes before the topics.
  fileprivate func discoveryPrefix() -> String?? {
    if node.bool == false { return .some(nil) }
    if node.bool == true { return BrokerDescription.standardPrefix }
    return topic(marks: false).map(Optional.some)
  }

  /// The beginning of topics.
  ///
  /// - Parameter marks: whether `{id}` and `{host}` may stand in it.
  fileprivate func topic(marks: Bool) -> String? {
    guard let topic = label(atMost: Self.longestBase)?.value else { return nil }
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    let scalars = topic.unicodeScalars
    if let wildcard = scalars.first(where: { $0 == "+" || $0 == "#" }) {
      error("\(name) must not contain \(wildcard), which is for subscriptions")
    } else if scalars.contains(where: \.properties.isNoncharacterCodePoint) {
      error("\(name) has what Unicode says is no character, which no topic may have")
    } else if scalars.first == "$" {
      error("\(name) must not begin with $, which is for the broker itself")
    } else if levels.contains("") {
      error(
        "\(name) must not have an empty level",
        help: "write it without / at its ends: \(levels.filter { !$0.isEmpty }.joined(separator: "/"))")
    } else if let mark = topic.unknownMark(among: marks ? ["id", "host"] : []) {
      error(
        "\(name) has \(quoted(mark)), which stands for nothing",
        help: marks
          ? Suggestion.question(mark, among: ["{id}", "{host}"]) ?? "there is {id} and {host}" : nil)
    } else {
      return topic
    }
    return nil
  }
}

extension String {
  /// The first mark in braces that is not one of these; also a brace without its other half.
  fileprivate func unknownMark(among known: [String]) -> String? {
    var rest = self[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}")
      else { return String(rest[open...]) }
      let mark = rest[open...close]
      guard known.contains(String(mark.dropFirst().dropLast())) else { return String(mark) }
      rest = rest[rest.index(after: close)...]
    }
    return nil
  }
}
