import Dispatch
import Dispatcher
import Glibc
import LinuxInput

/// What ``MainThreadTests`` runs on the first thread of a process of its own.
final class MainThreadBody {
  private let loop: RunLoop
  private let pipe: Pipe
  private(set) var log: [String] = []

  init() throws {
    loop = try RunLoop()
    pipe = try Pipe()
  }

  /// Notes a step, and stops the loop at the last.
  private func note(_ step: String, last: Bool = false) {
    dispatchPrecondition(condition: .onQueue(.main))
    log.append(step)
    if last { loop.stop() }
  }

  func run(_ name: String) throws {
    switch name {
    case "dispatch": try dispatch()
    case "tasks": try tasks()
    case "order": try order()
    case "signals": try signals()
    case "handlers": try handlers()
    case "supervisor": supervisor()
    default: log.append("no body is named \(name)")
    }
  }

  private func dispatch() throws {
    nonisolated(unsafe) let body = self
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler {
      body.note("dispatch timer")
      DispatchQueue.global().async {
        DispatchQueue.main.async { body.note("block from another thread", last: true) }
      }
    }
    timer.schedule(deadline: .now() + .milliseconds(1))
    DispatchQueue.main.async {
      body.note("block")
      timer.activate()
    }
    try loop.run()
  }

  private func tasks() throws {
    actor Elsewhere { func visit() {} }
    nonisolated(unsafe) let body = self
    Task { @MainActor in
      body.note("task")
      await Elsewhere().visit()
      body.note("back from an actor")
      try await Task.sleep(for: .milliseconds(1))
      body.note("back from a sleep", last: true)
    }
    try loop.run()
  }

  /// All are ready before the loop looks.
  private func order() throws {
    nonisolated(unsafe) let body = self
    DispatchQueue.main.async { body.note("block") }
    loop.willServeMainQueue = { body.note("before the main queue") }
    loop.didServeMainQueue = { body.note("after it") }
    loop.onDeadline = { body.note("deadline") }
    try loop.setDeadline(.zero)
    _ = try loop.watch(pipe.reader) { [pipe] _ in
      pipe.drain()
      body.note("descriptor")
    }
    pipe.write()
    try loop.runOnce(timeout: .zero)
  }

  private func signals() throws {
    _ = try loop.watchSignals([SIGUSR1, SIGUSR2]) { signal in
      self.note("\(signal)", last: signal == SIGUSR2)
    }
    kill(getpid(), SIGUSR1)
    try loop.runOnce(timeout: .milliseconds(5000))
    kill(getpid(), SIGUSR2)
    try loop.run()
  }

  /// `note` traps off the main queue.
  private func handlers() throws {
    _ = try loop.watchSignals([SIGTERM]) { _ in self.note("signal on the main queue", last: true) }
    loop.onDeadline = {
      self.note("deadline on the main queue")
      raise(SIGTERM)
    }
    _ = try loop.watch(pipe.reader) { [pipe, loop] _ in
      pipe.drain()
      self.note("descriptor on the main queue")
      try? loop.setDeadline(.zero)
    }
    pipe.write()
    try loop.run()
  }

  /// Here, because no other thread of this process reads the environment.
  private func supervisor() {
    let variables = [
      "NOTIFY_SOCKET": "@touchd-test", "WATCHDOG_USEC": "4000000", "WATCHDOG_PID": "\(getpid())",
      // Descriptor 3 is the loop's, which this body does not run.
      "LISTEN_FDS": "1", "LISTEN_PID": "\(getpid())", "LISTEN_FDNAMES": "panel-1", "LISTEN_PIDFDID": "1",
    ]
    for (name, value) in variables { setenv(name, value, 1) }
    let supervisor = Supervisor.ofEnvironment()
    note("\(supervisor?.watchdogInterval?.seconds ?? 0) s")
    note("\(supervisor?.storedDescriptors.take("panel-1")?.rawValue ?? -1)")
    note("\(variables.keys.count { getenv($0) != nil }) variables left")
    note(Supervisor.ofEnvironment() == nil ? "nobody" : "somebody")
  }
}
