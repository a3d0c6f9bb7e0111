import TestTables

/// Contacts that hover, on panels of each kind, and the calls of a hover recognizer over the whole screen.
@Suite("Hover gesture, on every kind of panel") struct HoverPanels {
  struct Row: TableRow {
    var what = ""
    let touchProtocol: TouchProtocol
    /// Frames, one a line (see ``FrameText``).
    let given: String
    /// What comes of each: the state and the place of a hover, the phase of a touch.
    let told: String
    /// Of the panel; the same comes of each.
    var pairings: [PenPairing?] = [nil]
  }

  private static let pen = TouchProtocol.singleTouch(button: EventCode.btnTouch)
  private static let arbitratedOrNot = [true, false].map { PenPairing(isPen: true, isArbitrated: $0) }

  @Test(
    "Rows",
    arguments: [
      "a pen hovers from BTN_TOOL_PEN to BTN_TOUCH, and from the lift until it leaves": Row(
        touchProtocol: pen,
        given: "pen 1; absx 5; absy 6\nabsx 7\ntouch 1\nabsx 8\ntouch 0\nabsx 9\npen 0\nabsx 10",
        told:
          "began 5,6\nchanged 7,6\nended 7,6 touch began\ntouch moved\ntouch ended began 8,6\nchanged 9,6\nended 9,6\n"
      ),
      "a pen that touches as it comes never hovers": Row(
        touchProtocol: pen, given: "pen 1; touch 1; absx 5\ntouch 0; pen 0", told: "touch began\ntouch ended"),
      "the other end hovers, too": Row(
        touchProtocol: pen, given: "rubber 1; absx 5\nrubber 0", told: "began 5,0\nended 5,0"),
      "turned over without leaving, it hovers on": Row(
        touchProtocol: pen, given: "pen 1; absx 5\npen 0; rubber 1\nrubber 0",
        told: "began 5,0\nchanged 5,0\nended 5,0"),
      "its buttons and its tilt are changes": Row(
        touchProtocol: pen, given: "pen 1\nstylus 1\ntiltx 9\nstylus 0",
        told: "began 0,0\nchanged 0,0\nchanged 0,0\nchanged 0,0"),
      "its distance is a change while it hovers, and nothing to the touch": Row(
        touchProtocol: pen,
        given:
          "pen 1; away 9\naway 8\naway 3; touch 1\naway 2\nabsx 5; away 4\naway 6; touch 0\naway 7\npen 0",
        told:
          "began 0,0\nchanged 0,0\nended 0,0 touch began\n\ntouch moved\ntouch ended began 5,0\nchanged 5,0\nended 5,0"
      ),
      "a button without a tool is no pen": Row(
        touchProtocol: pen, given: "stylus 1; absx 5\nabsx 6", told: "\n"),
      "key repeat of the tool means nothing": Row(
        touchProtocol: pen, given: "pen 1\npen 2; report 1\nabsx 3", told: "began 0,0\n\nchanged 3,0"),
      "the kernel releases the tool as it suspends the pen": Row(
        touchProtocol: pen, given: "pen 1\npen 0; report 1\npen 1",
        told: "began 0,0\ncancelled 0,0\nbegan 0,0"),
      "the kernel releases all as it suspends the pen on the glass": Row(
        touchProtocol: pen, given: "pen 1\ntouch 1\ntouch 0; pen 0; report 1\npen 1",
        told: "began 0,0\nended 0,0 touch began\ntouch cancelled\nbegan 0,0"),
      "a touchscreen for one finger never hovers": Row(
        touchProtocol: pen, given: "absx 5\ntouch 1\ntouch 0\nabsx 6", told: "\ntouch began\ntouch ended\n"),
      "a slot that another contact takes over in one frame": Row(
        touchProtocol: .slots(count: 2),
        given: "id 1; x 5; y 6; distance 9\nid -1; id 2; x 7\nid -1; id 3; x 8; distance 0",
        told: "began 5,6\nended 5,6 began 7,6\nended 7,6 touch began"),
      "a touch that another contact, hovering, takes over in one frame": Row(
        touchProtocol: .slots(count: 2), given: "id 1; x 5; y 6\nid -1; id 2; x 7; distance 9",
        told: "touch began\ntouch ended began 7,6"),
      "down and up again within a frame is no more than a move": Row(
        touchProtocol: .slots(count: 2), given: "id 1; x 5; distance 9\ndistance 0; x 6; distance 8",
        told: "began 5,0\nchanged 6,0"),
      "a distance of 0 or less touches": Row(
        touchProtocol: .slots(count: 2), given: "id 1; x 5; distance 1\ndistance -1",
        told: "began 5,0\nended 5,0 touch began"),
      "a hovering palm is cancelled, and ignored even if its tool type changes again": Row(
        touchProtocol: .slots(count: 2), given: "id 1; x 5; distance 9\ntool 2\ntool 0; x 6\nid -1\nid 2",
        told: "began 5,0\ncancelled 5,0\n\n\nbegan 6,0"),
      "packets hover by their distance": Row(
        touchProtocol: .packets,
        given: "x 5; y 6; distance 9; mt\nx 7; y 6; distance 9; mt\nx 7; y 6; distance 0; mt\nmt",
        told: "began 5,6\nchanged 7,6\nended 7,6 touch began\ntouch ended"),
      "a packet that is gone": Row(
        touchProtocol: .packets, given: "x 5; y 6; distance 9; mt\nmt", told: "began 5,6\nended 5,6"),
      "BTN_TOUCH is released, and no list says what is still there": Row(
        touchProtocol: .packets, given: "x 5; y 6; distance 9; mt; touch 1\ntouch 0",
        told: "began 5,6\nended 5,6"),
      "a pen that never said that it left (DEVICES 9), and is silent for 50 ms with its tip up": Row(
        touchProtocol: pen, given: "pen 1; absx 5; @0\nabsx 6; @50\nabsx 7; @100.001\npen 0; @110",
        told: "began 5,0\nchanged 6,0\nended 6,0 began 7,0\nended 7,0", pairings: arbitratedOrNot),
      "one that said so once may be as silent as it likes": Row(
        touchProtocol: pen, given: "pen 1; absx 5; @0\npen 0; @10\npen 1; @20\nabsx 7; @900",
        told: "began 5,0\nended 5,0\nbegan 5,0\nchanged 7,0", pairings: arbitratedOrNot),
    ] as Table<Row>)
  func row(_ row: Row) {
    for pairing in row.pairings {
      let rig = HoverRig()
      rig.panels.attach("panel", row.touchProtocol, pairing: pairing)
      let lines = row.given.split(separator: "\n").map { rig.feed(String($0), from: "panel") }
      #expect(lines == row.told.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }

  @Test(
    "Filters are for fingers: a hovering contact is delivered unfiltered",
    arguments: [
      ContactFilter.hysteresis(x: 50, y: 50), .skip(first: 3, last: 1), .pressure(50), .median(5),
    ])
  func filters(_ filter: ContactFilter) {
    let rig = HoverRig()
    rig.panels.attach("panel", .slots(count: 2), filters: [filter])
    #expect(rig.feed("id 1; x 5; distance 9", from: "panel") == "began 5,0")
    #expect(rig.feed("x 6", from: "panel") == "changed 6,0")
    #expect(rig.feed("id -1", from: "panel") == "ended 6,0")
  }

  @Test("A contact that hovered when the panel was opened begins when it moves")
  func opened() {
    let rig = HoverRig()
    var slot = SlotState(trackingID: 4, x: 7, y: 8)
    slot.distance = 5
    rig.panels.attach("panel", .slots(count: 2), state: DeviceState(slots: [slot]))
    #expect(rig.feed("x 9", from: "panel") == "began 9,8")
    #expect(rig.feed("y 9", from: "panel") == "changed 9,9")
  }

  @Test("Two pens on two panels: the first is followed, and the panel that goes takes only its own with it")
  func twoPens() {
    let rig = HoverRig()
    rig.panels.attach("a", Self.pen)
    rig.panels.attach("b", Self.pen)
    #expect(rig.feed("pen 1; absx 1", from: "a") == "began 1,0")
    #expect(rig.feed("pen 1; absx 2", from: "b") == "")
    #expect(rig.feed("absx 3", from: "b") == "")
    #expect(rig.devices == ["a"])
    #expect(rig.unplug("b") == "")
    #expect(rig.feed("absx 4", from: "a") == "changed 4,0")
    rig.panels.attach("b", Self.pen)
    #expect(rig.feed("pen 1; absx 5", from: "b") == "")
    #expect(rig.unplug("a") == "cancelled 4,0")
    #expect(rig.feed("absx 6", from: "b") == "began 6,0")
    #expect(rig.devices == ["a", "b"])
  }

  @Test("A pen that comes near silences what hovers over the screen that it is paired with")
  func paired() {
    let rig = HoverRig()
    func pairing(_ isPen: Bool) -> PenPairing { PenPairing(isPen: isPen, phys: "usb-1/input0", vendor: 1) }
    rig.panels.attach("screen", .slots(count: 2), pairing: pairing(false))
    rig.panels.attach("pen", Self.pen, pairing: pairing(true))
    #expect(rig.feed("id 1; x 5; distance 9", from: "screen") == "began 5,0")
    #expect(rig.feed("pen 1; absx 7", from: "pen") == "cancelled 5,0 began 7,0")
    #expect(rig.feed("x 6", from: "screen") == "")
    #expect(rig.feed("pen 0; @0", from: "pen") == "ended 7,0")
    #expect(rig.feed("x 7; @89", from: "screen") == "")
    #expect(rig.feed("x 8; @90", from: "screen") == "began 8,0")
  }

  @Test("How high and how a pen is held")
  func pose() {
    let rig = HoverRig()
    let tilt = AxisRange(minimum: -90, maximum: 90, resolution: 57)
    rig.panels.attach(
      "pen", Self.pen,
      scales: ContactScales(
        tilt: (tilt, tilt), distance: AxisRange(minimum: 10, maximum: 60),
        calibration: PanelRig.calibration, type: .stylus))
    var lines: [String] = []
    rig.hover.addAction { [hover = rig.hover] _ in
      let degrees = [hover.altitudeAngle, hover.azimuthAngle(in: nil)].map { shortText($0 * 180 / .pi) }
      lines.append("\(shortText(hover.zOffset)) \(degrees.joined(separator: " "))")
    }
    for frame in ["pen 1; away 35", "away 60; tiltx 30", "away 61; tiltx 0; tilty 30", "away 9", "away 10"] {
      _ = rig.feed(frame, from: "pen")
    }
    #expect(lines == ["0.5 90 0", "1 60 0", "1 60 90", "0 60 90", "0 60 90"])
  }
}
