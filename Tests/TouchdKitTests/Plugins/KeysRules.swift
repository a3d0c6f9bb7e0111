import FakePanels
import TestTables
import TouchdTesting

@testable import TouchdKit

/// Moments at which `keys` responders press, counted by the writes to a fake uinput. `ShowRules` has all the moments.
@Suite("keys") struct KeysRules {
  private func layoutOfKeys() throws -> Layout {
    try layout(
      """
      version: 1
      screen: { size: [100, 100] }
      responders: { k: { plugin: keys, press: [KEY_LEFTALT, KEY_LEFT] } }
      views: [{ gestures: [{ tap: {}, to: k }] }]
      """)
  }

  @Test("A tap presses the chord, once")
  func once() throws {
    let uinput = FakeUinput()
    let keyboard = OwnDevice("touchd keys", Words().logger, uinput: uinput.path)
    let layout = try layoutOfKeys()
    keyboard.use(Set(layout.keys))
    let plugins = layout.makePlugins(Words().logger, launcher: nil, keyboard: keyboard)
    let application = try layout.makeApplication(plugins)
    TestScene(try #require(application.windows.first), application, SceneLog()).play("dn(10,10)@0 up@0.1")
    #expect(uinput.writeCount == 1)
  }

  @Test(
    "The daemon's keyboard has keys only if its file says so",
    arguments: [(Grants(exec: true), []), (Grants(keys: true), [56, 105])] as [(Grants, [UInt16])])
  func grants(grants: Grants, keys: [UInt16]) throws {
    #expect(try Configuration(layouts: [layoutOfKeys()], grants: grants).keys == Set(keys))
  }
}
