import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// Recordings of real panels give the touches that an independent slot tracker found in them.
///
/// They lie beside a checkout of the project, in `shared/recordings`, and are not part of it; without them this says
/// so. What the project must do with recordings is also tested on its own fixtures.
@Suite("Golden recordings") struct GoldenRecordings {
  /// One recording of golden.json.
  struct Entry: Sendable, CustomTestStringConvertible {
    let file: String
    let kind: String
    let touches: [ReplayedTouch]
    var testDescription: String { "\(kind) \(file)" }
  }

  static let folder = SourceFile.packageRoot + "/../shared/recordings"

  static let entries = readEntries()

  @Test("Same slots, first and last positions, moves and ends", arguments: entries)
  func agrees(entry: Entry) throws {
    #expect(try ReplayedTouch.touches(of: Self.recording(Self.folder + "/" + entry.file)) == entry.touches)
  }

  /// A recording; where it does not say what its panel is, the list beside it does.
  static func recording(_ path: String) throws -> Recording {
    var recording = try Recording(contentsOf: path)
    if !recording.devices.allSatisfy(\.hasAxes) {
      recording.describe(as: try .init(contentsOf: folder + "/index.json", forRecording: path))
    }
    return recording
  }

  @Test("The recordings were found, or are missing altogether")
  func found() {
    print("golden recordings: \(Self.entries.count) replayed")
    #expect(Self.entries.isEmpty == SourceFile.contents(of: Self.folder + "/golden.json").isEmpty)
  }

  private static func readEntries() -> [Entry] {
    let text = SourceFile.contents(of: folder + "/golden.json")
    let root = Document(parsing: Array(text.utf8), file: "golden.json", limits: Limits()).root
    return (root?.sequence ?? []).map { entry in
      Entry(
        file: entry["file"]?.string ?? "", kind: entry["kind"]?.string ?? "",
        touches: (entry["touches"]?.sequence ?? []).map(ReplayedTouch.init))
    }
  }
}

/// One contact of a replay, as far as the golden file describes it.
struct ReplayedTouch: Equatable, Sendable {
  let slot: Int
  let first: [Int]
  /// Of contacts that never lifted the file does not say where they were last.
  let last: [Int]
  let moves: Int
  /// `ended`, or `open` where the recording ends first.
  let end: String

  init(_ node: Node) {
    slot = node["slot"]?.int ?? -1
    first = [node["x0"]?.int ?? -1, node["y0"]?.int ?? -1]
    last = [node["x1"]?.int ?? -1, node["y1"]?.int ?? -1]
    moves = node["n_moved"]?.int ?? -1
    end = node["end"]?.string ?? ""
  }

  /// - Parameter samples: all of the contact.
  init(_ samples: [TouchSample]) {
    let places = samples.map { [Int($0.rawX), Int($0.rawY)] }
    let isEnded = samples.last?.phase == .ended
    slot = Int(samples[0].slot)
    first = places[0]
    last = isEnded ? places[places.count - 1] : [-1, -1]
    moves = samples.count { [.moved, .stationary].contains($0.phase) }
    end = isEnded ? "ended" : "open"
  }

  /// Replays a recording over one large view.
  static func touches(of recording: Recording) throws -> [ReplayedTouch] {
    let log = SampleLog()
    let replay = try ReplayedLines(recording, .empty(Size(width: 1000, height: 1000)), [])
    replay.pipeline.application.observer = log
    replay.run()
    let contacts = Dictionary(grouping: log.samples, by: \.contact)
    let landings = log.samples.filter { $0.phase == .began }
    return landings.compactMap { contacts[$0.contact].map(ReplayedTouch.init) }
  }
}
