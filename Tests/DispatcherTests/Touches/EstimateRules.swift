import TestTables

/// A property that a panel has not reported for a contact is an estimate, until it does.
@Suite("Estimated properties") struct EstimateRules {
  static let pressure = ContactScales(pressure: AxisRange(minimum: 0, maximum: 255))

  static let pen = ContactScales(
    pressure: AxisRange(minimum: 0, maximum: 100),
    tilt: (AxisRange(minimum: -90, maximum: 90), AxisRange(minimum: -90, maximum: 90)), type: .stylus)

  struct Row: TableRow {
    var what = ""
    var touchProtocol = TouchProtocol.slots(count: 5)
    var scales = EstimateRules.pressure
    var filters: [ContactFilter] = []
    /// Settings of a recognizer on the view; `nil` for none.
    var recognizer: (@Sendable (WatchingRecognizer) -> Void)?
    /// Frames, one a line (see ``FrameText``).
    let given: String
    /// The view's calls in each, and the recognizer's, which begin with `R`.
    let told: String
  }

  static let slots: Table<Row> = [
    "A landing that does not; a move; the pressure": Row(
      given: "id 1; x 1; y 1\nx 2\npressure 9\nx 3\nid -1",
      told: "began ~force\nmoved ~force\nupdated | moved\nmoved\nended"),
    "Only the first report is an update": Row(
      given: "id 1; x 1; y 1\npressure 9\npressure 10\nx 2; pressure 11",
      told: "began ~force\nupdated | moved\nmoved\nmoved"),
    "What the kernel kept of the contact before is an estimate": Row(
      given: "id 1; x 1; y 1; pressure 9\nid -1\nid 2; x 500\nx 501\npressure 8",
      told: "began\nended\nbegan ~force\nmoved ~force\nupdated | moved"),
    "The pressure of 0 at a lift says nothing of the next contact, before the lift or after": Row(
      given: "id 1; x 1; y 1; pressure 9\npressure 0; id -1\nid 2; x 500\nid -1; pressure 1\nid 3; x 1",
      told: "began\nended\nbegan ~force\nended ~force\nbegan ~force"),
    "Nor does that of the contact which another replaced in the frame": Row(
      given: "id 1; x 1; y 1\npressure 9; id 2; x 500", told: "began ~force\nended | began ~force"),
    "A contact that another replaced in the frame keeps its reported values": Row(
      given: "id 1; x 1; y 1; pressure 9\nid 2; x 500", told: "began\nended | began ~force"),
    "The pressure may come before the id": Row(given: "pressure 9; id 1; x 1; y 1", told: "began"),
    "Never reported, it ends as an estimate, without an update": Row(
      given: "id 1; x 1; y 1\nx 2\nid -1", told: "began ~force\nmoved ~force\nended ~force"),
    "Reported in the frame of the lift, it comes with the end": Row(
      given: "id 1; x 1; y 1\npressure 9; id -1", told: "began ~force\nended"),
    "Other values say nothing of the pressure": Row(
      given: "id 1; x 1; y 1\nmajor 9; turn 1; x 2", told: "began ~force\nmoved ~force"),
    "A report while the finger hovers counts": Row(
      given: "id 1; x 1; y 1; distance 5; pressure 3\ndistance 0", told: "\nbegan"),
    "A panel without pressure estimates nothing": Row(
      scales: ContactScales(), given: "id 1; x 1; y 1\npressure 9; x 2\nid -1", told: "began\nmoved\nended"),
    "Filters let the update through, though the finger stays": Row(
      filters: [.hysteresis(x: 9, y: 9)], given: "id 1; x 1; y 1\nx 2\npressure 9",
      told: "began ~force\n\nupdated | moved"),
    "A second finger that the view does not get causes no update": Row(
      given: "id 1; x 1; y 1; pressure 9\nslot 1; id 2; x 5; y 5\npressure 7", told: "began\n\n"),
  ]

