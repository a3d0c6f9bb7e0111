import TestTables

/// What becomes of a panel that a layout with `delivery: filter` is for, and what the page gets of its fingers. The
/// words of scripts are those of ``PageKiosk``.
@Suite("A held panel") struct PageScenarios {
  struct Row: TableRow {
    var what = ""
    let script: String
    /// What came of each step, a line each.
    let lines: String

    /// After the panel was taken.
    static func held(_ script: String, _ lines: String) -> Row {
      Row(script: "plug; wait 2; " + script, lines: "added, made touchd Lobby Panel\nheld\n" + lines)
    }
  }

  static let rows: Table<Row> = [
    "A device is made, its readers open it, the panel is taken, fingers pass": Row(
      script: "plug; udev; wait 0.5; down 0 100 50; move 0 120 60; down 1 500 200; up 0; up 1",
      lines: """
        added, made touchd Lobby Panel

        held
        down 0 100,50
        move 0 120,60
        down 1 500,200
        up 0
        up 1
        """),
    "Never under a finger: at its lift": Row(
      script: "plug; wait 1; down 3 100 50; wait 1; wait 5; up 3; down 3 100 50",
      lines: """
        added, made touchd Lobby Panel



        waiting for the panel to be free: contacts are down in slot 3
        held
        down 3 100,50
        """),
    "Unplugged under a finger: the page's contact ends, its device stays, and knows its readers": .held(
      "down 0 100 50; unplug; wait 0.1; plug; down 0 200 50; up 0",
      """
      down 0 100,50
      removed, move 0 140,50
      up 0
      added, held
      down 0 200,50
      up 0
      """),
    "Stopped under a finger: its contact ends first": .held(
      "down 0 900 50; stop", "down 0 900,50\nmove 0 860,50, up 0"),
    "Another tree, under a finger: its contact ends, the panel stays held, the next finger passes": .held(
      "down 0 100 50; reload edge; move 0 150 50; wait 0.1; up 0; down 0 100 50; up 0",
      """
      down 0 100,50
      added, held, move 0 140,50

      up 0

      down 0 100,50
      up 0
      """),
    "From holding to listening: the contact ends, the panel is free, the device goes; and back": .held(
      "down 0 100 50; reload observe; wait 0.5; up 0; reload filter; wait 2; down 0 100 50",
      """
      down 0 100,50
      added, move 0 140,50, up 0
      destroyed

      added, made touchd Lobby Panel
      held
      down 0 100,50
      """),
    "On another output it is another device, in the same order": .held(
      "down 0 100 50; reload hdmi; wait 0.5; up 0; wait 2; down 0 100 50",
      """
      down 0 100,50
      added, made touchd Lobby Panel, move 0 140,50, up 0
      destroyed

      held
      down 0 100,50
      """),
    "After a crash under a finger: its contact slides, rests and lifts; then fingers pass": .held(
      "down 0 100 50; crash; wait 0.05; wait 0.05; up 0; down 0 200 50",
      """
      down 0 100,50
      added, move 0 125,50

      up 0
      held
      down 0 200,50
      """),
    "The panel has gone meanwhile: its contact lifts all the same": .held(
      "down 0 100 50; crash gone; wait 0.05; wait 0.05", "down 0 100,50\nmove 0 125,50\n\nup 0"),
    "A key that is held over a crash: the page's is released, and the next press counts": .held(
      "home 1; crash; home 0; wait 2; home 1; home 0",
      """
      press
      added, held, release


      press
      release
      """),
    "Never under a key: at its release": Row(
      script: "plug; wait 1; home 1; wait 1; wait 5; home 0; home 1",
      lines: """
        added, made touchd Lobby Panel



        waiting for the panel to be free: one of its keys is down
        held
        press
        """),
    "Stopped, or of another tree, while a key is down: it is released first": .held(
      "home 1; reload edge; home 0; home 1; stop",
      """
      press
      added, held, release

      press
      release
      """),
    "A second node of the panel comes under a finger, and at a reload: the device stays, both are held":
      .held(
        "down 0 100 50; plug second; move 0 120 60; up 0; reload edge; down 0 100 50",
        """
        down 0 100,50
        added, held
        move 0 120,60
        up 0
        added, held, added, held
        down 0 100,50
        """),
    "Another program ends the page's device: the panel is let go, and another device made": .held(
      "destroy; down 0 100 50; wait 0.1; up 0; wait 2; down 0 100 50",
      """
      destroyed
      lost, made touchd Lobby Panel


      held
      down 0 100,50
      """),
    "Half a frame is taken: what is down ends, nothing else reaches that device, and another is made": .held(
      "down 0 100 50; half; down 1 200 50; move 0 120 50; wait 0.5; up 0; up 1; wait 2; down 0 300 50",
      """
      down 0 100,50

      lost, made touchd Lobby Panel, move 0 125,50, down 1 25,0, up 0, up 1

      destroyed


      held
      down 0 300,50
      """),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let lines = try PageKiosk().play(row.script)
    #expect(lines == row.lines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  @Test("A device whose end fails leaves the one that takes its place alone")
  func failsAtItsEnd() throws {
    let said = try PageKiosk().play(
      "plug; wait 2; down 0 100 50; half; reload hdmi; wait 0.5; up 0; wait 2; down 0 100 50")
    let made = said.joined(separator: ", ").split(separator: ", ").count { $0.hasPrefix("made") }
    #expect(made == 2, "\(said)")
    #expect(said.last == "down 0 100,50")
  }

  @Test("Where the system makes no device, the layout only listens, and it is tried again")
  func refused() throws {
    let kiosk = try PageKiosk(canMake: false)
    #expect(try kiosk.play("plug; wait 0.5; wait 5; down 0 100 50") == ["added", "failed: errno 13", "", ""])
    #expect(!kiosk.isHeld)
  }
}
