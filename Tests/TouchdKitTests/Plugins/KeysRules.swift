import Dispatcher
import FakePanels
import Logging
import TestTables
import Testing
import TouchdTesting

@testable import TouchdKit

/// When `keys` responders press their keys, counted by the writes to a fake uinput.
@Suite("keys") struct KeysRules {
  private let uinput = FakeUinput()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  struct Row: TableRow {
    let what: String
    var states = ""
    let view: String
    let fingers: String
    let presses: Int
  }

  static let rows = [
    Row(
      what: "a tap, when it is recognized", view: "gestures: [{ tap: {}, to: k }]",
      fingers: "dn(10,10)@0 up@0.1", presses: 1),
    Row(
      what: "a pan, when it begins, and not while it goes on", view: "gestures: [{ pan: {}, to: k }]",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 mv(60,10)@0.2 mv(80,10)@0.3 up@0.4", presses: 1),
    Row(
      what: "or at the states that the layout says", states: ", states: [began, ended]",
      view: "gestures: [{ pan: {}, to: k }]", fingers: "dn(10,10)@0 mv(40,10)@0.1 mv(60,10)@0.2 up@0.4",
      presses: 2),
    Row(
      what: "the events of a control", view: "type: control, control: { events: { touch_down: k } }",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@1 up@1.1", presses: 2),
    Row(
      what: "a finger that comes down", view: "on_touch: { to: k }",
      fingers: "dn(10,10)@0 mv(20,10)@0.1 up@0.2",
      presses: 1),
  ]

  private func play(_ row: Row, _ keyboard: KeyDevice?) throws {
    let layout = try layout(
      """
      version: 1
      screen: { size: [100, 100] }
      responders: { k: { plugin: keys, press: [KEY_LEFTALT, KEY_LEFT]\(row.states) } }
      views: [{ \(row.view) }]
      """)
    #expect(layout.keys == [56, 105])
    keyboard?.use(Set(layout.keys))
    let application = try layout.makeApplication(
      layout.makePlugins(logger, launcher: nil, keyboard: keyboard))
    let scene = TestScene(try #require(application.windows.first), application, SceneLog())
    scene.play(row.fingers)
    withExtendedLifetime(application) {}
  }

  @Test("Rows", arguments: rows)
  func row(row: Row) throws {
    let keyboard = KeyDevice("touchd keys", logger, uinput: uinput.path)
    try play(row, keyboard)
    #expect(uinput.writeCount == row.presses)
  }

  @Test("Where that is not allowed, nothing is made and nothing pressed")
  func denied() throws {
    try play(Self.rows[0], nil)
    #expect(uinput.deviceCount == 0 && uinput.writeCount == 0)
  }

  private static let granted: [(Grants, Set<UInt16>)] = [
    (.none, []), (Grants(exec: true), []), (Grants(keys: true), [56, 105]),
    (Grants(exec: true, keys: true), [56, 105]),
  ]

  @Test("The daemon's keyboard has keys only if its file says so", arguments: granted)
  func grants(grants: Grants, keys: Set<UInt16>) throws {
    let layout = try layout(
      "version: 1\nscreen: { size: [1, 1] }\nresponders: { k: { plugin: keys, press: [KEY_LEFTALT, KEY_LEFT] } }\nviews: []"
    )
    #expect(Configuration(layouts: [layout], grants: grants).keys == keys)
  }
}
