import Dispatcher
import Testing

/// A pen keeps the fingers of its screen away.
@Suite("Pen arbitration") struct ArbitrationRules {
  static let rows = [
    ArbitrationRow(
      rule:
        "Near, it cancels what is down and what lands is dead; 90 ms after it left, fingers are told of again",
      given: """
        plug pen screen
        screen: id 1; x 1; y 2; @0
        pen: pen 1; @10
        screen: x 3; slot 1; id 2; @20
        pen: pen 0; @30
        screen: slot 2; id 3; @119.999
        screen: slot 3; id 4; @120
        screen: slot 0; id -1; slot 1; id -1; slot 2; id -1; slot 3; id -1; @130
        """,
      told: "\nscreen began\nscreen cancelled\n\n\n\nscreen began\nscreen ended"),
    ArbitrationRow(
      rule: "The pen itself is told of, after what it cancels",
      given: "plug pen screen\nscreen: id 1; @0\npen: pen 1; touch 1; @5\npen: absx 5\npen: touch 0",
      told: "\nscreen began\nscreen cancelled | pen began\npen moved\npen ended"),
    ArbitrationRow(
      rule: "A pen without tools is near while it touches",
      given:
        "plug pen screen\npen: touch 1; @0\nscreen: id 1; @1\npen: touch 0; @2\nscreen: id -1; id 2; @92",
      told: "\npen began\n\npen ended\nscreen began"),
    ArbitrationRow(
      rule: "The eraser is a tool, too; a button of the barrel is none",
      given: "plug pen screen\npen: stylus 1; @0\nscreen: id 1; @1\npen: rubber 1; @2",
      told: "\n\nscreen began\nscreen cancelled"),
    ArbitrationRow(
      rule: "Two pens: until 90 ms after the last has left",
      given: """
        plug pen pen2 screen
        pen: pen 1; @0
        pen2: pen 1; @10
        pen: pen 0; @20
        screen: id 1; @200
        pen2: pen 0; @210
        screen: slot 1; id 2; @299.999
        screen: slot 2; id 3; @300
        """, told: "\n\n\n\n\n\n\nscreen began"),
    ArbitrationRow(
      rule: "A pen that comes back before the 90 ms are over: they count from its next leaving",
      given:
        "plug pen screen\npen: pen 1; @0\npen: pen 0; @10\npen: pen 1; @90\nscreen: id 1; @101\npen: pen 0; @200\n"
        + "screen: slot 1; id 2; @289\nscreen: slot 2; id 3; @290",
      told: "\n\n\n\n\n\n\nscreen began"),
    ArbitrationRow(
      rule: "The screen of its own device gives way, another one of its maker does not",
      given: "plug pen screen cousin\nscreen: id 1; @0\ncousin: id 1; @0\npen: pen 1; @1",
      told: "\nscreen began\ncousin began\nscreen cancelled"),
    ArbitrationRow(
      rule: "Without a screen of its device, those of its maker give way",
      given:
        "plug tablet screen cousin stranger\nscreen: id 1; @0\ncousin: id 1; @0\nstranger: id 1; @0\ntablet: pen 1; @1",
      told: "\nscreen began\ncousin began\nstranger began\nscreen cancelled | cousin cancelled"),
    ArbitrationRow(
      rule: "Of another maker nobody gives way",
      given: "plug pen stranger\nstranger: id 1; @0\npen: pen 1; @1\nstranger: slot 1; id 2; @2",
      told: "\nstranger began\n\nstranger began"),
  ]

  static let upheavals = [
    ArbitrationRow(
      rule: "A pen that is unplugged while it is near has left",
      given:
        "plug pen screen\npen: pen 1; @0\nunplug pen at 100\nscreen: id 1; @189.999\nscreen: slot 1; id 2; @190",
      told: "\n\n\n\nscreen began"),
    ArbitrationRow(
      rule: "A pen that is gone when the machine wakes has left",
      given:
        "plug pen screen\npen: pen 1; @0\nwake pen at 100\nscreen: id 1; @189.999\nscreen: slot 1; id 2; @190",
      told: "\n\n\n\nscreen began"),
    ArbitrationRow(
      rule: "A screen that is plugged in while the pen is near is silent",
      given:
        "plug pen\npen: pen 1; @0\nplug screen\nscreen: id 1; @5\npen: pen 0; @10\nscreen: slot 1; id 2; @100",
      told: "\n\n\n\n\nscreen began"),
    ArbitrationRow(
      rule: "A screen of the pen's own comes while another one is silent for it: that one speaks again, too",
      given:
        "plug pen cousin\npen: pen 1; @0\nplug screen\npen: pen 0; @10\ncousin: id 1; @100\nscreen: id 1; @100",
      told: "\n\n\n\ncousin began\nscreen began"),
    ArbitrationRow(
      rule: "A screen that is unplugged under the pen",
      given: "plug pen screen\nscreen: id 1; @0\npen: pen 1; @1\n"
        + "unplug screen at 2\npen: pen 0; @3\nplug screen\nscreen: id 1; @4",
      told: "\nscreen began\nscreen cancelled\n\n\n\nscreen began"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: ArbitrationRow) { row.check() }

  @Test("Panels that come and go", arguments: upheavals)
  func upheaval(_ row: ArbitrationRow) { row.check() }
}
