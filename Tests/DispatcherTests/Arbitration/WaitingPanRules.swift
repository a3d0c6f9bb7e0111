import Testing

/// A pan that waits for another recognizer to fail: its fingers, its translation, its questions.
@Suite("Pans that wait") struct WaitingPanRules {
  static let rows = [
    SceneRow(
      what: "the translation is zero where the pan begins after its wait, not where it would have begun",
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 mv(50,10)@0.2 mv(60,10)@0.9 up@1",
      kinds: "began moved ended cancelled act fail value", showsTimes: true, values: "Pan",
      log: """
        0.000 began V{1}
        0.100 moved V{1}
        0.200 moved V{1}
        0.800 fail Gate: too slow
        0.800 act Pan.Began@V
        value 0,0
        0.800 cancelled V{1}
        0.900 act Pan.Changed@V
        value 10,0
        1.000 act Pan.Ended@V
        value 10,0
        """),
    SceneRow(
      what: "a pan fails when its finger lifts while it waits",
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.5", kinds: "state act ended cancelled", showsTimes: true,
      showsStates: true, until: 2,
      log: """
        0.500 state Pan.Failed@V
        0.500 ended V{1}
        0.800 state Gate.Failed@V
        """),
    SceneRow(
      what: "it takes no finger that lands while it waits",
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: """
        dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(200,200)@0.2 mv#2(210,200)@0.3 mv#2(220,200)@0.9
        mv#1(50,10)@1 up#1@1.1 up#2@1.2
        """,
      kinds: "began moved ended cancelled act fail value", values: "Pan",
      log: """
        began V{1}
        moved V{1}
        began V{1}
        moved V{1}
        fail Gate: too slow
        act Pan.Began@V
        value 0,0
        cancelled V{1}
        moved V{1}
        act Pan.Changed@V
        value 10,0
        act Pan.Ended@V
        value 10,0
        ended V{1}
        """),
    SceneRow(
      what: "one of its two fingers lifts while it waits: it goes on with the other",
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: "dn#1(10,10)@0 dn#2(200,200)@0 mv#1(50,10)@0.1 up#1@0.5 mv#2(200,210)@0.9",
      log: """
        began V{2}
        moved V{1}
        fail Gate: too slow
        act Pan.Began@V
        cancelled V{2}
        act Pan.Changed@V
        """),
    SceneRow(
      what: "what its fingers move while it waits is not in its translation",
      views: "V(0,0,400,400)<multi,pan=min(2),gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: "dn#1(10,10)@0 dn#2(200,200)@0 mv#1(50,10)@0.1 mv#1(60,10)@0.9 mv#2(210,200)@1",
      kinds: "act value", values: "Pan",
      log: """
        act Pan.Began@V
        value 0,0
        act Pan.Changed@V
        value 5,0
        act Pan.Changed@V
        value 10,0
        """),
    SceneRow(
      what: "a pan may wait for a press of another view",
      views: "V(0,0,200,400)<pan>,W(200,0,200,400)<press>", relations: "Pan requires LP",
      fingers: "dn#2(300,10)@0 dn#1(10,10)@0.1 mv#1(30,10)@0.2 mv#1(50,10)@0.3 up#2@0.4 mv#1(60,10)@0.45",
      kinds: "began moved ended cancelled act fail value", values: "Pan",
      log: """
        began W{1}
        began V{1}
        moved V{1}
        moved V{1}
        fail LP: too early
        act Pan.Began@V
        value 0,0
        cancelled V{1}
        ended W{1}
        act Pan.Changed@V
        value 10,0
        """),
    SceneRow(
      what: "whether it may begin is asked when the wait is over",
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate; Pan tells",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 mv(60,10)@0.9", kinds: "asked act fail",
      log: """
        asked Pan shouldReceive
        fail Gate: too slow
        asked Pan shouldBegin
        act Pan.Began@V
        act Pan.Changed@V
        """),
    SceneRow(
      what: "it is refused then: the view goes on",
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate; Pan may not begin",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 mv(50,10)@0.9 up@1",
      log: """
        began V{1}
        moved V{1}
        fail Gate: too slow
        fail Pan: not allowed to begin
        moved V{1}
        ended V{1}
        """),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }
}
