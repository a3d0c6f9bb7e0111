import Testing

@testable import TouchdKit

@Suite("Did you mean …?")
struct SuggestionTests {
  @Test(
    "a mistyped key of a view",
    arguments: [
      ("childern", "children"), ("subviews", "children"), ("views", "children"), ("fram", "frame"),
      ("Frame", "frame"), ("ids", "id"), ("typ", "type"), ("isHidden", "hidden"),
      ("isUserInteractionEnabled", "interactive"), ("multipleTouch", "multiple_touch"),
      ("multiple-touch", "multiple_touch"), ("exclusiveTouch", "exclusive_touch"),
      ("isMultipleTouchEnabled", "multiple_touch"), ("hitt", "hit"), ("hit_redirct", "hit_redirect"),
      ("hitOutset", "hit_outset"), ("reach_children", "reaches_children"),
      ("rootViewController", "controller"), ("onTouch", "on_touch"), ("gesture", "gestures"),
      ("gestureRecognizers", "gestures"), ("scrollView", "scroll"),
    ])
  func viewKey(typed: String, meant: String) {
    #expect(KeyTable.named("view").remedy(for: typed).help == "did you mean \"\(meant)\"?")
  }

  @Test(
    "a mistyped key of a gesture",
    arguments: [
      ("tapp", "tap"), ("longPress", "long_press"), ("longpress", "long_press"), ("nam", "name"),
      ("cancelsTouchesInView", "cancels_touches"), ("cancel_touches", "cancels_touches"),
      ("delaysTouchesBegan", "delays_began"), ("delays_end", "delays_ended"),
      ("panGesture", "pan"), ("pan_gesture", "pan"), ("UIPanGestureRecognizer", "pan"),
      ("PanGestureRecognizer", "pan"), ("UILongPressGestureRecognizer", "long_press"),
      ("screenEdgePan", "edge_pan"), ("UIScreenEdgePanGestureRecognizer", "edge_pan"),
      ("edgePan", "edge_pan"), ("rotate", "rotation"), ("rotationGesture", "rotation"), ("zoom", "pinch"),
      ("swype", "swipe"), ("hoover", "hover"), ("requires", "requires_failure_of"),
      ("require(toFail:)", "requires_failure_of"), ("requireToFail", "requires_failure_of"),
      ("require_to_fail", "requires_failure_of"), ("requireFailureOf", "requires_failure_of"),
      ("shouldRequireFailureOf", "requires_failure_of"), ("simultaneous", "simultaneous_with"),
      ("shouldRecognizeSimultaneouslyWith", "simultaneous_with"),
    ])
  func gestureKey(typed: String, meant: String) {
    #expect(KeyTable.named("gesture").remedy(for: typed).help == "did you mean \"\(meant)\"?")
  }

