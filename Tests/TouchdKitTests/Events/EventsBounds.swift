import Dispatcher
import FakePanels
import Glibc
import LinuxInput
import TestSupport
import Testing

@testable import TouchdKit

/// What the events socket bounds, so that no client holds up another one, or the loop.
@Suite("Events, bounds") struct EventsBounds {
  private static func kiosk(_ more: String = "", _ responders: String = "") throws -> EventsKiosk {
    try EventsKiosk(EventsRules.layout(more, "gestures: [{ tap: {}, name: press, to: log }]", responders))
  }

  private static let tap = "dn(10,10)@0 up@0.01"

  @Test("64 clients hear each line; a 65th is refused with a reason, until one leaves")
  func clients() throws {
    let kiosk = try Self.kiosk()
    for number in 0..<64 { _ = try kiosk.play("c\(number): {\"subscribe\":[\"event\"]}") }
    let late = try kiosk.program("late")
    #expect(late.isClosed)
    #expect(late.lines.map(\.text) == [#"{"kind":"error","message":"64 clients are connected; try again"}"#])
    let heard = try kiosk.play(Self.tap)
    #expect(heard.count == 64)
    #expect(
      Set(heard.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }) == [
        "event press ended [10,10]"
      ])
    _ = try kiosk.play("c7 leaves")
    #expect(try kiosk.play("new: {\"subscribe\":[\"event\"]}").first == "new: ok")
  }

  @Test(
    "A client that does not read is sent `lost` in the place of what waits, and is closed; the others get each line"
  )
  func stopped() throws {
    let kiosk = try Self.kiosk()
    _ = try kiosk.play(
      "slow: {\"subscribe\":[\"event\",\"touch\",\"deliver\"]}\nquick: {\"subscribe\":[\"event\"]}\nslow stops"
    )
    var heard = 0
    for number in 0..<3000 {
      kiosk.finger("dn(10,10)@\(number) up@\(Double(number) + 0.01)")
      try kiosk.settle()
      heard += try kiosk.program("quick").takeHeard().count
    }
    #expect(heard == 3000)
    let rest = try kiosk.play("slow goes on")
    #expect(rest.suffix(2) == ["slow: lost", "slow: closed"])
    // Before it, whole lines in order.
    #expect(!rest.contains { $0.hasPrefix("slow: no JSON") })
    #expect(kiosk.server?.clients.count == 1)
  }

  @Test("A client that reads again in time has each line but the moves that later ones took the place of")
  func late() throws {
    let kiosk = try Self.kiosk()
    _ = try kiosk.play("slow: {\"subscribe\":[\"touch\"]}\nslow stops")
    kiosk.finger("dn(10,10)@0")
    for number in 1...20_000 { kiosk.finger("mv(\(number % 40),10)@\(Double(number) / 100)") }
    kiosk.finger("up@1000")
    let heard = try kiosk.play("slow goes on")
    #expect(heard.first == "slow: touch began button [10,10]")
    #expect(heard.suffix(2) == ["slow: touch moved button [0,10]", "slow: touch ended button [0,10]"])
    #expect(heard.count < 20_000)
  }

  @Test("A request of 64 KiB without an end is refused, and its client closed")
  func endless() throws {
    let kiosk = try Self.kiosk()
    let program = try kiosk.program("a")
    for _ in 0..<40 {
      try? program.say(String(repeating: "x", count: 2000))
      try kiosk.settle()
    }
    #expect(program.takeHeard() == ["error a request is a line of at most 65536 bytes", "closed"])
  }

  @Test("A client that asks without a pause is served a bounded number of requests, and none is lost")
  func flood() throws {
    let kiosk = try Self.kiosk()
    let program = try kiosk.program("a")
    try program.say(String(repeating: "{}\n", count: 100))
    try kiosk.settle()
    let first = program.takeHeard().count
    #expect((64..<100).contains(first))
    let isDone = try kiosk.loop.run {
      _ = program.read()
      return program.lines.count == 101
    }
    #expect(isDone)
  }

  @Test("All there is can be asked for a few times at once; then not before the last answer is read")
  func snapshots() throws {
    let kiosk = try Self.kiosk()
    let program = try kiosk.program("a")
    program.isReading = false
    try program.say(String(repeating: "{\"subscribe\":[\"event\"]}\n", count: 10))
    try kiosk.settle()
    program.isReading = true
    try kiosk.settle()
    let heard = program.takeHeard()
    #expect(heard.count { $0 == "state_end" } == 4)
    #expect(heard.count { $0.hasPrefix("error read the state") } == 6)
  }

  @Test("A client that has said all it has to say, and listens to nothing, is answered and closed")
  func halfClosed() throws {
    let kiosk = try Self.kiosk()
    let program = try kiosk.program("a")
    try program.say("{\"subscribe\":[]}")
    program.endSaying()
    try kiosk.settle()
    let heard = program.takeHeard()
    #expect(heard.first == "ok" && heard.last == "closed")
  }

  @Test("One that listens goes on hearing")
  func halfClosedListener() throws {
    let kiosk = try Self.kiosk()
    let program = try kiosk.program("a")
    try program.say("{\"subscribe\":[\"event\"]}\n")
    program.endSaying()
    try kiosk.settle()
    _ = program.takeHeard()
    kiosk.finger(Self.tap)
    try kiosk.settle()
    #expect(program.takeHeard() == ["event press ended [10,10]"])
  }

  @Test("A thousand programs that answer for a view and die under a finger leave nothing behind")
  func deaths() throws {
    let kiosk = try EventsKiosk(
      EventsRules.layout("", "on_touch: { to: game }", ", game: { plugin: socket }"))
    _ = try kiosk.play("z: {\"subscribe\":[\"touch\"]}")
    for number in 0..<1000 {
      let start = Double(number)
      let heard = try kiosk.play(
        """
        p: {"respond":"game"}
        dn(10,10)@\(start)
        p leaves
        mv(20,10)@\(start + 0.1) up@\(start + 0.2)
        """)
      #expect(
        heard == [
          "p: ok", "p: call touchesBegan button [\(number + 1)]", "z: touch began button [10,10]",
          "z: touch moved button [20,10]", "z: touch ended button [20,10]",
        ])
    }
    #expect(kiosk.server?.clients.count == 1)
  }

  @Test("The socket's file that was deleted is made again")
  func deleted() throws {
    let kiosk = try Self.kiosk()
    _ = try kiosk.program("a")
    unlink(kiosk.path)
    let isBack = try kiosk.loop.run { access(kiosk.path, F_OK) == 0 }
    #expect(isBack)
    #expect(try kiosk.play("b: {\"subscribe\":[\"event\"]}").first == "b: ok")
  }
}
