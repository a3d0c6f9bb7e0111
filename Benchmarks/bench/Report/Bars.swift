/// A bar that a figure is to stay below, or above.
struct Bar {
  enum Limit {
    case atMost(Double)
    case atLeast(Double)
  }

  let what: String
  let limit: Limit
  /// `nil` where it was not measured.
  let measured: Double?

  var isMet: Bool? {
    guard let measured else { return nil }
    switch limit {
    case .atMost(let bar): return measured <= bar
    case .atLeast(let bar): return measured >= bar
    }
  }

  /// The bars that touchd is held to.
  static func all(_ results: Results) -> [Bar] {
    path(results) + hitTests(results) + program(results)
  }

  private static func path(_ results: Results) -> [Bar] {
    let stream = "path/1000 Hz/10"
    func ratio(_ recognizers: Int, to baseline: String) -> Double? {
      results.ratio("\(stream)/touchd/plugin/\(recognizers)/cpu", to: "\(stream)/\(baseline)/cpu")
    }
    let words = "CPU per frame, 1 kHz, ten fingers"
    return [
      Bar(what: "\(words) ÷ C, bare epoll loop", limit: .atMost(1.5), measured: ratio(0, to: "bare")),
      Bar(what: "\(words) ÷ C with libevdev", limit: .atMost(1), measured: ratio(0, to: "libevdev")),
      Bar(
        what: "\(words), two recognizers each ÷ C, bare epoll loop", limit: .atMost(2),
        measured: ratio(2, to: "bare")),
    ]
  }

  private static func hitTests(_ results: Results) -> [Bar] {
    func gain(_ shape: HitScene.Shape, _ views: Int) -> Double? {
      let name = HitTests.name(shape, views)
      return results.ratio("\(name)/plain", to: "\(name)/fast")
    }
    func slowest(_ views: Int) -> Double? {
      HitScene.Shape.allCases.compactMap { results["\(HitTests.name($0, views))/fast"]?.median }.max()
    }
    let differences = HitTests.counts.flatMap { views in
      HitScene.Shape.allCases.compactMap { results["\(HitTests.name($0, views))/differences"]?.values.max() }
    }
    return [
      Bar(what: "hit test, 1,000 nested: times faster", limit: .atLeast(8), measured: gain(.nested, 1000)),
      Bar(what: "hit test, 10,000 nested: times faster", limit: .atLeast(8), measured: gain(.nested, 10_000)),
      Bar(what: "hit test, 1,000 views, ns", limit: .atMost(2000), measured: slowest(1000)),
      Bar(what: "hit test, 10,000 views, ns", limit: .atMost(20_000), measured: slowest(10_000)),
      Bar(what: "hit test: points with another answer", limit: .atMost(0), measured: differences.max()),
    ]
  }

  private static func program(_ results: Results) -> [Bar] {
    func figure(_ name: String) -> Double? { results["program/10 views/\(name)"]?.median }
    return [
      Bar(what: "start to ready, ms", limit: .atMost(10), measured: figure("start")),
      Bar(what: "memory, anonymous, MB", limit: .atMost(2), measured: figure("anonymous memory")),
      Bar(what: "memory, total, MB", limit: .atMost(12), measured: figure("memory")),
      Bar(what: "wakes a minute while idle", limit: .atMost(0), measured: figure("idle wakes")),
    ]
  }

  /// - Parameter isWhole: whether all of them were to be measured.
  static func table(_ bars: [Bar], isWhole: Bool) -> Table {
    var table = Table("Bars", ["what", "measured", "bar", "met"])
    for bar in bars where bar.measured != nil || isWhole {
      let met = bar.isMet.map { $0 ? "yes" : "no" } ?? "not measured"
      table.add(bar.what, Words.number(bar.measured), bar.limitWords, met)
    }
    return table
  }

  private var limitWords: String {
    switch limit {
    case .atMost(let bar): "≤ \(Words.bar(bar))"
    case .atLeast(let bar): "≥ \(Words.bar(bar))"
    }
  }
}
