import TestTables

@testable import TouchdKit

/// What `touchd check` says of a layout with `delivery: filter` (docs/layout.md, the page).
@Suite("Problems with the page") struct PageProblemTests {
  struct Row: TableRow {
    var what = ""
    var screen = "size: [1000, 1000], delivery: filter"
    var views = "[]"
    var rest = ""
    var responders = "audit: { plugin: log }"
    let problems: [String]
  }

  private static let takes =
    "takes its touches from the page when it is recognized, and the page has seen them by then (`delays_began: true` hides them from the page, `cancels_touches: false` leaves them to it)"

  private static let mouse =
    "moves a mouse, and the page gets its touches as well (keep them from the page: with an `on_touch` of a responder of `log`, or as a `type: control`)"

  private static let huge = "[0, 0, 1000000%, 1000000%]"

  static let rows: Table<Row> = [
    "a gesture that leaves everything to the defaults": Row(
      views: "[{ id: v, gestures: [{ tap: {}, to: audit }] }]",
      problems: ["4:31: warning: \"v.tap\" \(takes)"]),
    "also one of a window": Row(
      rest: "windows: [{ id: w, views: [], gestures: [{ pan: {}, name: p }] }]",
      problems: ["4:59: warning: \"p\" \(takes)"]),
    "one that writes its flags out means it": Row(
      views: "[{ gestures: [{ tap: {}, cancels_touches: true }, { pan: {}, cancels_touches: false }] }]",
      problems: []),
    "a mouse for a view whose touches go on to the page": Row(
      views:
        "[{ id: v, gestures: [{ tap: {}, to: mouse }] }, { on_touch: { to: audit }, gestures: [{ tap: {}, to: mouse }] }]",
      responders: "audit: { plugin: log }, mouse: { plugin: pointer, press: left }",
      problems: ["4:44: warning: \"v.tap\" \(mouse)"]),
    "a secret gesture on a small view makes ordinary taps late": Row(
      views:
        "[{ frame: [0, 0, 100, 100], gestures: [{ tap: { count: 5 }, delays_began: true, name: secret }] }]",
      problems: [
        "4:94: warning: \"secret\" holds an ordinary tap back until 0.35 s after its lift (write out `cancels_touches` and `delays_ended` as well, if that is meant)"
      ]),
    "and much later with a time for all taps": Row(
      views:
        "[{ frame: [0, 0, 100, 100], gestures: [{ tap: { count: 5, within: 3s }, delays_began: true, name: secret }] }]",
      problems: [
        "4:106: warning: \"secret\" holds an ordinary tap back until 3 s after its landing (leave `within` out, then only the time between two taps counts; or write out `cancels_touches` and `delays_ended` as well, if that is meant)"
      ]),
    "a press after a tap": Row(
      views:
        "[{ frame: [0, 0, 9, 9], gestures: [{ long_press: { taps: 1 }, delays_began: true, name: p }] }]",
      rest: "thresholds: { tap: { maximum_interval: 500ms } }",
      problems: [
        "4:96: warning: \"p\" holds an ordinary tap back until 0.5 s after its lift (write out `cancels_touches` and `delays_ended` as well, if that is meant)"
      ]),
    "one tap, or quick ones, are late by less": Row(
      views:
        "[{ frame: [0, 0, 9, 9], gestures: [{ tap: { hold_last: 1s }, delays_began: true }, { tap: { count: 2, within: 300ms }, delays_began: true }] }]",
      problems: []),
    "one that means it": Row(
      views:
        "[{ frame: [0, 0, 9, 9], gestures: [{ tap: { count: 5 }, delays_began: true, delays_ended: true, cancels_touches: true }] }]",
      problems: []),
    "one on a tenth of the screen": Row(
      views: "[{ frame: [0, 0, 500, 200], gestures: [{ tap: {}, delays_began: true, name: big }] }]",
      problems: [
        "4:84: warning: \"big\" holds every touch on 10 % of the screen back until it has failed (put it on a small view; or write out `cancels_touches` and `delays_ended` as well)"
      ]),
    "the same, and late": Row(
      views: "[{ gestures: [{ tap: { count: 2 }, delays_began: true, name: big }] }]",
      problems: [
        "4:69: warning: \"big\" holds every touch on 100 % of the screen back until it has failed, an ordinary tap until 0.35 s after its lift (put it on a small view; or write out `cancels_touches` and `delays_ended` as well)"
      ]),
    "a view far larger than the screen": Row(
      views:
        "[{ frame: \(huge), children: [{ frame: \(huge), children: [{ frame: \(huge), gestures: [{ tap: {}, delays_began: true, name: big }] }] }] }]",
      problems: [
        "4:190: warning: \"big\" holds every touch on 100 % of the screen back until it has failed (put it on a small view; or write out `cancels_touches` and `delays_ended` as well)"
      ]),
    "the same, written out": Row(
      views: "[{ gestures: [{ tap: {}, delays_began: true, delays_ended: true, cancels_touches: true }] }]",
      problems: []),
    "taps that become long presses": Row(
      views: "[{ gestures: [{ tap: { count: 2 }, cancels_touches: false, name: double }] }]",
      problems: [
        "4:73: warning: \"double\" makes taps long for the page: its finger stays down until the gesture has failed (write `delays_began: true`, or `delays_ended: false`)"
      ]),
    "taps within a short time do not": Row(
      views: "[{ gestures: [{ tap: { count: 2, within: 300ms }, cancels_touches: false }] }]", problems: []),
    "what keeps its touches takes none from the page": Row(
      views:
        "[{ type: control, gestures: [{ tap: {} }] }, { on_touch: { to: audit }, gestures: [{ tap: {} }], children: [{ gestures: [{ pan: {} }] }] }]",
      problems: []),
    "an application that keeps everything": Row(
      rest: "application: { on_touch: { to: audit } }",
      problems: [
        "5:32: warning: the page gets no touch: this `on_touch` keeps them all (with `forward: true` it listens, and lets them pass)"
      ]),
    "an application that listens": Row(
      rest: "application: { on_touch: { to: audit, forward: true } }", problems: []),
    "the page's own id": Row(
      views: "[{ id: screen }]",
      problems: [
        "4:15: error: the id \"screen\" is reserved with `delivery: filter` (it always names the page behind the application)"
      ]),
    "an ordinary id without a page": Row(screen: "size: [1, 1]", views: "[{ id: screen }]", problems: []),
    "keys of the page without one": Row(
      screen: "size: [1, 1], cancel: lift, cancel_by: 3",
      problems: [
        "2:25: warning: `cancel` does nothing without `delivery: filter`",
        "2:39: warning: `cancel_by` is for `cancel: slide`",
        "2:39: warning: `cancel_by` does nothing without `delivery: filter`",
      ]),
    "keeping awake what touchd does not keep touches from": Row(
      screen: "size: [1, 1], keep_awake: false",
      problems: ["2:25: warning: `keep_awake` does nothing without `delivery: filter`"]),
    "a way to cancel that there is not": Row(
      screen: "size: [1, 1], delivery: filter, cancel: slip",
      problems: ["2:51: error: `cancel` must be slide, edge, lift or palm, not the string \"slip\""]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let views = row.rest.hasPrefix("windows") ? row.rest : "views: \(row.views)\n\(row.rest)"
    let text = "version: 1\nscreen: { \(row.screen) }\nresponders: { \(row.responders) }\n\(views)\n"
    #expect(messages(about: text) == row.problems)
  }

  @Test("Of several outputs, it has to be known which one the page is on")
  func outputs() {
    func problems(_ screen: String, _ outputs: [String]) -> [String] {
      let text = "{ version: 1, screen: { size: [1, 1], \(screen) }, views: [] }"
      let source = ConfigurationSource(
        read: { _ in Array(text.utf8) }, distrust: { _ in nil }, distrustOfPlace: { _ in nil },
        outputs: { outputs })
      return ConfigurationReading("page.yaml", LayoutReader(), from: source).lines
    }
    #expect(
      problems("delivery: filter", ["DSI-1", "HDMI-A-1"]) == [
        """
        page.yaml:1:49: warning: the machine has the outputs DSI-1 and HDMI-A-1, and the page's touchscreen names none
        help: add `output: DSI-1` below `screen`, or map it in the compositor: `touchd devices` has the line
        """
      ])
    #expect(problems("delivery: filter", ["DSI-1"]) == [])
    #expect(problems("delivery: filter, output: DSI-1", ["DSI-1", "HDMI-A-1"]) == [])
    #expect(problems("delivery: observe", ["DSI-1", "HDMI-A-1"]) == [])
  }
}
