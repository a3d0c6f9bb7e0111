import TestTables

@testable import Dispatcher

/// The check that every contact begins once and ends once: what only a bug of the assembler could send is forged here.
@Suite("The balance of phases") struct BalanceRules {
  /// What the assembler is made to say.
  struct Row: TableRow {
    var what = ""
    /// One frame each: slots and phases.
    let given: [[(slot: Int, phase: TouchPhase)]]
    /// What is delivered: contact, slot and phase.
    let told: String
    /// The phases that are reported as a bug.
    let reported: [TouchPhase]
  }

  @Test(
    "Rows",
    arguments: [
      "Began again without an end: the first contact is cancelled": Row(
        given: [[(0, .began)], [(0, .began)], [(0, .moved)], [(0, .ended)]],
        told: "1: 0 began, 1: 0 cancelled, 2: 0 began, 2: 0 moved, 2: 0 ended", reported: [.began]),
      "Began twice in one frame: as two frames": Row(
        given: [[(0, .began), (1, .began), (0, .began)], [(0, .ended)]],
        told: "1: 0 began, 2: 1 began, 1: 0 cancelled, 3: 0 began, 3: 0 ended", reported: [.began]),
      "Moved, ended or cancelled without having begun: left out": Row(
        given: [[(0, .moved)], [(0, .ended), (1, .began)], [(0, .cancelled), (1, .moved)]],
        told: "1: 1 began, 1: 1 moved", reported: [.moved, .ended, .cancelled]),
      "Ended twice: once": Row(
        given: [[(0, .began)], [(0, .ended)], [(0, .ended)], [(0, .began)]],
        told: "1: 0 began, 1: 0 ended, 2: 0 began", reported: [.ended]),
      "In order, nothing is reported": Row(
        given: [[(0, .began)], [(0, .ended)], [(0, .began)], [(0, .cancelled)]],
        told: "1: 0 began, 1: 0 ended, 2: 0 began, 2: 0 cancelled", reported: []),
    ] as Table<Row>)
  func row(_ row: Row) {
    let rig = PanelRig()
    let panel = rig.attach()
    let queue = EventQueue()
    for frame in row.given {
      panel.assembler.report.removeAll()
      for change in frame {
        let changed = ContactChange(slot: change.slot, phase: change.phase, state: SlotState())
        panel.assembler.report.add(.changed, changed)
      }
      panel.report(to: queue, at: .zero)
      while let frame = queue.oldest {
        rig.pipeline.application.process(frame, of: queue)
        queue.removeOldest()
      }
    }
    let told = rig.told.map { "\($0.sample.contact): \($0.sample.slot) \($0.sample.phase)" }
    #expect(told.joined(separator: ", ") == row.told)
    #expect(rig.imbalances.map(\.phase) == row.reported)
    #expect(rig.balance.violations.isEmpty)
  }

  @Test("Two panels at once: each tells its own contacts, and no id is given twice")
  func twoPanels() {
    let rig = PanelRig()
    for name in ["a", "b"] { rig.attach(name) }
    let frames = [
      ("a", "id 1; x 1; y 2"), ("b", "id 1; x 3; y 4"), ("a", "x 5"), ("b", "id -1"), ("b", "id 2; y 6"),
      ("a", "id -1"),
    ]
    for (name, frame) in frames { rig.feed(frame, from: name) }
    let told = rig.told.map { panel, sample in
      "\(panel) \(sample.contact) \(sample.phase) \(sample.rawX),\(sample.rawY)"
    }
    #expect(
      told == [
        "a 1 began 1,2", "b 2 began 3,4", "a 1 moved 5,2", "b 2 ended 3,4", "b 3 began 3,6", "a 1 ended 5,2",
      ])
    #expect(rig.balance.violations.isEmpty)
  }

  @Test("A panel that took the place of one with its path keeps its index when that one goes, or goes twice")
  func replaced() {
    let rig = PanelRig()
    let former = rig.attach("a")
    rig.attach("a")
    rig.pipeline.detach(former, at: .zero)
    rig.attach("b")
    rig.pipeline.detach(former, at: .zero)
    rig.feed("id 1; x 1", from: "a")
    rig.feed("id 1; x 1", from: "b")
    #expect(rig.told.map(\.panel) == ["a", "b"])
  }

  @Test("What is said of it names the panel, the slot and the phase")
  func words() {
    let twice = Imbalance(panel: "Lobby", slot: 3, phase: .began)
    #expect("\(twice)".hasPrefix("\"Lobby\": the contact in slot 3 began again without an end"))
    let never = Imbalance(panel: "Lobby", slot: 3, phase: .moved)
    #expect("\(never)".hasPrefix("\"Lobby\": the contact in slot 3 moved without having begun"))
  }
}
