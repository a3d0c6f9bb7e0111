import Dispatcher
import TestSupport
import TestTables

/// Which responders get a touch after the hit view, and which view that is.
@Suite("Calls along the responder chain") struct ChainCallRules {
  static let rows: Table<SceneRow> = [
    "a responder that got began gets cancelled, also if the hit view keeps it": SceneRow(
      views: "O(0,0,400,400)<pan>[V(0,0,400,400)]",
      overrides: "V.cancelled swallows; delegate is no responder", fingers: "dn(10,10)@0 mv(40,10)@0.1",
      kinds: "began fwd cancelled act own",
      log: """
        began V{1}; fwd began O{1}; fwd began window{1}; fwd began Application{1}
        act Pan.Began@O; cancelled V{1}; own V.cancelled; fwd cancelled O{1}
        fwd cancelled window{1}; fwd cancelled Application{1}
        """),
    "a view that keeps began passes nothing on later, also if it calls super": SceneRow(
      views: "O(0,0,400,400)<pan>[V(0,0,400,400)]", overrides: "V.began swallows; V.cancelled calls super",
      fingers: "dn(10,10)@0 mv(40,10)@0.1", kinds: "began fwd cancelled act",
      log: "began V{1}; act Pan.Began@O; cancelled V{1}"),
    "a panel that is unplugged: recognizers fail, and each view hears of it once": SceneRow(
      views: "O(0,0,400,400)<pan>[V(0,0,200,400)<multi>,W(200,0,200,400)<tap>]",
      fingers: "dn#1(10,10)@0 dn#2(300,10)@0 dn#3(100,10)@0.1 unplug@0.2",
      log: """
        began V{1}; began W{1}
        began V{1}; fail Tap: cancelled; fail Pan: cancelled; cancelled V{2}; cancelled W{1}
        """),
    "a view that is no target does not ask its children": SceneRow(
      views: "B(0,0,400,400),N(0,0,400,400)<none>[V(0,0,400,400)]", fingers: "dn(10,10)@0",
      kinds: "hit began", log: "hit window>Application; hit N>window; hit B>window; began B{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }
}
