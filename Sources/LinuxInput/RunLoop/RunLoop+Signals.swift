internal import CEvdev
internal import Glibc

extension RunLoop {
  /// Has signals call a handler in the loop, instead of interrupting whatever runs.
  ///
  /// The signals stay blocked in this thread and those it starts from now on: call this before any thread is
  /// started, or the kernel delivers them there. Child processes inherit the mask; `posix_spawn` can give
  /// them an empty one.
  ///
  /// - Parameters:
  ///   - signals: numbers, `SIGTERM`.
  ///   - handler: called with the number of each signal received; those of one number may merge, as signals
  ///     do.
  /// - Throws: ``SystemError``, `EINVAL` for what is no signal.
  public func watchSignals(
    _ signals: [Int32], _ handler: @escaping (Int32) -> Void
  ) throws(SystemError) -> Watch {
    let source = try SignalDescriptor(signals)
    return try watch(source.fileDescriptor) { _ in
      source.takePending().forEach(handler)
    }
  }
}

extension RunLoop {
  /// Has signals interrupt the program again, as they would without ``watchSignals(_:_:)``: for what it still does when
  /// nothing is served any more. Signals that came before are dropped: timeout(1), for one, sends
  /// a signal to the process and to its group.
  public static func releaseSignals(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    var now = timespec()
    while sigtimedwait(&set, nil, &now) > 0 {}
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

/// A signalfd, and the signals blocked for it.
private final class SignalDescriptor {
  private let descriptor: OwnedDescriptor

  init(_ signals: [Int32]) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals {
      _ = try systemCall("sigaddset", on: "signal \(signal)") { sigaddset(&set, signal) }
    }
    let code = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard code == 0 else { throw SystemError(call: "pthread_sigmask", on: "signals", code: code) }
    descriptor = OwnedDescriptor(
      adopting: try systemCall("signalfd", on: "signals") {
        signalfd(-1, &set, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
      })
  }

  var fileDescriptor: Int32 { descriptor.rawValue }

  /// The signals that wait, at most sixteen; more make the descriptor readable again.
  func takePending() -> [Int32] {
    var received: [Int32] = []
    for _ in 0..<16 {
      var info = signalfd_siginfo()
      guard read(fileDescriptor, &info, MemoryLayout<signalfd_siginfo>.size) > 0 else { break }
      received.append(Int32(bitPattern: info.ssi_signo))
    }
    return received
  }
}
