import TestTables

@testable import TouchdKit

@Suite("Gestures that are wrong")
struct GestureProblemTests {
  static let values: Table<Mistake> = [
    // Values of another type than expected.
    "gestures: [{ pan: 2 }]": .inView(
      "6:23: error: `pan` must be a mapping with the keys of `pan`, not the number 2 (write `pan: { axis: horizontal }`)"
    ),
    "gestures: [{ pinch: true }]": .inView(
      "6:25: error: `pinch` must be an empty mapping, {}, not true (write `pinch: {}`)"),
    "gestures: [{ tap: {}, requires_failure_of: {} }]": .inView(
      "6:48: error: `requires_failure_of` must be a gesture's name or a list of them, not a mapping"),
    // Numbers out of range.
    "gestures: [{ pan: { max_touches: 2, min_touches: 3 } }]": .inView(
      "6:38: error: `max_touches` must not be less than `min_touches`, which is 3"),
    "gestures: [{ pan: { min_touches: 2, max_touches: 2 } }, { pan: { min_touches: 60 } }]": .inView(),
    // Axes, directions and edges that there are not.
    "gestures: [{ swipe: { direction: rigth } }]": .inView(
      #"6:38: error: `direction` must be left, right, up or down, not the string "rigth" (did you mean "right"?)"#
    ),
    "gestures: [{ swipe: { direction: [left, top] } }]": .inView(
      #"6:45: error: an item of `direction` must be left, right, up or down, not the string "top""#),
    "gestures: [{ swipe: { direction: [left, left] } }]": .inView("6:45: error: left is given twice"),
    "gestures: [{ swipe: { direction: [] } }]": .inView(
      "6:38: error: `direction` must have at least one of left, right, up or down"),
    "gestures: [{ swipe: { direction: 5 } }]": .inView(
      "6:38: error: `direction` must be left, right, up or down, or a list of these, not the number 5"),
    // One responder more than a gesture goes to.
    "gestures: [{ tap: , to: [\(Array(repeating: "audit", count: 65).joined(separator: ", "))] }]": .inView(
      "6:478: error: `to` may name at most 64 responders"),
  ]

  /// A gesture in a line of its own.
  private static func gestures(_ lines: String...) -> String {
    layoutOfView("gestures:") + lines.map { "\n      - { \($0) }" }.joined()
  }

  static let relations: Table<Mistake> = [
    // Names that no gesture bears.
    gestures("tap: , requires_failure_of: a.tapp"): .inFile(
      #"7:39: error: there is no gesture "a.tapp" (did you mean "a.tap"?)"#),
    gestures("tap: , simultaneous_with: [x, 'y']"): .inFile(
      #"7:38: error: there is no gesture "x" (a gesture's name is its `name`, or its view and its kind, as in "corner.tap")"#,
      #"7:41: error: there is no gesture "y" (a gesture's name is its `name`, or its view and its kind, as in "corner.tap")"#
    ),
    // A gesture that has a name has not its default name as well.
    gestures("tap: , name: once", "hover: , requires_failure_of: a.tap"): .inFile(
      #"8:41: error: there is no gesture "a.tap" (a gesture's name is its `name`, or its view and its kind, as in "corner.tap")"#
    ),
    // Only a scroll view has a pan of its own.
    "gestures: [{ tap: , requires_failure_of: a.pan }]": .inView(
      #"6:46: error: there is no gesture "a.pan" (a gesture's name is its `name`, or its view and its kind, as in "corner.tap")"#
    ),
    "type: scroll\n    gestures: [{ tap: , requires_failure_of: a.pan }]": .inView(),
    "gestures: [{ tap: , requires_failure_of: [a.tap#2, s.pan] }, { tap: }]\n    children: [{ id: s, type: scroll }]":
      .inView(),
    // A window's gestures and a view's can name each other.
    """
    version: 1
    screen: { size: [1, 1] }
    windows:
      - gestures: [{ swipe: , requires_failure_of: [v.tap, w.tap] }]
        views: [{ id: v, gestures: [{ tap: , simultaneous_with: u.pan }] }]
      - views: [{ id: u, type: scroll }]
    """: .inFile(#"4:56: error: there is no gesture "w.tap" (did you mean "v.tap"?)"#),
    // A gesture is not related to itself.
    gestures("tap: , requires_failure_of: [a.tap]"): .inFile(
      "7:40: error: a gesture cannot wait for its own failure"),
    gestures("tap: , name: t, requires_failure_of: t, simultaneous_with: t"): .inFile(
      "7:48: error: a gesture cannot wait for its own failure",
      "7:70: error: a gesture cannot be simultaneous with itself"),
    // The name of a scroll view's own pan is taken.
    "type: scroll\n    gestures: [{ pan: , name: a.pan }]": .inView(
      #"7:31: error: duplicate gesture name "a.pan" (it is that of the scroll view's own pan)"#),
    "gestures: [{ tap: , name: s.pan }]\n    children: [{ id: s, type: scroll }]": .inView(
      #"6:31: error: duplicate gesture name "s.pan" (it is that of the scroll view's own pan)"#),
    // A gesture that must have failed cannot be recognized at the same time.
    gestures("tap: , requires_failure_of: a.pan, simultaneous_with: [a.hover, a.pan]", "pan:", "hover:"):
      .inFile(#"7:75: error: "a.tap" and "a.pan" \#(contradiction)"#),
    gestures("tap: , requires_failure_of: a.pan", "pan: , simultaneous_with: a.tap"): .inFile(
      #"8:37: error: "a.pan" and "a.tap" \#(contradiction)"#),
    gestures("tap: , requires_failure_of: a.pan", "pan: , simultaneous_with: a.hover", "hover:"): .inFile(),
  ]

  private static let contradiction =
    "cannot be recognized at the same time: one of them waits until the other has failed "
    + "(leave out either `requires_failure_of` or `simultaneous_with`)"

  /// One gesture a line from line 7 on: its name, and those that it waits for, from column 49 on.
  private static func taps(_ lines: [(name: String, requires: String)]) -> String {
    layoutOfView("gestures:")
      + lines.map { "\n      - { tap: , name: \($0.name), requires_failure_of: [\($0.requires)] }" }.joined()
  }

  private static func circle(_ place: String, _ names: String) -> String {
    "\(place): error: these gestures wait for each other to fail: \(names) (leave out one of the requirements)"
  }

  /// Each circle is one error, where it closes; gestures that meet again are no error.
  static let circles: Table<Mistake> = [
    taps([("a", "b"), ("b", "a")]): .inFile(circle("8:49", "a -> b -> a")),
    taps([("a", "b"), ("b", "c"), ("c", "a")]): .inFile(circle("9:49", "a -> b -> c -> a")),
    taps([("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]): .inFile(
      circle("8:49", "a -> b -> a"), circle("10:49", "c -> d -> c")),
    // Two circles with a gesture in common.
    taps([("a", "b, c"), ("b", "a"), ("c", "a")]): .inFile(
      circle("8:49", "a -> b -> a"), circle("9:49", "a -> c -> a")),
    // A gesture that only leads to a circle is not part of it.
    taps([("x", "b"), ("b", "c"), ("c", "b")]): .inFile(circle("9:49", "b -> c -> b")),
    taps([("a", "b"), ("b", "a"), ("x", "a")]): .inFile(circle("8:49", "a -> b -> a")),
    // A requirement that is written twice is one.
    taps([("a", "b, b"), ("b", "a, a")]): .inFile(circle("8:49", "a -> b -> a")),
    // Without a circle.
    taps([("a", "b"), ("b", "c"), ("c", "")]): .inFile(),
    taps([("a", "b, c, d"), ("b", "d"), ("c", "d"), ("d", "")]): .inFile(),
    taps([("c", ""), ("b", "c"), ("a", "b, c")]): .inFile(),
    // Through views and windows, and through default names.
    """
    version: 1
    screen: { size: [1, 1] }
    windows:
      - id: w
        gestures: [{ swipe: , requires_failure_of: v.tap }]
        views: [{ id: v, gestures: [{ tap: , requires_failure_of: w.swipe }] }]
    """: .inFile(circle("6:63", "w.swipe -> v.tap -> w.swipe")),
  ]

  @Test("What is said", arguments: values + relations + circles)
  func said(mistake: Mistake) { mistake.check() }

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
    #expect(messages(about: Self.taps(lines)) == [tooMany, Self.circle("5006:53", names)])
  }
}
