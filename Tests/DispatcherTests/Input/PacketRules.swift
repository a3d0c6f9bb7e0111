import Dispatcher
import Testing

/// Panels without slots: which packet of a frame is which contact.
@Suite("Packets of protocol A") struct PacketRules {
  static let rows = [
    AssemblerRow(
      what: "A contact begins, moves and ends with a lonely SYN_MT_REPORT", touchProtocol: .packets,
      given: "x 10; y 20; mt\nx 11; y 20; mt\nx 11; y 20; mt\nmt",
      contacts: "0 began 10,20\n0 moved 11,20\n\n0 ended 11,20"),
    AssemblerRow(
      what: "Two that cross: the total distance is least", touchProtocol: .packets,
      given: "x 100; y 100; mt; x 200; y 100; mt\nx 160; y 100; mt; x 140; y 100; mt",
      contacts: "0 began 100,100 | 1 began 200,100\n0 moved 140,100 | 1 moved 160,100"),
    AssemblerRow(
      what: "The order of the packets means nothing", touchProtocol: .packets,
      given: "x 100; y 0; mt; x 900; y 0; mt\nx 901; y 0; mt; x 101; y 0; mt",
      contacts: "0 began 100,0 | 1 began 900,0\n0 moved 101,0 | 1 moved 901,0"),
    AssemblerRow(
      what: "The nearest of each alone is not the least of all: the first gives way to the second",
      touchProtocol: .packets,
      given: "x 100; y 0; mt; x 200; y 0; mt\nx 190; y 0; mt; x 500; y 0; mt",
      contacts: "0 began 100,0 | 1 began 200,0\n0 moved 190,0 | 1 moved 500,0"),
    AssemblerRow(
      what: "Three contacts in a line that move by their distance: none jumps over the others",
      touchProtocol: .packets,
      given:
        "x 100; y 0; mt; x 200; y 0; mt; x 300; y 0; mt\nx 400; y 0; mt; x 200; y 0; mt; x 300; y 0; mt",
      contacts:
        "0 began 100,0 | 1 began 200,0 | 2 began 300,0\n0 moved 200,0 | 1 moved 300,0 | 2 moved 400,0"),
    AssemblerRow(
      what: "Three, two, three: the middle one lifts, and its slot is the lowest free one",
      touchProtocol: .packets,
      given: """
        x 100; y 100; mt; x 500; y 100; mt; x 900; y 100; mt
        x 100; y 100; mt; x 905; y 100; mt
        x 100; y 100; mt; x 910; y 100; mt; x 505; y 100; mt
        mt
        """,
      contacts: """
        0 began 100,100 | 1 began 500,100 | 2 began 900,100
        1 ended 500,100 | 2 moved 905,100
        1 began 505,100 | 2 moved 910,100
        0 ended 100,100 | 1 ended 505,100 | 2 ended 910,100
        """),
    AssemblerRow(
      what: "A packet with one coordinate keeps the other; alone it begins nothing", touchProtocol: .packets,
      given: "x 10; y 20; mt\nx 15; mt\ny 25; mt\nmt\nx 10; mt\ny 20; mt",
      contacts: "0 began 10,20\n0 moved 15,20\n0 moved 15,25\n0 ended 15,25\n\n"),
    AssemblerRow(
      what: "A packet without a position is no contact", touchProtocol: .packets,
      given: "x 10; y 20; mt; major 5; mt\nmajor 6; mt", contacts: "0 began 10,20\n0 ended 10,20"),
    AssemblerRow(
      what: "A packet whose TOUCH_MAJOR is 0 does not touch: it lifts where it last touched",
      touchProtocol: .packets,
      given: """
        x 10; y 20; major 5; mt; x 90; y 20; major 5; mt
        x 12; y 20; major 0; mt; x 90; y 21; major 6; mt
        x 12; y 20; major 0; mt
        x 12; y 20; major 1; mt
        """,
      contacts: "0 began 10,20 | 1 began 90,20\n0 ended 10,20 | 1 moved 90,21\n1 ended 90,21\n0 began 12,20"),
    AssemblerRow(
      what: "A packet that says no TOUCH_MAJOR touches", touchProtocol: .packets,
      given: "x 10; y 20; major 5; mt\nx 11; y 20; mt\nmt",
      contacts: "0 began 10,20\n0 moved 11,20\n0 ended 11,20"),
    AssemblerRow(
      what: "A packet whose TOUCH_MAJOR is 0 and that says a distance hovers", touchProtocol: .packets,
      given: """
        id 7; x 10; y 20; major 5; mt
        id 7; x 11; y 20; major 0; distance 3; mt
        id 7; x 12; y 20; major 5; mt
        """,
      contacts: "0 began 10,20\n0 ended 10,20\n0 began 12,20"),
    AssemblerRow(
      what: "A packet that hovers is no touch", touchProtocol: .packets,
      given: "x 1; y 2; distance 5; mt\nx 1; y 2; mt\nx 3; y 2; distance 5; mt\nx 4; y 2; mt\nmt",
      contacts: "\n0 began 1,2\n0 ended 1,2\n0 began 4,2\n0 ended 4,2"),
    AssemblerRow(
      what: "A palm is cancelled, and stays so until it lifts", touchProtocol: .packets,
      given: "x 1; y 2; mt\nx 1; y 2; tool 2; mt\nx 1; y 2; mt\nmt\nx 1; y 2; mt",
      contacts: "0 began 1,2\n0 cancelled 1,2\n\n\n0 began 1,2"),
    AssemblerRow(
      what: "What stands outside the packets means nothing: ABS_X, slots, keys", touchProtocol: .packets,
      given: "absx 9; absy 9; x 1; y 2; mt; touch 1\nslot 3; absx 5; x 1; y 2; mt\nabsx 7",
      contacts: "0 began 1,2\n\n"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: AssemblerRow) { row.check() }

  @Test("Of more than 64 packets the first 64 count")
  func limit() {
    func frame(_ count: Int) -> String {
      (0..<count).map { "x \($0 * 10); y 5; mt" }.joined(separator: "; ")
    }
    let began = (0..<64).map { "\($0) began \($0 * 10),5" }.joined(separator: " | ")
    let ended = (0..<64).map { "\($0) ended \($0 * 10),5" }.joined(separator: " | ")
    AssemblerRow(
      what: "", touchProtocol: .packets, given: frame(70) + "\n" + frame(64) + "\n" + frame(300) + "\nmt",
      contacts: began + "\n\n\n" + ended
    ).check()
  }
}
