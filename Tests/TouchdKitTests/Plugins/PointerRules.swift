import FakePanels
import LinuxInput
import TestTables
import TouchdTesting

@testable import TouchdKit

/// Acts of the plugin `pointer`: lines of the trace, and frames of its device.
@Suite("pointer") struct PointerRules {
  struct Row: TableRow {
    var what = ""
    /// The options of `p`; `q` presses the right button, `t` the left one three times.
    var does = "press: left"
    var view = "gestures: [{ tap: {}, to: p }]"
    var thresholds = ""
    var fingers = ""
    /// The lines, without their kind, those of one time together.
    var lines = ""
  }

  final class Run {
    let scene: TestScene
    let pointer: VirtualPointer
    private(set) var lines: [String] = []
    private(set) var frames: [[[Int]]] = []
    private var buttons: [UInt16: Int32] = [:]
    var isButtonDown: Bool { buttons.values.contains(1) }
    private var writer: TraceWriter?

    init(_ row: Row) throws {
      let layout = try layout(
        """
        version: 1
        screen: { size: [1000, 1000] }
        thresholds: { \(row.thresholds) }
        responders: { p: { plugin: pointer, \(row.does) }, q: { plugin: pointer, press: right }, t: { plugin: pointer, press: left, count: 3 } }
        views: [{ id: v, frame: [0, 0, 900, 900], multiple_touch: true, \(row.view) }]
        """)
      let plugins = layout.makePlugins(Words().logger, launcher: nil)
      pointer = try #require(plugins.pointer)
      let application = try layout.makeApplication(plugins)
      scene = TestScene(try #require(application.windows.first), application, SceneLog())
      let writer = TraceWriter([.pointer]) { [unowned self] line, origin in
        let words = line.text(since: origin).split(separator: " ").filter { $0 != "pointer" }
        let isLater = lines.last?.hasPrefix(words[0]) != true
        let text = (isLater ? words[...] : words.dropFirst()).joined(separator: " ")
        if isLater { lines.append(text) } else { lines[lines.count - 1] += " | " + text }
      }
      (self.writer, application.observer) = (writer, writer)
      pointer.onFrame = { [unowned self] in note(Array($0)) }
    }

    private func note(_ events: [RawEvent]) {
      frames.append(events.dropLast().map { [Int($0.type), Int($0.code), Int($0.value)] })
      for event in events where event.type == EventType.key { buttons[event.code] = event.value }
    }
  }

  private static let pan = "gestures: [{ pan: {}, to: p }]"
  private static let secret = "children: [{ id: s, frame: [300, 0, 100, 100], sensitive: true }]"
  private static let flick = "dn(100,100)@0 mv(100,140)@0.02 mv(100,180)@0.04 up@0.06"

