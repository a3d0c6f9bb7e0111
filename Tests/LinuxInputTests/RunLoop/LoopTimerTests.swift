import FakePanels
import LinuxInput
import TestTables

@Suite("A timer on the run loop") struct LoopTimerTests {
  private let loop: RunLoop

  init() throws { loop = try RunLoop(servesMainQueue: false) }

  @Test("does not go off when it was taken back, moved, or is gone")
  func takenBack() throws {
    var timer: LoopTimer? = try LoopTimer(on: loop) { Issue.record("went off") }
    timer?.set(.zero)
    timer?.set(nil)
    try loop.runOnce(timeout: .zero)
    timer?.set(.zero)
    timer?.set(after: .seconds(3600))
    try loop.runOnce(timeout: .zero)
    timer?.set(.zero)
    timer = nil
    try loop.runOnce(timeout: .zero)
  }

  @Test("may be set again, and let go, by its own handler")
  func fromHandler() throws {
    var calls = 0
    var timer: LoopTimer?
    timer = try LoopTimer(on: loop) {
      calls += 1
      if calls < 3 { timer?.set(.zero) } else { timer = nil }
    }
    timer?.set(.zero)
    #expect(try loop.run { timer == nil })
    #expect(calls == 3)
  }

  @Test("each of many goes off by itself")
  func many() throws {
    var gone: [Int] = []
    let timers = try (0..<5).map { index in try LoopTimer(on: loop) { gone.append(index) } }
    for timer in timers { timer.set(.zero) }
    timers[2].set(nil)
    #expect(try loop.run { gone.count == 4 })
    #expect(gone.sorted() == [0, 1, 3, 4])
    withExtendedLifetime(timers) {}
  }
}
