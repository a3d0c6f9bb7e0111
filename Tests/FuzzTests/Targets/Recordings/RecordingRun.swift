import Dispatcher

@testable import LinuxInput

/// The fuzzer's bytes as a file that `touchd replay` is given: the recording, or the description beside it.
enum RecordingRun {
  /// Lower than the program's, so that a run is short: a compressed byte may stand for a thousand.
  private static let limits = RecordingLimits(bytes: 1 << 20, events: 20_000)

  /// What is wrong with the error, or with the replay of a good recording; `nil` if nothing.
  static func violation(_ bytes: [UInt8]) -> String? {
    do throws(RecordingError) {
      let recording = try Recording(parsing: bytes, file: "fuzz", limits: limits)
      return rewritingViolation(recording) ?? RecordingTrial.violation(recording)
    } catch {
      return violation(of: error) ?? descriptionViolation(bytes)
    }
  }

  private static func violation(of error: RecordingError) -> String? {
    guard error.line >= 1, error.column ?? 1 >= 1, !error.message.isEmpty else {
      return "an error without a place or words: \(error)"
    }
    return nil
  }

  /// The same as a list of descriptions: `--describe`.
  private static func descriptionViolation(_ bytes: [UInt8]) -> String? {
    do throws(RecordingError) {
      let text = try Gzip.decompress(bytes, file: "fuzz", limit: limits.bytes)
      guard RecordingFormat(of: text) == .deviceIndex else { return nil }
      let device = try DeviceIndex(text, file: "fuzz").description(of: "recordings/till.events")
      return RecordingTrial.violation(
        Recording(devices: [RecordedDevice(description: device, events: RecordingTrial.anyEvents)]))
    } catch {
      return violation(of: error)
    }
  }

  /// What touchd writes it reads: the same device with the same events.
  private static func rewritingViolation(_ recording: Recording) -> String? {
    for device in recording.devices {
      guard let description = device.description else { continue }
      var writer = EvemuWriter(description, .slots(count: 1))
      var text = writer.head()
      for event in device.events { text += writer.line(event) }
      do throws(RecordingError) {
        let read = try Recording(parsing: Array(text.utf8), file: "written", limits: RecordingLimits())
        guard read.devices.count == 1, let again = read.devices.first, again.isSame(as: device) else {
          return "what was written reads otherwise: \(text.prefix(2000))"
        }
      } catch {
        return "what was written cannot be read: \(error)"
      }
    }
    return nil
  }
}

extension RecordedDevice {
  /// Whether two devices are the same but for what evemu text has no place for: the name's control characters,
  /// and when the recording began.
  fileprivate func isSame(as other: RecordedDevice) -> Bool {
    guard let mine = description, let its = other.description else { return false }
    return mine.axes == its.axes && mine.properties == its.properties && mine.vendor == its.vendor
      && mine.product == its.product && mine.version == its.version && mine.bus == its.bus
      && mine.codes.filter { !$0.value.isEmpty } == its.codes.filter { !$0.value.isEmpty }
      && events.elementsEqual(other.events) { ($0.type, $0.code, $0.value) == ($1.type, $1.code, $1.value) }
  }
}