  static let rows: Table<Row> = [
    "a press moves, and lets the button up 40 ms later": Row(
      fingers: "dn(10,20)@0 up@0.1",
      lines: "0.100000 at=[10,20] | press=left at=[10,20]\n0.140000 release=left at=[10,20]"),
    "a count presses again each 80 ms": Row(
      does: "press: middle, count: 2", fingers: "dn(10,20)@0 up@0.1",
      lines: """
        0.100000 at=[10,20] | press=middle at=[10,20]
        0.140000 release=middle at=[10,20]
        0.180000 at=[10,20] | press=middle at=[10,20]
        0.220000 release=middle at=[10,20]
        """),
    "one near the last, in place and in time from press to press, is at its place, and cannot wander": Row(
      thresholds: "pointer: { click_interval: 400ms }",
      fingers:
        "dn(10,10)@0 up@0.1 dn(40,10)@0.2 up@0.3 dn(41,10)@0.4 up@0.5 dn(43,10)@0.8 up@0.9 dn(43,10)@1.2 up@1.300001",
      lines: """
        0.100000 at=[10,10] | press=left at=[10,10]
        0.140000 release=left at=[10,10]
        0.300000 at=[10,10] | press=left at=[10,10]
        0.340000 release=left at=[10,10]
        0.500000 at=[41,10] | press=left at=[41,10]
        0.540000 release=left at=[41,10]
        0.900000 at=[41,10] | press=left at=[41,10]
        0.940000 release=left at=[41,10]
        1.300001 at=[43,10] | press=left at=[43,10]
        1.340001 release=left at=[43,10]
        """),
    "another button has a place of its own, and waits until the first is up": Row(
      view: "on_touch: { to: p }, gestures: [{ tap: {}, to: q }]", fingers: "dn(10,10)@0 up@0.01",
      lines: """
        0.000000 at=[10,10] | press=left at=[10,10]
        0.040000 release=left at=[10,10] | at=[10,10] | press=right at=[10,10]
        0.080000 release=right at=[10,10]
        """),
    "a long press presses where the finger landed": Row(
      view: "gestures: [{ long_press: {}, to: p }]", fingers: "dn(10,10)@0 mv(15,10)@0.1 up@0.9",
      lines: "0.500000 at=[10,10] | press=left at=[10,10]\n0.540000 release=left at=[10,10]"),
    "a control's event presses": Row(
      view: "type: control, control: { events: { touch_up_inside: p } }", fingers: "dn(10,10)@0 up@0.1",
      lines: "0.100000 at=[10,10] | press=left at=[10,10]\n0.140000 release=left at=[10,10]"),
    "a drag begins where the finger landed, follows, and ends with the gesture": Row(
      does: "drag: left", view: pan, fingers: "dn(100,100)@0 mv(120,100)@0.1 fr@0.15 mv(140,100)@0.2 up@0.3",
      lines: """
        0.100000 at=[100,100] | press=left at=[100,100] | at=[120,100]
        0.200000 at=[140,100]
        0.300000 release=left at=[140,100]
        """),
    "or is cancelled": Row(
      does: "drag: right", view: pan, fingers: "dn(100,100)@0 mv(120,100)@0.1 unplug@0.3",
      lines: """
        0.100000 at=[100,100] | press=right at=[100,100] | at=[120,100]
        0.300000 release=right at=[120,100]
        """),
    "a finger that joins it is ignored": Row(
      does: "drag: left", view: pan,
      fingers:
        "dn(100,100)@0 mv(120,100)@0.1 dn#2(500,500)@0.2 mv#2(600,600)@0.3 mv(130,100)@0.4 up@0.5 up#2@0.6",
      lines: """
        0.100000 at=[100,100] | press=left at=[100,100] | at=[120,100]
        0.400000 at=[130,100]
        0.600000 release=left at=[130,100]
        """),
    "a drag that lands near a press carries the difference; other presses are left out meanwhile": Row(
      does: "drag: right", view: "gestures: [{ pan: {}, to: p }, { tap: { touches: 1 }, to: q }]",
      fingers: "dn(100,100)@0 up@0.1 dn(105,100)@0.2 mv(125,100)@0.9 dn#2(9,9)@0.91 up#2@0.95 up@1",
      lines: """
        0.100000 at=[100,100] | press=right at=[100,100]
        0.140000 release=right at=[100,100]
        0.900000 at=[100,100] | press=right at=[100,100] | at=[120,100]
        1.000000 release=right at=[120,100]
        """),
    "held, then dragged": Row(
      does: "drag: left", view: "gestures: [{ long_press: {}, to: p }]",
      fingers: "dn(10,10)@0 mv(50,10)@0.6 up@0.9",
      lines: """
        0.500000 at=[10,10] | press=left at=[10,10] | at=[10,10]
        0.600000 at=[50,10]
        0.900000 release=left at=[50,10]
        """),
    "fingers that go down scroll up, and what is no whole unit is kept": Row(
      does: "scroll: natural", view: pan,
      fingers: "dn(100,100)@0 mv(100,120)@0.1 mv(100,135)@0.2 mv(85,135.5)@0.3 mv(85,134)@0.4 up@2",
      lines: """
        0.100000 at=[100,100]
        0.200000 scroll=[0,1] at=[100,100]
        0.300000 scroll=[1,0.033] at=[100,100]
        0.400000 scroll=[0,-0.1] at=[100,100]
        """),
    "as a mouse, along one axis, by notches of 30 points": Row(
      does: "scroll: mouse, axis: vertical, notch: 30, momentum: false", view: pan, fingers: flick,
      lines: "0.020000 at=[100,100]\n0.040000 scroll=[0,-1.333] at=[100,100]"),
    "a cancelled scroll has no momentum": Row(
      does: "scroll: natural", view: pan,
      fingers: "dn(100,100)@0 mv(100,140)@0.02 mv(100,180)@0.04 palm@0.05",
      lines: "0.020000 at=[100,100]\n0.040000 scroll=[0,2.667] at=[100,100]"),
    "the pointer parks 600 ms after the last act": Row(
      does: "press: left, park: true", fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 up@0.3",
      lines: """
        0.100000 at=[10,10] | press=left at=[10,10]
        0.140000 release=left at=[10,10]
        0.300000 at=[10,10] | press=left at=[10,10]
        0.340000 release=left at=[10,10]
        0.940000 at=[999.5,999.5]
        """),
    "places on a sensitive view stay": Row(
      view: "sensitive: true, gestures: [{ tap: {}, to: p }]", fingers: "dn(10,20)@0 up@0.1",
      lines: "0.100000 at=- | press=left at=-\n0.140000 release=left at=-"),
    "and how far it scrolls": Row(
      does: "scroll: natural, momentum: false", view: "sensitive: true, \(pan)", fingers: flick,
      lines: "0.020000 at=-\n0.040000 scroll=[null,null] at=-"),
    "no double click says how near a press is to one there": Row(
      view: "gestures: [{ tap: {}, to: p }], \(secret)", fingers: "dn(301,10)@0 up@0.1 dn(298,10)@0.2 up@0.3",
      lines: """
        0.100000 at=- | press=left at=-
        0.140000 release=left at=-
        0.300000 at=[298,10] | press=left at=[298,10]
        0.340000 release=left at=[298,10]
        """),
    "nor the way from a finger of a drag that was there when another lifted": Row(
      does: "drag: left", view: "\(pan), \(secret)",
      fingers: "dn(100,50)@0 dn#2(200,50)@0.01 mv(140,50)@0.1 mv#2(350,50)@0.2 up@0.3 mv#2(500,50)@0.4 "
        + "mv#2(600,50)@0.5 up#2@0.6",
      lines: """
        0.100000 at=[150,50] | press=left at=[150,50] | at=[170,50]
        0.200000 at=-
        0.500000 at=-
        0.600000 release=left at=-
        """),
  ]

