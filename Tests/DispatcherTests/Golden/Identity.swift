import TestTables

// Which finger is which touch, and which sequence is which event.
extension GoldenTraces {
  static let identity: Table<SceneRow> = [
    "T1: two fingers in one frame are one call with two touches": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,200,200)<multi>]",
      fingers: "dn#1(10,10)@0 dn#2(20,20)@0 up#1@0.1 up#2@0.1", log: "began V{2}; ended V{2}"),
    "T2: two fingers in two frames are two calls, and the event knows both": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,200,200)<multi>]", overrides: "V.began tells allTouches",
      fingers: "dn#1(10,10)@0 dn#2(20,20)@0.01 up#1@0.1 up#2@0.1", kinds: calls + " tell",
      log: "began V{1}; tell V.began allTouches=1; began V{1}; tell V.began allTouches=2; ended V{2}"),
    "T3: one finger from down to up is one touch object in one event object": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,200,200)]", overrides: "V tells event touch",
      fingers: "dn(10,10)@0 mv(11,10)@0.01 mv(12,10)@0.02 up@0.03", kinds: calls + " tell",
      log: """
        began V{1}; tell V.began event=1 touch=1; moved V{1}; tell V.moved event=1 touch=1
        moved V{1}; tell V.moved event=1 touch=1; ended V{1}; tell V.ended event=1 touch=1
        """),
    "T4: a second tap at the same place in time is the same object, and counts": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,200,200)]", overrides: "V tells event touch tapCount",
      fingers: "dn(10,10)@0 up@0.05 dn(12,10)@0.2 up@0.25", kinds: calls + " tell",
      log: """
        began V{1}; tell V.began event=1 touch=1 tapCount=1; ended V{1}
        tell V.ended event=1 touch=1 tapCount=1; began V{1}; tell V.began event=2 touch=1 tapCount=2
        ended V{1}; tell V.ended event=2 touch=1 tapCount=2
        """),
    "T6: a palm cancels the touch": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,200,200)]", overrides: "V tells phase",
      fingers: "dn(10,10)@0 palm@0.1 up@0.2", kinds: calls + " tell",
      log: "began V{1}; tell V.began phase=began; cancelled V{1}; tell V.cancelled phase=cancelled"),
    "T6: so does the removal of the panel": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,200,200)]", overrides: "V tells phase",
      fingers: "dn(10,10)@0 unplug@0.1", kinds: calls + " tell",
      log: "began V{1}; tell V.began phase=began; cancelled V{1}; tell V.cancelled phase=cancelled"),
    "T7: nil means window coordinates; the previous location is the last event's": SceneRow(
      tree: "window(0,0,300,300)[V(20,20,200,200)]", overrides: "V tells at from",
      fingers: "dn(30,30)@0 mv(40,35)@0.01 mv(41,36)@0.02 up@0.03", kinds: calls + " tell",
      log: """
        began V{1}; tell V.began at=(30,30) from=(30,30); moved V{1}; tell V.moved at=(40,35) from=(30,30)
        moved V{1}; tell V.moved at=(41,36) from=(40,35); ended V{1}; tell V.ended at=(41,36) from=(41,36)
        """),
  ]
}
