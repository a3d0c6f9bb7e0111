import ArgumentParser
package import Dispatcher
internal import Glibc
import LinuxInput

/// `touchd picture`: a layout as a drawing.
struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture",
    abstract: "Draws a layout: its views, where each is hit, and which never is.",
    discussion: """
      The drawing is SVG, which browsers show. Below it stand the views that no finger can hit, and why. With a \
      recording, it has the ways of the fingers and the gestures that were recognized; what is on sensitive views is \
      left out.
      """,
    examples: [
      "The views of a layout": "touchd picture lobby.yaml -o lobby.svg",
      "The fingers of a recording on them": "touchd picture lobby.yaml --recording tap.evemu -o tap.svg",
      "A tap, without a recording": "touchd picture lobby.yaml --fingers 'tap 100,100' -o tap.svg",
      "What is hit at a point": "touchd picture lobby.yaml --at 10,10 -o hit.svg",
    ])

  @Argument(help: "The layout.", completion: .file())
  var layout: String

  @OptionGroup var output: OutputOption

  @Option(help: ArgumentHelp("Draw the fingers of a recording.", valueName: "file"), completion: .file())
  var recording: String?

  @Option(
    help: ArgumentHelp(
      "Show what a finger at a point of the screen hits, and the responder chain.", valueName: "x,y"))
  var at: ScreenPoint?

  @OptionGroup var reading: RecordingOptions

  func validate() throws {
    try reading.validate(recording, isNeeded: false)
    try StandardInput.readOnce([layout, recording, reading.describe])
    try OutputOption.spare([layout, recording, reading.describe], from: output.path)
  }

  func run() throws {
    let layout = try LayoutLoading.layout(layout)
    let hasFingers = recording != nil || reading.fingers != nil
    let replay =
      hasFingers
      ? try WatchedReplay(layout, reading.load(recording, on: layout), path: recording ?? "--fingers") : nil
    let application = try layout.placed { () throws(GeometryError) in
      try layout.makeStillApplication(pointsPerMillimetre: replay?.pointsPerMillimetre)
    }
    var picture = LayoutPicture(of: application, title: layout.screen.name ?? self.layout.fileName)
    (picture.point, picture.highest) = (at?.point, layout.highestReach)
    if let replay {
      let trails = FingerTrails(fineness: picture.fineness)
      replay.pipeline.application.observer = trails
      replay.run(Progress("replay"))
      picture.trails = trails
    }
    try output.write(picture.text)
  }
}

/// A point as `X,Y`.
package struct ScreenPoint: ExpressibleByArgument {
  package let point: Point

  package init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite
    else { return nil }
    point = Point(x: x, y: y)
  }
}

/// `touchd plot`: a recording as a drawing.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draws a recording over time: each slot of the panel, and what a layout makes of it.",
    discussion: """
      The drawing is SVG, which browsers show. It has the raw values of each slot, the touches, and where events were \
      lost or touches cancelled. With a layout, it has the gestures and why they failed, the calls of responders, and \
      deadlines; what is on sensitive views is left out.
      """,
    examples: [
      "The slots of a panel": "touchd plot panel.evemu -o slots.svg",
      "The gestures of a layout": "touchd plot panel.evemu -c lobby.yaml -o gestures.svg",
    ])

  @Argument(help: "The recording.", completion: .file())
  var recording: String?

  @Option(name: .config, help: "The layout that the touches meet.", completion: .file())
  var layout: String?

  @OptionGroup var output: OutputOption
  @OptionGroup var reading: RecordingOptions

  func validate() throws {
    try reading.validate(recording)
    try StandardInput.readOnce([recording, layout, reading.describe])
    try OutputOption.spare([recording, layout, reading.describe], from: output.path)
  }

  func run() throws {
    let description = try layout.map(LayoutLoading.layout)
    let plot = try RecordingPlot(
      of: reading.load(recording, on: description), path: recording ?? "--fingers", on: description,
      Progress("replay"))
    try output.write(plot.text)
  }
}

/// `-o FILE`, for what is written as a whole.
struct OutputOption: ParsableArguments {
  @Option(
    name: .output,
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file())
  var path: String?

  /// Refuses to write over a file that is read: that is a slip of the finger.
  static func spare(_ inputs: [String?], from path: String?, option: String = "-o") throws {
    guard let path, let place = identity(of: path) else { return }
    for input in inputs.compactMap(\.self) where identity(of: input) == place {
      throw ValidationError("\(option) names \(input), which is read; name another file")
    }
  }

  /// Which file is at a path; `nil` where there is none, and for what is no file.
  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// Writes a text to where it was asked for, whole or not at all.
  func write(_ text: String) throws {
    guard let path else {
      let output = StandardOutput()
      output.text(text)
      return output.flush()
    }
    try Self.write(text, to: path)
  }

  /// Writes a text to a file, whole or not at all.
  static func write(_ text: String, to path: String) throws {
    try onDevices { try OutputFile.write(text, to: path) }
  }
}

/// A file that is written in one go.
enum OutputFile {
  /// Writes a file as ``PendingFile`` does; where that fails, nothing is left of it, and what was there is there still.
  ///
  /// - Throws: ``SystemError`` of ``PendingFile``, with a remedy.
  static func write(_ text: String, to path: String) throws(SystemError) {
    try write(Array(text.utf8), to: path)
  }

  /// - Parameters:
  ///   - model: whose owner and permissions a file gets that was not there.
  ///   - permissions: of a file that was not there and has no model.
  static func write(
    _ bytes: [UInt8], to path: String, like model: String? = nil, permissions: UInt32 = 0o600
  ) throws(SystemError) {
    let file = try PendingFile(replacing: path, like: model, permissions: permissions)
    do throws(SystemError) {
      try file.write(bytes)
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
  }
}

extension String {
  /// Last component of a path.
  package var fileName: String { String(split(separator: "/").last ?? self[...]) }
  /// Folder of a path with its slash; empty for a name alone.
  var folderOfFile: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}
