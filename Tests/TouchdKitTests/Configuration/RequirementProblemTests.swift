import Testing

@testable import TouchdKit

@Suite("Gestures that wait for each other")
struct RequirementProblemTests {
  /// One gesture a line from line 7 on: its name, and those that it waits for, from column 49 on.
  private static func gestures(_ lines: [(name: String, requires: String)]) -> String {
    layoutOfView("gestures:")
      + lines.map { "\n      - { tap: , name: \($0.name), requires_failure_of: [\($0.requires)] }" }.joined()
  }

  private static func circle(_ place: String, _ names: String) -> String {
    "\(place): error: these gestures wait for each other to fail: \(names) (leave out one of the requirements)"
  }

  @Test(
    "each circle is one error, where it closes; gestures that meet again are no error",
    arguments: [
      Mistake(gestures([("a", "b"), ("b", "a")]), circle("8:49", "a -> b -> a")),
      Mistake(gestures([("a", "b"), ("b", "c"), ("c", "a")]), circle("9:49", "a -> b -> c -> a")),
      Mistake(
        gestures([("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]), circle("8:49", "a -> b -> a"),
        circle("10:49", "c -> d -> c")),
      // Two circles with a gesture in common.
      Mistake(
        gestures([("a", "b, c"), ("b", "a"), ("c", "a")]), circle("8:49", "a -> b -> a"),
        circle("9:49", "a -> c -> a")),
      // A gesture that only leads to a circle is not part of it.
      Mistake(gestures([("x", "b"), ("b", "c"), ("c", "b")]), circle("9:49", "b -> c -> b")),
      Mistake(gestures([("a", "b"), ("b", "a"), ("x", "a")]), circle("8:49", "a -> b -> a")),
      // A requirement that is written twice is one.
      Mistake(gestures([("a", "b, b"), ("b", "a, a")]), circle("8:49", "a -> b -> a")),
      // Without a circle.
      Mistake(gestures([("a", "b"), ("b", "c"), ("c", "")])),
      Mistake(gestures([("a", "b, c, d"), ("b", "d"), ("c", "d"), ("d", "")])),
      Mistake(gestures([("c", ""), ("b", "c"), ("a", "b, c")])),
    ])
  func circles(mistake: Mistake) { mistake.check() }

  @Test("a circle goes through views and windows, and through default names")
  func acrossViews() {
    check(
      """
      version: 1
      screen: { size: [1, 1] }
      windows:
        - id: w
          gestures: [{ swipe: , requires_failure_of: v.tap }]
          views: [{ id: v, gestures: [{ tap: , requires_failure_of: w.swipe }] }]
      """, .inFile(Self.circle("6:63", "w.swipe -> v.tap -> w.swipe")))
  }

  @Test("of a very long circle, the begin and the end are named")
  func longCircle() {
    let count = 5000
    let lines = (0..<count).map { (name: "g\($0)", requires: "g\(($0 + 1) % count)") }
    let begin = (0..<10).map { "g\($0)" }
    let end = (count - 10..<count).map { "g\($0)" }
    let names = (begin + ["…"] + end + ["g0"]).joined(separator: " -> ")
    let tooMany =
      #"135:24: error: a finger on "a" would have 5000 gestures; at most 128 are allowed (give them to several views, "#
      + "beside each other)"
    #expect(messages(about: Self.gestures(lines)) == [tooMany, Self.circle("5006:53", names)])
  }
}
