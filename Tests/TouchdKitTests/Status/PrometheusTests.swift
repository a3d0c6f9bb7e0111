import Testing

@testable import TouchdKit

/// The grammar of the text format, version 0.0.4, as far as what collects it would refuse a page.
@Suite("The page for Prometheus") struct PrometheusTests {
  static let pages: [(what: String, text: String)] = [
    ("of a kiosk", DaemonStatus.sample.prometheus), ("without a device", DaemonStatus.empty.prometheus),
    ("with any names", DaemonStatus.hostile.prometheus),
  ]

  @Test(
    "has metrics of well-formed lines, each with its help and type once, and no sample twice",
    arguments: pages)
  func grammar(what: String, text: String) throws {
    #expect(text.hasSuffix("\n"))
    var metrics: Set<Substring> = []
    var samples: Set<Substring> = []
    var metric: (name: Substring, type: Substring) = ("", "")
    var lines = text.split(separator: "\n")[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("#") {
        let help = try #require(line.wholeMatch(of: /# HELP (touchd_[a-z_]+) [A-Z][^\\]*\./), "\(line)")
        let type = try #require(
          lines.popFirst()?.wholeMatch(of: /# TYPE ([a-z_]+) (gauge|counter|histogram)/))
        #expect(type.1 == help.1)
        #expect(metrics.insert(help.1).inserted, "\(line)")
        metric = (type.1, type.2)
        #expect((metric.type == "counter") == metric.name.hasSuffix("_total"))
      } else {
        let sample = try #require(line.wholeMatch(of: Self.sample), "\(line)")
        #expect(sample.1 == metric.name)
        #expect((metric.type == "histogram") == (sample.2 != nil))
        #expect(Double(sample.4) != nil)
        #expect(
          samples.insert(line.prefix(upTo: line.lastIndex(of: " ") ?? line.endIndex)).inserted, "\(line)")
      }
    }
    #expect(metrics.count >= 12)
  }

  /// A name, what a histogram adds to it, labels in quotes with `\\`, `\"` and `\n` for what may not stand
  /// there, a value.
  private nonisolated(unsafe) static let sample =
    /([a-z_]+?)(_bucket|_sum|_count)?(\{[a-z]+="(?:[^"\\\n]|\\[\\"n])*"(?:,[a-z]+="(?:[^"\\\n]|\\[\\"n])*")*\})? ([0-9.e+-]+)/

  @Test("has each counter of the JSON object", arguments: DaemonCounter.allCases)
  func counter(counter: DaemonCounter) {
    let value = DaemonStatus.sample[counter]
    #expect(DaemonStatus.sample.prometheus.contains("\ntouchd_\(counter.rawValue)_total \(value)\n"))
    #expect(DaemonStatus.sample.json.text.contains("\"\(counter.rawValue)\":\(value)"))
  }

  @Test("has buckets that grow, up to all frames", arguments: [DaemonStatus.sample, .empty])
  func histogram(status: DaemonStatus) {
    let name = "touchd_delivery_latency_seconds"
    let buckets = status.prometheus.matches(of: /_bucket\{le="([0-9.]+|\+Inf)"\} ([0-9]+)/)
    let bounds = buckets.map { Double($0.1 == "+Inf" ? "inf" : String($0.1)) ?? .nan }
    let counts = buckets.map { Int($0.2) ?? -1 }
    #expect(bounds.count == 12)
    #expect(bounds == bounds.sorted())
    #expect(bounds.first == 0.000125)
    #expect(bounds.last == .infinity)
    #expect(counts == counts.sorted())
    #expect(status.prometheus.contains("\n\(name)_count \(counts.last ?? -1)\n"))
    #expect(counts.last == status.latency.count)
  }

  @Test("escapes what would end a label")
  func escape() {
    #expect(DaemonStatus.hostile.prometheus.contains(#"{file="a\"b\\c\nd\#u{fffd}[2J{}\#u{fffd}","#))
    #expect(DaemonStatus.named("\"\u{301}\\\u{301}").prometheus.contains(#"{file="\"\#u{301}\\\#u{301}","#))
  }
}
