package import Dispatcher
internal import Glibc

/// The time a while ago by the system's calendar, in UTC: `2026-11-22T10:41:05Z`. A clock that was wrong at the start
/// and is right by now gives the right time.
package func calendarTime(ago age: Interval) -> String {
  var now = time(nil) - Int(age.microseconds / 1_000_000)
  var date = tm()
  guard gmtime_r(&now, &date) != nil else { return "an unknown time" }
  func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(date.tm_year + 1900)-\(two(date.tm_mon + 1))-\(two(date.tm_mday))"
    + "T\(two(date.tm_hour)):\(two(date.tm_min)):\(two(date.tm_sec))Z"
}
