import Dispatcher
import TestTables

/// A pen keeps the fingers of its screen away.
@Suite("Pen arbitration") struct ArbitrationRules {
  static let rows: Table<ArbitrationRow> = [
    "A near pen cancels fingers, and new ones are ignored; 90 ms after it left, they count again":
      ArbitrationRow(
        given: """
          plug pen screen
          screen: id 1; x 1; y 2; @0
          pen: pen 1; @10
          screen: x 3; slot 1; id 2; @20
          pen: pen 0; @30
          screen: slot 2; id 3; @119.999
          screen: slot 3; id 4; @120
          screen: slot 0; id -1; slot 1; id -1; slot 2; id -1; slot 3; id -1; @130
          """, told: "\nscreen began\nscreen cancelled\n\n\n\nscreen began\nscreen ended"),
    "The pen's own touch is reported, after what it cancels": ArbitrationRow(
      given: "plug pen screen\nscreen: id 1; @0\npen: pen 1; touch 1; @5\npen: absx 5\npen: touch 0",
      told: "\nscreen began\nscreen cancelled | pen began\npen moved\npen ended"),
    "A pen without tool keys is near while it touches": ArbitrationRow(
      given:
        "plug pen screen\npen: touch 1; @0\nscreen: id 1; @1\npen: touch 0; @2\nscreen: id -1; id 2; @92",
      told: "\npen began\n\npen ended\nscreen began"),
    "The eraser is a tool, too; a barrel button is not": ArbitrationRow(
      given: "plug pen screen\npen: stylus 1; @0\nscreen: id 1; @1\npen: rubber 1; @2",
      told: "\n\nscreen began\nscreen cancelled"),
    "Two pens: until 90 ms after the last has left": ArbitrationRow(
      given: """
        plug pen pen2 screen
        pen: pen 1; @0
        pen2: pen 1; @10
        pen: pen 0; @20
        screen: id 1; @40
        pen2: pen 0; @50
        screen: slot 1; id 2; @139.999
        screen: slot 2; id 3; @140
        """, told: "\n\n\n\n\n\n\nscreen began"),
    "A pen that comes back before the 90 ms are over: they count from its next leaving": ArbitrationRow(
      given:
        "plug pen screen\npen: pen 1; @0\npen: pen 0; @10\npen: pen 1; @90\nscreen: id 1; @101\npen: pen 0; @200\n"
        + "screen: slot 1; id 2; @289\nscreen: slot 2; id 3; @290", told: "\n\n\n\n\n\n\nscreen began"),
    "The screen of its own device gives way, another one of its maker does not": ArbitrationRow(
      given: "plug pen screen cousin\nscreen: id 1; @0\ncousin: id 1; @0\npen: pen 1; @1",
      told: "\nscreen began\ncousin began\nscreen cancelled"),
    "A pen that happens to have the maker of a screen silences none, also where it is the only one":
      ArbitrationRow(
        given:
          "plug tablet screen cousin stranger\nscreen: id 1; @0\ncousin: id 1; @0\nstranger: id 1; @0\ntablet: pen 1; @1\n"
          + "screen: slot 1; id 2; @2", told: "\nscreen began\ncousin began\nstranger began\n\nscreen began"),
    "Side by side on a hub, udev's group makes them one device, whatever their makers": ArbitrationRow(
      given: "plug left right cousin\nright: id 1; @0\ncousin: id 1; @0\nleft: pen 1; @1",
      told: "\nright began\ncousin began\nright cancelled"),
    "Where nothing says where either hangs, one maker and one product are one device": ArbitrationRow(
      given:
        "plug adrift float flotsam screen\nfloat: id 1; @0\nflotsam: id 1; @0\nscreen: id 1; @0\nadrift: pen 1; @1",
      told: "\nfloat began\nflotsam began\nscreen began\nfloat cancelled"),
    "Without a physical path the port decides, and not the maker": ArbitrationRow(
      given: "plug ported dock quay\ndock: id 1; @0\nquay: id 1; @0\nported: pen 1; @1",
      told: "\ndock began\nquay began\ndock cancelled"),
    "If the layout allows touches beside a pen, the pen silences no panel": ArbitrationRow(
      given: "plug deaf screen\nscreen: id 1; @0\ndeaf: pen 1; @1\nscreen: slot 1; id 2; @2",
      told: "\nscreen began\n\nscreen began"),
    "A panel of another vendor is not silenced": ArbitrationRow(
      given: "plug pen stranger\nstranger: id 1; @0\npen: pen 1; @1\nstranger: slot 1; id 2; @2",
      told: "\nstranger began\n\nstranger began"),
  ]

