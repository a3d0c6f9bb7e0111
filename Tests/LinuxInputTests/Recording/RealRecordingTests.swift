import Glibc
import TestTables
import YAML

@testable import LinuxInput

@Suite(
  "Recordings of real touchscreens",
  .enabled(if: access(Fixture.recordings + "/index.json", R_OK) == 0, "the recordings are not at hand"))
struct RealRecordingTests {
  /// The recordings, and what an independent reader says of each.
  static let entries = (try? read()) ?? []
  private static let list = Fixture.recordings + "/index.json"

  struct Entry: Sendable, CustomTestStringConvertible {
    let file: String
    let device: String
    let events: Int
    let kernelNames: Set<String>

    var path: String { Fixture.recordings + "/" + file }
    var testDescription: String { file }
  }

  @Test("are read to their last event, with axes from their own head or the list", arguments: entries)
  func reads(entry: Entry) throws {
    var recording = try Recording(contentsOf: entry.path)
    try #require(recording.devices.count == 1)
    #expect(recording.devices[0].events.count == entry.events)
    try writeAndReadAgain(recording.devices[0])
    let index = try Self.index.get().description(of: entry.path)
    #expect(index.name == entry.device)
    if let own = recording.devices[0].description {
      #expect(own.axes == index.axes)
      #expect(own.properties == index.properties)
      #expect(own.codes[EventType.key, default: []].isSuperset(of: index.codes[EventType.key, default: []]))
    }
    recording.describe(as: index)
    #expect(recording.devices[0].description == index)
    #expect(Set(index.axes.keys.map { EventName.code($0, of: EventType.abs) }) == entry.kernelNames)
  }

  /// The first 500 events come back as they were, but for the time of the first.
  private func writeAndReadAgain(_ device: RecordedDevice) throws {
    let events = device.events.prefix(500)
    guard let first = events.first, let description = device.description else { return }
    var writer = EvemuWriter(description, .slots(count: 10))
    let text = events.reduce(into: writer.head()) { $0 += writer.line($1) }
    let again = try Recording.device(text)
    #expect(again.description == description)
    let shift = Timestamp(microseconds: 1) - first.time
    #expect(again.events.map(\.time) == events.map { max($0.time + shift, .zero) })
    #expect(again.events.map(\.value) == events.map(\.value))
  }

  private static let bytes = Result { try Recording.bytes(of: list) }

  private static let index = Result { try DeviceIndex(bytes.get(), file: list) }

  private static func read() throws -> [Entry] {
    let root = try Node(parsing: bytes.get(), file: list)
    return (root.sequence ?? []).map { node in
      Entry(
        file: node["file"]?.string ?? "", device: node["device"]?.scalar?.text ?? "",
        events: node["stats"]?["events"]?.int ?? 0,
        kernelNames: Set((node["abs"]?.mapping ?? []).compactMap(\.key.string)))
    }
  }
}
