internal import ArgumentParser
internal import Glibc
import LinuxInput
internal import Logging
import TouchdKit

/// What is shown, as the command line says: the running daemon, or a recording with its layout.
struct Inspection {
  let source: LineSource
  /// How often the folder of the sockets is emptied: a replay has begun to listen only once. (O)
  private static let attempts = 4
  /// The files that are followed.
  private let files: [String]

  /// - Throws: ``SystemError``, `EACCES` without the right to listen; or the status to end with, if a file is bad.
  init(_ options: WebOptions) throws {
    guard let recording = options.recording, let layout = options.layout else {
      let events = options.events ?? EventsListener.usualPath
      try Self.check(events)
      (source, files) = (.daemon(events), [])
      return
    }
    _ = try LayoutLoading.layout(layout)
    if access(recording, R_OK) != 0 {
      throw SystemError(
        call: "open", on: recording, code: errno, remedy: "name a recording that `touchd record` made")
    }
    files = [recording, layout]
    source = .recording(
      LineSource.Recorded(
        recording: recording, layout: layout, program: Self.touchd, folder: try Self.makeFolder()))
  }

  /// Removes what it has made.
  func close() {
    guard case .recording(let recorded) = source else { return }
    // A replay that has been terminated may leave its socket until it has ended; without the folder it makes no other.
    for _ in 0..<Self.attempts where rmdir(recorded.folder) != 0 {
      for name in (try? entries(ofFolder: recorded.folder)) ?? [] { unlink("\(recorded.folder)/\(name)") }
    }
  }

  /// Follows the files; `nil` if there are none.
  func watch(on runLoop: RunLoop, _ onChange: @escaping () -> Void) throws(SystemError) -> FileWatch? {
    files.isEmpty ? nil : try FileWatch(files, on: runLoop, onChange)
  }

  /// Without the right to listen, a new session of the user is needed; a daemon that is not there may come.
  private static func check(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try EventsReach.check(path)
    } catch {
      if error.isRefusal { throw error }
      Logger.touchd.warning("\(error); the page waits for it")
    }
  }

  /// The program that replays: of the same folder as this one, or else of the PATH.
  private static var touchd: String {
    let beside = OwnProgram.folder.map { "\($0)/touchd" }
    return beside.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? "touchd"
  }

  /// A folder that only this user can look into.
  private static func makeFolder() throws(SystemError) -> String {
    let variables = ["XDG_RUNTIME_DIR", "TMPDIR"]
    let parent = variables.lazy.compactMap { getenv($0) }.first.map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(parent)/touchd-web-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else {
      throw SystemError(
        call: "mkdtemp", on: parent, code: errno, remedy: "set XDG_RUNTIME_DIR to a folder of yours")
    }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
