import TestTables

/// While a panel is silent, its contacts are not reported.
@Suite("Silences") struct SilenceRules {
  @Test(
    "Rows",
    arguments: [
      "What is down is cancelled, what lands is dead, what is down at the end stays so until it lifts":
        AssemblerRow(
          given:
            "id 1; x 1; y 2\nsilence\nx 3; slot 1; id 2; x 4; y 4\nspeak\nx 5; slot 0; x 6\nid -1; slot 1; id -1\nid 3",
          contacts: "0 began 1,2\n0 cancelled 1,2\n\n\n\n\n1 began 5,4"),
      "What lands and lifts in it is nothing": AssemblerRow(
        given: "silence\nid 1; x 1; y 2\nid -1\nspeak\nid 2", contacts: "\n\n\n\n0 began 1,2"),
      "Begun twice it cancels once": AssemblerRow(
        given: "id 1; x 1; y 2\nsilence\nsilence\nspeak\nid -1; id 2",
        contacts: "0 began 1,2\n0 cancelled 1,2\n\n\n0 began 1,2"),
      "Lost events in it report nothing": AssemblerRow(
        given: "id 1; x 1; y 2\nsilence\ndropped\nspeak\nx 8\nslot 1; id -1; id 4",
        kernel: .slots((1, 3, 3), (2, 4, 4)), contacts: "0 began 1,2\n0 cancelled 1,2\n\n\n\n1 began 4,4"),
      "A panel that sends packets": AssemblerRow(
        touchProtocol: .packets,
        given:
          "x 1; y 2; mt\nsilence\nx 1; y 3; mt; x 90; y 9; mt\nspeak\nx 90; y 9; mt\nx 90; y 9; mt; x 1; y 1; mt",
        contacts: "0 began 1,2\n0 cancelled 1,2\n\n\n\n0 began 1,1"),
      "A single-touch panel": AssemblerRow(
        touchProtocol: .singleTouch(button: EventCode.btnTouch),
        given: "touch 1; absx 5\nsilence\nabsx 6\nspeak\nabsx 7\ntouch 0\ntouch 1",
        contacts: "0 began 5,0\n0 cancelled 5,0\n\n\n\n\n0 began 7,0"),
    ] as Table<AssemblerRow>)
  func row(_ row: AssemblerRow) { row.check() }

  @Test("The last of several reasons ends it", arguments: [[Silence.disabled, .pen], [.pen, .disabled]])
  func reasons(_ order: [Silence]) {
    let assembler = FrameAssembler(.slots(count: 2))
    var text = FrameText()
    func feed(_ line: String) { for event in text.events(line) { _ = assembler.consume(event) } }
    assembler.begin(.disabled)
    assembler.begin(.pen)
    assembler.end(order[0])
    feed("id 1; x 1")
    #expect(assembler.changes.isEmpty)
    assembler.end(order[1])
    feed("id -1")
    feed("id 2")
    #expect(assembler.changes.map(\.phase) == [.began])
    #expect(assembler.silence.isEmpty)
  }
}
