import TestTables

@testable import TouchdKit

@Suite("Relations between gestures that are wrong")
struct RelationProblemTests {
  /// A gesture in a line of its own.
  private static func gestures(_ lines: String...) -> String {
    layoutOfView("gestures:") + lines.map { "\n      - { \($0) }" }.joined()
  }

  @Test(
    "names that no gesture bears",
    arguments: [
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
    ] as Table<Mistake>)
  func dangling(mistake: Mistake) { mistake.check() }

  @Test("a window's gestures and a view's can name each other")
  func acrossViews() {
    check(
      """
      version: 1
      screen: { size: [1, 1] }
      windows:
        - gestures: [{ swipe: , requires_failure_of: [v.tap, w.tap] }]
          views: [{ id: v, gestures: [{ tap: , simultaneous_with: u.pan }] }]
        - views: [{ id: u, type: scroll }]
      """, .inFile(#"4:56: error: there is no gesture "w.tap" (did you mean "v.tap"?)"#))
  }

  @Test(
    "a gesture is not related to itself, nor called as a scroll view's own pan",
    arguments: [
      gestures("tap: , requires_failure_of: [a.tap]"): .inFile(
        "7:40: error: a gesture cannot wait for its own failure"),
      gestures("tap: , name: t, requires_failure_of: t, simultaneous_with: t"): .inFile(
        "7:48: error: a gesture cannot wait for its own failure",
        "7:70: error: a gesture cannot be simultaneous with itself"),
      "type: scroll\n    gestures: [{ pan: , name: a.pan }]": .inView(
        #"7:31: error: duplicate gesture name "a.pan" (it is that of the scroll view's own pan)"#),
      "gestures: [{ tap: , name: s.pan }]\n    children: [{ id: s, type: scroll }]": .inView(
        #"6:31: error: duplicate gesture name "s.pan" (it is that of the scroll view's own pan)"#),
    ] as Table<Mistake>)
  func itself(mistake: Mistake) { mistake.check() }

  private static let contradiction =
    "cannot be recognized at the same time: one of them waits until the other has failed "
    + "(leave out either `requires_failure_of` or `simultaneous_with`)"

  @Test(
    "a gesture that must have failed cannot be recognized at the same time",
    arguments: [
      gestures("tap: , requires_failure_of: a.pan, simultaneous_with: [a.hover, a.pan]", "pan:", "hover:"):
        .inFile(#"7:75: error: "a.tap" and "a.pan" \#(contradiction)"#),
      gestures("tap: , requires_failure_of: a.pan", "pan: , simultaneous_with: a.tap"): .inFile(
        #"8:37: error: "a.pan" and "a.tap" \#(contradiction)"#),
      gestures("tap: , requires_failure_of: a.pan", "pan: , simultaneous_with: a.hover", "hover:"): .inFile(),
    ] as Table<Mistake>)
  func contradictions(mistake: Mistake) { mistake.check() }
}