  @Test("Rows", arguments: rows)
  func row(row: Row) throws {
    let run = try Run(row)
    run.scene.play(row.fingers)
    run.scene.pipeline.finish()
    #expect(difference(run.lines, from: row.lines) == nil)
    #expect(!run.isButtonDown)
  }

  private static let scroll = Row(
    does: "scroll: natural", view: "gestures: [{ pan: {}, to: p }, { tap: {}, to: q }]")

  @Test("Momentum is a scroll view's, a frame each 16 ms, and ends below 30 points a second")
  func momentum() throws {
    let run = try Run(Self.scroll)
    run.scene.play(Self.flick)
    run.scene.pipeline.finish()
    #expect(run.lines.dropFirst(2).prefix(2).map { $0.prefix(5) } == ["0.076", "0.092"])
    let units = run.frames.flatMap(\.self).filter { $0[0] == 2 && $0[1] == 11 }.reduce(0) { $0 + $1[2] }
    #expect(units / 120 > 10)
  }

  @Test("Momentum of a recording whose clock is at its end is over")
  func endOfTime() throws {
    let run = try Run(Self.scroll)
    for event in Fingers(Self.flick).frames.joined() {
      let time = Timestamp(microseconds: .max - 60_000 + event.time.microseconds)
      run.scene.feed([RawEvent(time: time, type: event.type, code: event.code, value: event.value)])
    }
    run.scene.pipeline.finish()
    #expect(run.scene.pipeline.isIdle && run.lines.count == 2)
  }

  @Test("A touch on the view, not beside it, stops momentum, and is no tap; a dark screen stops it, too")
  func stop() throws {
    let run = try Run(Self.scroll)
    run.scene.play(Self.flick + " dn#2(950,950)@0.07 dn(300,300)@0.1 up@0.15 dn(300,300)@1 up@1.1")
    run.scene.pipeline.finish()
    #expect(run.lines.dropFirst(2).prefix { $0.contains("scroll") }.count == 2)
    #expect(
      run.lines.dropFirst(4) == [
        "1.100000 at=[300,300] | press=right at=[300,300]", "1.140000 release=right at=[300,300]",
      ])
    let dark = try Run(Self.scroll)
    dark.scene.play(Self.flick)
    dark.scene.pipeline.note(display: "screen", isDark: true, at: Timestamp(seconds: 0.1))
    dark.scene.pipeline.finish()
    #expect(dark.lines.count == 4)
  }

