import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput

/// Reads a recording for a command and picks the touchscreens out of it.
enum RecordingLoading {
  /// - Parameter description: a file that describes the device where the recording does not.
  static func load(_ path: String, describedBy description: String?) throws -> Recording {
    do {
      var recording = try Recording(contentsOf: path)
      if let description {
        recording.describe(as: try .init(contentsOf: description, forRecording: path))
      }
      return recording
    } catch let error as SystemError {
      throw failure("\(error)", error.isRefusal ? .refused : .badInput)
    } catch {
      complain("\(error)")
      throw ExitCode.badInput
    }
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

  private static func builder(
    for device: RecordedDevice, _ screen: ScreenDescription
  ) throws(Refusal) -> PanelBuilder {
    guard let description = device.description, device.hasAxes || !description.axes.isEmpty else {
      let names = device.missingAxes.map { EventName.code($0, of: 3) }.joined(separator: " and ")
      throw Refusal(
        reason: "the recording does not say the range of \(names); "
          + "name a file that does with --describe, for example the device's .desc")
    }
    return try PanelBuilder(description, for: screen)
  }
}
