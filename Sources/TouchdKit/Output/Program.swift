package import Dispatcher
internal import Glibc
import LinuxInput

/// The process: its name and version, and how it ends.
enum Program {
  /// Prefix of its messages: the name by which it was started, without the folder.
  static let name = OwnProgram.arguments.first?.split(separator: "/").last.map(String.init) ?? "touchd"
  static let version = "0.2.0"

  /// Time at which an ending program stops waiting for the readers of its output: a second after the first request. (O)
  private static let lastMoment = MonotonicClock.now + .seconds(1)

  /// Rest of the time for which an ending program waits for the readers of its output, of all together.
  static var farewell: Interval { max(Interval(microseconds: 0), lastMoment - MonotonicClock.now) }

  /// The part of ``farewell`` that is for standard output. The rest, a tenth of a second, is for what there is to say
  /// on standard error of lines that were lost. (O)
  static var farewellToOutput: Interval { Interval(microseconds: max(0, farewell.microseconds - 100_000)) }

  /// Ends the program, once what it has said is written, or ``farewell`` has passed.
  static func end(_ status: Int32) -> Never {
    StandardError.finish(within: farewell)
    exit(status)
  }
}

/// The time a while ago by the system's calendar, in UTC: `2026-11-22T10:41:05Z`. A clock that was wrong at the start
/// and is right by now gives the right time.
package func calendarTime(ago age: Interval) -> String {
  var now = time(nil) - Int(age.microseconds / 1_000_000)
  var date = tm()
  guard gmtime_r(&now, &date) != nil else { return "an unknown time" }
  return dayName(date) + "T\(twoDigits(date.tm_hour)):\(twoDigits(date.tm_min)):\(twoDigits(date.tm_sec))Z"
}

/// A day of the calendar, such as `2026-11-26`.
func dayName(_ date: tm) -> String {
  "\(date.tm_year + 1900)-\(twoDigits(date.tm_mon + 1))-\(twoDigits(date.tm_mday))"
}

/// A number below 100 with a leading zero.
func twoDigits(_ number: some BinaryInteger) -> String { number < 10 ? "0\(number)" : "\(number)" }
