import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

/// What a program that listens makes of the lines that it hears.
@Suite("Lines that are heard") struct HeardLineRules {
  struct Recognition: TableRow {
    var what = ""
    /// The states of one gesture, in order.
    let states: [String]
    /// Those at which it is recognized, by their places.
    let recognized: [Int]
  }

  @Test(
    "An event is a recognition once a gesture",
    arguments: [
      "a tap, when it ends": Recognition(states: ["ended"], recognized: [0]),
      "each of two taps": Recognition(states: ["ended", "ended"], recognized: [0, 1]),
      "a long press, when it begins": Recognition(states: ["began", "changed", "ended"], recognized: [0]),
      "a long press after another": Recognition(
        states: ["began", "ended", "began", "cancelled"], recognized: [0, 2]),
      "a tap after a pan": Recognition(states: ["began", "cancelled", "ended"], recognized: [0, 2]),
      "no pan of which only the rest is heard": Recognition(states: ["changed", "ended"], recognized: []),
      "no gesture that was cancelled": Recognition(states: ["cancelled"], recognized: []),
    ] as Table<Recognition>)
  func recognitions(row: Recognition) throws {
    var gestures = GesturesUnderWay()
    let line = try #require(HeardLine(Array(#"{"kind":"event","name":"a","view":"b"}"#.utf8)))
    let recognized = row.states.indices.filter { gestures.take(GesturesUnderWay.Key(line), row.states[$0]) }
    #expect(recognized == row.recognized)
  }

  struct Choice: TableRow {
    var what = ""
    var kinds: [LineKind] = [.event]
    var showsState = false
    /// The kinds of the lines that are heard, and of those that are shown.
    let heard: String
    let shown: String
  }

  @Test(
    "Of the lines that are heard, those that were asked for are shown",
    arguments: [
      "only events": Choice(heard: "hello state layout view state_end event", shown: "event"),
      "touches, but not those of the state": Choice(
        kinds: [.touch], heard: "hello state touch state_end touch", shown: "touch"),
      "all, with the state": Choice(
        showsState: true, heard: "hello state state_end", shown: "hello state state_end"),
      "gestures that failed": Choice(kinds: [.failed], heard: "state state_end gesture", shown: "gesture"),
      "lines of a connection after one that ended within its state": Choice(
        heard: "state hello event", shown: "event"),
      "not what has no end yet": Choice(heard: "state event", shown: ""),
      "not that lines were lost": Choice(heard: "hello state state_end lost", shown: ""),
    ] as Table<Choice>)
  func choices(row: Choice) {
    var choice = LineChoice(row.kinds, showsState: row.showsState)
    let shown = row.heard.split(separator: " ").filter { kind in
      HeardLine(Array("{\"kind\":\"\(kind)\"}".utf8)).map { choice.takes($0) } ?? false
    }
    #expect(shown.joined(separator: " ") == row.shown)
  }

  @Test("Connections that do not last are made again after pauses that double, though each began to listen")
  func pauses() {
    var backOff = EventsListener.backOff
    let pauses = [0, 0, 4.9, 0, 0, 0, 0, 5, 0].map { duration in
      backOff.connectionEnded(after: .seconds(duration))
      return backOff.next { $0.upperBound }.seconds
    }
    #expect(pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 0.1, 0.2])
  }

  @Test(
    "What is no object with a kind is no line",
    arguments: ["", "{", "[]", "{}", "1", #"{"kind":1}"#, "\u{0}"])
  func nonsense(text: String) { #expect(HeardLine(Array(text.utf8)) == nil) }

  @Test("A daemon that does not answer is not waited for without end")
  func silence() throws {
    let folder = TemporaryFolder()
    let listener = try LocalSocketListener(path: folder["s"])
    let error = #expect(throws: SystemError.self) {
      try EventsConnection.answer(to: .object([]), at: folder["s"], within: .milliseconds(1))
    }
    #expect(error?.code == ETIMEDOUT)
    withExtendedLifetime(listener) {}
  }
}
