import LinuxInput
import TestTables

@Suite("The run loop's deadline") struct DeadlineTests {
  private let loop: RunLoop

  init() throws { loop = try RunLoop(servesMainQueue: false) }

  @Test("passes once, not before its time", arguments: [0, 1, 500, 2000])
  func once(microseconds: Int64) throws {
    var passed: [Timestamp] = []
    loop.onDeadline = { passed.append(MonotonicClock.now) }
    let deadline = MonotonicClock.now + Interval(microseconds: microseconds)
    try loop.setDeadline(deadline)
    try loop.runOnce()
    #expect(passed.count == 1)
    #expect(passed.first.map { $0 >= deadline } == true)
    try loop.runOnce(timeout: .zero)
    #expect(passed.count == 1)
  }

  @Test("in the past passes at once, however far", arguments: [Int64.min, -1, 0, 1])
  func past(microseconds: Int64) throws {
    var passed = 0
    loop.onDeadline = { passed += 1 }
    try loop.setDeadline(Timestamp(microseconds: microseconds))
    try loop.runOnce(timeout: .zero)
    #expect(passed == 1)
  }

  @Test("in the far future does not pass, and is no error")
  func future() throws {
    loop.onDeadline = { Issue.record("passed") }
    try loop.setDeadline(Timestamp(microseconds: .max))
    try loop.runOnce(timeout: .zero)
    try loop.setDeadline(nil)
  }

  @Test("comes after the descriptors of the same wake, which may take it back or move it")
  func afterDescriptors() throws {
    let pipe = try Pipe()
    var calls: [String] = []
    var next: Timestamp?
    loop.onDeadline = { calls.append("deadline") }
    _ = try loop.watch(pipe.reader) { _ in
      pipe.drain()
      calls.append("descriptor")
      #expect(throws: Never.self) { try loop.setDeadline(next) }
    }
    for moved in [nil, MonotonicClock.now + .seconds(3600)] {
      next = moved
      try loop.setDeadline(.zero)
      pipe.write()
      try loop.runOnce(timeout: .zero)
      #expect(calls == ["descriptor"], "the deadline was no longer due")
      calls = []
    }
    next = .zero
    try loop.setDeadline(.zero)
    pipe.write()
    try loop.runOnce(timeout: .zero)
    #expect(calls == ["descriptor", "deadline"])
  }

  @Test("may be set again by its own handler")
  func again() throws {
    var passed = 0
    loop.onDeadline = { [loop] in
      passed += 1
      #expect(throws: Never.self) { try loop.setDeadline(passed < 5 ? .zero : nil) }
      if passed == 5 { loop.stop() }
    }
    try loop.setDeadline(.zero)
    try loop.run()
    #expect(passed == 5)
    loop.onDeadline = {}
  }

  @Test("the clock that it goes by runs forward, and the other one ahead of it")
  func clock() {
    let first = MonotonicClock.now
    #expect(MonotonicClock.now >= first)
    #expect(MonotonicClock.nowWithSleep >= first)
  }
}