  static let others: Table<Row> = [
    "Packets tell each time": Row(
      touchProtocol: .packets, given: "x 1; y 1; mt\nx 2; y 1; pressure 9; mt\nx 3; y 1; pressure 8; mt\nmt",
      told: "began ~force\nupdated | moved\nmoved\nended"),
    "A panel with one contact": Row(
      touchProtocol: .singleTouch(button: EventCode.btnTouch),
      given: "touch 1; absx 1; absy 1\nforce 9\ntouch 0\ntouch 1; absx 500",
      told: "began ~force\nupdated | moved\nended\nbegan ~force"),
    "A pen that told nothing while it came near": Row(
      touchProtocol: .singleTouch(button: EventCode.btnTouch), scales: pen,
      given: "pen 1; absx 1; absy 1\ntouch 1\nforce 9\ntiltx 5\ntouch 0",
      told:
        "\nbegan ~force,azimuth,altitude\nupdated ~azimuth,altitude | moved ~azimuth,altitude\nupdated\nended"
    ),
    "A pen that told its tilt while it came near, and lifts in between": Row(
      touchProtocol: .singleTouch(button: EventCode.btnTouch), scales: pen,
      given: "pen 1; absx 1; absy 1; tiltx 5\ntouch 1; force 9\ntouch 0; force 0\ntouch 1; force 9; absx 500",
      told: "\nbegan\nended\nbegan"),
    "A pen that went away is another when it comes back": Row(
      touchProtocol: .singleTouch(button: EventCode.btnTouch), scales: pen,
      given: "pen 1; tiltx 5; force 9; touch 1\ntouch 0; pen 0\npen 1; absx 500; force 8; touch 1",
      told: "began\nended\nbegan ~azimuth,altitude"),
  ]

  static let recognizers: Table<Row> = [
    "Recognizers get the update before views, and both before the move of the frame": Row(
      recognizer: { _ in }, given: "id 1; x 1; y 1\nx 2; pressure 9",
      told: "R began ~force | began ~force\nR updated | updated | R moved | moved"),
    "A recognizer may recognize at an update; the view gets the update, and loses the touch": Row(
      recognizer: { $0.recognizesOn = "updated" }, given: "id 1; x 1; y 1\nx 2; pressure 9\nx 3",
      told: "R began ~force | began ~force\nR updated | updated | cancelled\n"),
    "A view that lost the touch gets no update": Row(
      recognizer: { $0.recognizesOn = "moved" }, given: "id 1; x 1; y 1\nx 2\npressure 9\nid -1",
      told: "R began ~force | began ~force\nR moved ~force | cancelled ~force\n\n"),
    "A view that gets began and ended at once gets no update in between": Row(
      recognizer: { $0.delaysTouchesBegan = true }, given: "id 1; x 1; y 1\npressure 9\nid -1\nid 2; x 500",
      told: "R began ~force\nR updated | R moved\nR ended | began ~force | moved | ended\nR began ~force"),
  ]

  @Test("Rows", arguments: slots + others + recognizers)
  func row(_ row: Row) {
    let rig = ViewRig(row.touchProtocol, scales: row.scales, filters: row.filters)
    if let set = row.recognizer {
      let recognizer = WatchingRecognizer()
      set(recognizer)
      attach(recognizer, to: rig)
    }
    let told = row.told.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(rig.play(row.given) == told)
  }

  @Test("Updates are expected while the contact is down, and matched by one number")
  func indices() {
    let rig = ViewRig(scales: Self.pressure)
    var seen: [(expected: Touch.Properties, index: Int?)] = []
    rig.view.onTouches = { _, touches, _ in
      for touch in touches {
        seen.append((touch.estimatedPropertiesExpectingUpdates, touch.estimationUpdateIndex))
      }
    }
    _ = rig.play(
      "id 1; x 1; y 1\nx 2\nx 3; pressure 9\nid -1\nid 2; pressure 1; x 500\nid -1\nid 3; x 1\nid -1")
    #expect(seen.map(\.expected) == [.force, .force, [], [], [], [], .force, []])
    let first = seen[0].index
    #expect(first != nil && seen[1].index == first && seen[2].index == first && seen[3].index == first)
    #expect(seen[4].index == nil && seen[5].index == nil)
    #expect(seen[6].index != nil && seen[6].index != first)
  }

