import Glibc
import LinuxInput
import TestTables

@Suite("The run loop") struct RunLoopTests {
  private let loop: RunLoop

  init() throws { loop = try RunLoop(servesMainQueue: false) }

  @Test("calls the handlers of the descriptors that are ready, and no other")
  func readable() throws {
    let pipes = try (0..<3).map { _ in try Pipe() }
    var called: [Int] = []
    for (index, pipe) in pipes.enumerated() {
      _ = try loop.watch(pipe.reader) {
        #expect($0 == .readable)
        pipe.drain()
        called.append(index)
      }
    }
    pipes[2].write()
    pipes[0].write()
    try loop.runOnce(timeout: .zero)
    #expect(called.sorted() == [0, 2])
    try loop.runOnce(timeout: .zero)
    #expect(called.count == 2, "what was read is not reported again")
  }

  @Test("does not wait at all for a time that has passed meanwhile, and waits for the longest that there is")
  func extremes() throws {
    try loop.setDeadline(MonotonicClock.now + .seconds(5))
    #expect(try !loop.runOnce(timeout: .milliseconds(-5)))
    try loop.setDeadline(MonotonicClock.now + .milliseconds(5))
    #expect(try loop.runOnce(timeout: Interval(microseconds: .max)))
  }

  @Test("reports a hangup without anything to read, also to a watch for nothing")
  func hangup() throws {
    let pipe = try Pipe()
    var told: [Readiness] = []
    _ = try loop.watch(pipe.reader, for: []) { told.append($0) }
    try loop.runOnce(timeout: .zero)
    #expect(told == [])
    pipe.hangUp()
    try loop.runOnce(timeout: .zero)
    #expect(told == [.hangup])
  }

  @Test("waits for room to write once it is asked to")
  func writable() throws {
    let pipe = try Pipe()
    var told: [Readiness] = []
    let watch = try loop.watch(pipe.writer, for: []) { told.append($0) }
    try loop.runOnce(timeout: .zero)
    try loop.update(watch, for: .writable)
    try loop.runOnce(timeout: .zero)
    #expect(told == [.writable])
    loop.cancel(watch)
    try loop.update(watch, for: .writable)
    try loop.runOnce(timeout: .zero)
    #expect(told.count == 1)
  }

  @Test("refuses a descriptor that is under watch, or cannot be")
  func refusals() throws {
    let pipe = try Pipe()
    _ = try loop.watch(pipe.reader) { _ in }
    for (descriptor, code) in [(pipe.reader, EEXIST), (-1, EBADF)] {
      let error = expectRefusal(code) { try loop.watch(descriptor) { _ in } }
      #expect(error?.call == "epoll_ctl")
    }
  }

  @Test("takes at most 32 events a wake, and the others in the next")
  func batch() throws {
    let pipes = try (0..<40).map { _ in try Pipe() }
    var called: Set<Int> = []
    for (index, pipe) in pipes.enumerated() {
      _ = try loop.watch(pipe.reader) { _ in
        pipe.drain()
        called.insert(index)
      }
      pipe.write()
    }
    try loop.runOnce(timeout: .zero)
    #expect(called.count == 32)
    try loop.runOnce(timeout: .zero)
    #expect(called.count == 40)
  }

  @Test("runs until it is stopped, and not at all if it was stopped before")
  func stop() throws {
    let pipe = try Pipe()
    var calls = 0
    _ = try loop.watch(pipe.reader) { _ in
      calls += 1
      if calls == 3 { loop.stop() }
    }
    pipe.write()
    try loop.run()
    #expect(calls == 3)
    loop.stop()
    try loop.run()
    #expect(calls == 3)
  }

  @Test("may be run by a handler of its own")
  func nested() throws {
    let pipes = try (0..<2).map { _ in try Pipe() }
    var called: [Int] = []
    _ = try loop.watch(pipes[0].reader) { _ in
      pipes[0].drain()
      called.append(0)
      #expect(throws: Never.self) { try loop.runOnce(timeout: .zero) }
    }
    _ = try loop.watch(pipes[1].reader) { _ in
      pipes[1].drain()
      called.append(1)
    }
    for pipe in pipes { pipe.write() }
    try loop.runOnce(timeout: .zero)
    #expect(called.first == 0)
    #expect(called.contains(1))
  }

  @Test("tells when a process ends")
  func process() throws {
    var pid = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(arguments[0]) }
    try #require(posix_spawn(&pid, "/bin/true", nil, nil, &arguments, nil) == 0)
    let process = try OwnedDescriptor.process(pid)
    var told: [Readiness] = []
    _ = try loop.watch(process.rawValue) { told.append($0) }
    try loop.runOnce(timeout: .milliseconds(5000))
    #expect(told == [.readable])
    var status: Int32 = -1
    #expect(waitpid(pid, &status, WNOHANG) == pid)
    expectRefusal(ESRCH) { _ = try OwnedDescriptor.process(pid) }
  }
}
