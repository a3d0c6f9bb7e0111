import Dispatcher
import TestTables
import Testing

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
      Recognition(what: "a tap, when it ends", states: ["ended"], recognized: [0]),
      Recognition(what: "each of two taps", states: ["ended", "ended"], recognized: [0, 1]),
      Recognition(
        what: "a long press, when it begins", states: ["began", "changed", "ended"], recognized: [0]),
      Recognition(
        what: "a long press after another", states: ["began", "ended", "began", "cancelled"],
        recognized: [0, 2]),
      Recognition(what: "a tap after a pan", states: ["began", "cancelled", "ended"], recognized: [0, 2]),
      Recognition(
        what: "no pan of which only the rest is heard", states: ["changed", "ended"], recognized: []),
      Recognition(what: "no gesture that was cancelled", states: ["cancelled"], recognized: []),
    ])
  func recognitions(row: Recognition) throws {
    var gestures = GesturesUnderWay()
    let line = try #require(HeardLine(Array(#"{"kind":"event","name":"a","view":"b"}"#.utf8)))
    let key = GesturesUnderWay.Key(line)
    let recognized = row.states.indices.filter { gestures.take(key, row.states[$0]) }
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
      Choice(what: "only events", heard: "hello state layout view state_end event", shown: "event"),
      Choice(
        what: "touches, but not those of the state", kinds: [.touch],
        heard: "hello state touch state_end touch", shown: "touch"),
      Choice(
        what: "all, with the state", showsState: true, heard: "hello state state_end",
        shown: "hello state state_end"),
      Choice(
        what: "gestures that failed", kinds: [.failed], heard: "state state_end gesture", shown: "gesture"),
      Choice(
        what: "lines of a connection after one that ended within its state", heard: "state hello event",
        shown: "event"),
      Choice(what: "not what has no end yet", heard: "state event", shown: ""),
      Choice(what: "not that lines were lost", heard: "hello state state_end lost", shown: ""),
    ])
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
}
