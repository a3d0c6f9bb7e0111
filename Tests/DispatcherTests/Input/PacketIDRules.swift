import Dispatcher
import Testing

/// Panels without slots that give ids to their contacts.
@Suite("Packets with ids") struct PacketIDRules {
  @Test(
    "Rows",
    arguments: [
      AssemblerRow(
        what: "Ids decide, whatever the distance", touchProtocol: .packets,
        given: "id 5; x 100; y 0; mt; id 6; x 200; y 0; mt\nid 6; x 100; y 0; mt; id 5; x 200; y 0; mt",
        contacts: "0 began 100,0 | 1 began 200,0\n0 moved 200,0 | 1 moved 100,0"),
      AssemblerRow(
        what: "Another id in the same place is another contact", touchProtocol: .packets,
        given: "id 5; x 100; y 0; mt\nid 7; x 100; y 0; mt",
        contacts: "0 began 100,0\n0 ended 100,0 // 0 began 100,0"),
      AssemblerRow(
        what: "The id that is missing has lifted, though another is nearer to its place",
        touchProtocol: .packets,
        given: "id 5; x 100; y 0; mt; id 6; x 200; y 0; mt\nid 6; x 101; y 0; mt",
        contacts: "0 began 100,0 | 1 began 200,0\n0 ended 100,0 | 1 moved 101,0"),
      AssemblerRow(
        what: "The same id for all says nothing: the distance decides", touchProtocol: .packets,
        given: "id 0; x 100; y 0; mt; id 0; x 200; y 0; mt\nid 0; x 201; y 0; mt; id 0; x 101; y 0; mt",
        contacts: "0 began 100,0 | 1 began 200,0\n0 moved 101,0 | 1 moved 201,0"),
      AssemblerRow(
        what: "Ids that begin later: the distance tells whose they are", touchProtocol: .packets,
        given: "x 100; y 0; mt; x 200; y 0; mt\nid 1; x 201; y 0; mt; id 2; x 101; y 0; mt\n"
          + "id 1; x 101; y 0; mt; id 2; x 201; y 0; mt",
        contacts:
          "0 began 100,0 | 1 began 200,0\n0 moved 101,0 | 1 moved 201,0\n0 moved 201,0 | 1 moved 101,0"),
      AssemblerRow(
        what: "A given id goes before the distance of those without", touchProtocol: .packets,
        given: "id 1; x 100; y 0; mt; x 900; y 0; mt\nid 1; x 900; y 0; mt; x 100; y 0; mt",
        contacts: "0 began 100,0 | 1 began 900,0\n0 moved 900,0 | 1 moved 100,0"),
      AssemblerRow(
        what: "A new id drives no other contact to a wrong packet", touchProtocol: .packets,
        given: "id 1; x 100; y 0; mt; x 900; y 0; mt\nid 2; x 100; y 0; mt; x 901; y 0; mt",
        contacts: "0 began 100,0 | 1 began 900,0\n0 ended 100,0 | 1 moved 901,0 // 0 began 100,0"),
      AssemblerRow(
        what: "A negative id is ignored", touchProtocol: .packets,
        given: "id -7; x 100; y 0; mt\nid -9; x 101; y 0; mt", contacts: "0 began 100,0\n0 moved 101,0"),
    ])
  func row(_ row: AssemblerRow) { row.check() }
}
