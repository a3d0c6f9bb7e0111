import Dispatcher
internal import Glibc
import LinuxInput

/// The process: its version, and how it ends.
enum Program {
  static let version = "0.1.0"

  /// When a program that ends waits no longer for the readers of its output: a second after it was first asked for. (O)
  private static let lastMoment = MonotonicClock.now + .seconds(1)

  /// How much longer a program that ends waits for the readers of its output, of all together.
  static var farewell: Interval { max(Interval(microseconds: 0), lastMoment - MonotonicClock.now) }

  /// Ends the program, once what it has said is written, or ``farewell`` has passed.
  static func end(_ status: Int32) -> Never {
    StandardError.finish(within: farewell)
    exit(status)
  }
}
