import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput

/// `touchd record`: what a panel sends, as a file that `evemu-play` and `touchd replay` read.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records a touchscreen as evemu text, until Ctrl-C; or what the daemon remembers of it.",
    discussion: """
      Both `touchd replay` and `evemu-play` read the file. FILE.fingers is text for people, with the touches in points of \
      the layout, without pressure and sizes. The file is written as FILE.part, and is in its place at the end. \
      What is on the sensitive views of the layout is left out. The daemon remembers the last minutes by itself, and \
      saves them when something goes wrong, if its file says `incidents: true`; only root may have them.
      """,
    examples: [
      "A recording of the first touchscreen": "touchd record -o panel.evemu",
      "Fingers as text, for a promise": "touchd record -o tap.fingers -c lobby.yaml",
      "One without what is on sensitive views": "touchd record -o panel.evemu -c lobby.yaml",
      "What was touched before a fault": "touchd record --last 2min -o fault.evemu",
      "An incident that `touchd status` names": "touchd record --incident 17 -o fault.evemu",
    ])

  @Option(help: "The device; without it, the first touchscreen.", completion: .file())
  var device: String?

  @Option(name: .output, help: "The file to write.", completion: .file())
  var output: String

  @Option(name: .config, help: RunCommand.configHelp, completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp("The last minutes of the running daemon instead, such as 2min.", valueName: "time"),
    transform: Self.time)
  var last: Interval?

  @Option(
    help: ArgumentHelp(
      "An incident that the daemon has saved instead, by its number; `last` before it was stopped.",
      valueName: "number"))
  var incident: String?

  @Option(
    help: ArgumentHelp("With --last: the panel of this layout, by its screen or file.", valueName: "name"))
  var layout: String?

  @OptionGroup var control: ControlOptions

  private static func time(_ text: String) throws -> Interval {
    guard let time = Quantity(text)?.interval, time.microseconds > 0
    else { throw ValidationError("--last is a time such as 2min or 30s, not \(quoted(text))") }
    return time
  }

  func validate() throws {
    let isPast = last != nil || incident != nil
    if last != nil, incident != nil { throw ValidationError("--last and --incident do not go together") }
    if isPast, device != nil || config != nil {
      throw ValidationError("--device and --config do not go with --last and --incident")
    }
    if layout != nil, last == nil { throw ValidationError("--layout goes with --last") }
    if isPast, output.hasSuffix(FingerScript.suffix) {
      throw ValidationError("\(output): what is remembered is written as evemu text")
    }
  }

  func run() throws {
    if let last { return try writeLast(last) }
    if let incident { return try copy(incident) }
    try onDevices(serve)
  }

  // MARK: - What is remembered

  /// Writes the last minutes of the running daemon, which says where its memory is; the kernel lets root read it.
  private func writeLast(_ time: Interval) throws {
    let text = try control.text([("status", "json")])
    let status = try? JSON(parsing: Array(text.utf8))
    guard let recorder = status?["recorder"], let path = recorder.string("path")
    else { throw failure("the daemon remembers nothing: its file says `recorder: { keep: 0s }`", .refused) }
    let image = try remembered { try RingImage(contentsOf: path) }
    let panel = try panel(of: image)
    let start = MonotonicClock.now + Interval(microseconds: -min(time, image.keep).microseconds)
    try write { output in image.write(panel, from: start, notes: RingImage.losses, to: output) }
  }

  private func panel(of image: RingImage) throws -> RingImage.Panel {
    let known = image.panels.filter { panel in
      !panel.isPen
        && layout.map { panel.layout.contains($0) || panel.layout.map(\.fileName).contains($0) } != false
    }
    let names = Set(image.panels.compactMap(\.layout.first)).sorted()
    guard let panel = known.max(by: { $0.last < $1.last }) else {
      let reason =
        layout.map { "nothing is remembered of a layout \(quoted($0))" } ?? "no panel is remembered"
      throw failure(names.isEmpty ? reason : "\(reason); there is \(series(names.map(quoted)))", .badInput)
    }
    guard Set(known.map { $0.layout.prefix(2) }).count < 2 else {
      throw failure("there are panels of \(series(names.map(quoted))): name one with --layout", .badInput)
    }
    return panel
  }

  private func copy(_ incident: String) throws {
    let folder = IncidentFolder(path: IncidentFolder.standardPath)
    let isThere = access(folder.path, F_OK) == 0 || errno != ENOENT
    let files = isThere ? try remembered { try folder.files } : []
    guard let path = folder.recording(incident, among: files) else {
      let known = files.map { file in
        let time = calendarTime(ago: .seconds(Double(IncidentFolder.now - file.time)))
        return "\(file.number) (\(file.incident), \(time))"
      }
      let help =
        known.isEmpty
        ? "none is saved; `incidents: true` in the daemon's file saves them" : "there is \(series(known))"
      throw failure("there is no incident \(incident); \(help)", .badInput)
    }
    let text = try remembered { try Recording.text(of: path) }
    try write { output in output(text) }
  }

  private func remembered<Value>(_ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch let error as SystemError {
      let isDenied = [EACCES, EPERM].contains(error.code)
      throw failure(
        "\(error)" + (isDenied ? "; only root may have it: `sudo touchd record …`" : ""), .refused)
    } catch {
      throw failure("\(error)", .badInput)
    }
  }

  /// Writes a recording whole, or not at all.
  private func write(_ body: ((String) -> Void) throws -> Void) throws {
    var text = ""
    try body { text += $0 }
    guard !text.isEmpty else { throw failure("nothing was touched in that time", .badInput) }
    try OutputOption.write(text, to: output)
  }

  // MARK: - What is recorded from now on

  private var layouts: [RecordedLayout] {
    get throws {
      guard let layouts = try LayoutLoading.configured(config, sparing: output) else {
        guard !output.hasSuffix(FingerScript.suffix)
        else { throw failure("\(output) is to have points of a screen: name its layout with -c", .badInput) }
        return [RecordedLayout()]
      }
      return layouts.map { RecordedLayout($0, isAlone: layouts.count == 1) }
    }
  }

  private func serve() throws {
    let runLoop = try LiveSession.makeRunLoop()
    let session = LiveSession(on: runLoop)
    var recorder: Recorder?
    let frames = FrameRedaction { recorder?.record($1, of: $0) }
    session.onPipeline = frames.watch
    recorder = Recorder(path: output, on: runLoop, frames: frames) { stop in
      complain("\(Program.name): \(stop)")
      runLoop.stop()
    }
    let layouts = try layouts.map { session.prepare($0.layout, $0.plugins) }
    try session.start(layouts, device.map { .nodes([$0]) } ?? .all) { change in
      switch change {
      case .added(let touchscreen):
        if recorder?.attached(touchscreen) == true {
          complain(
            "recording \"\(touchscreen.panel.name)\" (\(touchscreen.node.path)) to \(output); Ctrl-C ends it")
        }
      case .removed(let touchscreen): recorder?.detached(touchscreen)
      case .interrupted(let touchscreen, .suspended): recorder?.resumed(touchscreen)
      case .left(let path, let name, .page):
        complain("\(Program.name): \(heldByOther(page: name ?? path, socket: EventsServer.controlPath))")
      case .left, .dismissed, .interrupted, .missing, .unmonitored, .overflown: break
      }
    }
    if session.isEmpty { throw session.noTouchscreen }
    try session.run()
    try recorder?.finish(saying: output)
    if case .failed = recorder?.stop { throw ExitCode.refused }
  }
}
