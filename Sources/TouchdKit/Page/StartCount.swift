import Dispatcher
internal import Glibc
import LinuxInput

/// The last starts of the service that found panels held, in a file of its run folder.
struct StartCount {
  /// So many starts within ``span`` are a program that does not run. (SCREEN 8)
  static let limit = 3
  static let span = Interval.seconds(30)

  private let path: String

  /// Those of this service; `nil` where the service manager gives it no folder.
  static var ofService: StartCount? {
    getenv("RUNTIME_DIRECTORY").flatMap { String(cString: $0).split(separator: ":").first }
      .map { StartCount(folder: String($0)) }
  }

  /// - Parameter folder: it stays while the service is restarted, and goes when it stops.
  init(folder: String) { path = "\(folder)/starts" }

  /// Notes a start.
  ///
  /// - Returns: whether it is the third within half a minute.
  func note(at time: Timestamp) -> Bool {
    let former = times.filter { $0 <= time && time - $0 < Self.span }
    let starts = former.suffix(Self.limit - 1) + [time]
    // Without the file, each start counts as the first: the panel stays held.
    try? write(starts.map { "\($0.microseconds)\n" }.joined())
    return starts.count >= Self.limit
  }

  private func write(_ text: String) throws(SystemError) {
    let file = try PendingFile(replacing: path)
    try file.write(text)
    try file.finish()
  }

  private var times: [Timestamp] {
    guard let bytes = try? contentsOfFile(path, limit: 256) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { Int64($0).map { Timestamp(microseconds: $0) } }
  }
}
