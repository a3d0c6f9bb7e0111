import TestTables

/// Notes on fingers, for statistics.
@Suite("Tally") struct TallyRules {
  /// The notes that fingers leave: of a contact where it came down, and `last` where no other finger is down.
  private func notes(of play: (Scene) -> Void) -> String {
    let scene = Scene("window(0,0,100,100)[V(0,0,100,100)<multi,press>]")
    let tally = TouchTally { _ in }
    scene.application.tally = tally
    play(scene)
    var notes: [String] = []
    tally.drain { note in
      guard case .touch(let finger) = note else { return notes.append("other") }
      notes.append("\(finger.location.x),\(finger.location.y)\(finger.isLast ? " last" : "")")
    }
    return notes.joined(separator: "; ")
  }

  struct Row: TableRow {
    var what = ""
    let fingers: String
    let notes: String
  }

  @Test(
    "Contacts that ended, also where nothing keeps their touches",
    arguments: [
      "on a view": Row(fingers: "dn(1,1)@0 up@0.1 dn(2,2)@1 up@1.1", notes: "1.0,1.0 last; 2.0,2.0 last"),
      "on none": Row(
        fingers: "dn(500,1)@0 up@0.1 dn(500,2)@1 up@1.1", notes: "500.0,1.0 last; 500.0,2.0 last"),
      "cancelled": Row(fingers: "dn(1,1)@0 palm@0.1 dn(2,2)@1 palm@1.1", notes: "1.0,1.0 last; 2.0,2.0 last"),
      "one after the other": Row(
        fingers: "dn#1(1,1)@0 dn#2(500,2)@0 up#2@0.1 up#1@0.2", notes: "500.0,2.0; 1.0,1.0 last"),
      "together": Row(
        fingers: "dn#1(1,1)@0 dn#2(500,2)@0 up#1@0.1 up#2@0.1", notes: "1.0,1.0 last; 500.0,2.0 last"),
    ] as Table<Row>)
  func contacts(_ row: Row) { #expect(notes { $0.play(row.fingers) } == row.notes) }

  @Test("A clock that goes back by ages during a press is no trap")
  func clockGoesBack() {
    let notes = notes { scene in
      for (fingers, seconds) in [("dn(1,1)@0", 4.5e12), ("up@0", -4.5e12)] {
        let time = Timestamp(seconds: seconds)
        scene.feed(
          Fingers(fingers).frames.joined().map {
            RawEvent(time: time, type: $0.type, code: $0.code, value: $0.value)
          })
      }
    }
    #expect(notes == "1.0,1.0 last")
  }
}
