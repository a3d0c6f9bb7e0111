internal import CEvdev
internal import Glibc

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
