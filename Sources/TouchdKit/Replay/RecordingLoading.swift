import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput
import YAML

/// Reads a recording for a command and picks the touchscreens out of it.
enum RecordingLoading {
  /// - Parameters:
  ///   - description: a file that describes the device where the recording does not.
  ///   - usesUdev: whether the recording is read as udev had the device read where it was recorded.
  ///   - layout: the screen and the views of fingers as text.
  static func load(
    _ path: String, describedBy description: String?, usesUdev: Bool = true, on layout: Layout? = nil
  ) throws -> Recording {
    do {
      if path.hasSuffix(FingerScript.suffix) {
        let bytes = try Recording.bytes(of: path, limits: RecordingLimits(bytes: FingerScript.byteLimit))
        return try fingers(bytes, path, layout, path.folderOfFile)
      }
      let bytes = try Recording.bytes(of: path)
      if FileKind.of(bytes) == .layout {
        complain(
          "\(RecordingError(file: path, line: 1, message: "this is a layout, not a recording"))\n"
            + "help: name a recording, which `touchd record` writes; the option -c names the layout")
        throw ExitCode.badInput
      }
      var recording = try Recording(parsing: bytes, file: path)
      for index in recording.devices.indices where !usesUdev { recording.devices[index].properties = [:] }
      if let description { recording.describe(as: try .init(contentsOf: description, forRecording: path)) }
      return recording
    } catch let error as SystemError {
      throw failure("\(error)", error.isRefusal ? .refused : .badInput)
    } catch let status as ExitCode {
      throw status
    } catch {
      complain("\(error)")
      throw ExitCode.badInput
    }
  }

  /// Fingers as text; its mistakes go to standard error, and end the command.
  static func fingers(
    _ bytes: [UInt8], _ name: String, _ layout: Layout?, _ folder: String = ""
  ) throws -> Recording {
    let findings = Findings(file: name, bytes: bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let recording = FingerScript.recording(
      lines.enumerated().map { ($1, Mark(line: $0 + 1, column: 1)) }, on: layout, folder: folder, findings)
    return try LayoutLoading.used((recording, findings.diagnostics()))
  }

  /// The devices of a recording that the screen can be touched on; the others are reported.
  static func touchscreens(
    of recording: Recording, _ path: String, for screen: ScreenDescription, refused: (String?, String) -> Void
  ) throws -> [(RecordedDevice, PanelBuilder)] {
    var found: [(RecordedDevice, PanelBuilder)] = []
    var reasons: [String] = []
    for device in recording.devices {
      do {
        found.append((device, try builder(for: device, screen)))
      } catch {
        let name = device.description?.name
        refused(name, error.reason)
        reasons.append((name.map { "\"\($0)\": " } ?? "") + error.reason)
      }
    }
    guard found.isEmpty else { return found }
    throw failure(
      "\(path) has no touchscreen: \(reasons.isEmpty ? "it has no device" : reasons.joined(separator: "; "))",
      .badInput)
  }

  /// The device that the screen is made for: a pen only where there is nothing else.
  static func panel(among devices: [(RecordedDevice, PanelBuilder)]) -> PanelBuilder? {
    (devices.first { !$0.1.isPen } ?? devices.first)?.1
  }

  /// Says on standard error that more than the recording's events and the layout decide where touches are.
  static func tellUdev(
    of devices: [(RecordedDevice, PanelBuilder)], _ path: String, for screen: ScreenDescription
  ) {
    for (device, builder) in devices {
      let node = device.node(path: path)
      if case .success(let matrix) = node.calibration, screen.touchscreen.position.matrix == nil {
        complain(
          "touchd: \(path): udev's calibration matrix where it was recorded, \(matrix.words), is used; "
            + "--no-udev leaves it out")
      }
      for doubt in builder.doubts(about: node) { complain("\(Program.name): \(path): \(doubt)") }
    }
  }

  private static func builder(
    for device: RecordedDevice, _ screen: ScreenDescription
  ) throws(Refusal) -> PanelBuilder {
    guard let description = device.description, device.hasAxes || !description.axes.isEmpty else {
      let names = device.missingAxes.map { EventName.code($0, of: 3) }.joined(separator: " and ")
      throw Refusal(
        reason: "the recording does not say the range of \(names); "
          + "name a file that does with --describe, for example the device's .desc")
    }
    return try PanelBuilder(description, for: device.isText ? screen.inPoints : screen)
  }
}

/// Options of the commands that read a recording.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "In the place of a recording: what fingers do, such as 'tap 975,37; wait 1s; swipe left board'.",
      valueName: "text"))
  var fingers: String?

  @Option(
    help: "A file with the axis ranges of the device, where the recording lacks them: a .desc, or JSON.",
    completion: .file())
  var describe: String?

  @Flag(
    name: .customLong("no-udev"), help: "Leave out what the recording has of udev: its calibration matrix.")
  var ignoresUdev = false

  /// Refuses a recording and fingers at once; none, where a command needs one; and what fingers as text do not have.
  func validate(_ path: String?, isNeeded: Bool = true) throws {
    if path != nil, fingers != nil { throw ValidationError("name a recording, or give --fingers: not both") }
    if isNeeded, path == nil, fingers == nil {
      throw ValidationError("name a recording, or say what fingers do: --fingers 'tap 100,100'")
    }
    if path?.hasSuffix(FingerScript.suffix) != false, describe != nil || ignoresUdev {
      throw ValidationError("--describe and --no-udev go with a recording, not with fingers as text")
    }
  }

  /// The recording of a file, or the fingers of the command line; what is wrong with it ends the command.
  func load(_ path: String?, on layout: Layout?) throws -> Recording {
    if let fingers { return try RecordingLoading.fingers(Array(fingers.utf8), "--fingers", layout) }
    return try RecordingLoading.load(path ?? "", describedBy: describe, usesUdev: !ignoresUdev, on: layout)
  }
}
