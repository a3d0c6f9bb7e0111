import Testing

@testable import TouchdKit

@Suite("Did you mean …?")
struct SuggestionTests {
  @Test(
    "a mistyped key of a view",
    arguments: [
      ("childern", "children"), ("chidlren", "children"), ("subviews", "children"), ("fram", "frame"),
      ("Frame", "frame"), ("ids", "id"), ("typ", "type"), ("hiden", "hidden"), ("isHidden", "hidden"),
      ("alhpa", "alpha"), ("isUserInteractionEnabled", "interactive"), ("interactiv", "interactive"),
      ("multipleTouch", "multiple_touch"), ("multiple-touch", "multiple_touch"),
      ("exclusiveTouch", "exclusive_touch"), ("isMultipleTouchEnabled", "multiple_touch"), ("hitt", "hit"),
      ("hit_redirct", "hit_redirect"), ("hitOutset", "hit_outset"), ("reach_children", "reaches_children"),
      ("transfrom", "transform"), ("controler", "controller"), ("rootViewController", "controller"),
      ("on_tuch", "on_touch"), ("onTouch", "on_touch"), ("gesture", "gestures"),
      ("gestureRecognizers", "gestures"), ("sensitiv", "sensitive"),
    ])
  func viewKey(typed: String, meant: String) {
    #expect(KeyTable.view.remedy(for: typed).help == "did you mean \"\(meant)\"?")
  }

  @Test(
    "a mistyped key of a gesture",
    arguments: [
      ("tapp", "tap"), ("longPress", "long_press"), ("longpress", "long_press"), ("nam", "name"),
      ("cancelsTouchesInView", "cancels_touches"), ("cancel_touches", "cancels_touches"),
      ("delaysTouchesBegan", "delays_began"), ("delays_end", "delays_ended"),
    ])
  func gestureKey(typed: String, meant: String) {
    #expect(KeyTable.gesture.remedy(for: typed).help == "did you mean \"\(meant)\"?")
  }

  @Test("every key with two letters swapped is recognized", arguments: KeyTable.all)
  func swapped(table: KeyTable) {
    for key in table.built + table.notBuilt where key.count > 3 {
      var letters = Array(key)
      letters.swapAt(1, 2)
      let typed = String(letters)
      guard typed != key else { continue }
      #expect(table.remedy(for: typed).suggestion == key)
    }
  }

  @Test(
    "a key that belongs elsewhere is told where",
    arguments: [
      (KeyTable.gesture, "count", "`count` belongs in `tap`"),
      (.view, "before", "`before` belongs in a window's `on_touch`"),
      (.layout, "size", "`size` belongs in `screen` or a filter"),
      (.screen, "debounce", "`debounce` belongs in a filter"),
      (.gesture, "touches", "`touches` belongs in `tap` or `long_press`"),
    ])
  func elsewhere(table: KeyTable, key: String, help: String) {
    #expect(table.remedy(for: key).help == help)
  }

  @Test("a key that resembles nothing is answered with those there are")
  func nothing() {
    #expect(
      KeyTable.screen.remedy(for: "colour").help
        == "the keys of `screen` are name, size, size_mm, output, touchscreen, delivery")
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
  func short(typed: String) {
    #expect(Suggestion.nearest(to: typed, among: ["id", "hit", "y"]) == nil)
  }
}
