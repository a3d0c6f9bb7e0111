import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// The recipes of docs/cookbook keep their promises, and so do those of a file that two recipes were merged into.
@Suite("Cookbook") struct CookbookRules {
  /// The difference of each promise that is broken.
  private static func broken(_ text: String, file: String = "recipe.yaml") throws -> [String] {
    let results = try PromisesOfFile(file, Array(text.utf8)).results(on: RunLoop(servesMainQueue: false))
    return results.compactMap { one in one.difference.map { "\(one.promise.name.value): \($0.words)" } }
  }

  @Test("Each recipe is in the list, and keeps its promises", arguments: Page.recipes)
  func promises(page: Page) throws {
    let name = page.path.dropFirst("docs/cookbook/".count)
    #expect(Page("docs/cookbook/README.md").text.contains("(\(name))"))
    // Two panels are shown on fake panels.
    guard name != "two-screens.md" else { return }
    let text = try #require(page.layouts.last).text
    #expect(try Self.broken(text) == [])
  }

  @Test("The promise of docs/testing.md is kept")
  func firstPromise() throws {
    let block = try #require(Page("docs/testing.md").blocks.first)
    #expect(try Self.broken(block.text, file: Page.root + "Examples/lobby/lobby.test.yaml") == [])
  }

  @Test("Of merged recipes, the promise is named that the other one breaks")
  func merged() throws {
    let corner = try #require(Page("docs/cookbook/service-corner.md").layouts.last).lines
    let edge = try #require(Page("docs/cookbook/edge-key.md").layouts.last).lines
    func part(_ lines: [String], _ key: String) -> [String] {
      let rest = lines.drop(while: { $0 != "\(key):" }).dropFirst()
      return Array(rest.prefix(while: { $0.hasPrefix(" ") || $0.hasPrefix("-") }))
    }
    func merge(_ views: [String]) throws -> [String] {
      let keys = ["responders", "thresholds", "promises"].flatMap {
        ["\($0):"] + part(corner, $0) + part(edge, $0)
      }
      let lines: [String] = [corner[0], corner[1]] + keys + ["views:"] + views
      return try Self.broken(lines.joined(separator: "\n"))
    }
    let both = part(corner, "views") + part(edge, "views")
    #expect(try merge(both) == [])
    // A strip that is as wide as the screen lies on the corner.
    let first = try merge(both.map { $0.replacing("left: 0, width: 24", with: "left: 0") }).first ?? ""
    #expect(first.hasPrefix("five taps in the corner, the last one held, start the unit"))
  }

  @Test(
    "docs/page.md has what each recognizer with `delays_began` does to a tap, to scrolling and to a long press"
  )
  func delays() throws {
    let scroll = (1...30).map { "mv(300,\(600 - 10 * $0))@\(Double($0) / 60) " }.joined()
    let fingers = [("up@0.1", 0.1), (scroll + "up@0.5", 0.5), ("up@1", 1)]
    let table = Page("docs/page.md").tables.first { $0.rows[0].cells.last == " a finger that rests for 1 s " }
    let rows = try #require(table).rows.dropFirst()
    #expect(rows.count > 10)
    for row in rows {
      let gesture = try #require(Page.codeSpans(of: row.cells[0]).first)
      let text = """
        version: 1
        screen: { size: [1280, 800], delivery: filter }
        views: [{ frame: { width: 50% }, multiple_touch: true, gestures: [{ \(gesture), delays_began: true }] }]
        """
      let layout = try #require(LayoutReader().read(Array(text.utf8), file: "half.yaml").layout, "\(gesture)")
      let cells = try fingers.map { fingers, lift in
        try Self.words(arrival(of: "dn(300,600)@0 " + fingers, on: layout), lift)
      }
      #expect(Array(row.cells.dropFirst()) == cells.map { " \($0) " }, "\(gesture)")
    }
  }

  private static func words(_ arrival: Double?, _ lift: Double) -> String {
    guard let arrival else { return "never" }
    let rounded = { (seconds: Double) in (seconds * 100).rounded() / 100 }
    return arrival == 0
      ? "at once"
      : arrival < lift
        ? "after \(rounded(arrival)) s"
        : arrival == lift ? "at its lift" : "\(rounded(arrival - lift)) s after its lift"
  }

  /// Seconds from the first finger's landing until the page gets it; `nil` if it does not.
  private func arrival(of fingers: String, on layout: Layout) throws -> Double? {
    let page = PageArrival()
    try WatchedReplay(layout, recording(of: fingers, on: layout), path: "fingers").run(for: page)
    return page.arrival?.seconds
  }
}

private final class PageArrival: TraceObserver {
  private(set) var arrival: Interval?

  func record(_ record: TraceRecord, at time: Timestamp) {
    if case .screen(let report) = record, report.phase == .began, arrival == nil {
      arrival = time - report.stamp
    }
  }
}
