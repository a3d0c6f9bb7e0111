import Dispatcher
import TestSupport
import Testing

/// Swipes of several fingers, and swipes that are cut short.
@Suite("Swipe: fingers") struct SwipeFingerRules {
  static let right = SwipeRules.right
  static let two = "window(0,0,400,400)[V(0,0,400,400)<multi,swipe=right|touches(2)>]"
  static let recognized = SwipeRules.recognized

  static let numbersOfFingers = [
    StrokeRow(
      what: "two that go together", tree: two,
      fingers: "dn#1(50,50)@0 dn#2(50,150)@0 mv#1(100,50)@0.1 mv#2(100,150)@0.1",
      log: "began V{2}\nact Swipe.Ended@V\ncancelled V{2}"),
    StrokeRow(
      what: "each by itself must have gone far enough", tree: two,
      fingers: "dn#1(50,50)@0 dn#2(50,150)@0 mv#1(150,50)@0.1 mv#2(90,150)@0.1 mv#2(100,150)@0.11",
      log: "began V{2}\nmoved V{2}\nact Swipe.Ended@V\ncancelled V{2}"),
    StrokeRow(
      what: "time runs for each from its own down: 40.6 points for the one that came 0.1 s later", tree: two,
      fingers:
        "dn#1(50,50)@0 dn#2(50,150)@0.1 mv#1(86,50)@0.3 mv#2(90.59375,150)@0.3 mv#2(90.609375,150)@0.3001",
      log: "began V{1}\nbegan V{1}\nmoved V{2}\nact Swipe.Ended@V\ncancelled V{2}"),
    StrokeRow(
      what: "a finger that strays alone is astray", tree: two,
      fingers: "dn#1(50,50)@0 dn#2(50,150)@0 mv#1(100,50)@0.1 mv#2(100,250)@0.1",
      log: "began V{2}\nfail Swipe: too far\nmoved V{2}"),
    StrokeRow(
      what: "fingers that go apart", tree: two,
      fingers: "dn#1(150,50)@0 dn#2(150,150)@0 mv#1(200,50)@0.1 mv#2(100,150)@0.1",
      log: "began V{2}\nfail Swipe: wrong direction\nmoved V{2}"),
    StrokeRow(
      what: "one of two is no swipe, however far it goes", tree: two,
      fingers: "dn(50,50)@0 mv(150,50)@0.1 up@0.2",
      log: "began V{1}\nmoved V{1}\nfail Swipe: too few touches\nended V{1}"),
    StrokeRow(
      what: "the second finger may come when the first is there", tree: two,
      fingers: "dn#1(50,50)@0 mv#1(150,50)@0.1 dn#2(50,150)@0.2 mv#2(100,150)@0.3",
      log: "began V{1}\nmoved V{1}\nbegan V{1}\nact Swipe.Ended@V\ncancelled V{2}"),
    StrokeRow(
      what: "0.5 s after the first down it is too late for both", tree: two,
      fingers: "dn#1(50,50)@0 dn#2(50,150)@0.4 mv#1(150,50)@0.501 mv#2(150,150)@0.501",
      log: "began V{1}\nbegan V{1}\nfail Swipe: too slow\nmoved V{2}"),
    StrokeRow(
      what: "one of two lifts before", tree: two,
      fingers: "dn#1(50,50)@0 dn#2(50,150)@0 mv#1(70,50)@0.1 mv#2(70,150)@0.1 up#1@0.15 mv#2(150,150)@0.2",
      log: "began V{2}\nmoved V{2}\nfail Swipe: too short\nended V{1}\nmoved V{1}"),
    StrokeRow(
      what: "a second finger is one too many", tree: right,
      fingers: "dn#1(50,50)@0 dn#2(50,150)@0.1 mv#1(150,50)@0.2",
      log: "began V{1}\nfail Swipe: too many touches\nbegan V{1}\nmoved V{1}"),
    StrokeRow(
      what: "two at once are one too many", tree: right, fingers: "dn#1(50,50)@0 dn#2(50,150)@0",
      log: "fail Swipe: too many touches\nbegan V{2}"),
  ]

  static let cancellations = [
    StrokeRow(
      what: "a palm", tree: right, fingers: "dn(50,50)@0 mv(70,50)@0.1 palm@0.15",
      log: "began V{1}\nmoved V{1}\nfail Swipe: cancelled\ncancelled V{1}"),
    StrokeRow(
      what: "one of two becomes a palm", tree: two,
      fingers: "dn#1(50,50)@0 dn#2(50,150)@0 palm#1@0.05 mv#2(150,150)@0.1",
      log: "began V{2}\nfail Swipe: cancelled\ncancelled V{1}\nmoved V{1}"),
    StrokeRow(
      what: "switched off", tree: right, fingers: "dn(50,50)@0", upheaval: .disabled,
      rest: "mv(150,50)@0.1 up@0.2",
      log: "began V{1}\nfail Swipe: disabled\nmoved V{1}\nended V{1}"),
    StrokeRow(
      what: "its view goes", tree: right, fingers: "dn(50,50)@0", upheaval: .viewRemoved,
      rest: "mv(150,50)@0.1 up@0.2",
      log: "began V{1}\nfail Swipe: removed\nmoved V{1}\nended V{1}"),
    StrokeRow(
      what: "the panel goes", tree: right, fingers: "dn(50,50)@8.9", upheaval: .unplugged,
      log: "began V{1}\nfail Swipe: cancelled\ncancelled V{1}"),
    StrokeRow(
      what: "a palm after the swipe was recognized changes nothing", tree: right,
      fingers: "dn(50,50)@0 mv(100,50)@0.1 palm@0.2", log: recognized),
  ]

  @Test("Rows", arguments: numbersOfFingers + cancellations)
  func row(_ row: StrokeRow) { #expect(row.difference() == nil) }
}
