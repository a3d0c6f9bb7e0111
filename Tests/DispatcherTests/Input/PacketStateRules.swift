import Dispatcher
import Testing

/// Panels without slots: the kernel knows of their contacts no more than whether BTN_TOUCH is down.
@Suite("Packets and BTN_TOUCH") struct PacketStateRules {
  static let down = "x 1; y 2; mt; x 500; y 2; mt; touch 1"
  static let began = "0 began 1,2 | 1 began 500,2"

  @Test(
    "Rows",
    arguments: [
      AssemblerRow(
        what: "A frame with keys alone says nothing of the contacts", touchProtocol: .packets,
        given: "touch 1\nx 1; y 2; mt\nstylus 1\ntouch 1\n\nx 1; y 3; mt",
        contacts: "\n0 began 1,2\n\n\n\n0 moved 1,3"),
      AssemblerRow(
        what: "BTN_TOUCH released alone is a lift of all, where they were: some panels lift only so",
        touchProtocol: .packets, given: down + "\ntouch 0\nx 1; y 2; mt",
        contacts: began + "\n0 ended 1,2 | 1 ended 500,2\n0 began 1,2"),
      AssemblerRow(
        what: "BTN_TOUCH released beside a list ends those on it, too, where it says that they are",
        touchProtocol: .packets, given: down + "\nx 3; y 2; mt; touch 0\nx 1; y 2; mt",
        contacts: began + "\n0 ended 3,2 | 1 ended 500,2\n0 began 1,2"),
      AssemblerRow(
        what: "What lands in the list of a frame in which BTN_TOUCH is released was never there",
        touchProtocol: .packets, given: "x 1; y 2; mt; touch 0\nx 1; y 2; mt", contacts: "\n0 began 1,2"),
      AssemblerRow(
        what: "BTN_TOUCH released and pressed again in one frame says nothing", touchProtocol: .packets,
        given: down + "\ntouch 0; touch 1\nx 2; y 2; mt; x 500; y 2; mt",
        contacts: began + "\n\n0 moved 2,2"),
      AssemblerRow(
        what: "What hovers goes on hovering when BTN_TOUCH is released beside it", touchProtocol: .packets,
        given: "x 1; y 2; mt; x 500; y 2; mt; touch 1\nx 1; y 2; mt; x 500; y 2; distance 4; mt; touch 0\n"
          + "x 1; y 2; mt; x 500; y 2; mt; touch 1",
        contacts: began + "\n0 ended 1,2 | 1 ended 500,2\n0 began 1,2 | 1 began 500,2"),
      AssemblerRow(
        what: "BTN_TOUCH released with the list is a lift", touchProtocol: .packets,
        given: down + "\nmt; touch 0",
        contacts: began + "\n0 ended 1,2 | 1 ended 500,2"),
      AssemblerRow(
        what: "Lost events, BTN_TOUCH down: the next frame shows which contacts remain",
        touchProtocol: .packets, given: down + "\nx 9; dropped; y 9; mt\nx 501; y 2; mt; x 90; y 900; mt\nmt",
        kernel: .button(true),
        contacts: began + "\n\n0 moved 90,900 | 1 moved 501,2\n0 ended 90,900 | 1 ended 501,2"),
      AssemblerRow(
        what: "Lost events, BTN_TOUCH down: fewer than before", touchProtocol: .packets,
        given: down + "\ndropped\nx 501; y 2; mt\nmt", kernel: .button(true),
        contacts: began + "\n\n0 cancelled 1,2 | 1 moved 501,2\n1 ended 501,2"),
      AssemblerRow(
        what: "Lost events, BTN_TOUCH up: all are cancelled, and the next is new", touchProtocol: .packets,
        given: down + "\ndropped\nx 1; y 2; mt", kernel: .button(false),
        contacts: began + "\n0 cancelled 1,2 | 1 cancelled 500,2\n0 began 1,2"),
      AssemblerRow(
        what: "Lost events, no BTN_TOUCH: all are cancelled, and those that are down begin anew",
        touchProtocol: .packets,
        given: "x 1; y 2; mt\ndropped\nx 1; y 3; mt\nmt\nx 1; y 4; mt",
        contacts: "0 began 1,2\n0 cancelled 1,2\n0 began 1,3\n0 ended 1,3\n0 began 1,4"),
      AssemblerRow(
        what: "Opened with fingers down: they are dead until they lift", touchProtocol: .packets,
        given:
          "open\ntouch 1\nx 1; y 2; mt\nx 1; y 3; mt; x 500; y 2; mt\nx 500; y 2; mt\nx 500; y 2; mt; x 1; y 2; mt",
        kernel: .button(true), contacts: "\n\n\n1 began 500,2\n\n0 began 1,2"),
      AssemblerRow(
        what: "Opened with fingers down that lift before they were listed: the next is new",
        touchProtocol: .packets,
        given: "open\ntouch 0\nx 1; y 2; mt; touch 1", kernel: .button(true), contacts: "\n\n0 began 1,2"),
      AssemblerRow(
        what: "Opened with fingers down that lift with an empty list: the next is new",
        touchProtocol: .packets,
        given: "open\nmt; touch 0\nx 3; y 4; mt; touch 1", kernel: .button(true), contacts: "\n\n0 began 3,4"),
      AssemblerRow(
        what: "Opened with nothing down: the next is new", touchProtocol: .packets,
        given: "open\nx 1; y 2; mt; touch 1", kernel: .button(false), contacts: "\n0 began 1,2"),
      AssemblerRow(
        what: "Suspend: those that are down are dead until they lift", touchProtocol: .packets,
        given: down + "\ntouch 0; report 1\nx 2; y 2; mt; x 501; y 2; mt; touch 1\nx 502; y 2; mt\n"
          + "x 502; y 2; mt; x 3; y 2; mt",
        kernel: .button(false),
        contacts: began + "\nsuspended: 0 cancelled 1,2 | 1 cancelled 500,2\n\n\n0 began 3,2"),
      AssemblerRow(
        what: "What landed during a sleep is dead, too, if BTN_TOUCH is down when the machine wakes",
        touchProtocol: .packets,
        given:
          "x 1; y 2; mt; touch 1\ntouch 0; report 1\nx 1; y 2; mt; x 500; y 2; mt; touch 1\nmt; touch 0\n"
          + "x 500; y 2; mt; touch 1",
        kernel: .button(true), contacts: "0 began 1,2\nsuspended: 0 cancelled 1,2\n\n\n0 began 500,2"),
    ])
  func row(_ row: AssemblerRow) { row.check() }

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
