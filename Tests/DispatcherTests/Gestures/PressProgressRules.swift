import TestTables

/// What a long press reports before it begins.
@Suite("Progress of a long press") struct PressProgressRules {
  static func tree(_ traits: String) -> String { "window(0,0,400,400)[V(0,0,400,400)<\(traits)>]" }
  static let press = tree("press=progress(0.1)")

  static let rows: Table<SceneRow> = [
    "from the landing on, once in the interval; at the recognition there is no report": SceneRow(
      fingers: "dn(10,10)@0 fr@0.6 up@0.7",
      log: """
        began V{1}; progress LP 0.0@V; progress LP 0.2@V; progress LP 0.4@V; progress LP 0.6@V
        progress LP 0.8@V; act LP.Began@V; cancelled V{1}; act LP.Changed@V; act LP.Ended@V
        """),
    "a lift ends it as failed": SceneRow(
      fingers: "dn(10,10)@0 up@0.15",
      log: """
        began V{1}; progress LP 0.0@V; progress LP 0.2@V; fail LP: too early; progress LP failed@V; ended V{1}
        """),
    "so does a movement, at the next frame": SceneRow(
      fingers: "dn(10,10)@0 mv(30,10)@0.05 fr@0.6 up@0.7",
      log: "began V{1}; progress LP 0.0@V; fail LP: too far; progress LP failed@V; moved V{1}; ended V{1}"),
    "a finger of two reports nothing, nor that it failed": SceneRow(
      tree: tree("multi,press=touches(2)|progress(0.1)"), fingers: "dn#1(10,10)@0 up#1@0.3",
      log: "began V{1}; fail LP: too few touches; ended V{1}"),
    "of two fingers, from the landing of the second on": SceneRow(
      tree: tree("multi,press=touches(2)|progress(0.3)"),
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0.05 fr#1@0.6 up#1@0.7 up#2@0.7",
      log: """
        began V{1}; began V{1}; progress LP 0.0@V; progress LP 0.6@V
        act LP.Began@V; cancelled V{2}; act LP.Changed@V; act LP.Ended@V
        """),
    "of a press after a tap, from its own landing on": SceneRow(
      tree: tree("press=taps(1)|progress(0.3)"), fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 fr@0.8 up@0.9",
      log: """
        began V{1}; began V{1}; progress LP 0.0@V; progress LP 0.6@V
        act LP.Began@V; cancelled V{1}; cancelled V{1}; act LP.Changed@V; act LP.Ended@V
        """),
    "an interval beyond the minimum is one report": SceneRow(
      tree: tree("press=progress(0.5)"), fingers: "dn(10,10)@0 fr@0.6 up@0.7",
      log: "began V{1}; progress LP 0.0@V; act LP.Began@V; cancelled V{1}; act LP.Changed@V; act LP.Ended@V"),
    "an interval of nothing is no report": SceneRow(
      tree: tree("press=progress(0)"), fingers: "dn(10,10)@0 up@0.3",
      log: "began V{1}; fail LP: too early; ended V{1}"),
    "another recognizer takes the finger: the failure is after its action": SceneRow(
      tree: tree("pan,press=progress(0.1)"), fingers: "dn(10,10)@0 mv(21,10)@0.05 up@0.3",
      log: """
        began V{1}; progress LP 0.0@V; fail LP: too far
        act Pan.Began@V; progress LP failed@V; cancelled V{1}; act Pan.Ended@V
        """),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference(on: Self.press, in: SceneRow.allKinds + " progress") == nil)
  }

  @Test("A report is no action: actions and `gesture` are not called, and the state stays possible")
  func noAction() {
    let scene = Scene(Self.press)
    let (press, plugin) = (scene.recognizer("LP"), Reports())
    press.plugins = [plugin]
    var actions: [GestureRecognizer.State] = []
    press.addAction { actions.append($0.state) }
    scene.play("dn(10,10)@0")
    scene.wait(until: 0.25)
    #expect(plugin.reports == ["possible 0.0 at 0.0", "possible 0.2 at 0.1", "possible 0.4 at 0.2"])
    #expect(actions.isEmpty && plugin.gestures.isEmpty)
    scene.wait(until: 0.5)
    #expect(actions == [.began] && plugin.gestures == [.began])
    #expect(plugin.reports.count == 5)
  }

  @Test("A recognizer that a report switches off fails at once, and says so")
  func switchedOff() {
    let scene = Scene(Self.press)
    let (press, plugin) = (scene.recognizer("LP"), Reports())
    plugin.onReport = { if $0.progress ?? 0 > 0.3 { press.isEnabled = false } }
    press.plugins = [plugin]
    scene.play("dn(10,10)@0")
    scene.wait(until: 0.9)
    #expect(
      plugin.reports == [
        "possible 0.0 at 0.0", "possible 0.2 at 0.1", "possible 0.4 at 0.2", "failed at 0.2",
      ])
  }
}

/// Writes down what it receives.
private final class Reports: ResponderPlugin {
  let name = "reports"
  private(set) var reports: [String] = []
  private(set) var gestures: [GestureRecognizer.State] = []
  var onReport: (GestureEvent) -> Void = { _ in }

  func progress(_ event: GestureEvent) {
    let part = event.progress.map { " \($0)" } ?? ""
    reports.append("\(event.state)\(part) at \(event.timestamp.seconds)")
    onReport(event)
  }

  func gesture(_ event: GestureEvent) { gestures.append(event.state) }
}
