internal import CEvdev
internal import Glibc
internal import Synchronization

/// Work on a thread of its own, for what would hold up the panels, and its result on the run loop.
///
/// Keep it until it has ended; if it goes before, the completion is not called. Not thread-safe itself.
public final class Background<Result: Sendable> {
  private let runLoop: RunLoop
  private var watch: RunLoop.Watch?

  /// Begins.
  ///
  /// - Parameters:
  ///   - work: on the thread; it shares nothing with the loop.
  ///   - completion: called once, on the loop.
  /// - Throws: ``SystemError``: `EAGAIN` if there may be no more threads, `EMFILE` no more descriptors.
  public init(
    on runLoop: RunLoop, _ work: @escaping @Sendable () -> Result, completion: @escaping (Result) -> Void
  ) throws(SystemError) {
    self.runLoop = runLoop
    let done = try OwnedDescriptor.event(waits: false)
    let result = Mutex<Result?>(nil)
    watch = try runLoop.watch(done.rawValue) { [weak self] _ in
      guard let result = result.withLock({ $0 }) else { return }
      self?.end()
      // It is closed after the watch has ended, and not when the thread has.
      withExtendedLifetime(done) { completion(result) }
    }
    try startThread {
      let value = work()
      result.withLock { $0 = value }
      done.signal()
    }
  }

  deinit { end() }

  private func end() {
    if let watch { runLoop.cancel(watch) }
    watch = nil
  }
}

/// Starts a thread for what may wait: detached, and with every signal blocked. A signal that the loop reads from its
/// descriptor would otherwise end the program if the kernel delivered it to this thread.
///
/// - Throws: ``SystemError``, `EAGAIN` if there may be no more threads.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  var (all, before) = (sigset_t(), sigset_t())
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  let kept = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, &attributes,
    { body in
      if let body { Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run() }
      return nil
    }, kept.toOpaque())
  guard code == 0 else {
    kept.release()
    throw SystemError(call: "pthread_create", on: "a thread", code: code)
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
