import TestTables

@testable import TouchdBroker
@testable import TouchdKit

/// What `mqtt.yaml` may have, and what is said of what it may not.
@Suite("The broker's file") struct BrokerFileRules {
  struct Mistake: TableRow {
    var what = ""
    /// Below `version: 1`.
    let text: String
    /// The beginning of each problem: `LINE:COLUMN: severity: message`.
    let problems: [String]
  }

  static let whole = """
    version: 1
    broker:
      host: mqtt.example.org
      port: 8884
      tls: { ca: /etc/touchd/ca.pem, certificate: /etc/touchd/kiosk.pem, key: /etc/touchd/kiosk.key }
      credentials: /etc/touchd/mqtt.credentials
      keep_alive: 1min
    base: kiosks/{host}
    name: Lobby
    discovery: ha
    publish: [events, touched]
    max_age: 30s
    """

  @Test("Every key")
  func everyKey() throws {
    let (broker, problems) = LayoutReader().readBroker(Array(Self.whole.utf8), file: "f")
    #expect(problems.isEmpty)
    #expect(
      broker
        == BrokerDescription(
          file: "f", host: "mqtt.example.org", port: 8884,
          tls: BrokerDescription.TLS(
            authorities: "/etc/touchd/ca.pem", certificate: "/etc/touchd/kiosk.pem",
            key: "/etc/touchd/kiosk.key"), credentials: "/etc/touchd/mqtt.credentials",
          keepAlive: .seconds(60), base: "kiosks/{host}", name: "Lobby", discovery: "ha",
          published: [.events, .touched], maxAge: .seconds(30)))
  }

  @Test("The least")
  func least() throws {
    let (broker, problems) = LayoutReader().readBroker(
      Array("version: 1\nbroker: { host: a }".utf8), file: "f")
    #expect(problems.isEmpty)
    #expect(
      broker
        == BrokerDescription(
          file: "f", host: "a", port: 1883, tls: nil, credentials: nil, keepAlive: .seconds(30),
          base: "touchd/{id}", name: "{host}", discovery: "homeassistant",
          published: Set(BrokerDescription.Publication.allCases), maxAge: .seconds(60)))
  }

  @Test("With TLS another port, without discovery no prefix")
  func defaults() {
    let text = "version: 1\nbroker: { host: a, tls: {} }\ndiscovery: false"
    let (broker, _) = LayoutReader().readBroker(Array(text.utf8), file: "f")
    #expect(broker?.port == 8883)
    #expect(broker?.discovery == nil)
  }

  @Test(
    "What is wrong has its place",
    arguments: [
      "no broker": Mistake(text: "base: a", problems: ["1:1: error: a broker's file must have `broker`"]),
      "a port that there is not": Mistake(
        text: "broker: { host: a, port: 65536 }", problems: ["2:26: error: `port` must be from 1 to 65535"]),
      "a certificate without its key": Mistake(
        text: "broker: { host: a, tls: { certificate: /a } }",
        problems: ["2:40: error: `certificate` needs the `key` that belongs to it"]),
      "a relative path": Mistake(
        text: "broker: { host: a, tls: { ca: ca.pem } }",
        problems: ["2:31: error: `ca` must be an absolute path"]),
      "a password that all can read": Mistake(
        text: "broker: { host: a, credentials: /a }",
        problems: ["2:20: warning: without `tls`, the password goes over the network for all to read"]),
      "a wildcard": Mistake(
        text: "broker: { host: a }\nbase: a/+", problems: ["3:7: error: `base` must not contain +"]),
      "a wildcard with an accent": Mistake(
        text: "broker: { host: a }\nbase: \"a/+\u{301}\"", problems: ["3:7: error: `base` must not contain +"]
      ),
      "what is no character": Mistake(
        text: "broker: { host: a }\nbase: \"a/\\uFDD0\"",
        problems: ["3:7: error: `base` has what Unicode says is no character"]),
      "an empty level": Mistake(
        text: "broker: { host: a }\nbase: /a", problems: ["3:7: error: `base` must not have an empty level"]),
      "an unknown mark": Mistake(
        text: "broker: { host: a }\nbase: a/{hots}",
        problems: [#"3:7: error: `base` has "{hots}", which stands for nothing"#]),
      "an unknown publication": Mistake(
        text: "broker: { host: a }\npublish: [evnts]",
        problems: [
          "3:11: error: an item of `publish` must be events, touched, panels, state, counters or statistics"
        ]),
    ] as Table<Mistake>)
  func mistakes(row: Mistake) {
    let (_, problems) = LayoutReader().readBroker(Array(("version: 1\n" + row.text).utf8), file: "f")
    let found = problems.map { "\($0.mark): \($0.severity.rawValue): \($0.message)" }
    #expect(found.count == row.problems.count)
    for (found, expected) in zip(found, row.problems) { #expect(found.hasPrefix(expected), "\(found)") }
  }

  @Test("The keys at its top say which file it is")
  func kind() {
    guard case .broker? = LayoutReader().readAny(Array(Self.whole.utf8), file: "f").configuration else {
      Issue.record("it is read as another file")
      return
    }
  }

  @Test("The first line is the name, the second the password")
  func credentials() throws {
    let two = try CredentialsFile.credentials("kiosk\npass word \n", "f")
    #expect((two.user, two.password) == ("kiosk", "pass word "))
    #expect(try CredentialsFile.credentials("kiosk", "f").password == nil)
    for text in ["", "\n", "a\nb\nc\n"] {
      #expect(throws: CredentialsFile.Refusal.self) { try CredentialsFile.credentials(text, "f") }
    }
  }
}
