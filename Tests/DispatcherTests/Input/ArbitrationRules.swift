import TestTables

/// A pen keeps the fingers of its screen away.
@Suite("Pen arbitration") struct ArbitrationRules {
  static let rows: Table<ArbitrationRow> = [
    "A near pen cancels fingers, and new ones are ignored; 90 ms after it left, they count again":
      ArbitrationRow(
        given: """
          screen: id 1; x 1; y 2; @0
          pen: pen 1; @10
          screen: x 3; slot 1; id 2; @20
          pen: pen 0; @30
          screen: slot 2; id 3; @119.999
          screen: slot 3; id 4; @120
          screen: slot 0; id -1; slot 1; id -1; slot 2; id -1; slot 3; id -1; @130
          """, told: "screen began\nscreen cancelled\n\n\n\nscreen began\nscreen ended"),
    "The pen's own touch is reported, after what it cancels": ArbitrationRow(
      given: "screen: id 1; @0\npen: pen 1; touch 1; @5\npen: absx 5\npen: touch 0",
      told: "screen began\nscreen cancelled | pen began\npen moved\npen ended"),
    "A pen without tool keys is near while it touches": ArbitrationRow(
      given: "pen: touch 1; @0\nscreen: id 1; @1\npen: touch 0; @2\nscreen: id -1; id 2; @92",
      told: "pen began\n\npen ended\nscreen began"),
    "The eraser is a tool, too; a barrel button is not": ArbitrationRow(
      given: "pen: stylus 1; @0\nscreen: id 1; @1\npen: rubber 1; @2",
      told: "\nscreen began\nscreen cancelled"),
    "Two pens: until 90 ms after the last has left": ArbitrationRow(
      plug: "pen pen2 screen",
      given: """
        pen: pen 1; @0
        pen2: pen 1; @10
        pen: pen 0; @20
        screen: id 1; @40
        pen2: pen 0; @50
        screen: slot 1; id 2; @139.999
        screen: slot 2; id 3; @140
        """, told: "\n\n\n\n\n\nscreen began"),
    "A pen that comes back before the 90 ms are over: they count from its next leaving": ArbitrationRow(
      given: "pen: pen 1; @0\npen: pen 0; @10\npen: pen 1; @90\nscreen: id 1; @101\npen: pen 0; @200\n"
        + "screen: slot 1; id 2; @289\nscreen: slot 2; id 3; @290", told: "\n\n\n\n\n\nscreen began"),
    "The screen of its own device gives way, another one of its maker does not": ArbitrationRow(
      plug: "pen screen cousin", given: "screen: id 1; @0\ncousin: id 1; @0\npen: pen 1; @1",
      told: "screen began\ncousin began\nscreen cancelled"),
    "A pen that happens to have the maker of a screen silences none, also where it is the only one":
      ArbitrationRow(
        plug: "tablet screen cousin stranger",
        given: """
          screen: id 1; @0
          cousin: id 1; @0
          stranger: id 1; @0
          tablet: pen 1; @1
          screen: slot 1; id 2; @2
          """, told: "screen began\ncousin began\nstranger began\n\nscreen began"),
    "Side by side on a hub, udev's group makes them one device, whatever their makers": ArbitrationRow(
      plug: "left right cousin", given: "right: id 1; @0\ncousin: id 1; @0\nleft: pen 1; @1",
      told: "right began\ncousin began\nright cancelled"),
    "Where nothing says where either hangs, one maker and one product are one device": ArbitrationRow(
      plug: "adrift float flotsam screen",
      given: "float: id 1; @0\nflotsam: id 1; @0\nscreen: id 1; @0\nadrift: pen 1; @1",
      told: "float began\nflotsam began\nscreen began\nfloat cancelled"),
    "Without a physical path the port decides, and not the maker": ArbitrationRow(
      plug: "ported dock quay", given: "dock: id 1; @0\nquay: id 1; @0\nported: pen 1; @1",
      told: "dock began\nquay began\ndock cancelled"),
    "If the layout allows touches beside a pen, the pen silences no panel": ArbitrationRow(
      plug: "deaf screen", given: "screen: id 1; @0\ndeaf: pen 1; @1\nscreen: slot 1; id 2; @2",
      told: "screen began\n\nscreen began"),
  ]

