import TestTables

@testable import TouchdWeb

/// Which requests are answered.
@Suite("Admission") struct AdmissionRules {
  static let token = "0123456789abcdef0123456789abcdef"
  static let session = "fedcba9876543210fedcba9876543210"
  static let allowed = "http://localhost:8080"

  struct Row: TableRow {
    var what = ""
    var method = "GET"
    var uri = "/state"
    var hosts = ["127.0.0.1:8713"]
    var origins: [String] = []
    var sites: [String] = []
    var isPage = false
    var cookies = ["touchd-8713=\(session)"]
    var authorizations: [String] = []
    let verdict: Admission.Verdict
  }

  private static func cookie(_ name: String) -> String {
    "\(name)=\(session); Path=/; HttpOnly; SameSite=Strict"
  }

  static let rows: Table<Row> = [
    "with the cookie": Row(verdict: .admitted(origin: nil)),
    "with the cookie among others": Row(
      cookies: ["a=b; touchd-8713=\(session); c=d"], verdict: .admitted(origin: nil)),
    "without a cookie": Row(cookies: [], verdict: .refused(.token)),
    "the cookie of another port": Row(cookies: ["touchd-1=\(session)"], verdict: .refused(.token)),
    "the token in the cookie": Row(cookies: ["touchd-8713=\(token)"], verdict: .refused(.token)),
    "a part of the session": Row(cookies: ["touchd-8713=fedc"], verdict: .refused(.token)),
    "a program with the token": Row(
      cookies: [], authorizations: ["Bearer \(token)"], verdict: .admitted(origin: nil)),
    "a program with another token": Row(
      cookies: [], authorizations: ["Bearer \(session)"], verdict: .refused(.token)),
    "a program with two": Row(
      cookies: [], authorizations: ["Bearer \(token)", "Bearer \(token)"], verdict: .refused(.token)),
    "the token in the address": Row(
      uri: "/state?layout=a%20b&token=\(token)", cookies: [],
      verdict: .exchanged(to: "/state?layout=a%20b", cookie: cookie("touchd-8713"), origin: nil)),
    "the token at the port of ssh -L": Row(
      uri: "/?token=\(token)", hosts: ["[::1]:9000"], cookies: [],
      verdict: .exchanged(to: "/", cookie: cookie("touchd-9000"), origin: nil)),
    "the token at no port, as a server with TLS has it": Row(
      uri: "/?token=\(token)", hosts: ["localhost"], cookies: [],
      verdict: .exchanged(to: "/", cookie: cookie("touchd"), origin: nil)),
    "a wrong token in the address, beside the cookie": Row(
      uri: "/?token=\(session)", verdict: .refused(.token)),
    "an empty token": Row(uri: "/?token=", verdict: .refused(.token)),
    "a token in the address of another method": Row(
      method: "POST", uri: "/?token=\(token)", cookies: [], verdict: .refused(.token)),
    "no Host": Row(hosts: [], verdict: .refused(.host)),
    "two Hosts": Row(hosts: ["127.0.0.1", "127.0.0.1"], verdict: .refused(.host)),
    "the port of ssh -L": Row(
      hosts: ["localhost:9000"], cookies: ["touchd-9000=\(session)"], verdict: .admitted(origin: nil)),
    "the port of another ssh -L": Row(hosts: ["localhost:9000"], verdict: .refused(.token)),
    "an address of IPv6": Row(hosts: ["[fe80::1]:8713"], verdict: .admitted(origin: nil)),
    "the machine's own name": Row(hosts: ["Kiosk:8713"], verdict: .admitted(origin: nil)),
    "a name that begins with an address": Row(hosts: ["127.0.0.1.a.example"], verdict: .refused(.host)),
    "a name that ends as localhost": Row(hosts: ["a.localhost"], verdict: .refused(.host)),
    "an empty Host": Row(hosts: [""], verdict: .refused(.host)),
    "a port without a number": Row(hosts: ["localhost:"], verdict: .refused(.host)),
    "its own origin": Row(origins: ["http://127.0.0.1:8713"], verdict: .admitted(origin: nil)),
    "its own host by another scheme": Row(origins: ["https://127.0.0.1:8713"], verdict: .refused(.origin)),
    "another port": Row(origins: ["http://127.0.0.1:8714"], verdict: .refused(.origin)),
    "no origin that could be named": Row(origins: ["null"], verdict: .refused(.origin)),
    "two origins": Row(origins: [allowed, allowed], verdict: .refused(.origin)),
    "an allowed origin": Row(origins: [allowed], verdict: .admitted(origin: allowed)),
    "an allowed origin without a cookie": Row(origins: [allowed], cookies: [], verdict: .refused(.token)),
    "its own page": Row(sites: ["same-origin"], verdict: .admitted(origin: nil)),
    "an address that a person typed": Row(sites: ["none"], verdict: .admitted(origin: nil)),
    "a picture of a page of another port": Row(sites: ["same-site"], verdict: .refused(.origin)),
    "a picture of another server's page": Row(sites: ["cross-site"], verdict: .refused(.origin)),
    "one header too many": Row(sites: ["same-origin", "cross-site"], verdict: .refused(.origin)),
    "a link": Row(uri: "/?keep=60", sites: ["same-site"], isPage: true, verdict: .admitted(origin: nil)),
    "a link that would show something": Row(
      uri: "/calibrate?show=menu", sites: ["same-site"], isPage: true, verdict: .refused(.origin)),
    "a form that leads to a page": Row(
      method: "POST", uri: "/", sites: ["same-site"], isPage: true, verdict: .refused(.origin)),
    "an allowed page of another port": Row(
      origins: [allowed], sites: ["same-site"], verdict: .admitted(origin: allowed)),
    "a browser that asks first": Row(
      method: "OPTIONS", origins: [allowed], cookies: [], verdict: .preflight(origin: allowed)),
    "a browser that asks first for another page": Row(
      method: "OPTIONS", origins: ["http://a"], cookies: [], verdict: .refused(.origin)),
  ]

  @Test("A request is answered if its host, its origin and its secret are right", arguments: rows)
  func verdict(row: Row) throws {
    let admission = Admission(
      token: try #require(Secret(Self.token)),
      session: try #require(Secret(Self.session)), names: ["kiosk"], allowedOrigins: [Self.allowed])
    let request = Admission.Request(
      method: row.method, target: try #require(Target(row.uri)), hosts: row.hosts, origins: row.origins,
      sites: row.sites, isPage: row.isPage, cookies: row.cookies, authorizations: row.authorizations)
    #expect(admission.verdict(on: request) == row.verdict)
  }

  @Test("A token of a file has enough plain characters, and one that is made has, too")
  func secrets() {
    #expect(Secret(String(repeating: "a", count: Secret.shortest - 1)) == nil)
    #expect(Secret(String(repeating: "a", count: Secret.longest + 1)) == nil)
    #expect(Secret(String(repeating: "ä", count: 20)) == nil)
    #expect(Secret(String(repeating: "a", count: 31) + "&") == nil)
    let one = Secret.random()
    #expect(Secret(one.text)?.text == one.text)
    #expect(one.text.utf8.count == 48)
    #expect(!one.matches(Secret.random().text))
    #expect(one.matches(one.text))
    // Each byte counts by itself, whatever those before it were.
    #expect(!one.matches(String(repeating: "\0", count: 47) + "\u{7f}"))
  }
}
