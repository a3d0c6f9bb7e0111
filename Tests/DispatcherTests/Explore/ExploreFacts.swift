import TestTables

/// Behaviour that the tests of two other systems hold, in our own words, and the same or another one here. No code is
/// theirs.
///
/// Chromium: `ash/accessibility/chromevox/touch_exploration_controller_unittest.cc` (BSD-3-Clause). Android:
/// `services/tests/servicestests/…/accessibility/gestures/TouchExplorerTest.java` (Apache-2.0). The name of the test
/// stands first, then whether it is the same here. Left out: mice and windows that turn, which are not here, areas that
/// are not explored, clicks after a pause, fingers that are down when the mode begins, which ``ExploreRules`` has, and
/// permutations of fingers, which ``ExploreProperties`` has.
@Suite("Facts of Chromium and Android") struct ExploreFacts {
  static let chromium = """
    EntersTouchToMouseModeAfterPressAndDelay | same | dn(250,50)@0 => 0.3 focus B
    EntersTouchToMouseModeAfterMoveOutsideSlop: within it only the delay counts | same | dn(11,12)@0 mv(16,12)@0.1
      mv(11,17)@0.2 mv(22,12)@0.4 up@0.5 => 0.3 focus A
    OneFingerTap: explores its place after the delay | same | dn(250,50)@0 up@0.01 => 0.31 focus B
    TimerFiresLateDuringTouchExploration: it explores before a second finger comes | same | dn#1(10,10)@0
      dn#2(250,50)@1 up#2@1.5 up#1@1.5 => 0.3 focus A
    TimerFiresLateAfterTap: two taps too far apart are explored each | same | dn(10,10)@0 up@0.01 dn(250,50)@0.311
      up@0.32 => 0.31 focus A; 0.62 focus B
    DoubleTap: a click without a touch | differs, what is activated is touched | A dn(350,350)@1 up@1.01
      dn(350,350)@1.05 up@1.1 => 0.3 focus A; 1.1 activate A; 1.1 began A{1}; 1.15 ended A{1}
    DoubleTapTiming: the second lift may come later | same | A dn(33,34)@1 up@1.01 dn(33,34)@1.285 up@1.335 => 0.3
      focus A; 1.335 activate A; 1.335 began A{1}; 1.385 ended A{1}
    DoubleTapPassthrough: one finger is passed, others do nothing | same | A dn#1(13,14)@1 up#1@1.01
      dn#1(15,16)@1.1 mv#1(17,18)@1.5 dn#2(9,9)@1.6 dn#3(9,90)@1.6 mv#2(34,36)@1.7 up#2@1.7 mv#1(14,15)@1.8
      up#1@1.9 up#3@2 => 0.3 focus A; 1.4 began A{1}; 1.5 moved A{1}; 1.8 moved A{1}; 1.9 ended A{1}
    DoubleTapLongPress: what is held is held at the focus | same | A dn(33,34)@1 up@1.01 dn(23,24)@1.1 up@2 => 0.3
      focus A; 1.4 began A{1}; 2 ended A{1}
    SingleTap: a tap just after exploring clicks | differs, one tap gives the focus | A dn(250,50)@0.75 up@0.8 =>
      0.3 focus A; 1.1 focus B
    DoubleTapNoTouchExplore: nothing | same | dn(33,34)@0 up@0.01 dn(33,34)@0.1 up@1 =>
    SplitTap: activates, and the first goes on | same | dn#1(11,12)@0 dn#2(333,34)@0.9 up#2@1 mv#1(250,12)@1.5
      up#1@2 => 0.3 focus A; 1 activate A; 1 began A{1}; 1.05 ended A{1}; 1.5 focus B
    SplitTapRelease: clicks if the first lifts first | differs, the first is still down | dn#1(11,12)@0
      dn#2(333,34)@1 up#1@1.1 up#2@1.2 => 0.3 focus A
    SplitTapMultiFinger: a third finger spoils it | same | dn#1(11,12)@0 dn#2(33,34)@1 dn#3(16,17)@1.1 up#1@1.2
      up#2@1.2 up#3@1.2 => 0.3 focus A
    SplitTapLeaveSlop: the first by thrice the slop | same | dn#1(11,12)@0 dn#2(33,34)@1 mv#1(42,12)@1.1 up#2@1.2
      up#1@1.2 => 0.3 focus A
    SplitTapLeaveSlop: the second | same | dn#1(11,12)@0 dn#2(33,34)@1 mv#2(64,34)@1.1 up#2@1.2 up#1@1.2 => 0.3
      focus A
    EnterGestureInProgressState: a quick finger waits for the delay | same | dn(0,1)@0 mv(5,1)@0.01 mv(11,1)@0.02
      mv(20,21)@0.4 => 0.3 focus A
    GestureSwipe: right | same | dn(100,200)@0 mv(160,200)@0.1 up@0.1 => 0.1 focus A
    GestureSwipe: left | same | dn(100,200)@0 mv(40,200)@0.1 up@0.1 => 0.1 focus C
    GestureSwipe: up | differs, of what is adjustable only | A dn(100,200)@1 mv(100,100)@1.1 up@1.1 => 0.3 focus A
    GestureSwipe: right with two | differs, down only | dn#1(100,200)@0 dn#2(110,210)@0 mv#1(160,200)@0.1
      mv#2(170,210)@0.1 up#1@0.1 up#2@0.1 =>
    GestureSwipe: left with three | same | dn#1(100,200)@0 dn#2(110,210)@0 dn#3(120,220)@0 mv#1(40,200)@0.1
      mv#2(50,210)@0.1 mv#3(60,220)@0.1 up#1@0.1 up#2@0.1 up#3@0.1 => 0.1 scroll
    GestureSwipe: with four | differs, at most three | dn#1(100,200)@0 dn#2(110,210)@0 dn#3(120,220)@0
      dn#4(130,230)@0 mv#1(40,200)@0.1 mv#2(50,210)@0.1 mv#3(60,220)@0.1 mv#4(70,230)@0.1 up#1@0.1 up#2@0.1
      up#3@0.1 up#4@0.1 =>
    GestureAddedFinger: neither a gesture nor exploring | same | dn#1(10,20)@0 mv#1(21,20)@0.01 dn#2(20,21)@0.02
      up#1@1 up#2@1 =>
    EnterSlideGestureState: the edge is for the volume | differs, there is no edge | dn(0,1)@0 mv(0,12)@0.02
      mv(0,35)@0.1 up@1 => 0.3 focus A
    InBoundariesTouchExploration: a finger that rests at the edge explores | same | dn(0,1)@0 up@1 => 0.3 focus A
    TwoFingerTap: silence | same | dn#1(101,102)@0 dn#2(101,102)@0.1 up#1@0.2 up#2@0.25 => 0.25 silence
    TwoFingerTapAndHold: nothing | same | dn#1(101,102)@0 dn#2(101,102)@0.1 up#1@0.4 up#2@0.4 =>
    TwoFingerTapAndMoveFirstFinger: on the edge of the slop still a tap | same | dn#1(100,200)@0 dn#2(110,200)@0
      mv#1(110,200)@0.1 mv#2(120,200)@0.1 up#1@0.2 up#2@0.2 => 0.2 silence
    TwoFingerTapAndMoveFirstFinger: beyond not | same | dn#1(100,200)@0 dn#2(110,200)@0 mv#1(111,200)@0.1 up#1@0.2
      up#2@0.2 =>
    TwoFingerTapAndMoveSecondFinger | same | dn#1(100,200)@0 dn#2(110,200)@0 mv#2(121,200)@0.1 up#1@0.2 up#2@0.2 =>
    SingleTapInLiftActivationArea: a tap clicks | differs, one tap gives the focus | A dn(10,10)@1 up@1.1 => 0.3
      focus A; 1.4 focus A
    TouchExploreLiftInLiftActivationArea: a lift clicks | differs, a lift does nothing | A => 0.3 focus A
    ThreeOrFourFingerTap: three, at the last lift | same | dn#1(100,200)@0 dn#2(110,200)@0 dn#3(120,200)@0 up#1@0.1
      up#2@0.15 up#3@0.2 => 0.2 position
    ThreeOrFourFingerTap: four | differs, at most three | dn#1(100,200)@0 dn#2(110,200)@0 dn#3(120,200)@0
      dn#4(130,200)@0 up#1@0.1 up#2@0.1 up#3@0.1 up#4@0.1 =>
    """

