import Dispatcher
public import LinuxInput

extension RunLoop {
  /// Serves until something is so, and says whether it came to that: in good time, since a test that waits
  /// for what never comes must end.
  public func run(until fact: () -> Bool) throws -> Bool {
    let end = MonotonicClock.now + .seconds(20)
    while !fact() {
      guard MonotonicClock.now < end else { return false }
      try runOnce(timeout: .milliseconds(50))
    }
    return true
  }
}
