import Dispatcher
import TestSupport
import TestTables

/// Deadlines of a program's recognizers: each is reached once, and whatever they are, time goes on.
@Suite("Deadlines of recognizers") struct DeadlineRules {
  struct Row: TableRow {
    var what = ""
    /// The deadline, in microseconds, after so many times that it was reached, and that it was asked for.
    let deadline: @Sendable (_ reached: Int, _ asked: Int) -> Int64?
    /// How often it is reached within two seconds, of which the finger is down for one.
    let reached: ClosedRange<Int>
  }

  static let rows: Table<Row> = [
    "none": Row(deadline: { _, _ in nil }, reached: 0...0),
    "one that is not moved on": Row(deadline: { _, _ in 500_000 }, reached: 1...1),
    "one that is long past": Row(deadline: { _, _ in -1_000_000 }, reached: 1...1),
    "one that goes back": Row(deadline: { reached, _ in 500_000 - Int64(reached) * 1000 }, reached: 1...1),
    "one that moves on by 100 ms": Row(
      deadline: { reached, _ in 100_000 * Int64(reached + 1) }, reached: 10...20),
    "one that is later each time that it is asked for": Row(
      deadline: { _, asked in Int64(asked) }, reached: 0...2100),
    "one that is sooner each time": Row(deadline: { _, asked in 500_000 - Int64(asked) }, reached: 0...1),
    "one that comes and goes": Row(deadline: { _, asked in asked % 2 == 0 ? 500_000 : nil }, reached: 0...1),
    "the end of time": Row(deadline: { _, _ in Int64.max }, reached: 0...1),
    "one that never ends": Row(deadline: { reached, _ in 10_000 * Int64(reached + 1) }, reached: 150...250),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let (scene, own) = (Scene("window(0,0,400,400)[V(0,0,400,400)]"), Restless(row))
    scene.view("V").addGestureRecognizer(own)
    scene.play("dn(10,10)@0 up@1")
    scene.wait(until: 2)
    #expect(row.reached.contains(own.reached), "\(own.reached)")
    scene.pipeline.finish()
    #expect(own.reached <= 2100)
    #expect(scene.log.lines("began", "ended") == ["began V{1}", "ended V{1}"])
    #expect(scene.pipeline.isIdle)
    scene.play("dn(10,10)@3 up@3.1")
    #expect(scene.log.lines("began").count == 2)
  }

  @Test("Switched off after one of its deadlines, when its finger has long lifted: it lets go at once")
  func switchedOff() {
    let row = Row(
      what: "at 2 s, then at 9 s", deadline: { reached, _ in reached == 0 ? 2_000_000 : 9_000_000 },
      reached: 1...1)
    let (scene, own) = (Scene("window(0,0,400,400)[V(0,0,400,400)]"), Restless(row))
    scene.view("V").addGestureRecognizer(own)
    scene.play("dn(10,10)@0 up@1")
    scene.wait(until: 3)
    own.isEnabled = false
    scene.wait(until: 3)
    #expect(
      scene.log.lines("began", "ended", "fail") == ["began V{1}", "fail Restless: disabled", "ended V{1}"])
    #expect(scene.pipeline.isIdle)
  }
}

private final class Restless: GestureRecognizer {
  private let row: DeadlineRules.Row
  private(set) var reached = 0
  private var asked = 0

  init(_ row: DeadlineRules.Row) {
    self.row = row
    super.init()
  }

  override var deadline: Timestamp? {
    asked += 1
    return row.deadline(reached, asked).map { Timestamp(microseconds: $0) }
  }

  override func deadlineReached(with event: Event) { reached += 1 }
}
