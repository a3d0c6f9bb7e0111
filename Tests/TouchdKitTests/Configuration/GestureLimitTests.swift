import Testing

@testable import TouchdKit

@Suite("How many gestures a layout may ask for")
struct GestureLimitTests {
  private static func layout(window: Int, outer: Int, inner: Int, traits: String = "") -> String {
    """
    version: 1
    screen: { size: [1, 1] }
    windows:
      - id: w
        gestures: \(named("w", window))
        views:
          - id: o
            gestures: \(named("o", outer))
            children:
              - { id: i\(traits), gestures: \(named("i", inner)) }
              - { id: beside, gestures: \(named("b", 1)) }
    """
  }

  private static func named(_ name: String, _ count: Int) -> String {
    "[" + (0..<count).map { "{ tap: , name: \(name)\($0) }" }.joined(separator: ", ") + "]"
  }

  /// The message about a finger with too many gestures, at the name of the first one beyond.
  private static func error(
    in layout: String, at name: String, on view: String, _ count: Int, around: Int = 0
  ) -> Mistake {
    let lines = layout.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("name: \(name) ") } ?? 0
    let column = lines[line].ranges(of: "name: \(name) ").first.map {
      lines[line].distance(from: lines[line].startIndex, to: $0.lowerBound) + "name: ".count + 1
    }
    let others = around > 0 ? ", \(around) of them of what is around it" : ""
    return Mistake(
      layout,
      "\(line + 1):\(column ?? 0): error: a finger on \"\(view)\" would have \(count) gestures\(others); "
        + "at most 128 are allowed (give them to several views, beside each other)")
  }

  private static let scrolling = ", type: scroll, scroll: { content_size: [9, 9] }"

  @Test(
    "a view's, with those of the views around it and of the window",
    arguments: [
      Mistake(layout(window: 0, outer: 0, inner: 128)),
      Mistake(layout(window: 40, outer: 40, inner: 48)),
      error(in: layout(window: 40, outer: 40, inner: 49), at: "i48", on: "i", 129, around: 80),
      error(in: layout(window: 128, outer: 0, inner: 0), at: "b0", on: "beside", 129, around: 128),
      error(in: layout(window: 100, outer: 29, inner: 5), at: "o28", on: "o", 129, around: 100),
      // Below a view that has too many, there is nothing more to tell.
      error(in: layout(window: 129, outer: 99, inner: 99), at: "w128", on: "w", 129),
      // Its own pan is one.
      Mistake(layout(window: 0, outer: 0, inner: 127, traits: scrolling)),
      error(
        in: layout(window: 0, outer: 0, inner: 128, traits: scrolling), at: "i127", on: "i", 129, around: 1),
    ])
  func gestures(mistake: Mistake) { mistake.check() }

  @Test("how many gestures a gesture names", arguments: ["requires_failure_of", "simultaneous_with"])
  func names(key: String) {
    func layout(_ count: Int) -> String {
      let names = (0..<count).map { "t\($0)" }.joined(separator: ",")
      return """
        version: 1
        screen: { size: [1, 1] }
        views:
          - { id: a, gestures: \(Self.named("t", 100)) }
          - id: b
            gestures:
              - { pan: , \(key): [\(names)] }
          - { id: c, gestures: [\((100..<count).map { "{ tap: , name: t\($0) }" }.joined(separator: ", "))] }
        """
    }
    check(layout(128), .inFile())
    let column = 17 + key.count + 3 + (0..<128).map { "t\($0),".count }.reduce(0, +)
    check(
      layout(129),
      .inFile("7:\(column + 1): error: \"b.pan\" names 129 gestures in `\(key)`; at most 128 are allowed"))
  }
}
