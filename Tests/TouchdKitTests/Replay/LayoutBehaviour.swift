import LinuxInput
import TestTables

@testable import TouchdKit

/// What the keys of a layout do to fingers: the layout, the fingers, and the lines of the trace.
@Suite("Layouts at work") struct LayoutBehaviour {
  struct Row: TableRow {
    var what = ""
    let views: String
    var rest = ""
    var fingers = "dn(10,10)@0 up@0.01"
    let lines: [String]
  }

  static let rows: Table<Row> = [
    "a controller stands between its view and the window; the delegate ends the chain": Row(
      views: "[{ id: a, controller: { id: c } }]",
      rest: "application: { delegate: { on_touch: { to: audit } } }",
      lines: [
        "began a", "forward c", "forward window", "forward application", "forward delegate audit",
        "ended a", "forward c", "forward window", "forward application", "forward delegate audit",
      ]),
    "a controller presented by another goes on to it": Row(
      views: "[{ id: a, controller: { id: c, on_touch: { to: audit } } }, "
        + "{ id: b, controller: { id: d, presenting: c } }]",
      lines: ["began b", "forward d", "forward c audit", "ended b", "forward d", "forward c audit"]),
    "hit: pass_through, none and hit_redirect": Row(
      views: "[{ id: a, on_touch: { to: audit } }, { id: b, hit_redirect: a }, { id: c, hit: pass_through }, "
        + "{ id: d, hit: none, children: [{ id: e }] }]", lines: ["began a audit", "ended a audit"]),
    "a turned view is hit where it is seen": Row(
      views:
        "[{ id: a, on_touch: { to: audit } }, { id: b, frame: [0, 45, 100, 10], transform: { rotate: 90deg }, "
        + "on_touch: { to: audit } }]", fingers: "dn(50,5)@0 up@0.01",
      lines: ["began b audit", "ended b audit"]),
    "a long press of 20 ms": Row(
      views: "[{ id: a, on_touch: { to: audit }, gestures: [{ long_press: { minimum: 20ms } }] }]",
      fingers: "dn(10,10)@0 mv(10,11)@0.02 mv(10,12)@0.03 up@0.04",
      lines: [
        "began a audit", "moved a audit", "gesture a.long_press began", "event a.long_press",
        "cancelled a audit",
        "gesture a.long_press changed", "event a.long_press", "gesture a.long_press ended",
        "event a.long_press",
      ]),
    "thresholds change the model's numbers": Row(
      views: "[{ id: a, on_touch: { to: audit }, gestures: [{ tap: { count: 1 }, name: knock }] }]",
      rest: "thresholds: { tap: { allowable_movement: 40 } }", fingers: "dn(10,10)@0 mv(40,10)@0.01 up@0.02",
      lines: ["began a audit", "moved a audit", "gesture knock ended", "event knock", "cancelled a audit"]),
    "thresholds of pans are those of a scroll view's own, whose name is the view's and .pan": Row(
      views: "[{ id: s, type: scroll, scroll: { content_size: [100, 400] } }]",
      rest: "thresholds: { pan: { hysteresis: 40 } }",
      fingers: "dn(10,90)@0 mv(10,60)@0.01 mv(10,40)@0.02 up@0.03",
      lines: ["gesture s.pan began", "event s.pan", "gesture s.pan ended", "event s.pan"]),
    "a control keeps the touches that a plugin gets": Row(
      views:
        "[{ id: a, on_touch: { to: audit }, children: [{ id: b, type: control, on_touch: { to: audit } }] }]",
      lines: ["began b audit", "ended b audit"]),
    "unless on_touch forwards them": Row(
      views: "[{ id: a, on_touch: { to: audit }, children: [{ id: b, type: control, "
        + "on_touch: { to: audit, forward: true } }] }]",
      lines: ["began b audit", "forward a audit", "ended b audit", "forward a audit"]),
    "and so does a scroll view": Row(
      views: "[{ id: a, on_touch: { to: audit }, children: [{ id: b, type: scroll, "
        + "scroll: { delays_content_touches: false }, on_touch: { to: audit, forward: true } }] }]",
      lines: ["began b audit", "forward a audit", "ended b audit", "forward a audit"]),
    "a quarter turn is exact: the edge that is at the left now is the view's far one": Row(
      views:
        "[{ id: a, on_touch: { to: audit } }, { id: b, frame: [20, 20, 40, 40], transform: { rotate: 90deg }, "
        + "on_touch: { to: audit } }]", fingers: "dn(20,30)@0 up@0.01",
      lines: ["began a audit", "ended a audit"]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let text = """
      version: 1
      screen: { name: test, size: [100, 100] }
      responders: { audit: { plugin: log, level: trace } }
      views: \(row.views)
      \(row.rest)
      """
    #expect(try lines(of: text, row.fingers) == row.lines)
  }

  @Test("Windows: by level, with their own frames; before: true gets touches before the views")
  func windows() throws {
    let text = """
      version: 1
      screen: { name: test, size: [100, 100] }
      responders: { audit: { plugin: log, level: trace } }
      windows:
        - { id: alert, level: 5, frame: [50, 50, 50, 50], views: [{ id: a }] }
        - { id: main, scene: true, on_touch: { to: audit, before: true }, views: [{ id: b }] }
      """
    #expect(try lines(of: text, "dn(60,60)@0").first == "began a")
    #expect(
      try lines(of: text, "dn(10,10)@0 mv(20,10)@0.01 up@0.02") == [
        "began main audit", "moved main audit", "ended main audit",
      ])
    let open = text.replacing("before: true", with: "before: true, forward: true")
    #expect(
      try lines(of: open, "dn(10,10)@0").prefix(5) == [
        "began main audit", "began b", "forward main", "forward scene", "forward application",
      ])
  }

  @Test(
    "before: true leaves alone what its plugin does not choose, such as that of a program which is not there")
  func beforeChooses() throws {
    final class Chooser: TouchChoosing {
      let name = "audit"
      var isThere = false
      private(set) var calls = 0
      func chosen(of touches: Set<Touch>, in phase: TouchPhase, on responder: Responder) -> Set<Touch> {
        isThere ? touches : []
      }
      func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) { calls += 1 }
    }
    let text = """
      version: 1
      screen: { size: [100, 100] }
      responders: { audit: { plugin: log } }
      windows: [{ id: main, on_touch: { to: audit, before: true }, views: [{ id: b }] }]
      """
    let chooser = Chooser()
    for (isThere, expected) in [
      (false, ["began b", "ended b"]), (true, ["began main audit", "ended main audit"]),
    ] {
      chooser.isThere = isThere
      let log = ShortTrace()
      _ = try play("dn(10,10)@0 up@0.01", on: layout(text), ["audit": chooser], observer: log)
      #expect(log.lines.filter { !$0.hasPrefix("forward") } == expected)
      #expect(chooser.calls == (isThere ? 1 : 0))
    }
  }

  /// The views of the window in front, where a finger taps, and the view that is hit. Behind it is a window with the
  /// view `b`.
  @Test(
    "A window that fingers fall through",
    arguments: [
      ("views: []", "10,10", "front"), ("hit: pass_through, views: []", "10,10", "b"),
      ("hit: pass_through, views: [{ id: button, frame: [0, 0, 20, 20] }]", "10,10", "button"),
      ("hit: pass_through, views: [{ id: button, frame: [0, 0, 20, 20] }]", "50,50", "b"),
      ("hit: none, views: [{ id: button }]", "10,10", "b"),
      ("hidden: true, views: [{ id: button }]", "10,10", "b"),
    ])
  func windowKeys(front: String, place: String, hit: String) throws {
    let text = """
      version: 1
      screen: { name: test, size: [100, 100] }
      windows:
        - { id: back, views: [{ id: b }] }
        - { id: front, level: 1, \(front) }
      """
    let lines = try lines(of: text, "dn(\(place))@0 up@0.01").filter { !$0.hasPrefix("forward") }
    #expect(lines == ["began \(hit)", "ended \(hit)"])
  }

  @Test("A window has the flags of a view")
  func windowFlags() throws {
    let text = """
      version: 1
      screen: { name: test, size: [100, 100] }
      windows:
        - multiple_touch: true
          exclusive_touch: true
          sensitive: true
          hit: pass_through
          views: [{ id: b, frame: [0, 0, 9, 9] }]
      """
    let window = try #require(try layout(text).makeApplication([:]).windows.first)
    #expect(window.isMultipleTouchEnabled && window.isExclusiveTouch && window.isSensitive)
    #expect(window.hitTest(Point(x: 5, y: 5), with: nil)?.identifier == "b")
    #expect(window.hitTest(Point(x: 50, y: 50), with: nil) == nil)
  }

  @Test("A view has the flags of its keys, and a gesture the numbers of its own")
  func viewFlags() throws {
    let corner = try #require(try SampleLayouts.application(of: lobby()).view("corner"))
    #expect(corner.isMultipleTouchEnabled && corner.isExclusiveTouch && corner.reachesChildren)
    #expect(corner.hitOutset == EdgeInsets(top: 1, left: 2, bottom: 3, right: 8))
    let tap = try #require(corner.gestureRecognizers.first as? TapGestureRecognizer)
    #expect(tap.numberOfTapsRequired == 5 && tap.numberOfTouchesRequired == 2 && tap.within == .seconds(3))
    #expect(!tap.cancelsTouchesInView && tap.delaysTouchesBegan && !tap.delaysTouchesEnded)
    let press = try #require(corner.gestureRecognizers.dropFirst().first as? LongPressGestureRecognizer)
    #expect(press.numberOfTouchesRequired == 3 && press.thresholds.minimumDuration == .milliseconds(250))
  }

  /// Why a recognizer gave up, as a trace has it.
  struct ReasonRow: TableRow {
    var what = ""
    let view: String
    let fingers: String
    let reasons: [String]
  }

  static let reasonRows: Table<ReasonRow> = [
    "a second tap too far from the first": ReasonRow(
      view: "gestures: [{ tap: { count: 2 } }]", fingers: "dn(10,10)@0 up@0.01 dn(51,10)@0.02 up@0.03",
      reasons: ["elsewhere: 41 pt from the previous tap, at most 30"]),
    "a tenth of a tenth too far reads as too far": ReasonRow(
      view: "gestures: [{ tap: { count: 2 } }]", fingers: "dn(10,10)@0 up@0.01 dn(40,11)@0.02 up@0.03",
      reasons: ["elsewhere: 30.1 pt from the previous tap, at most 30"]),
    "a limit of the layout's": ReasonRow(
      view: "gestures: [{ edge_pan: { edge: [left, bottom] } }]", fingers: "dn(50,60)@0 up@0.01",
      reasons: ["elsewhere: 40 pt from the edge, at most 7.5"]),
    "on a sensitive view no distance is shown": ReasonRow(
      view: "sensitive: true, gestures: [{ tap: { count: 2 } }]",
      fingers: "dn(10,10)@0 up@0.01 dn(51,10)@0.02 up@0.03", reasons: ["elsewhere"]),
    "nor where another view is sensitive: the first tap may have been on it": ReasonRow(
      view: "gestures: [{ tap: { count: 2 } }], children: [{ frame: [0, 0, 20, 20], sensitive: true }]",
      fingers: "dn(10,10)@0 up@0.01 dn(51,10)@0.02 up@0.03", reasons: ["elsewhere"]),
  ]

  @Test("Why a gesture failed, with the numbers that decided it", arguments: reasonRows)
  func reasons(_ row: ReasonRow) throws {
    let text = """
      version: 1
      screen: { name: test, size: [100, 100] }
      thresholds: { edge_pan: { edge_distance: 7.5 } }
      views: [{ id: a, \(row.view) }]
      """
    let found = try play(row.fingers, on: layout(text)).compactMap { line in
      line.firstRange(of: "\"reason\":\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
    }
    #expect(found.map { String($0) } == row.reasons)
  }

  /// The trace's lines in short.
  private func lines(of text: String, _ fingers: String) throws -> [String] {
    let log = ShortTrace()
    _ = try play(fingers, on: layout(text), observer: log)
    return log.lines
  }

  /// Plays fingers, without what comes of the end of a recording.
  ///
  /// - Returns: the lines of gestures that failed, if nothing else observes.
  private func play(
    _ fingers: String, on layout: Layout, _ plugins: PluginSet? = nil, observer: (any TraceObserver)? = nil
  ) throws -> [String] {
    let recording = try recording(of: fingers, on: layout)
    let session = try ReplayedLines(recording, layout, [.failed], plugins: plugins)
    if let observer { session.pipeline.application.observer = observer }
    session.replay.begin()
    while session.replay.nextTime != nil { session.replay.step() }
    return session.lines
  }
}

/// Deliveries, gestures and actions, a few words each.
private final class ShortTrace: TraceObserver {
  var lines: [String] = []

  func record(_ record: TraceRecord, at time: Timestamp) {
    switch record {
    case .delivered(let phase, let responder, _): lines.append(line("\(phase)", responder))
    case .forwarded(_, _, let responder, _): lines.append(line("forward", responder))
    case .gesture(_, .failed, _, _): break
    case .gesture(let recognizer, let state, _, _): lines.append("gesture \(recognizer.name) \(state)")
    case .event(let event):
      lines.append((["event", event.name] + event.recognizer.plugins.map(\.name)).joined(separator: " "))
    default: break
    }
  }

  private func line(_ word: String, _ responder: Responder) -> String {
    [word, responder.identifier, responder.touchHandler?.plugin.name].compactMap { $0 }.joined(separator: " ")
  }
}
