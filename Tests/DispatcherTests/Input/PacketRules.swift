import TestTables

/// Panels without slots: which packet of a frame is which contact.
@Suite("Packets of protocol A") struct PacketRules {
  static let rows: Table<AssemblerRow> = [
    "The nearest of each alone is not the least of all: the first gives way to the second": AssemblerRow(
      given: "x 100; y 0; mt; x 200; y 0; mt\nx 190; y 0; mt; x 500; y 0; mt",
      contacts: "0 began 100,0 | 1 began 200,0\n0 moved 190,0 | 1 moved 500,0"),
    "Three contacts in a line that move by their distance: none jumps over the others": AssemblerRow(
      given: "x 100; y 0; mt; x 200; y 0; mt; x 300; y 0; mt\nx 400; y 0; mt; x 200; y 0; mt; x 300; y 0; mt",
      contacts: "0 began 100,0 | 1 began 200,0 | 2 began 300,0\n0 moved 200,0 | 1 moved 300,0 | 2 moved 400,0"
    ),
    "Three, two, three: the middle one lifts, and its slot is the lowest free one": AssemblerRow(
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
    "A packet with one coordinate keeps the other; alone it begins nothing": AssemblerRow(
      given: "x 10; y 20; mt\nx 15; mt\ny 25; mt\nmt\nx 10; mt\ny 20; mt",
      contacts: "0 began 10,20\n0 moved 15,20\n0 moved 15,25\n0 ended 15,25\n\n"),
    "What no SYN_MT_REPORT ended in its frame is no part of a packet of the next": AssemblerRow(
      given: "x 10; y 20; mt\nx 15\ny 25; mt", contacts: "0 began 10,20\n\n0 moved 10,25"),
    "A packet without a position is no contact": AssemblerRow(
      given: "x 10; y 20; mt; major 5; mt\nmajor 6; mt", contacts: "0 began 10,20\n0 ended 10,20"),
    "A packet whose TOUCH_MAJOR is 0 does not touch: it lifts where it last touched": AssemblerRow(
      given: """
        x 10; y 20; major 5; mt; x 90; y 20; major 5; mt
        x 12; y 20; major 0; mt; x 90; y 21; major 6; mt
        x 12; y 20; major 0; mt
        x 12; y 20; major 1; mt
        """,
      contacts: "0 began 10,20 | 1 began 90,20\n0 ended 10,20 | 1 moved 90,21\n1 ended 90,21\n0 began 12,20"),
    "A packet that says no TOUCH_MAJOR touches": AssemblerRow(
      given: "x 10; y 20; major 5; mt\nx 11; y 20; mt\nmt",
      contacts: "0 began 10,20\n0 moved 11,20\n0 ended 11,20"),
    "A packet whose TOUCH_MAJOR is 0 and that says a distance hovers": AssemblerRow(
      given: """
        id 7; x 10; y 20; major 5; mt
        id 7; x 11; y 20; major 0; distance 3; mt
        id 7; x 12; y 20; major 5; mt
        """, contacts: "0 began 10,20\n0 ended 10,20\n0 began 12,20"),
    "A packet that hovers is no touch": AssemblerRow(
      given: "x 1; y 2; distance 5; mt\nx 1; y 2; mt\nx 3; y 2; distance 5; mt\nx 4; y 2; mt\nmt",
      contacts: "\n0 began 1,2\n0 ended 1,2\n0 began 4,2\n0 ended 4,2"),
    "A palm is cancelled, and stays so until it lifts": AssemblerRow(
      given: "x 1; y 2; mt\nx 1; y 2; tool 2; mt\nx 1; y 2; mt\nmt\nx 1; y 2; mt",
      contacts: "0 began 1,2\n0 cancelled 1,2\n\n\n0 began 1,2"),
    "What stands outside the packets means nothing: ABS_X, slots, keys": AssemblerRow(
      given: "absx 9; absy 9; x 1; y 2; mt; touch 1\nslot 3; absx 5; x 1; y 2; mt\nabsx 7",
      contacts: "0 began 1,2\n\n"),
  ]

  /// Panels without slots that give ids to their contacts.
  static let ids: Table<AssemblerRow> = [
    "Ids decide, whatever the distance": AssemblerRow(
      given: "id 5; x 100; y 0; mt; id 6; x 200; y 0; mt\nid 6; x 100; y 0; mt; id 5; x 200; y 0; mt",
      contacts: "0 began 100,0 | 1 began 200,0\n0 moved 200,0 | 1 moved 100,0"),
    "Another id in the same place is another contact": AssemblerRow(
      given: "id 5; x 100; y 0; mt\nid 7; x 100; y 0; mt",
      contacts: "0 began 100,0\n0 ended 100,0 // 0 began 100,0"),
    "The id that is missing has lifted, though another is nearer to its place": AssemblerRow(
      given: "id 5; x 100; y 0; mt; id 6; x 200; y 0; mt\nid 6; x 101; y 0; mt",
      contacts: "0 began 100,0 | 1 began 200,0\n0 ended 100,0 | 1 moved 101,0"),
    "The same id for all says nothing: the distance decides": AssemblerRow(
      given: "id 0; x 100; y 0; mt; id 0; x 200; y 0; mt\nid 0; x 201; y 0; mt; id 0; x 101; y 0; mt",
      contacts: "0 began 100,0 | 1 began 200,0\n0 moved 101,0 | 1 moved 201,0"),
    "Ids that begin later: the distance tells whose they are": AssemblerRow(
      given: "x 100; y 0; mt; x 200; y 0; mt\nid 1; x 201; y 0; mt; id 2; x 101; y 0; mt\n"
        + "id 1; x 101; y 0; mt; id 2; x 201; y 0; mt",
      contacts:
        "0 began 100,0 | 1 began 200,0\n0 moved 101,0 | 1 moved 201,0\n0 moved 201,0 | 1 moved 101,0"),
    "A given id goes before the distance of those without": AssemblerRow(
      given: "id 1; x 100; y 0; mt; x 900; y 0; mt\nid 1; x 900; y 0; mt; x 100; y 0; mt",
      contacts: "0 began 100,0 | 1 began 900,0\n0 moved 900,0 | 1 moved 100,0"),
    "A new id drives no other contact to a wrong packet": AssemblerRow(
      given: "id 1; x 100; y 0; mt; x 900; y 0; mt\nid 2; x 100; y 0; mt; x 901; y 0; mt",
      contacts: "0 began 100,0 | 1 began 900,0\n0 ended 100,0 | 1 moved 901,0 // 0 began 100,0"),
    "A negative id is ignored": AssemblerRow(
      given: "id -7; x 100; y 0; mt\nid -9; x 101; y 0; mt", contacts: "0 began 100,0\n0 moved 101,0"),
  ]

  static let down = "x 1; y 2; mt; x 500; y 2; mt; touch 1"
  static let began = "0 began 1,2 | 1 began 500,2"

  /// Panels without slots: the kernel knows of their contacts no more than whether BTN_TOUCH is down.
  static let states: Table<AssemblerRow> = [
    "A frame with keys alone says nothing of the contacts": AssemblerRow(
      given: "touch 1\nx 1; y 2; mt\nstylus 1\ntouch 1\n\nx 1; y 3; mt",
      contacts: "\n0 began 1,2\n\n\n\n0 moved 1,3"),
    "BTN_TOUCH released alone is a lift of all, where they were: some panels lift only so": AssemblerRow(
      given: down + "\ntouch 0\nx 1; y 2; mt", contacts: began + "\n0 ended 1,2 | 1 ended 500,2\n0 began 1,2"),
    "BTN_TOUCH released beside a list ends those on it, too, where it says that they are": AssemblerRow(
      given: down + "\nx 3; y 2; mt; touch 0\nx 1; y 2; mt",
      contacts: began + "\n0 ended 3,2 | 1 ended 500,2\n0 began 1,2"),
    "What lands in the list of a frame in which BTN_TOUCH is released was never there": AssemblerRow(
      given: "x 1; y 2; mt; touch 0\nx 1; y 2; mt", contacts: "\n0 began 1,2"),
    "BTN_TOUCH released and pressed again in one frame says nothing": AssemblerRow(
      given: down + "\ntouch 0; touch 1\nx 2; y 2; mt; x 500; y 2; mt", contacts: began + "\n\n0 moved 2,2"),
    "What hovers goes on hovering when BTN_TOUCH is released beside it": AssemblerRow(
      given: "x 1; y 2; mt; x 500; y 2; mt; touch 1\nx 1; y 2; mt; x 500; y 2; distance 4; mt; touch 0\n"
        + "x 1; y 2; mt; x 500; y 2; mt; touch 1",
      contacts: began + "\n0 ended 1,2 | 1 ended 500,2\n0 began 1,2 | 1 began 500,2"),
    "BTN_TOUCH released with the list is a lift": AssemblerRow(
      given: down + "\nmt; touch 0", contacts: began + "\n0 ended 1,2 | 1 ended 500,2"),
    "Lost events, BTN_TOUCH down: the next frame shows which contacts remain": AssemblerRow(
      given: down + "\nx 9; dropped; y 9; mt\nx 501; y 2; mt; x 90; y 900; mt\nmt", kernel: .button(true),
      contacts: began + "\n\n0 moved 90,900 | 1 moved 501,2\n0 ended 90,900 | 1 ended 501,2"),
    "Lost events, BTN_TOUCH down: fewer than before": AssemblerRow(
      given: down + "\ndropped\nx 501; y 2; mt\nmt", kernel: .button(true),
      contacts: began + "\n\n0 cancelled 1,2 | 1 moved 501,2\n1 ended 501,2"),
    "Lost events, BTN_TOUCH up: all are cancelled, and the next is new": AssemblerRow(
      given: down + "\ndropped\nx 1; y 2; mt", kernel: .button(false),
      contacts: began + "\n0 cancelled 1,2 | 1 cancelled 500,2\n0 began 1,2"),
    "Lost events, no BTN_TOUCH: all are cancelled, and those that are down begin anew": AssemblerRow(
      given: "x 1; y 2; mt\ndropped\nx 1; y 3; mt\nmt\nx 1; y 4; mt",
      contacts: "0 began 1,2\n0 cancelled 1,2\n0 began 1,3\n0 ended 1,3\n0 began 1,4"),
    "Opened with fingers down: they are dead until they lift": AssemblerRow(
      given:
        "open\ntouch 1\nx 1; y 2; mt\nx 1; y 3; mt; x 500; y 2; mt\nx 500; y 2; mt\nx 500; y 2; mt; x 1; y 2; mt",
      kernel: .button(true), contacts: "\n\n\n1 began 500,2\n\n0 began 1,2"),
    "Opened with fingers down that lift before they were listed: the next is new": AssemblerRow(
      given: "open\ntouch 0\nx 1; y 2; mt; touch 1", kernel: .button(true), contacts: "\n\n0 began 1,2"),
    "Opened with fingers down that lift with an empty list: the next is new": AssemblerRow(
      given: "open\nmt; touch 0\nx 3; y 4; mt; touch 1", kernel: .button(true), contacts: "\n\n0 began 3,4"),
    "Opened with nothing down: the next is new": AssemblerRow(
      given: "open\nx 1; y 2; mt; touch 1", kernel: .button(false), contacts: "\n0 began 1,2"),
    "Suspend: those that are down are dead until they lift": AssemblerRow(
      given: down + "\ntouch 0; report 1\nx 2; y 2; mt; x 501; y 2; mt; touch 1\nx 502; y 2; mt\n"
        + "x 502; y 2; mt; x 3; y 2; mt", kernel: .button(false),
      contacts: began + "\nsuspended: 0 cancelled 1,2 | 1 cancelled 500,2\n\n\n0 began 3,2"),
    "What landed during a sleep is dead, too, if BTN_TOUCH is down when the machine wakes": AssemblerRow(
      given:
        "x 1; y 2; mt; touch 1\ntouch 0; report 1\nx 1; y 2; mt; x 500; y 2; mt; touch 1\nmt; touch 0\n"
        + "x 500; y 2; mt; touch 1", kernel: .button(true),
      contacts: "0 began 1,2\nsuspended: 0 cancelled 1,2\n\n\n0 began 500,2"),
  ]

  @Test("Rows", arguments: rows + ids + states)
  func row(_ row: AssemblerRow) {
    var row = row
    row.touchProtocol = .packets
    row.check()
  }

  @Test("Of more than 64 packets the first 64 count")
  func limit() {
    func frame(_ count: Int) -> String { (0..<count).map { "x \($0 * 10); y 5; mt" }.joined(separator: "; ") }
    let began = (0..<64).map { "\($0) began \($0 * 10),5" }.joined(separator: " | ")
    let ended = (0..<64).map { "\($0) ended \($0 * 10),5" }.joined(separator: " | ")
    row(
      AssemblerRow(
        what: "", given: frame(70) + "\n" + frame(64) + "\n" + frame(300) + "\nmt",
        contacts: began + "\n\n\n" + ended))
  }

  @Test("Opened with fingers down, then lost events, then BTN_TOUCH up: the next is new")
  func heldThenLost() {
    let assembler = FrameAssembler(.packets)
    assembler.adopt(.button(true))
    var text = FrameText()
    for event in text.events("dropped") { _ = assembler.consume(event) }
    assembler.resynchronize(with: .button(false))
    for event in text.events("x 1; y 2; mt; touch 1") { _ = assembler.consume(event) }
    #expect(assembler.changes.map(\.phase) == [.began])
  }
}