  @Test(
    "a name of UIKit is what it is in the mapping it stands in",
    arguments: [
      ("layout", "children", "views"), ("tap", "taps", "count"), ("tap", "fingers", "touches"),
      ("long_press", "duration", "minimum"), ("pan", "direction", "axis"),
      ("control_events", "click", "touch_up_inside"), ("layout", "subviews", "views"),
      ("window", "children", "views"),
      ("tap", "numberOfTapsRequired", "count"), ("long_press", "numberOfTapsRequired", "taps"),
      ("tap", "numberOfTouchesRequired", "touches"), ("swipe", "numberOfTouchesRequired", "touches"),
      ("long_press", "minimumPressDuration", "minimum"), ("pan", "minimumNumberOfTouches", "min_touches"),
      ("pan", "maximumNumberOfTouches", "max_touches"), ("pan", "numberOfTouchesRequired", "min_touches"),
      ("edge_pan", "edges", "edge"), ("swipe", "directions", "direction"),
      ("edges", "x", "left"), ("edges", "y", "top"), ("edges", "w", "width"), ("edges", "h", "height"),
      ("transform", "rotation", "rotate"), ("scroll", "contentSize", "content_size"),
      ("scroll", "contentOffset", "content_offset"), ("scroll", "contentInset", "content_inset"),
      ("scroll", "delaysContentTouches", "delays_content_touches"),
      ("scroll", "canCancelContentTouches", "can_cancel_content_touches"),
      ("scroll", "isDirectionalLockEnabled", "directional_lock"), ("scroll", "isScrollEnabled", "enabled"),
      ("control", "isEnabled", "enabled"), ("control_events", "touchUpInside", "touch_up_inside"),
      ("control_events", "primaryActionTriggered", "touch_up_inside"),
      ("scroll_thresholds", "decelerationRate", "deceleration_rate"),
    ])
  func namesOfUIKit(table: String, typed: String, meant: String) {
    #expect(KeyTable.named(table).remedy(for: typed).help == "did you mean \"\(meant)\"?")
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
      ("layout", "size", "`size` belongs in `screen`, a filter or `recorder`"),
      ("screen", "debounce", "`debounce` belongs in a filter"),
      ("gesture", "touches", "`touches` belongs in `tap`, `long_press` or `swipe`"),
      ("view", "contentOffset", "`content_offset` belongs in `scroll`"),
      ("gesture", "maximumNumberOfTouches", "`max_touches` belongs in `pan`"),
      ("control", "touchDown", "`touch_down` belongs in `events`"),
      ("pan", "primary_travel", "`primary_travel` belongs in the thresholds of `swipe`"),
      // An action goes to a responder, which has the plugin.
      (
        "gesture", "exec",
        "write `to: NAME`, and `NAME: { plugin: exec, run: [PROGRAM, ARGUMENT] }` under `responders`"
      ),
      (
        "tap", "exec",
        "write `to: NAME` beside `tap`, and `NAME: { plugin: exec, run: [PROGRAM, ARGUMENT] }` under `responders`"
      ),
      ("on_touch", "plugin", "write `to: NAME`, and `NAME: { plugin: … }` under `responders`"),
      ("gesture", "log", "write `to: NAME`, and `NAME: { plugin: log }` under `responders`"),
      (
        "on_touch", "command",
        "write `to: NAME`, and `NAME: { plugin: exec, run: [PROGRAM, ARGUMENT] }` under `responders`"
      ),
      (
        "view", "exec",
        "write `on_touch: { to: NAME }`, or `to: NAME` in a gesture, and "
          + "`NAME: { plugin: exec, run: [PROGRAM, ARGUMENT] }` under `responders`"
      ),
      ("screen", "exec", "`exec` belongs in the daemon's file"),
      // Gestures of a view are a list, and its place is its frame.
      ("view", "tap", "write `gestures: [{ tap: {}, to: NAME }]`"),
      ("view", "onTap", "write `gestures: [{ tap: {}, to: NAME }]`"),
      ("view", "on_click", "write `gestures: [{ tap: {}, to: NAME }]`"),
      ("view", "onLongPress", "write `gestures: [{ long_press: {}, to: NAME }]`"),
      ("view", "doubleTap", "write `gestures: [{ tap: { count: 2 }, to: NAME }]`"),
      ("gesture", "triple_tap", "write `tap: { count: 3 }`"),
      ("screen", "width", "write `size: [WIDTH, HEIGHT]`"),
      ("view", "edge_pan", "write `gestures: [{ edge_pan: { edge: left }, to: NAME }]`"),
      ("view", "swipe", "write `gestures: [{ swipe: {}, to: NAME }]`"),
      ("window", "drag", "write `gestures: [{ pan: {}, to: NAME }]`"),
      ("view", "position", "write `frame: [LEFT, TOP, WIDTH, HEIGHT]`, in points"),
      ("view", "x", "write `frame: [LEFT, TOP, WIDTH, HEIGHT]`, in points"),
      ("window", "size", "write `frame: [LEFT, TOP, WIDTH, HEIGHT]`, in points"),
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
  func short(typed: String) {
    #expect(Suggestion.nearest(to: typed, among: ["id", "hit", "y"]) == nil)
  }
}
