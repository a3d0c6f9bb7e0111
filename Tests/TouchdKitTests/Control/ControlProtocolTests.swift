import Dispatcher
import Testing

@testable import TouchdKit

@Suite("The words of the control socket") struct ControlProtocolTests {
  @Test(
    "a request is one line",
    arguments: [
      ("status text", ControlRequest.status(.text)), ("status json", .status(.json)),
      ("status prometheus", .status(.prometheus)), ("reload", .reload), ("status", nil),
      ("status  text", nil),
      ("Reload", nil), ("reload now", nil), ("", nil),
      ("screen dark", .screen(isDark: true, layout: nil)),
      ("screen lit", .screen(isDark: false, layout: nil)),
      ("screen lit two words", .screen(isDark: false, layout: "two words")),
      ("screen dark lit", .screen(isDark: true, layout: "lit")),
      ("screen", nil), ("screen on", nil), ("screen on lobby", nil), ("reload a b", nil),
    ] as [(String, ControlRequest?)])
  func request(line: String, request: ControlRequest?) {
    #expect(ControlRequest(line: line) == request)
    if let request { #expect(request.line == line) }
  }

  @Test(
    "an answer is a word in a line, and a text",
    arguments: [
      ("ok\nall is well\n", ControlReply.ok("all is well")), ("ok\n", .ok("")),
      ("error\na\nb\n", .error("a\nb")),
      ("refused\nno\n", .refused("no")),
    ])
  func reply(text: String, reply: ControlReply) {
    #expect(reply.bytes == Array(text.utf8))
    #expect(ControlReply(bytes: reply.bytes) == reply)
  }

  @Test("docs/reference.md has each request, each answer, and the limits")
  func documented() throws {
    let reference = try #require(Page.all.first { $0.path == "docs/reference.md" }).text
    let requests =
      StatusFormat.allCases.map(ControlRequest.status)
      + [.reload, .screen(isDark: true, layout: "NAME"), .screen(isDark: false, layout: "NAME")]
    for word in requests.map(\.line) + ["ok", "error", "refused"] {
      let isThere = reference.contains("`\(word)`")
      #expect(isThere, "\(word)")
    }
    for words in [
      ControlServer.standardPath, "at most \(ControlRequest.longest) bytes", "Eight clients",
      "after ten seconds",
    ] {
      let isThere = reference.contains(words)
      #expect(isThere, "\(words)")
    }
    #expect(ControlServer.clientLimit == 8)
    #expect(ControlServer.patience.seconds == 10)
    for counter in DaemonCounter.allCases {
      let isThere = reference.contains("`\(counter.rawValue)`")
      #expect(isThere, "\(counter)")
    }
  }
}
