import Glibc
import LinuxInput
import TestTables

@Suite("Watches that change while events of the same wake wait") struct WatchTests {
  private let loop: RunLoop

  init() throws { loop = try RunLoop(servesMainQueue: false) }

  @Test("a handler that cancels all, itself too, is the only one called")
  func cancelOthers() throws {
    let pipes = try (0..<8).map { _ in try Pipe() }
    var watches: [RunLoop.Watch] = []
    var calls = 0
    for pipe in pipes {
      pipe.write()
      watches.append(
        try loop.watch(pipe.reader) { _ in
          calls += 1
          watches.forEach(loop.cancel)
        })
    }
    // Without a later use, the pipes would be released and closed before the loop waits.
    _ = try withExtendedLifetime(pipes) { try loop.runOnce(timeout: .zero) }
    #expect(calls == 1)
  }

  @Test("all hang up at once, and each handler closes another's descriptor")
  func hangupsWhileOthersWait() throws {
    let pipes = try (0..<8).map { _ in try Pipe() }
    var watches: [RunLoop.Watch?] = []
    var closed: [Int] = []
    for index in pipes.indices {
      watches.append(
        try loop.watch(pipes[index].reader) { readiness in
          #expect(readiness == .hangup)
          #expect(!closed.contains(index), "no handler of a closed descriptor is called")
          for other in [index, (index + 1) % pipes.count] where !closed.contains(other) {
            watches[other].map(loop.cancel)
            pipes[other].closeReader()
            closed.append(other)
          }
        })
    }
    for pipe in pipes { pipe.hangUp() }
    try loop.runOnce(timeout: .zero)
    #expect(closed.sorted() == Array(pipes.indices))
  }

  @Test("a descriptor's number that is used again gets none of the old one's events")
  func reuse() throws {
    let (first, second) = (try Pipe(), try Pipe())
    first.write()
    second.write()
    var calls: [String] = []
    var watches: [RunLoop.Watch] = []
    var replacement: Pipe?
    for (name, pipe, other) in [("first", first, second), ("second", second, first)] {
      watches.append(
        try loop.watch(pipe.reader) { _ in
          calls.append(name)
          pipe.drain()
          guard replacement == nil else { return }
          watches.forEach(loop.cancel)
          #expect(throws: Never.self) {
            let silent = try Pipe(replacingReaderOf: other)
            replacement = silent
            _ = try loop.watch(silent.reader) { _ in calls.append("replacement") }
          }
        })
    }
    try loop.runOnce(timeout: .zero)
    #expect(calls.count == 1, "\(calls)")
    #expect(calls.first == "first" || calls.first == "second")
    replacement?.write()
    try loop.runOnce(timeout: .zero)
    #expect(calls.last == "replacement")
  }

  @Test("a descriptor closed without a word gives its number to the next one")
  func closedWithoutCancel() throws {
    let pipe = try Pipe()
    let old = try loop.watch(pipe.reader) { _ in Issue.record("called for a descriptor that was closed") }
    let next = try Pipe(replacingReaderOf: pipe)
    var calls = 0
    _ = try loop.watch(next.reader) { _ in calls += 1 }
    loop.cancel(old)
    next.write()
    try loop.runOnce(timeout: .zero)
    #expect(calls == 1, "cancelling the old watch leaves the new one alone")
  }

  @Test("a handler may add a descriptor that is ready already; it comes with the next wake")
  func addWhileServing() throws {
    let (first, second) = (try Pipe(), try Pipe())
    first.write()
    second.write()
    var calls: [String] = []
    _ = try loop.watch(first.reader) { _ in
      first.drain()
      calls.append("first")
      #expect(throws: Never.self) { _ = try loop.watch(second.reader) { _ in calls.append("second") } }
    }
    try loop.runOnce(timeout: .zero)
    #expect(calls == ["first"])
    try loop.runOnce(timeout: .zero)
    #expect(calls == ["first", "second"])
  }
}
