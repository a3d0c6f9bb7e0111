internal import ArgumentParser
internal import Glibc
import LinuxInput
internal import Logging
import TouchdKit

/// The `touchd-web` program. Its page of the manual is that of the verb `touchd web`, which has the same options.
public enum WebProgram {
  /// Serves the inspector, and exits: 1 for a bad file, 3 where the system refuses, 64 for wrong arguments.
  public static func main() { Touchd.run(WebCommandLine.self) }
}

/// `touchd-web`: what its command line has.
struct WebCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchd-web",
    abstract: "Shows layouts, fingers and gestures in a browser, live or from a recording.",
    discussion: "`touchd web` starts it. It prints the address to open, and serves it until Ctrl-C.",
    version: Touchd.version,
    examples: [
      "What the running daemon does": "touchd-web",
      "A recording": "touchd-web --recording panel.evemu -c lobby.yaml",
    ])

  @OptionGroup var options: WebOptions

  func run() throws {
    let token = try options.token()
    try onDevices {
      let inspection = try Inspection(options)
      defer { inspection.close() }
      let runLoop = try LiveSession.makeRunLoop()
      let server = try WebServer(
        at: options.listen, Admission(options, token), inspection.source, mayWrite: options.write)
      defer { server.stop() }
      let watch = try inspection.watch(on: runLoop) { server.filesChanged() }
      defer { withExtendedLifetime(watch) {} }
      let output = StandardOutput()
      output.line(
        "http://\(ListenAddress(host: options.listen.host, port: server.port))/?token=\(token.text)")
      output.flush()
      try runLoop.run()
    }
  }
}

/// Subject of the inspector, by the command line: the running daemon, or a recording with its layout.
struct Inspection {
  let source: LineSource
  /// Attempts to empty the folder of the sockets: a replay has begun to listen only once. (O)
  private static let attempts = 4
  /// The files that are followed.
  private let files: [String]

  /// - Throws: ``SystemError``, `EACCES` without the right to listen; or the status to end with, if a file is bad.
  init(_ options: WebOptions) throws {
    guard let layout = options.layout else {
      let events = options.events ?? EventsListener.usualPath
      try Self.check(events)
      (source, files) = (.daemon(events), [])
      return
    }
    _ = try LayoutLoading.layout(layout)
    let recording = options.recording
    if let recording, access(recording, R_OK) != 0 {
      throw SystemError(
        call: "open", on: recording, code: errno, remedy: "name a recording that `touchd record` made")
    }
    files = [recording, layout].compactMap(\.self)
    source = .recording(
      LineSource.Recorded(
        recording: recording, fingers: options.fingers ?? "", layout: layout, program: Self.touchd,
        folder: try Self.makeFolder()))
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
