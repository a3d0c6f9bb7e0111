import TestTables

@testable import TouchdKit

/// What `show` responders do to views, and when. Time is virtual.
///
/// A script is fingers, as ``Fingers`` has them, and waits: `wait@0.5` lets time pass up to then. The log has the
/// calls, the actions, what was shown and hidden, and the waits.
@Suite("show") struct ShowRules {
  struct Row: TableRow {
    var what = ""
    /// Options of the responder `s`.
    var show = "view: front"
    /// Further responders.
    var others = ""
    /// The views behind `front`, which is hidden at first where this says so.
    var button = "gestures: [{ tap: {}, to: s }]"
    var isHidden = true
    let script: String
    let log: String
  }

  static let rows: Table<Row> = [
    "without `hidden` the view is shown; the next finger hits it": Row(
      script: "dn(10,10)@0 up@0.1 dn(10,10)@1 up@1.1",
      log: "began button{1}; act button.tap.Ended@button; show front; cancelled button{1}; "
        + "began front{1}; ended front{1}"),
    "hidden: true hides; the next finger hits what is behind": Row(
      show: "view: front, hidden: true", button: "", isHidden: false,
      script: "dn(60,10)@0 up@0.1 dn(10,60)@0.5 up@0.6 dn(60,10)@1 up@1.1",
      log: "began front{1}; ended front{1}; began side{1}; hide front; ended side{1}; "
        + "began button{1}; ended button{1}"),
    "toggle does the other of the two": Row(
      show: "view: front, hidden: toggle", script: "dn(10,10)@0 up@0.1 dn(10,60)@1 up@1.1 dn(10,60)@2 up@2.1",
      log: "began button{1}; act button.tap.Ended@button; show front; cancelled button{1}; "
        + "began side{1}; hide front; ended side{1}; began side{1}; show front; ended side{1}"),
    "for: it is put back after that time, and not before": Row(
      show: "view: front, for: 2s", script: "dn(10,10)@0 up@0.1 wait@2.099999 wait@2.1 dn(10,10)@3 up@4",
      log: "began button{1}; act button.tap.Ended@button; show front; cancelled button{1}; "
        + "wait 2.099999; hide front; wait 2.1; began button{1}; ended button{1}"),
    "for: what is shown again starts the time anew": Row(
      show: "view: front, for: 2s",
      script: "dn(10,10)@0 up@0.1 dn(10,60)@1 up@1.1 wait@2.5 wait@2.999999 wait@3 wait@9",
      log: "began button{1}; act button.tap.Ended@button; show front; cancelled button{1}; "
        + "began side{1}; ended side{1}; wait 2.5; wait 2.999999; hide front; wait 3; wait 9"),
    "for: what is so already, and stays so, is not put back": Row(
      show: "view: front, for: 2s", button: "", isHidden: false, script: "dn(10,60)@0 up@0.1 wait@9",
      log: "began side{1}; ended side{1}; wait 9"),
    "for: another responder has the last word": Row(
      show: "view: front, for: 2s", others: "n: { plugin: show, view: front }",
      button: "gestures: [{ tap: {}, to: [s, n] }]", script: "dn(10,10)@0 up@0.1 wait@9",
      log: "began button{1}; act button.tap.Ended@button; show front; cancelled button{1}; wait 9"),
    "for: also one that hides: there is nothing left to put back": Row(
      show: "view: front, for: 2s", others: "n: { plugin: show, view: front, hidden: true }",
      button: "gestures: [{ tap: {}, to: [s, n] }]", script: "dn(10,10)@0 up@0.1 wait@9",
      log: "began button{1}; act button.tap.Ended@button; show front; hide front; cancelled button{1}; wait 9"
    ),
    "for: toggled back by itself, it is not put back again": Row(
      show: "view: front, hidden: toggle, for: 2s", script: "dn(10,60)@0 up@0.1 dn(10,60)@1 up@1.1 wait@9",
      log: "began side{1}; show front; ended side{1}; began side{1}; hide front; ended side{1}; wait 9"),
    "a window is shown and hidden as a view is": Row(
      show: "window: window, hidden: true", script: "dn(10,10)@0 up@0.1 dn(10,10)@1 up@1.1",
      log: "began button{1}; act button.tap.Ended@button; hide window; cancelled button{1}"),
    "a gesture counts once, when it is recognized": Row(
      show: "view: front, hidden: toggle", button: "gestures: [{ long_press: {}, name: press, to: s }]",
      script: "dn(10,10)@0 wait@0.5 mv(20,10)@0.6 mv(30,10)@0.7 up@0.8",
      log: "began button{1}; act press.Began@button; show front; cancelled button{1}; wait 0.5; "
        + "act press.Changed@button; act press.Changed@button; act press.Ended@button"),
    "states: at those of the gesture": Row(
      show: "view: front, hidden: toggle, states: [began, ended]",
      button: "gestures: [{ long_press: {}, name: press, to: s }]",
      script: "dn(10,10)@0 wait@0.5 mv(20,10)@0.6 up@0.8",
      log: "began button{1}; act press.Began@button; show front; cancelled button{1}; wait 0.5; "
        + "act press.Changed@button; act press.Ended@button; hide front"),
    "states: a tap has none but ended": Row(
      show: "view: front, states: [began, changed, cancelled]", script: "dn(10,10)@0 up@0.1",
      log: "began button{1}; act button.tap.Ended@button; cancelled button{1}"),
    "states: of a finger": Row(
      show: "view: front, hidden: toggle, states: [began, ended, cancelled]",
      script: "dn(10,60)@0 mv(20,60)@0.1 up@0.2",
      log: "began side{1}; show front; moved side{1}; ended side{1}; hide front"),
    "states: a finger's touch that is cancelled": Row(
      show: "view: front, hidden: toggle, states: [changed, cancelled]",
      script: "dn(10,60)@0 mv(20,60)@0.1 palm@0.2",
      log: "began side{1}; moved side{1}; show front; cancelled side{1}; hide front"),
    "a control's events, each that is bound": Row(
      show: "view: front, hidden: toggle",
      button: "type: control, control: { events: { touch_down: s, touch_up_inside: s } }",
      script: "dn(10,10)@0 mv(20,10)@0.1 up@0.2",
      log: "began button{1}; show front; moved button{1}; ended button{1}; hide front"),
    "states: of a control's events": Row(
      show: "view: front, states: ended",
      button: "type: control, control: { events: { touch_down: s, touch_up_inside: s } }",
      script: "dn(10,10)@0 mv(20,10)@0.1 up@0.2",
      log: "began button{1}; moved button{1}; ended button{1}; show front"),
    "for: begun at a deadline, it ends at its time, before the frames after that": Row(
      show: "view: front, for: 1s", button: "gestures: [{ long_press: {}, name: press, to: s }]",
      script: "dn(10,10)@0 mv(12,10)@3 up@3.1",
      log: "began button{1}; act press.Began@button; show front; cancelled button{1}; hide front; "
        + "act press.Changed@button; act press.Ended@button"),
    "for: begun at a deadline, it ends before the deadlines after that": Row(
      show: "view: front, for: 50ms",
      button: "gestures: [{ long_press: { minimum: 400ms }, name: early, to: s }, "
        + "{ long_press: { minimum: 600ms }, name: late, simultaneous_with: early }]",
      script: "dn(90,90)@0 wait@9",
      log: "began button{1}; act early.Began@button; show front; cancelled button{1}; hide front; "
        + "act late.Began@button; wait 9"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let run = try ShowRun(
      responders: ["s: { plugin: show, \(row.show) }", row.others].filter { !$0.isEmpty },
      views: """
        { id: button, \(row.button.isEmpty ? "alpha: 1" : row.button) },
        { id: front, frame: [0, 0, 80, 80], hidden: \(row.isHidden) },
        { id: side, frame: [0, 50, 20, 20], on_touch: { to: s } }
        """)
    run.play(row.script)
    #expect(difference(run.log, from: row.log.replacing("; ", with: "\n")) == nil)
  }

  private static let shown = "dn(10,10)@0 up@0.1"

  /// What is shown for two seconds by a tap at 0.1 s.
  private func run() throws -> ShowRun {
    try ShowRun(
      responders: ["s: { plugin: show, view: front, for: 2s }"],
      views: "{ id: button, gestures: [{ tap: {}, to: s }] }, { id: front, hidden: true }")
  }

  @Test("What is shown at the end itself, by a gesture that had to wait, is not put back either")
  func endThatShows() throws {
    let run = try ShowRun(
      responders: ["s: { plugin: show, view: front, for: 2s }"],
      views: "{ id: button, gestures: [{ tap: {}, to: s, requires_failure_of: double }, "
        + "{ tap: { count: 2 }, name: double }] }, { id: front, hidden: true }")
    run.play(Self.shown)
    #expect(run.isHidden)
    run.pipeline.finish()
    #expect(!run.isHidden)
  }

  @Test("So does a new tree for another panel, whose plugins stay")
  func newTree() throws {
    let old = try run()
    old.play(Self.shown)
    let new = try ShowRun(old)
    #expect(new.isHidden)
    new.play("dn(10,10)@1 up@1.1 wait@2.1")
    #expect(!new.isHidden)
    new.play("wait@3.1")
    #expect(new.isHidden)
    #expect(!old.isHidden)
  }

  @Test("What is to be put back keeps no tree alive")
  func lifetime() throws {
    weak var application: Application?
    try {
      let run = try run()
      run.play(Self.shown)
      application = run.application
    }()
    #expect(application == nil)
  }

  @Test("A view that a program replaced before it was to be put back is not remembered")
  func replaced() throws {
    let run = try run()
    let visibility = Visibility()
    func hide(_ count: Int) {
      for view in (0..<count).map({ _ in View(frame: .zero) }) {
        run.view("front")?.superview?.addSubview(view)
        visibility.change(view, .hide, for: .seconds(60), at: .zero)
        view.removeFromSuperview()
      }
    }
    hide(9)
    hide(1)
    #expect(visibility.returns.count == 1)
  }

  @Test("A view that the program has taken out of the tree is left as it is")
  func removed() throws {
    let run = try run()
    run.play(Self.shown)
    run.view("front")?.removeFromSuperview()
    run.play("wait@1 dn(10,10)@1.1 up@1.2 wait@9")
    #expect(run.log.contains("wait 9"))
  }
}

/// A layout with its plugins, fingers on it, and the log of what happened.
private final class ShowRun {
  private static let kinds = ["began", "moved", "ended", "cancelled", "act", "show", "hide", "wait"]
  private let layout: Layout
  private let plugins: PluginSet
  private let scene: TestScene

