import TestTables

// Whether a finger on a scroll view goes to a view in it, or drags.
extension GoldenTraces {
  static let scrollView: Table<SceneRow> = [
    "V1: a drag within the delay: the content hears nothing, neither began nor cancelled": SceneRow(
      tree: scene(), fingers: "dn(200,300)@0 mv(200,280)@0.03 mv(200,260)@0.06 up@0.2",
      log: "act S.pan.Began@S; act S.pan.Changed@S; act S.pan.Ended@S"),
    "V4: a quick tap: began and ended, both at the lift": SceneRow(
      tree: scene(), fingers: "dn(200,200)@0 up@0.05", kinds: calls + " fail",
      log: "fail S.pan: too short; began V{1}; ended V{1}"),
    "V5: what the content does not handle stops at the scroll view": SceneRow(
      tree: "window(0,0,400,400)[P(0,0,400,400)[S(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)]]]",
      fingers: "dn(5,5)@0 mv(6,5)@0.2 up@0.3", kinds: calls + " fwd",
      log: "began V{1}; fwd began S{1}; moved V{1}; fwd moved S{1}; ended V{1}; fwd ended S{1}"),
    "V6: without a delay: began at once, and cancelled when the pan begins": SceneRow(
      tree: scene("|undelayed"), fingers: "dn(200,300)@0 mv(200,260)@0.03 up@0.2",
      log: "began V{1}; act S.pan.Began@S; cancelled V{1}; act S.pan.Ended@S"),
    "V7: the window's sendEvent sees every touch first, also those that the scroll view takes": SceneRow(
      tree: scene(), overrides: "window tells sendEvent",
      fingers: "dn(200,300)@0 mv(200,260)@0.05 mv(200,250)@0.1 up@0.15", kinds: calls + " sent",
      log: """
        sent began; sent moved; act S.pan.Began@S; sent moved
        act S.pan.Changed@S; sent ended; act S.pan.Ended@S
        """),
  ]

  private static func scene(_ options: String = "") -> String {
    "window(0,0,400,400)[S(0,0,400,400)<scroll=400x1200\(options)>[V(0,0,400,1200)]]"
  }
}
