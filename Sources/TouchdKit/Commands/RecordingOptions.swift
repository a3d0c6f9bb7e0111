import ArgumentParser
import LinuxInput

/// How a recording is read.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: "A file with the axis ranges of the device, where the recording lacks them: a .desc, or JSON.",
    completion: .file())
  var describe: String?

  @Flag(
    name: .customLong("no-udev"), help: "Leave out what the recording has of udev: its calibration matrix.")
  var ignoresUdev = false

  /// The recording of a file; what is wrong with it ends the command.
  func load(_ path: String) throws -> Recording {
    try RecordingLoading.load(path, describedBy: describe, usesUdev: !ignoresUdev)
  }
}
