import Testing

@testable import TouchdKit

@Suite("Did you mean …?")
struct SuggestionTests {
  @Test(
    "a mistyped key",
    arguments: [
      (
        "view",
        [
          "childern": "children", "fram": "frame", "Frame": "frame", "ids": "id", "hiden": "hidden",
          "alhpa": "alpha", "multipleTouch": "multiple_touch", "multiple-touch": "multiple_touch",
          "hitt": "hit", "hit_redirct": "hit_redirect", "hitOutset": "hit_outset",
          "reach_children": "reaches_children", "controler": "controller", "gesture": "gestures",
        ]
      ),
      (
        "gesture",
        [
          "tapp": "tap", "longPress": "long_press", "nam": "name", "cancel_touches": "cancels_touches",
          "edgePan": "edge_pan", "swype": "swipe", "hoover": "hover",
        ]
      ),
    ] as [(String, [String: String])])
  func mistyped(table: String, keys: [String: String]) {
    for (typed, meant) in keys {
      #expect(KeyTable.named(table).remedy(for: typed).help == "did you mean \"\(meant)\"?")
    }
  }

  @Test("every key with two letters swapped is recognized", arguments: KeyTable.all)
  func swapped(table: KeyTable) {
    for key in table.built where key.count > 3 {
      var letters = Array(key)
      letters.swapAt(1, 2)
      let typed = String(letters)
      guard typed != key else { continue }
      #expect(table.remedy(for: typed).suggestion == key)
    }
  }

  @Test(
    "the remedy for a key in the wrong place names the right one",
    arguments: [
      ("gesture", "count", "`count` belongs in `tap`"),
      ("view", "before", "`before` belongs in a window's `on_touch`"),
      ("screen", "debounce", "`debounce` belongs in a filter"),
      ("gesture", "touches", "`touches` belongs in `tap`, `long_press` or `swipe`"),
      ("pan", "primary_travel", "`primary_travel` belongs in the thresholds of `swipe`"),
      ("gesture", "exec", "write `to: NAME`, and `NAME: { plugin: exec, … }` under `responders`"),
      ("screen", "exec", "`exec` belongs in the daemon's file"),
      ("view", "tap", "write `gestures: [{ tap: {}, to: NAME }]`"),
      ("view", "onLongPress", "write `gestures: [{ long_press: {}, to: NAME }]`"),
      ("view", "doubleTap", "write `gestures: [{ tap: { count: 2 }, to: NAME }]`"),
      ("view", "edge_pan", "write `gestures: [{ edge_pan: { edge: left }, to: NAME }]`"),
    ])
  func elsewhere(table: String, key: String, help: String) {
    #expect(KeyTable.named(table).remedy(for: key).help == help)
  }

  @Test("a key that resembles nothing is answered with those there are")
  func nothing() {
    #expect(
      KeyTable.named("screen").remedy(for: "colour").help
        == "the keys of `screen` are name, size, size_mm, height_mm, output, backlight, settle, touchscreen, delivery, cancel, "
        + "cancel_by, device_name, keep_awake")
    #expect(KeyTable.named("hover").remedy(for: "colour").help == "`hover` has no keys")
  }

  @Test(
    "the distance counts letters inserted, removed, replaced and swapped",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1),
      ("abcd", "badc", 2), ("kitten", "sitting", 3),
    ])
  func distance(a: String, b: String, distance: Int) {
    #expect(Suggestion.editDistance(Array(a.utf8), Array(b.utf8)) == distance)
    #expect(Suggestion.editDistance(Array(b.utf8), Array(a.utf8)) == distance)
  }

  @Test("short words do not match everything", arguments: ["x", "", "q", "zz"])
  func short(typed: String) { #expect(Suggestion.nearest(to: typed, among: ["id", "hit", "y"]) == nil) }
}