  @Test("The frames of its device: motion, button, wheels; 65,535 is the end of an axis")
  func frames() throws {
    let press = try Run(Self.rows[0])
    press.scene.play("dn(100,500)@0 up@0.1")
    press.scene.pipeline.finish()
    #expect(press.frames == [[[3, 0, 6554], [3, 1, 32768]], [[1, 272, 1]], [[1, 272, 0]]])
    let scroll = try Run(Self.scroll)
    scroll.scene.play("dn(0,0)@0 mv(20,0)@0.1 mv(35,30)@0.2 mv(35,23)@0.3 up@2")
    #expect(
      scroll.frames == [
        [[3, 0, 0], [3, 1, 0]], [[2, 8, 2], [2, 11, 240], [2, 6, -1], [2, 12, -120]], [[2, 11, -56]],
      ])
  }

  @Test("The device is a mouse with a place, kept while its traits are equal, and goes with its buttons")
  func device() throws {
    let uinput = FakeUinput()
    let mouse = OwnDevice("the pointer", Words().logger, uinput: uinput.path)
    let own = try layout(
      "version: 1\nscreen: { name: lobby, size: [1, 1], output: DP-1 }\nresponders: { p: { plugin: pointer, press: left } }\nviews: []"
    )
    mouse.use(own.pointer)
    let made = ObjectIdentifier(try #require(mouse.device))
    let read = try uinput.reader(of: try #require(mouse.device)).description
    #expect(read.name == "touchd lobby pointer" && read.phys == "touchd/test@DP-1" && read.bus == 6)
    #expect(read.codes[EventType.key] == [272, 273, 274] && read.codes[EventType.rel] == [6, 8, 11, 12])
    #expect(read.axes.mapValues(\.maximum) == [0: 65535, 1: 65535] && read.properties.isEmpty)
    mouse.use(own.pointer)
    #expect(mouse.device.map { ObjectIdentifier($0) } == made)
    for x in 0..<1000 {
      let frame = [RawEvent(type: EventType.abs, code: EventCode.absX, value: Int32(x)), .report(at: .zero)]
      frame.withUnsafeBufferPointer { mouse.write($0) }
      #expect(uinput.descriptorCount == 1, "a kill here closes the last one")
    }
    mouse.use(nil)
    #expect(uinput.deviceCount == 0)
  }

  @Test("No button is down after any frames of any fingers and an end", arguments: 0..<12 as Range<UInt64>)
  func nothingStaysDown(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let fingers = (0..<40).map { step in
      let verb = ["dn", "mv", "mv", "mv", "up", "palm"].randomElement(using: &random) ?? "mv"
      let (x, y) = (Int.random(in: 0...999, using: &random), Int.random(in: 0...999, using: &random))
      let place = verb.count == 2 && verb != "up" ? "(\(x),\(y))" : ""
      return "\(verb)#\(Int.random(in: 1...3, using: &random))\(place)@\(Double(step) / 50)"
    }
    let gestures = "[{ pan: {}, to: p }, { tap: {}, to: t }, { long_press: {}, to: q }]"
    for end in fingers.indices {
      let run = try Run(Row(does: "drag: left", view: "on_touch: { to: q }, gestures: \(gestures)"))
      run.scene.play(fingers[...end].joined(separator: " "))
      if end % 2 == 0 { run.scene.pipeline.note(display: "", isDark: true, at: Timestamp(seconds: 1)) }
      if end % 2 == 1 { run.scene.unplug(at: 1) }
      run.scene.pipeline.finish()
      #expect(!run.isButtonDown, "\(fingers[...end])")
    }
  }

  @Test(
    "A responder at something that it can make nothing of is an error at the `to`",
    arguments: [
      ("press: left", "gestures: [{ pan: {}, to: p }]", "press"),
      ("drag: left", "gestures: [{ tap: {}, to: p }]", "drag"),
      ("scroll: mouse", "gestures: [{ long_press: {}, to: p }]", "scroll"),
      ("scroll: mouse", "on_touch: { to: p }", "scroll"),
      ("drag: left", "type: control, control: { events: { touch_down: p } }", "drag"),
      ("press: left", "gestures: [{ swipe: {}, to: p }]", nil),
      ("drag: left", "gestures: [{ edge_pan: { edge: left }, to: p }, { long_press: {}, to: p }]", nil),
    ] as [(String, String, String?)])
  func bindings(does: String, view: String, act: String?) {
    let text =
      "version: 1\nscreen: { size: [9, 9] }\nresponders: { p: { plugin: pointer, \(does) } }\nviews: [{ \(view) }]"
    let said = messages(about: text)
    #expect(said.filter { $0.contains("error") }.map { $0.prefix { $0 != ":" } } == (act == nil ? [] : ["4"]))
    #expect(said.contains { $0.contains("\"p\" has nothing to \(act ?? "") here") } == (act != nil))
    #expect(
      said.contains { $0.hasPrefix("3:28: warning: with `delivery: observe` the page gets the touches") })
  }
}
