import NIOHTTP1
import TestTables
import TouchdKit

@testable import TouchdWeb

/// Addresses: of requests, and that of the server.
@Suite("Targets") struct TargetRules {
  struct Row: TableRow {
    var what = ""
    let uri: String
    /// Path, then names and values; `nil` for no address of this server.
    let parts: [String]?
  }

  @Test(
    "An address is a path and pairs",
    arguments: [
      "a path": Row(uri: "/events", parts: ["/events"]),
      "a pair": Row(uri: "/events?kind=touch", parts: ["/events", "kind", "touch"]),
      "a name twice": Row(uri: "/e?a=1&a=2", parts: ["/e", "a", "1", "a", "2"]),
      "a name without a value": Row(uri: "/e?a&b=", parts: ["/e", "a", "", "b", ""]),
      "percent signs": Row(uri: "/e?a=%C3%A4%20%26", parts: ["/e", "a", "ä &"]),
      "a plus sign is a space": Row(uri: "/e?a=b+c", parts: ["/e", "a", "b c"]),
      "half of a percent sign": Row(uri: "/e?a=%C", parts: nil),
      "a sign in place of a digit": Row(uri: "/e?a=%+1", parts: nil),
      "no UTF-8": Row(uri: "/e?a=%FF", parts: nil),
      "another server's": Row(uri: "http://a/", parts: nil),
      "two slashes, which a redirect would take for a host": Row(uri: "//a/", parts: nil),
      "a slash and a backslash, which browsers take for two slashes": Row(uri: "/\\a/", parts: nil),
      "a byte that no address has": Row(uri: "/a\u{0}", parts: nil),
      "all of a server": Row(uri: "*", parts: nil),
    ] as Table<Row>)
  func parts(row: Row) {
    let target = Target(row.uri)
    #expect(target.map { [$0.path] + $0.pairs.flatMap { [$0.name, $0.value] } } == row.parts)
  }

  @Test("An address that is written again is read as the same")
  func again() throws {
    let target = try #require(Target("/e?view=a%26b%3D%25&kind=t%C3%A4"))
    #expect(Target(target.text) == target)
    #expect(target.text == "/e?view=a%26b%3D%25&kind=t%C3%A4")
    #expect(target.without("view").text == "/e?kind=t%C3%A4")
  }

  @Test("A query has a bound")
  func bound() {
    let pairs = (0...Target.mostPairs).map { "view=\($0)" }.joined(separator: "&")
    #expect(Target("/events?\(pairs)") == nil)
  }

  @Test(
    "A query is a subscription",
    arguments: [
      ("/events", nil), ("/events?view=a", nil),
      ("/events?kind=touch", #"{"subscribe":["touch"]}"#),
      ("/events?kind=touch,event&kind=hit", #"{"subscribe":["touch","event","hit"]}"#),
      (
        "/events?kind=event&view=a&view=b&layout=lobby",
        #"{"subscribe":["event"],"views":["a","b"],"layout":"lobby"}"#
      ),
      ("/events?kind=%22%0A", #"{"subscribe":["\"\n"]}"#),
    ])
  func subscription(uri: String, line: String?) throws {
    #expect(StreamQuery(try #require(Target(uri)))?.line == line.map { $0 + "\n" })
  }

  @Test("A request has one meaning, and others are refused with what is allowed")
  func routes() throws {
    let events = try #require(Target("/events?stream=1"))
    #expect(Route(.GET, events) == .events(nil))
    #expect(Route(.POST, events) == .ask(stream: "1"))
    #expect(Route(.PUT, events) == .wrongMethod(allowed: "GET, POST"))
    #expect(Route(.HEAD, try #require(Target("/"))) == .file("/"))
    #expect(Route(.GET, try #require(Target("/metrics"))) == .inquiry(.metrics))
    let drawing = try #require(Target("/layout.svg?layout=a&at=3,4.5"))
    #expect(Route(.GET, drawing) == .inquiry(.drawing(layout: "a", at: Point(x: 3, y: 4.5))))
    let nowhere = try #require(Target("/layout.svg?at=3"))
    #expect(Route(.GET, nowhere) == .inquiry(.drawing(layout: nil, at: nil)))
    #expect(Route(.GET, try #require(Target("/calibration?show=a"))) == .calibration)
    #expect(Route(.POST, try #require(Target("/calibration?stream=1"))) == .calibrationRequest(stream: "1"))
    #expect(Route(.POST, try #require(Target("/state"))) == .wrongMethod(allowed: "GET, HEAD"))
    #expect(Route(.GET, try #require(Target("/style.css/.."))) == .notFound)
  }

  @Test(
    "An address has a host and a port, and is written as it was read",
    arguments: [
      ("127.0.0.1:8713", "127.0.0.1"), ("localhost:0", "localhost"), ("[::1]:80", "::1"),
      ("0.0.0.0:65535", "0.0.0.0"),
    ])
  func addresses(text: String, host: String) throws {
    let address = try #require(ListenAddress(argument: text))
    #expect(address.host == host)
    #expect(address.description == text)
  }

  @Test(
    "What is no address is refused",
    arguments: ["", "8713", ":8713", "localhost", "localhost:", "::1:80", "a:65536", "a:-1", "a:b", "[]:80"])
  func nonsense(text: String) { #expect(ListenAddress(argument: text) == nil) }
}