  static let android = """
    OneFingerMoveWithExtraMoveEvents: a report without a move says nothing | same | dn(10,10)@0 fr@0.1
      mv(20,20)@0.6 fr@0.7 mv(20,20)@0.8 up@1 => 0.3 focus A
    Click_afterCanceledDoubleTapAndHold: the place is that of the finger again | same | A dn(50,50)@1 up@1.01
      dn(150,150)@1.1 palm@1.5 dn(250,50)@2 up@3 => 0.3 focus A; 1.4 began A{1}; 1.5 cancelled A{1}; 2.3 focus B
    UpEvent_OneFingerMove: explores what it left | same | dn(10,10)@0 mv(20,20)@0.1 up@0.11 => 0.1 focus A
    FlickCrossViews: explores both | differs, too quick to explore, too short to flick | dn(95,10)@0
      mv(105,20)@0.033 up@0.067 =>
    TwoFingersDrag: the view is dragged | differs, no view gets anything | dn#1(210,210)@0 dn#2(239,238)@0
      mv#1(218,210)@0.1 mv#2(247,238)@0.1 up#2@1 up#1@1 =>
    TwoFingersMove: apart, they are the view's | differs, no view gets anything | dn#1(210,210)@0 dn#2(239,238)@0
      mv#1(220,210)@0.1 mv#2(244,248)@0.1 up#2@1 up#1@1 =>
    TwoFingersNotDrag: nor is a pinch | differs, no view gets anything | dn#1(210,210)@0 dn#2(239,238)@0
      mv#1(218,210)@0.1 mv#2(231,239)@0.1 up#2@1 up#1@1 =>
    ThreeFingersMove: nor three | differs, no view gets anything | dn#1(210,210)@0 dn#2(239,238)@0 dn#3(269,268)@0
      mv#1(211,210)@0.1 mv#2(240,238)@0.1 mv#3(270,268)@0.1 up#1@1 up#2@1 up#3@1 =>
    upEventWhenInTwoFingerMove: the next finger explores | same | dn#1(210,210)@0 dn#2(239,238)@0 mv#1(220,210)@0.1
      up#2@0.5 up#1@0.6 dn(10,10)@1 up@2 => 1.3 focus A
    clearEventsWhenInTwoFingerMove: the view gets an end | differs, it got no begin | dn#1(210,210)@0
      dn#2(239,238)@0 mv#1(220,210)@0.1 unplug@0.5 =>
    CanceledGesture: three fingers, too slowly, of which one lifts | same | dn#1(10,10)@0 dn#2(39,38)@0
      dn#3(69,68)@0 mv#1(10,210)@0.1 mv#2(39,238)@0.1 mv#3(69,268)@0.1 up#3@0.9 mv#1(110,310)@1 mv#2(139,338)@1
      up#2@1.1 up#1@1.1 =>
    ThreeFingerSwipeDownGestureLog: scrolls | same | dn#1(10,10)@0 dn#2(90,10)@0.01 dn#3(190,10)@0.02 mv#1(10,90)@0.1
      mv#2(90,90)@0.1 mv#3(190,90)@0.1 up#3@0.15 up#1@0.16 up#2@0.17 => 0.17 scroll
    """

  @Test(arguments: rows(chromium) + rows(android)) func fact(_ row: ExploreRow) {
    #expect(row.difference() == nil)
  }

  /// Rows of `test: what | same, or the rule | fingers => log`; further lines of one are indented. `A` is a finger that
  /// gives A the focus.
  private static func rows(_ table: String) -> [ExploreRow] {
    table.replacing("\n  ", with: " ").split(separator: "\n").map { line in
      let parts = line.split(separator: " | ").map(String.init)
      let halves = parts[2].split(separator: "=>", omittingEmptySubsequences: false).map { String($0) }
      return ExploreRow(
        what: "\(parts[0]): \(parts[1])", fingers: halves[0].replacing("A ", with: "dn(10,10)@0 up@0.5 "),
        log: halves[1])
    }
  }
}
