import NIOCore
import TestTables
import TouchdKit

@testable import TouchdWeb

/// Lines on their way from the events socket to a browser.
@Suite("Lines") struct LineRules {
  @Test(
    "Lines are the same however their bytes are cut",
    arguments: [
      ["a\nbc\n"], ["a", "\n", "b", "c", "\n"], ["a\nb", "c\n"], ["", "a\nbc\n", ""],
    ])
  func cuts(parts: [String]) throws {
    var splitter = LineSplitter()
    var lines: [String] = []
    for part in parts { lines += try splitter.add(ByteBuffer(string: part)).map { String(buffer: $0) } }
    #expect(lines == ["a", "bc"])
  }

  @Test("A line that has no end is refused")
  func endless() throws {
    var splitter = LineSplitter()
    #expect(try splitter.add(ByteBuffer(repeating: 65, count: LineSplitter.longest)).isEmpty)
    #expect(throws: LineSplitter.TooLong.self) { try splitter.add(ByteBuffer(string: "A")) }
  }

  @Test("Only lines of touches say how long they took, by the time of their frame")
  func latency() {
    var latency = LineLatency()
    func take(_ line: String) -> Interval? {
      latency.take(ByteBuffer(string: line).readableBytesView, at: .zero + Interval(microseconds: 5000))
    }
    #expect(take(#"{"t":3000,"kind":"touch","layout":"l"}"#) == Interval(microseconds: 2000))
    #expect(take(#"{"t":4000,"kind":"touch","layout":"l"}"#) == Interval(microseconds: 1000))
    #expect(take(#"{"t":3000,"kind":"event"}"#) == nil)
    #expect(take(#"{"kind":"ok"}"#) == nil)
    #expect(take(#"{"t":99999999999999999999,"kind":"touch",}"#) == nil)
    #expect(take("") == nil)
    #expect(latency.report()?.text == #"{"kind":"latency","count":2,"median":1000,"p99":1000,"max":2000}"#)
    #expect(latency.report() == nil)
  }
}
