import FakePanels
import LinuxInput
import TestTables

@Suite("When the screen behind a recorded device was dark") struct RecordedScreenTests {
  @Test("stands between the events, with their clock, and reads back")
  func roundTrip() throws {
    var writer = EvemuWriter(.panel(), .slots(count: 10))
    let text =
      writer.head() + writer.line(RawEvent.report(at: Timestamp(seconds: 100)))
      + writer.line(screenIsDark: true, at: Timestamp(seconds: 101.5))
      + writer.line(screenIsDark: false, at: Timestamp(seconds: 102.25))
    #expect(text.hasSuffix("# touchd: screen 1.500001 dark\n# touchd: screen 2.250001 lit\n"))
    #expect(
      try screen(text) == [
        RecordedScreen(time: Timestamp(seconds: 1.500_001), isDark: true),
        RecordedScreen(time: Timestamp(seconds: 2.250_001), isDark: false),
      ])
  }

  static let others = [
    "# touchd: screen", "# touchd: screen dark", "# touchd: screen 1 dark", "# touchd: screen 1.2 grey",
    "# touchd: screen 1.2 dark and cold", "# touchd: screen -1.2 dark", "# touchd: screen 1.1234567 dark",
    "# touchd: screen 99999999999999999999.0 dark", "# screen 1.2 dark",
  ]

  @Test("is a comment where it is not written so", arguments: others)
  func comment(line: String) throws { #expect(try screen(line + "\n") == []) }

  @Test("has a time that can be reckoned with, whatever the file says")
  func late() throws { #expect(try screen("# touchd: screen 9000000000000000000.0 dark\n").count == 1) }

  private func screen(_ text: String) throws -> [RecordedScreen] {
    try Recording.device(text + "E: 0.000001 0000 0000 0000\n").screen
  }
}
