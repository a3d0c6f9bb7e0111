import Dispatcher
import TestSupport
import Testing

/// How a pan goes on and ends, in one way or the other.
@Suite("Pan: course and end") struct PanCourseRules {
  static let one = PanRules.one
  static let two = PanRules.two

  static let courses = [
    StrokeRow(
      what: "each frame that reports its finger is one change, also without a move", tree: one,
      fingers: "dn(10,10)@0 mv(30,10)@0.1 mv(31,10)@0.2 fr@0.3 mv(10,10)@0.4 up@0.5",
      log: """
        began V{1}
        act Pan.Began@V
        cancelled V{1}
        act Pan.Changed@V
        act Pan.Changed@V
        act Pan.Changed@V
        act Pan.Ended@V
        """),
    StrokeRow(
      what: "a finger joins, moves with the other, leaves: a change each, and the view never sees it",
      tree: one,
      fingers: """
        dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(90,10)@0.2 mv#1(40,10)@0.3 mv#2(100,10)@0.3 up#1@0.4 mv#2(110,10)@0.5
        up#2@0.6
        """,
      log: """
        began V{1}
        act Pan.Began@V
        cancelled V{1}
        act Pan.Changed@V
        act Pan.Changed@V
        act Pan.Changed@V
        act Pan.Changed@V
        act Pan.Ended@V
        """),
    StrokeRow(
      what: "one joins, one moves and one leaves in a frame: one change", tree: one,
      fingers:
        "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(40,10)@0.1 dn#3(90,10)@0.2 mv#1(45,10)@0.2 up#2@0.2 up#1@0.3 up#3@0.3",
      log: """
        began V{2}
        act Pan.Began@V
        cancelled V{2}
        act Pan.Changed@V
        act Pan.Ended@V
        """),
    StrokeRow(
      what: "all leave at once: one end", tree: one,
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(40,10)@0.1 up#1@0.2 up#2@0.2",
      log: "began V{2}\nact Pan.Began@V\ncancelled V{2}\nact Pan.Ended@V"),
    StrokeRow(
      what: "with fewer fingers than it takes to begin, it goes on", tree: two,
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(40,10)@0.1 up#1@0.2 mv#2(60,10)@0.3 up#2@0.4",
      log: """
        began V{2}
        act Pan.Began@V
        cancelled V{2}
        act Pan.Changed@V
        act Pan.Changed@V
        act Pan.Ended@V
        """),
    StrokeRow(
      what: "its touches are a new pan's only after all have gone", tree: one,
      fingers: "dn(10,10)@0 mv(30,10)@0.1 up@0.2 dn(10,10)@0.3 mv(20,10)@0.4 up@0.5",
      log: """
        began V{1}
        act Pan.Began@V
        cancelled V{1}
        act Pan.Ended@V
        began V{1}
        moved V{1}
        fail Pan: too short
        ended V{1}
        """),
  ]

  static let cancellations = [
    StrokeRow(
      what: "a palm before it began", tree: one, fingers: "dn(10,10)@0 palm@0.1 up@0.2",
      log: "began V{1}\nfail Pan: cancelled\ncancelled V{1}"),
    StrokeRow(
      what: "one of two becomes a palm before it began", tree: one,
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0 palm#1@0.1 mv#2(90,10)@0.2",
      log: "began V{2}\nfail Pan: cancelled\ncancelled V{1}\nmoved V{1}"),
    StrokeRow(
      what: "a palm after, and no finger left", tree: one,
      fingers: "dn(10,10)@0 mv(30,10)@0.1 palm@0.2 up@0.3",
      log: "began V{1}\nact Pan.Began@V\ncancelled V{1}\nact Pan.Cancelled@V"),
    StrokeRow(
      what: "a palm after, and a finger left: it goes on", tree: one,
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(40,10)@0.1 palm#1@0.2 mv#2(60,10)@0.3 up#2@0.4",
      log: """
        began V{2}
        act Pan.Began@V
        cancelled V{2}
        act Pan.Changed@V
        act Pan.Changed@V
        act Pan.Ended@V
        """),
    StrokeRow(
      what: "one lifts and the other becomes a palm in one frame", tree: one,
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(40,10)@0.1 up#1@0.2 palm#2@0.2",
      log: "began V{2}\nact Pan.Began@V\ncancelled V{2}\nact Pan.Cancelled@V"),
    StrokeRow(
      what: "the same before it began", tree: one,
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0 up#1@0.2 palm#2@0.2",
      log: "began V{2}\nfail Pan: cancelled\nended V{1}\ncancelled V{1}"),
    StrokeRow(
      what: "switched off before it began", tree: one, fingers: "dn(10,10)@0", upheaval: .disabled,
      rest: "mv(50,10)@0.1 up@0.2", log: "began V{1}\nfail Pan: disabled\nmoved V{1}\nended V{1}"),
    StrokeRow(
      what: "switched off after", tree: one, fingers: "dn(10,10)@0 mv(30,10)@0.1", upheaval: .disabled,
      rest: "mv(50,10)@0.2 up@0.3",
      log: "began V{1}\nact Pan.Began@V\ncancelled V{1}\nact Pan.Cancelled@V"),
    StrokeRow(
      what: "its view goes before it began", tree: one, fingers: "dn(10,10)@0", upheaval: .viewRemoved,
      rest: "mv(50,10)@0.1 up@0.2", log: "began V{1}\nfail Pan: removed\nmoved V{1}\nended V{1}"),
    StrokeRow(
      what: "its view goes after", tree: one, fingers: "dn(10,10)@0 mv(30,10)@0.1", upheaval: .viewRemoved,
      rest: "mv(50,10)@0.2 up@0.3",
      log: "began V{1}\nact Pan.Began@V\ncancelled V{1}\nact Pan.Cancelled@V"),
    StrokeRow(
      what: "the panel goes", tree: one, fingers: "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(40,10)@0.1",
      upheaval: .unplugged, log: "began V{2}\nact Pan.Began@V\ncancelled V{2}\nact Pan.Cancelled@V"),
  ]

  @Test("Rows", arguments: courses + cancellations)
  func row(_ row: StrokeRow) { #expect(row.difference() == nil) }
}
