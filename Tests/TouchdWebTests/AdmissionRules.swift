import TestTables
import Testing

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

  static let rows = [
    Row(what: "with the cookie", verdict: .admitted(origin: nil)),
    Row(
      what: "with the cookie among others", cookies: ["a=b; touchd-8713=\(session); c=d"],
      verdict: .admitted(origin: nil)),
    Row(what: "without a cookie", cookies: [], verdict: .refused(.token)),
    Row(what: "the cookie of another port", cookies: ["touchd-1=\(session)"], verdict: .refused(.token)),
    Row(what: "the token in the cookie", cookies: ["touchd-8713=\(token)"], verdict: .refused(.token)),
    Row(what: "a part of the session", cookies: ["touchd-8713=fedc"], verdict: .refused(.token)),
    Row(
      what: "a program with the token", cookies: [], authorizations: ["Bearer \(token)"],
      verdict: .admitted(origin: nil)),
    Row(
      what: "a program with another token", cookies: [], authorizations: ["Bearer \(session)"],
      verdict: .refused(.token)),
    Row(
      what: "a program with two", cookies: [], authorizations: ["Bearer \(token)", "Bearer \(token)"],
      verdict: .refused(.token)),
    Row(
      what: "the token in the address", uri: "/state?layout=a%20b&token=\(token)", cookies: [],
      verdict: .exchanged(to: "/state?layout=a%20b", cookie: cookie("touchd-8713"), origin: nil)),
    Row(
      what: "the token at the port of ssh -L", uri: "/?token=\(token)", hosts: ["[::1]:9000"], cookies: [],
      verdict: .exchanged(to: "/", cookie: cookie("touchd-9000"), origin: nil)),
    Row(
      what: "the token at no port, as a server with TLS has it", uri: "/?token=\(token)",
      hosts: ["localhost"], cookies: [], verdict: .exchanged(to: "/", cookie: cookie("touchd"), origin: nil)),
    Row(
      what: "a wrong token in the address, beside the cookie", uri: "/?token=\(session)",
      verdict: .refused(.token)),
    Row(what: "an empty token", uri: "/?token=", verdict: .refused(.token)),
    Row(
      what: "a token in the address of another method", method: "POST", uri: "/?token=\(token)", cookies: [],
      verdict: .refused(.token)),
    Row(what: "no Host", hosts: [], verdict: .refused(.host)),
    Row(what: "two Hosts", hosts: ["127.0.0.1", "127.0.0.1"], verdict: .refused(.host)),
    Row(
      what: "the port of ssh -L", hosts: ["localhost:9000"], cookies: ["touchd-9000=\(session)"],
      verdict: .admitted(origin: nil)),
    Row(what: "the port of another ssh -L", hosts: ["localhost:9000"], verdict: .refused(.token)),
    Row(what: "an address of IPv6", hosts: ["[fe80::1]:8713"], verdict: .admitted(origin: nil)),
    Row(what: "the machine's own name", hosts: ["Kiosk:8713"], verdict: .admitted(origin: nil)),
    Row(what: "a name that begins with an address", hosts: ["127.0.0.1.a.example"], verdict: .refused(.host)),
    Row(what: "a name that ends as localhost", hosts: ["a.localhost"], verdict: .refused(.host)),
    Row(what: "an empty Host", hosts: [""], verdict: .refused(.host)),
    Row(what: "a port without a number", hosts: ["localhost:"], verdict: .refused(.host)),
    Row(what: "its own origin", origins: ["http://127.0.0.1:8713"], verdict: .admitted(origin: nil)),
    Row(
      what: "its own host by another scheme", origins: ["https://127.0.0.1:8713"], verdict: .refused(.origin)),
    Row(what: "another port", origins: ["http://127.0.0.1:8714"], verdict: .refused(.origin)),
    Row(what: "no origin that could be named", origins: ["null"], verdict: .refused(.origin)),
    Row(what: "two origins", origins: [allowed, allowed], verdict: .refused(.origin)),
    Row(what: "an allowed origin", origins: [allowed], verdict: .admitted(origin: allowed)),
    Row(
      what: "an allowed origin without a cookie", origins: [allowed], cookies: [], verdict: .refused(.token)),
    Row(what: "its own page", sites: ["same-origin"], verdict: .admitted(origin: nil)),
    Row(what: "an address that a person typed", sites: ["none"], verdict: .admitted(origin: nil)),
    Row(what: "a picture of a page of another port", sites: ["same-site"], verdict: .refused(.origin)),
    Row(what: "a picture of another server's page", sites: ["cross-site"], verdict: .refused(.origin)),
    Row(what: "one header too many", sites: ["same-origin", "cross-site"], verdict: .refused(.origin)),
    Row(
      what: "a link", uri: "/?keep=60", sites: ["same-site"], isPage: true, verdict: .admitted(origin: nil)),
    Row(
      what: "a link that would show something", uri: "/calibrate?show=menu", sites: ["same-site"],
      isPage: true, verdict: .refused(.origin)),
    Row(
      what: "a form that leads to a page", method: "POST", uri: "/", sites: ["same-site"], isPage: true,
      verdict: .refused(.origin)),
    Row(
      what: "an allowed page of another port", origins: [allowed], sites: ["same-site"],
      verdict: .admitted(origin: allowed)),
    Row(
      what: "a browser that asks first", method: "OPTIONS", origins: [allowed], cookies: [],
      verdict: .preflight(origin: allowed)),
    Row(
      what: "a browser that asks first for another page", method: "OPTIONS", origins: ["http://a"],
      cookies: [], verdict: .refused(.origin)),
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
