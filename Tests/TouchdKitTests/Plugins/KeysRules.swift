import FakePanels
import Logging
import TestTables
import TouchdTesting

@testable import TouchdKit

/// Moments at which `keys` responders press, counted by the writes to a fake uinput. `ShowRules` has all the moments.
@Suite("keys") struct KeysRules {
  private let uinput = FakeUinput()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func tap(_ keyboard: OwnDevice?) throws {
    let layout = try layout(
      """
      version: 1
      screen: { size: [100, 100] }
      responders: { k: { plugin: keys, press: [KEY_LEFTALT, KEY_LEFT] } }
      views: [{ gestures: [{ tap: {}, to: k }] }]
      """)
    keyboard?.use(Set(layout.keys))
    let application = try layout.makeApplication(
      layout.makePlugins(logger, launcher: nil, keyboard: keyboard))
    TestScene(try #require(application.windows.first), application, SceneLog()).play("dn(10,10)@0 up@0.1")
  }

  @Test("A tap presses the chord, once")
  func once() throws {
    try tap(OwnDevice("touchd keys", logger, uinput: uinput.path))
    #expect(uinput.writeCount == 1)
  }

  @Test("Where that is not allowed, nothing is made and nothing pressed")
  func denied() throws {
    try tap(nil)
    #expect(uinput.deviceCount == 0 && uinput.writeCount == 0)
  }

  private static let granted: [(Grants, Set<UInt16>)] = [
    (Grants(exec: true), []), (Grants(keys: true), [56, 105]),
  ]

  @Test("The daemon's keyboard has keys only if its file says so", arguments: granted)
  func grants(grants: Grants, keys: Set<UInt16>) throws {
    let layout = try layout(
      "version: 1\nscreen: { size: [1, 1] }\nresponders: { k: { plugin: keys, press: [KEY_LEFTALT, KEY_LEFT] } }\nviews: []"
    )
    #expect(Configuration(layouts: [layout], grants: grants).keys == keys)
  }
}