  /// A pen that never says that it leaves.
  static let silent: Table<ArbitrationRow> = [
    "After 50 ms without events it is out of proximity, and 90 ms later fingers count again": ArbitrationRow(
      given: "pen: pen 1; absx 5; @0\npen: absx 6; @10\nscreen: id 1; @149.999\nscreen: slot 1; id 2; @150",
      told: "\n\n\nscreen began"),
    "The clock says so, too, without an event of either": ArbitrationRow(
      given: "pen: pen 1; @0\nwait 50\nwait 139\nscreen: id 1; @140", told: "\n\n\nscreen began"),
    "An event at exactly 50 ms is in time": ArbitrationRow(
      given: "pen: pen 1; @0\npen: absx 1; @50\nscreen: id 1; @140\nscreen: slot 1; id 2; @190",
      told: "\n\n\nscreen began"),
    "With its next event it is near again, and cancels what is down": ArbitrationRow(
      given: "pen: pen 1; @0\nscreen: id 1; @140\npen: absx 1; @150\nscreen: slot 1; id 2; @200",
      told: "\nscreen began\nscreen cancelled\n"),
    "With its tip down it may be silent for ever": ArbitrationRow(
      given: """
        pen: pen 1; touch 1; @0
        wait 900
        screen: id 1; @900
        pen: touch 0; @1000
        screen: slot 1; id 2; @1139
        screen: slot 2; id 3; @1140
        """, told: "pen began\n\n\npen ended\n\nscreen began"),
    "With a button down, too": ArbitrationRow(
      given: "pen: pen 1; stylus 1; @0\nscreen: id 1; @900\npen: stylus 0; @1000\n"
        + "screen: slot 1; id 2; @1140", told: "\n\n\nscreen began"),
    "One that said once that it left is believed: near and silent, it is near": ArbitrationRow(
      given: "pen: pen 1; @0\npen: pen 0; @10\npen: pen 1; @200\nscreen: id 1; @900\npen: pen 0; @1000\n"
        + "screen: slot 1; id 2; @1090", told: "\n\n\n\n\nscreen began"),
    "One that is turned over has not left": ArbitrationRow(
      given: "pen: pen 1; @0\npen: pen 0; rubber 1; @10\nscreen: id 1; @150", told: "\n\nscreen began"),
    "Two silent pens: until the later one is out of reach": ArbitrationRow(
      plug: "pen pen2 screen",
      given: "pen: pen 1; @0\npen2: pen 1; @30\nscreen: id 1; @169\nscreen: slot 1; id 2; @170",
      told: "\n\n\nscreen began"),
  ]

  /// Panels that come and go.
  static let upheavals: Table<ArbitrationRow> = [
    "A pen that is unplugged while it is near has left": ArbitrationRow(
      given: "pen: pen 1; @0\nunplug pen at 100\nscreen: id 1; @189.999\nscreen: slot 1; id 2; @190",
      told: "\n\n\nscreen began"),
    "A pen that is gone when the machine wakes has left": ArbitrationRow(
      given: "pen: pen 1; @0\nwake pen at 100\nscreen: id 1; @189.999\nscreen: slot 1; id 2; @190",
      told: "\n\n\nscreen began"),
    "A screen that is plugged in while the pen is near is silent": ArbitrationRow(
      plug: "pen",
      given: "pen: pen 1; @0\nplug screen\nscreen: id 1; @5\npen: pen 0; @10\nscreen: slot 1; id 2; @100",
      told: "\n\n\n\nscreen began"),
    "A screen whose layout allows touches beside a pen is not silent when it is plugged in under one":
      ArbitrationRow(
        plug: "pen", given: "pen: pen 1; @0\nplug patient\npatient: id 1; @5", told: "\n\npatient began"),
    "A screen of the pen's own comes while another one is silent for it: that one speaks again, too":
      ArbitrationRow(
        plug: "pen cousin",
        given: "pen: pen 1; @0\nplug screen\npen: pen 0; @10\ncousin: id 1; @100\nscreen: id 1; @100",
        told: "\n\n\ncousin began\nscreen began"),
    "A screen that is unplugged under the pen": ArbitrationRow(
      given: "screen: id 1; @0\npen: pen 1; @1\nunplug screen at 2\npen: pen 0; @3\nplug screen\n"
        + "screen: id 1; @4", told: "screen began\nscreen cancelled\n\n\n\nscreen began"),
  ]

  @Test("Rows", arguments: rows + silent + upheavals)
  func row(_ row: ArbitrationRow) { row.check() }
}
