import Dispatcher
public import LinuxInput

extension RunLoop {
  /// Serves until something is so, and says whether it came to that: a test that waits for what never comes must
  /// end, and one whose process gets no processor for seconds must not.
  public func run(until fact: () -> Bool) throws -> Bool {
    let end = MonotonicClock.now + .seconds(120)
    while !fact() {
      guard MonotonicClock.now < end else { return false }
      try runOnce(timeout: .milliseconds(50))
    }
    return true
  }
}
