import Glibc
import Synchronization
import TestTables

@testable import LinuxInput

/// What waits for a reader or a disk, away from the loop.
@Suite("A thread that writes") struct WriterThreadTests {
  private final class Done: Sendable {
    private let list = Mutex<[Int]>([])
    var values: [Int] { list.withLock { $0 } }
    func add(_ value: Int) { list.withLock { $0.append(value) } }
  }

  /// Holds up the thread that waits at it.
  private final class Gate: Sendable {
    private let descriptor: OwnedDescriptor
    init() throws { descriptor = try .event(waits: true) }
    func open() { descriptor.signal() }
    func wait() {
      var count: UInt64 = 0
      _ = read(descriptor.rawValue, &count, 8)
    }
  }

  @Test("does what it is given, in order, and is drained then")
  func order() throws {
    let (thread, done) = (try WriterThread(limit: 1000), Done())
    for number in 0..<500 { #expect(thread.post(1) { done.add(number) }) }
    #expect(thread.drain(within: .seconds(60)))
    #expect(done.values == Array(0..<500))
    #expect(thread.doneCount == 500)
  }

  @Test("has room for so much, what it is at included, and refuses the rest without waiting")
  func bound() throws {
    let (thread, done, gate) = (try WriterThread(limit: 10), Done(), try Gate())
    #expect(thread.post(4) { gate.wait() })
    #expect(thread.post(6) { done.add(1) })
    #expect(!thread.post(1) { done.add(2) })
    #expect(thread.post(0) { done.add(3) }, "what writes nothing always has room")
    #expect(!thread.drain(within: Interval(microseconds: 0)), "it is still at work")
    gate.open()
    #expect(thread.drain(within: .seconds(60)))
    #expect(done.values == [1, 3])
    #expect(thread.post(10) { done.add(4) })
    #expect(thread.drain(within: .seconds(60)))
    #expect(done.values == [1, 3, 4])
  }

  @Test("is drained for each that waits for that")
  func waiters() throws {
    let (thread, done, gate) = (try WriterThread(limit: 10), Done(), try Gate())
    thread.post(1) { gate.wait() }
    let ends = try (0..<8).map { _ in
      let end = try Gate()
      try startThread {
        if thread.drain(within: .seconds(60)) { done.add(1) }
        end.open()
      }
      return end
    }
    let start = MonotonicClock.now
    gate.open()
    ends.forEach { $0.wait() }
    #expect(done.values.count == 8 && MonotonicClock.now - start < .seconds(30))
  }

  @Test("says whenever it has nothing more to do")
  func idle() throws {
    let (done, gate) = (Done(), try Gate())
    let thread = try WriterThread(limit: 10) { done.add(0) }
    thread.post(1) { gate.wait() }
    thread.post(1) { done.add(1) }
    gate.open()
    #expect(thread.drain(within: .seconds(60)))
    #expect(done.values.last == 0)
    #expect(done.values.filter { $0 == 1 } == [1])
  }

  @Test("does what it has been given also after its object has gone")
  func end() throws {
    let (done, gate) = (Done(), try Gate())
    var thread: WriterThread? = try WriterThread(limit: 10)
    thread?.post(1) { done.add(1) }
    thread?.post(1) { gate.open() }
    thread = nil
    gate.wait()
    #expect(done.values == [1])
  }

  @Test("blocks every signal, so that none ends the program by way of it")
  func signals() throws {
    let (thread, done) = (try WriterThread(limit: 10), Done())
    thread.post(1) {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      for signal in [SIGHUP, SIGINT, SIGTERM, SIGUSR1] { done.add(Int(sigismember(&mask, signal))) }
    }
    #expect(thread.drain(within: .seconds(60)))
    #expect(done.values == [1, 1, 1, 1])
  }
}
