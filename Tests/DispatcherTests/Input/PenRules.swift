import TestTables

/// A pen is a touch of type stylus while its tip, or its other end, is on the glass.
@Suite("Pens") struct PenRules {
  struct Row: TableRow {
    var what = ""
    /// Frames, one a line (see ``FrameText``).
    let given: String
    /// What each frame reports: phase, position, force, and the keys that are on.
    let told: String
  }

  @Test(
    "Rows",
    arguments: [
      "Near it is no touch; it is one from BTN_TOUCH on, at the place where it was": Row(
        given:
          "pen 1; absx 5; absy 6\nabsx 7\ntouch 1; force 100\nabsx 8; force 50\ntouch 0; force 0\nabsx 9\npen 0",
        told: "\n\nbegan 7,6 1 pen\nmoved 8,6 0.5 pen\nended 8,6 0.5 pen\n\n"),
      "A change of a barrel button is a move": Row(
        given: "pen 1; touch 1; force 100\nstylus 1\nstylus2 1; absx 3\nstylus 0; stylus2 0",
        told: "began 0,0 1 pen\nmoved 0,0 1 pen stylus\nmoved 3,0 1 pen stylus stylus2\nmoved 3,0 1 pen"),
      "A button that is pressed before the tip comes down": Row(
        given: "pen 1; stylus 1\ntouch 1", told: "\nbegan 0,0 0 pen stylus"),
      "The other end is the eraser": Row(
        given: "rubber 1; absx 4\ntouch 1; force 50\ntouch 0; rubber 0",
        told: "\nbegan 4,0 0.5 eraser\nended 4,0 0.5 eraser"),
      "Turned over on the glass, as one touch": Row(
        given: "pen 1; touch 1\npen 0; rubber 1", told: "began 0,0 0 pen\nmoved 0,0 0 eraser"),
      "A pressure of 0 is no lift": Row(
        given: "pen 1; touch 1; force 100\nforce 0\ntouch 0",
        told: "began 0,0 1 pen\nmoved 0,0 0 pen\nended 0,0 0 pen"),
      "Leaving without a lift, the touch goes on until BTN_TOUCH is released": Row(
        given: "pen 1; touch 1\npen 0\ntouch 0", told: "began 0,0 0 pen\nmoved 0,0 0\nended 0,0 0"),
    ] as Table<Row>)
  func row(_ row: Row) {
    let rig = PanelRig()
    rig.attach(
      "pen", .singleTouch(button: EventCode.btnTouch),
      scales: ContactScales(pressure: AxisRange(minimum: 0, maximum: 100), type: .stylus))
    let words = { (_: String, sample: TouchSample) in
      #expect(sample.type == .stylus)
      return sample.penText
    }
    rig.expect(row.told, of: row.given, words: words, run: { rig.feed($0, from: "pen") })
  }

  @Test("A contact of a slot whose tool is a pen is a stylus, too")
  func toolType() {
    let rig = PanelRig()
    rig.attach()
    rig.feed("id 1; tool 1; slot 1; id 2")
    #expect(rig.told.map { $0.sample.type } == [.stylus, .direct])
  }
}

extension TouchSample {
  fileprivate var penText: String {
    let names: [(PenKeys, String)] = [
      (.pen, "pen"), (.eraser, "eraser"), (.stylus, "stylus"), (.stylus2, "stylus2"), (.stylus3, "stylus3"),
    ]
    let keys = names.filter { penKeys.contains($0.0) }.map { " " + $0.1 }.joined()
    return "\(phase) \(rawX),\(rawY) \(shortText(force))\(keys)"
  }
}