  /// Views of the one window, each with room for several fingers among them.
  init(responders: [String], views: String) throws {
    layout = try TouchdKitTests.layout(
      """
      version: 1
      screen: { size: [100, 100] }
      responders: { \(responders.joined(separator: ", ")) }
      views: [\(views)]
      """)
    plugins = layout.makePlugins(Words().logger, launcher: nil)
    scene = try Self.scene(layout, plugins)
  }

  /// Another tree of the same layout, with the same plugins.
  init(_ former: ShowRun) throws {
    (layout, plugins) = (former.layout, former.plugins)
    scene = try Self.scene(layout, plugins)
  }

  private static func scene(_ layout: Layout, _ plugins: PluginSet) throws -> TestScene {
    let application = try layout.makeApplication(plugins)
    return TestScene(try #require(application.windows.first), application, SceneLog())
  }

  var application: Application { scene.application }
  var pipeline: Pipeline { scene.pipeline }
  var log: [String] { scene.log.lines(of: Self.kinds) }
  /// Whether `front` is.
  var isHidden: Bool { view("front")?.isHidden ?? false }

  func view(_ id: String) -> View? { scene.window.subviews.first { $0.identifier == id } }

  func play(_ script: String) {
    for part in script.split(separator: " ") {
      guard part.hasPrefix("wait@"), let time = Double(part.dropFirst(5)) else {
        scene.play(String(part))
        continue
      }
      scene.wait(until: time)
      scene.log.note("wait \(part.dropFirst(5))")
    }
  }
}