  @Test("After lost events, a contact that goes on keeps its reported values; a new one has none")
  func lostEvents() {
    let rig = ViewRig(scales: Self.pressure)
    rig.feed("id 1; x 1; y 1; pressure 9")
    rig.feed("dropped", state: DeviceState(slots: [SlotState(trackingID: 1, x: 2, y: 1)]))
    rig.feed("dropped", state: DeviceState(slots: [SlotState(trackingID: 5, x: 500, y: 1)]))
    #expect(rig.lines == ["began", "moved", "cancelled", "began ~force"])
  }

  static let landing = "id 1; x 1; y 1"

  private func rig() -> ViewRig {
    let rig = ViewRig(scales: Self.pressure)
    rig.view.isMultipleTouchEnabled = true
    return rig
  }

  private func attach(_ recognizer: WatchingRecognizer, to rig: ViewRig) {
    recognizer.onCall = { [unowned rig] in rig.note($0) }
    rig.view.addGestureRecognizer(recognizer)
  }

  @Test("A view whose began is held gets the update after it")
  func held() {
    let recognizer = WatchingRecognizer()
    recognizer.delaysTouchesBegan = true
    let rig = rig()
    attach(recognizer, to: rig)
    #expect(rig.play("\(Self.landing)\npressure 9") == ["R began ~force", "R updated | R moved"])
    recognizer.fail(.tooSlow)
    #expect(rig.play("x 2\nx 3") == ["began ~force | moved | moved", "updated | moved"])
  }

  @Test("Two touches of one frame are one call")
  func twoTouches() {
    #expect(
      rig().play("id 1; x 1; y 1; slot 1; id 2; x 9; y 9\nslot 0; pressure 3; slot 1; pressure 4") == [
        "began{2} ~force", "updated{2} | moved{2}",
      ])
  }

  @Test("The update goes up the responder chain as far as responders call super")
  func chain() {
    final class Top: View {
      var told = 0
      override func touchesEstimatedPropertiesUpdated(_ touches: Set<Touch>) { told += touches.count }
    }
    for passesOn in [false, true] {
      let rig = rig()
      let top = Top(frame: rig.window.bounds)
      rig.window.addSubview(top)
      top.addSubview(rig.view)
      rig.view.passesUpdatesOn = passesOn
      _ = rig.play("\(Self.landing)\npressure 9")
      #expect(top.told == (passesOn ? 1 : 0))
    }
  }

  @Test("A chain that goes round in a circle ends")
  func circle() {
    final class Circle: View { override var next: Responder? { self } }
    let rig = rig()
    let circle = Circle(frame: rig.window.bounds)
    rig.window.addSubview(circle)
    #expect(rig.play("\(Self.landing)\npressure 9\nid -1") == ["", "", ""])
  }

  @Test("If the application swallows the event, the update comes with the next event")
  func swallowed() {
    let application = OwedEndRules.Swallower()
    let rig = ViewRig(scales: Self.pressure, application: application)
    for (frame, swallows) in [("id 1; x 1; y 1", false), ("pressure 3", true), ("x 2", false)] {
      application.swallows = { _ in swallows }
      rig.feed(frame)
    }
    #expect(rig.lines == ["began ~force", "updated", "moved"])
  }

  @Test("Views get updates in the order of their touches, whatever the slots")
  func byAge() {
    let rig = ViewRig(scales: Self.pressure)
    let other = WatchingView(frame: Rect(x: 500, y: 0, width: 500, height: 1000))
    rig.window.addSubview(other)
    other.onCall = { rig.note("other \($0)") }
    let calls = rig.play("slot 1; id 1; x 1; y 1\nslot 0; id 2; x 600; y 1\npressure 3; slot 1; pressure 4")
    #expect(calls.last?.hasPrefix("updated | other updated") == true, "\(calls)")
  }
}
