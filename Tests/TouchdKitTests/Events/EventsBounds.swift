import FakePanels
import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

/// What the events socket bounds, so that no client holds up another one, or the loop.
@Suite("Events, bounds") struct EventsBounds {
  private static func kiosk(_ more: String = "", _ responders: String = "") throws -> EventsKiosk {
    try EventsKiosk(EventsRules.layout(more, "gestures: [{ tap: {}, name: press, to: log }]", responders))
  }

  /// A button whose touches are a program's, and go on.
  private static let answered = EventsRules.layout(
    "", "on_touch: { to: game, forward: true }, gestures: [{ tap: {}, name: press, to: log }]",
    ", game: { plugin: socket }")

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
    "A client that does not read is sent `lost` for what waits, and answers for nothing; others get each line"
  )
  func stopped() throws {
    let kiosk = try EventsKiosk(Self.answered)
    _ = try kiosk.play(
      """
      slow: {"subscribe":["event","touch","deliver"]}
      slow: {"respond":"game"}
      quick: {"subscribe":["event"]}
      slow stops
      """)
    var heard = 0
    for number in 0..<800 {
      kiosk.finger("dn(10,10)@\(number) up@\(Double(number) + 0.01)")
      try kiosk.settle()
      heard += try kiosk.program("quick").takeHeard().count
    }
    #expect(heard == 800)
    #expect(try kiosk.play(#"quick: {"respond":"game"}"#) == ["quick: ok"])
    let rest = try kiosk.play("slow goes on")
    #expect(rest.suffix(2) == ["slow: lost", "slow: closed"])
    // Before it, whole lines in order.
    #expect(!rest.contains { $0.hasPrefix("slow: no JSON") })
    #expect(kiosk.server?.clients.count == 1)
  }

  @Test("A replay in virtual time waits for its programs until they have read the last line")
  func patience() throws {
    let kiosk = try EventsKiosk(Self.answered, keepsAll: true)
    _ = try kiosk.play("slow: {\"subscribe\":[\"touch\"]}\nslow stops")
    for number in 0..<2000 { kiosk.finger("dn(10,10)@\(number) up@\(Double(number) + 0.01)") }
    kiosk.server?.end(with: .summary(kiosk.counters))
    kiosk.server?.keepTimes(at: MonotonicClock.now + EventClient.patience)
    let rest = try kiosk.play("slow goes on")
    #expect(rest.count == 4002 && rest.suffix(2) == ["slow: summary", "slow: closed"])
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

  @Test("Where clients overflow and hang up within one distribution, the others get each line once, in order")
  func lostAsItLeaves() throws {
    let kiosk = try EventsKiosk(Self.answered)
    let quick = try kiosk.program("quick")
    _ = try kiosk.play("quick: {\"subscribe\":[\"event\",\"change\"]}\nplayer: {\"respond\":\"game\"}")
    for number in 0..<4 {
      _ = try kiosk.play(
        "slow\(number): {\"subscribe\":[\"event\",\"touch\",\"deliver\",\"gesture\",\"hit\"]}")
    }
    _ = quick.takeHeard()
    for name in ["player", "slow0", "slow1", "slow2", "slow3"] { try kiosk.program(name).leave() }
    let taps = 0..<1200
    kiosk.finger(taps.map { "dn(\($0 % 40),10)@\($0) up@\(Double($0) + 0.01)" }.joined(separator: " "))
    try kiosk.settle()
    let expected = taps.map { "event press ended [\($0 % 40),10]" } + ["change responder game false"]
    #expect(quick.takeHeard() == expected)
    #expect(kiosk.server?.clients.count == 1)
  }

  /// A layout of so many views.
  private static func wide(_ count: Int) -> String {
    "version: 1\nscreen: { name: lobby, size: [4096, 4096] }\nviews:\n"
      + (0..<count).map { "  - { id: key-\($0), frame: [\($0 % 64), 0, 1, 1] }\n" }.joined()
  }

  @Test("Between two looks at the devices, all clients together have one turn; they take turns")
  func turns() throws {
    let kiosk = try EventsKiosk(Self.wide(2000))
    let programs = try (0..<8).map { try kiosk.program("p\($0)") }
    for program in programs { try program.say(String(repeating: "{}\n", count: 30)) }
    try programs[0].say("{\"subscribe\":[]}\n")
    _ = try kiosk.program("late", settles: false)
    var (order, most): ([Int], Int) = ([], 0)
    while try kiosk.loop.runOnce(timeout: Interval(microseconds: 0)) {
      let before = programs.map(\.byteCount)
      let heard = programs.indices.filter { programs[$0].read() }
      #expect(heard.count <= 1)
      most = max(most, zip(programs, before).map { $0.byteCount - $1 }.reduce(0, +))
      order += heard
    }
    #expect(Set(order.prefix(8)).count == 8)
    #expect(programs.dropFirst().allSatisfy { $0.lines.count == 31 })
    #expect(programs[0].takeHeard().last == "state_end")
    // A portion of a state of some 300 KiB, with the answer before it.
    #expect(most < 20 << 10)
  }

  /// Programs that have subscribed and read nothing of their state.
  private static func stuck(_ count: Int, _ kiosk: EventsKiosk, _ kind: String) throws -> [EventProgram] {
    let programs = try (0..<count).map { try kiosk.program("p\($0)") }
    for program in programs {
      (program.isReading, program.schema) = (false, nil)
      try program.say("{\"subscribe\":[\"\(kind)\"]}\n")
    }
    let areStuck = try kiosk.loop.run {
      kiosk.server?.clients.allSatisfy { !$0.waitingSnapshots.isEmpty } == true
    }
    #expect(areStuck)
    try kiosk.settle()
    return programs
  }

  @Test("A frame sends nothing of the states that wait: they come in turns")
  func frames() throws {
    let kiosk = try EventsKiosk(Self.wide(4000))
    let programs = try Self.stuck(20, kiosk, "touch")
    for program in programs {
      program.isReading = true
      _ = program.read()
    }
    let before = programs.map(\.byteCount)
    kiosk.finger("dn(10,10)@0")
    for program in programs { _ = program.read() }
    #expect(programs.map(\.byteCount) == before)
    try kiosk.settle()
    #expect(programs.allSatisfy { $0.takeHeard().last?.hasPrefix("touch began") == true })
  }

  @Test(
    "Clients that are to be sent a state at once share it, and it takes the place of one that is not begun")
  func shared() throws {
    let kiosk = try EventsKiosk(Self.wide(4000))
    let programs = try Self.stuck(20, kiosk, "change")
    func waiting() -> [Snapshot] { kiosk.server?.clients.flatMap(\.waitingSnapshots) ?? [] }
    let former = waiting()
    programs[0].leave()
    try kiosk.settle()
    for _ in 0..<3 { try kiosk.reload(Self.wide(4001)) }
    #expect(waiting().count == 2 * 19)
    let added = waiting().filter { snapshot in !former.contains { $0 === snapshot } }
    #expect(Set(added.map { ObjectIdentifier($0) }).count == 1)
    for program in programs { program.isReading = true }
    try kiosk.settle()
    for program in programs.dropFirst() {
      let heard = program.takeHeard()
      #expect(heard.count { $0 == "state" } == 2 && heard.last == "state_end")
    }
    #expect(waiting().isEmpty)
  }

  @Test("All states that are kept have a bound together; the oldest make room")
  func sum() throws {
    let layout = try layout(Self.wide(1))
    func snapshot(_ lines: Int, at seconds: Double) -> Snapshot {
      let view = Snapshot.ViewState(
        id: "key", parent: nil, frame: .zero, transform: .identity, isHidden: false, isSensitive: false,
        gestures: [])
      let state = Snapshot.LayoutState(
        name: "lobby", layout: layout, views: Array(repeating: view, count: lines), lines: [])
      return Snapshot(of: [state], [], at: Timestamp(seconds: seconds), since: .zero)
    }
    let kept = [3, 1, 2, 1].map { snapshot(45_000, at: $0) }
    // One that two clients wait for counts once.
    let shared = kept[0...2] + kept[0...2]
    #expect(Snapshot.beyondBound(Array(shared), with: snapshot(20_000, at: 4)).isEmpty)
    #expect(Snapshot.beyondBound(Array(shared), with: snapshot(40_000, at: 4)).map(\.time.seconds) == [1])
    #expect(Snapshot.beyondBound(kept, with: snapshot(40_000, at: 4)).map(\.time.seconds) == [1, 1])
  }

  @Test("A client that asks for nothing is closed, and one that does not read its state; others stay")
  func times() throws {
    let kiosk = try EventsKiosk(Self.wide(4000))
    let silent = try kiosk.program("silent")
    let (slow, quick) = (try kiosk.program("slow"), try kiosk.program("quick"))
    slow.isReading = false
    for program in [slow, quick] { try program.say("{\"subscribe\":[\"change\"]}\n") }
    try kiosk.settle()
    kiosk.server?.keepTimes(at: MonotonicClock.now + EventClient.reading)
    slow.isReading = true
    try kiosk.settle()
    #expect(
      silent.takeHeard() == [
        "error a client asks for something in its first 10 seconds: connect again", "closed",
      ])
    #expect(slow.takeHeard().suffix(2) == ["lost", "closed"])
    #expect(quick.takeHeard().last == "state_end" && !quick.isClosed)
  }

  struct Place: TableRow {
    var what = ""
    let user: UInt32
    /// How many clients each user has.
    var others: [UInt32: Int] = [:]
    let refusal: String?
  }

  @Test(
    "No user takes all places",
    arguments: [
      "the first": Place(user: 1000, refusal: nil),
      "the last of a user": Place(user: 1000, others: [1000: 19], refusal: nil),
      "one more of the user": Place(
        user: 1000, others: [1000: 20], refusal: "20 clients of this user are connected; try again"),
      "another user beside it": Place(user: 1001, others: [1000: 20], refusal: nil),
      "all places of users are taken": Place(
        user: 1004, others: [1000: 20, 1001: 20, 1002: 20], refusal: "60 clients are connected; try again"),
      "four are kept for root": Place(user: 0, others: [0: 3, 1000: 20, 1001: 20, 1002: 20], refusal: nil),
      "and for the user of touchd": Place(user: 7, others: [1000: 20, 1001: 20, 1002: 20], refusal: nil),
      "which may have all, and no more": Place(
        user: 7, others: [7: 64], refusal: "64 clients are connected; try again"),
    ] as Table<Place>)
  func places(row: Place) {
    let users = row.others.flatMap { Array(repeating: $0.key, count: $0.value) }
    #expect(EventsServer.refusal(of: row.user, beside: users, own: 7) == row.refusal)
  }

  @Test("Counters come once a second, however often others subscribe to them")
  func counters() throws {
    let kiosk = try Self.kiosk()
    let program = try kiosk.program("a")
    let start = MonotonicClock.now
    _ = try kiosk.play("a: {\"subscribe\":[\"counters\"]}")
    for number in 0..<40 {
      kiosk.finger("dn(10,10)@\(number) up@\(Double(number) + 0.01)")
      _ = try kiosk.play("b\(number): {\"subscribe\":[\"counters\"]}\nb\(number) leaves")
    }
    let seconds = Int((MonotonicClock.now - start).seconds)
    let lines = program.lines.filter { $0.string("kind") == "counters" }
    #expect(1...(1 + seconds) ~= lines.count)
    #expect(lines.last?.string("last_incident") == "a contact was stuck")
  }

  @Test("A request of 64 KiB without an end is refused, and its client closed")
  func endless() throws {
    let kiosk = try Self.kiosk()
    let program = try kiosk.program("a")
    for _ in 0..<40 {
      try? program.say(String(repeating: "x", count: 2000))
      try kiosk.settle()
    }
    // After its first turns, it has one in 20 ms.
    let isClosed = try kiosk.loop.run {
      _ = program.read()
      return program.isClosed
    }
    #expect(isClosed)
    #expect(program.takeHeard() == ["error a request is a line of at most 65536 bytes", "closed"])
  }

  @Test("A client that asks without a pause is served a bounded number of requests, and none is lost")
  func flood() throws {
    let kiosk = try Self.kiosk()
    let program = try kiosk.program("a")
    try program.say(String(repeating: "{}\n", count: 100))
    try kiosk.settle()
    #expect((64..<100).contains(program.takeHeard().count))
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

  @Test("An answer has a bound; it waits for its program for a while, whole or not at all")
  func longAnswers() throws {
    let kiosk = try EventsKiosk(Self.wide(1), isTrusted: true, isControl: false)
    kiosk.status = String(repeating: "0123456\n", count: 100_000)
    let (slow, quick) = (try kiosk.program("slow"), try kiosk.program("quick"))
    slow.isReading = false
    for program in [slow, quick] { try program.say("{\"status\":\"text\"}\n") }
    try kiosk.settle()
    let text = quick.lines.last?.string("text") ?? ""
    #expect((510 << 10...(513 << 10)).contains(text.utf8.count))
    #expect(text.hasSuffix("0123456\nthe rest is left out: it is too long\n"))
    #expect(kiosk.server?.clients.flatMap(\.waitingSnapshots).count == 1)
    kiosk.server?.keepTimes(at: MonotonicClock.now + EventClient.reading)
    slow.isReading = true
    try kiosk.settle()
    #expect(slow.takeHeard() == ["closed"])
    #expect(kiosk.server?.clients.count == 1)
  }

  @Test("Long answers that wait hold up no subscription")
  func subscriptionBesideAnswers() throws {
    let kiosk = try EventsKiosk(Self.wide(1), isTrusted: true, isControl: false)
    kiosk.status = String(repeating: "x", count: 500 << 10)
    for number in 0..<16 {
      let slow = try kiosk.program("slow\(number)")
      slow.isReading = false
      try slow.say(String(repeating: "{\"status\":\"text\"}\n", count: 3))
    }
    try kiosk.settle()
    #expect(try kiosk.play("quick: {\"subscribe\":[\"event\"]}").last == "quick: state_end")
  }

  @Test("A state takes no answer's place, and an answer no state's")
  func answersAndStates() throws {
    let kiosk = try EventsKiosk(Self.wide(4000), isTrusted: true)
    let program = try kiosk.program("a")
    try program.say("{\"subscribe\":[\"change\"]}\n{\"reload\":true}\n")
    try kiosk.settle()
    program.isReading = false
    _ = program.takeHeard()
    for number in 0..<2 {
      try kiosk.reload(Self.wide(4001 + number))
      if number == 0 { _ = try kiosk.play("done") }
    }
    program.isReading = true
    try kiosk.settle()
    let heard = program.takeHeard().filter { !$0.hasPrefix("view") }
    #expect(heard.count { $0 == "state_end" } == 2 && heard.contains("ok in use"))
  }

  @Test("A socket of the administrator's refuses other users, whatever its file's mode is")
  func administrators() throws {
    let kiosk = try EventsKiosk(Self.wide(1), isControl: true)
    let program = try kiosk.program("a")
    #expect(
      program.lines.map { $0.string("message") } == [
        "uid \(geteuid()) may not use this socket; run it as root"
      ])
    #expect(program.isClosed && kiosk.server?.refusedCount == 1 && kiosk.log.lines.count == 1)
    let late = try LocalSocket(connectingTo: kiosk.path, until: MonotonicClock.now + .seconds(9)) { _ in nil }
    _ = try late.send(Array("{\"status\":\"json\"}\n".utf8)[...])
    try kiosk.settle()
    while let bytes = try late.receive(atMost: 99), !bytes.isEmpty {}
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
}