  /// A pen that never says that it leaves.
  static let silent: Table<ArbitrationRow> = [
    "After 50 ms without events it is out of proximity, and 90 ms later fingers count again": ArbitrationRow(
      given: """
        plug pen screen
        pen: pen 1; absx 5; @0
        pen: absx 6; @10
        screen: id 1; @149.999
        screen: slot 1; id 2; @150
        """, told: "\n\n\n\nscreen began"),
    "The clock says so, too, without an event of either": ArbitrationRow(
      given: "plug pen screen\npen: pen 1; @0\nwait 50\nwait 139\nscreen: id 1; @140",
      told: "\n\n\n\nscreen began"),
    "An event at exactly 50 ms is in time": ArbitrationRow(
      given:
        "plug pen screen\npen: pen 1; @0\npen: absx 1; @50\nscreen: id 1; @140\nscreen: slot 1; id 2; @190",
      told: "\n\n\n\nscreen began"),
    "With its next event it is near again, and cancels what is down": ArbitrationRow(
      given:
        "plug pen screen\npen: pen 1; @0\nscreen: id 1; @140\npen: absx 1; @150\nscreen: slot 1; id 2; @200",
      told: "\n\nscreen began\nscreen cancelled\n"),
    "With its tip down it may be silent for ever": ArbitrationRow(
      given: "plug pen screen\npen: pen 1; touch 1; @0\nwait 900\nscreen: id 1; @900\npen: touch 0; @1000\n"
        + "screen: slot 1; id 2; @1139\nscreen: slot 2; id 3; @1140",
      told: "\npen began\n\n\npen ended\n\nscreen began"),
    "With a button down, too": ArbitrationRow(
      given: "plug pen screen\npen: pen 1; stylus 1; @0\nscreen: id 1; @900\npen: stylus 0; @1000\n"
        + "screen: slot 1; id 2; @1140", told: "\n\n\n\nscreen began"),
    "One that said once that it left is believed: near and silent, it is near": ArbitrationRow(
      given: "plug pen screen\npen: pen 1; @0\npen: pen 0; @10\npen: pen 1; @200\nscreen: id 1; @900\n"
        + "pen: pen 0; @1000\nscreen: slot 1; id 2; @1090", told: "\n\n\n\n\n\nscreen began"),
    "One that is turned over has not left": ArbitrationRow(
      given: "plug pen screen\npen: pen 1; @0\npen: pen 0; rubber 1; @10\nscreen: id 1; @150",
      told: "\n\n\nscreen began"),
    "Two silent pens: until the later one is out of reach": ArbitrationRow(
      given:
        "plug pen pen2 screen\npen: pen 1; @0\npen2: pen 1; @30\nscreen: id 1; @169\nscreen: slot 1; id 2; @170",
      told: "\n\n\n\nscreen began"),
  ]

  static let upheavals: Table<ArbitrationRow> = [
    "A pen that is unplugged while it is near has left": ArbitrationRow(
      given:
        "plug pen screen\npen: pen 1; @0\nunplug pen at 100\nscreen: id 1; @189.999\nscreen: slot 1; id 2; @190",
      told: "\n\n\n\nscreen began"),
    "A pen that is gone when the machine wakes has left": ArbitrationRow(
      given:
        "plug pen screen\npen: pen 1; @0\nwake pen at 100\nscreen: id 1; @189.999\nscreen: slot 1; id 2; @190",
      told: "\n\n\n\nscreen began"),
    "A screen that is plugged in while the pen is near is silent": ArbitrationRow(
      given:
        "plug pen\npen: pen 1; @0\nplug screen\nscreen: id 1; @5\npen: pen 0; @10\nscreen: slot 1; id 2; @100",
      told: "\n\n\n\n\nscreen began"),
    "A screen of the pen's own comes while another one is silent for it: that one speaks again, too":
      ArbitrationRow(
        given:
          "plug pen cousin\npen: pen 1; @0\nplug screen\npen: pen 0; @10\ncousin: id 1; @100\nscreen: id 1; @100",
        told: "\n\n\n\ncousin began\nscreen began"),
    "A screen that is unplugged under the pen": ArbitrationRow(
      given: "plug pen screen\nscreen: id 1; @0\npen: pen 1; @1\n"
        + "unplug screen at 2\npen: pen 0; @3\nplug screen\nscreen: id 1; @4",
      told: "\nscreen began\nscreen cancelled\n\n\n\nscreen began"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: ArbitrationRow) { row.check() }

  @Test("Pens that never say that they leave", arguments: silent)
  func silentPen(_ row: ArbitrationRow) { row.check() }

  @Test("Panels that come and go", arguments: upheavals)
  func upheaval(_ row: ArbitrationRow) { row.check() }
}
