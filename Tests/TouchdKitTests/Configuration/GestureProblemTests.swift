import TestTables

@testable import TouchdKit

@Suite("Gestures that are wrong")
struct GestureProblemTests {
  @Test(
    "values of gestures",
    arguments: [
      "gestures: [{ pan: 2 }]": .inView(
        "6:23: error: `pan` must be a mapping with the keys of `pan`, not the number 2 (write `pan: { axis: horizontal }`)"
      ),
      "gestures: [{ pinch: true }]": .inView(
        "6:25: error: `pinch` must be an empty mapping, {}, not true (write `pinch: {}`)"),
      "gestures: [{ tap: {}, requires_failure_of: {} }]": .inView(
        "6:48: error: `requires_failure_of` must be a gesture's name or a list of them, not a mapping"),
      "gestures: [{ pan: { max_touches: 2, min_touches: 3 } }]": .inView(
        "6:38: error: `max_touches` must not be less than `min_touches`, which is 3"),
      "gestures: [{ pan: { min_touches: 2, max_touches: 2 } }, { pan: { min_touches: 60 } }]": .inView(),
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
    ] as Table<Mistake>)
  func values(mistake: Mistake) { mistake.check() }
}
