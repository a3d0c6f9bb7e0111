import FakePanels
import LinuxInput
import Logging
import TestTables

@testable import TouchdKit

/// Which incidents are saved, and which files go: without a clock, by the files that there are.
@Suite("Incidents") struct IncidentRules {
  private typealias File = IncidentFolder.File
  private static let hour = 3600
  private static let day = 24 * hour
  /// A midnight in UTC.
  private static let start = 20_000 * day

  typealias Sample = (hour: Double, mebibytes: Int)
  /// One of a mebibyte each hour.
  private static let hourly: [Sample] = (0..<21).map { hour in (Double(hour), 1) }
  /// One each day for 13 days, and then eight of an hour.
  private static let daily: [Sample] = (0..<13).map { day in (Double(day * 24), 1) } + lastDay
  private static let lastDay: [Sample] = (312..<320).map { hour in (Double(hour), 1) }

  struct Row: TableRow {
    var what = ""
    /// Hours since the first midnight, and sizes in MiB, of files in order.
    let files: [Sample]
    /// In the same hours.
    let now: Double
    /// The numbers of the files that go, from 1.
    let gone: [Int]
  }

  @Test(
    "Files that are too many or too old go",
    arguments: [
      "one stays": Row(files: [(0, 1)], now: 1, gone: []),
      "the age of 14 days": Row(files: [(0, 1), (1, 1)], now: 14 * 24 + 0.5, gone: [1]),
      "of 21 of a day, the oldest but the first": Row(files: hourly, now: 21, gone: [2]),
      "of 21 days, the oldest within two weeks go last": Row(files: daily, now: 320, gone: [15]),
      "32 MiB are not exceeded": Row(files: [(0, 12), (1, 12), (2, 12)], now: 3, gone: [2]),
      "firsts of days go where there is nothing else": Row(files: [(0, 20), (24, 20)], now: 25, gone: [1]),
      "the newest stays, whatever its size": Row(files: [(0, 10), (1, 40)], now: 2, gone: [1]),
    ] as Table<Row>)
  func surplus(_ row: Row) {
    let files = row.files.enumerated().map { index, file in
      File(number: index + 1, time: Self.start + Int(file.hour * 3600), .stuck, bytes: file.mebibytes << 20)
    }
    #expect(IncidentFolder.surplus(of: files, at: Self.start + Int(row.now * 3600)).map(\.number) == row.gone)
  }

  struct Admission: TableRow {
    var what = ""
    let incident: BlackBox.Incident
    /// Seconds since the one that there is, which was `stuck`.
    let seconds: Int
    let isAdmitted: Bool
  }

  @Test(
    "One of a kind is saved in ten minutes",
    arguments: [
      "at once": Admission(incident: .stuck, seconds: 0, isAdmitted: false),
      "just before": Admission(incident: .stuck, seconds: 599, isAdmitted: false),
      "after ten minutes": Admission(incident: .stuck, seconds: 600, isAdmitted: true),
      "of another kind": Admission(incident: .vanished, seconds: 1, isAdmitted: true),
      "a clock that was set back a little": Admission(incident: .stuck, seconds: -30, isAdmitted: false),
      "a clock that was set back an hour": Admission(incident: .stuck, seconds: -3600, isAdmitted: true),
    ] as Table<Admission>)
  func admission(_ row: Admission) {
    let known = [File(number: 1, time: Self.start, .stuck)]
    let isAdmitted = IncidentFolder.admits(row.incident, at: Self.start + row.seconds, beside: known)
    #expect(isAdmitted == row.isAdmitted)
  }

  @Test(
    "The name of a file says all that the rules need",
    arguments: [
      "1-1728000000-stuck.evemu.gz", "a", "0-1-stuck", "last.evemu.gz", "1-2-lost.evemu.gz",
      "+1-2-stuck.evemu.gz",
    ])
  func names(name: String) { #expect(File(named: name)?.name == (name.hasPrefix("1-17") ? name : nil)) }

  @Test("Each is of its panel; of a kind, one waits for a slow disk beside the others; what is too old goes")
  func waiting() throws {
    let ring = try FrameRing(size: 1 << 20, keep: .seconds(300))
    let tracks = try ["left", "right"].enumerated().map { second, name in
      var panel = DeviceDescription.panel()
      panel.name = name
      let track = try #require(
        ring.begin(
          EvemuWriter(panel, .slots(count: 10)).head(), slots: 10, isDark: false, at: .zero,
          slot: { _ in SlotState() }, currentSlot: { 0 }))
      let frame = [RawEvent.abs(EventCode.absMTTrackingID, 1), .report]
      frame.map { $0.at(Timestamp(seconds: Double(second))) }.withUnsafeBufferPointer(track.append)
      return track
    }
    let image = try RingImage(ring.fileDescriptor, path: "ring")
    let (gate, temporary) = (Gate(), TemporaryFolder())
    let incidents = try Incidents(
      below: temporary.path, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    incidents.save(.stuck, of: tracks[0].number) {
      gate.pass()
      return image
    }
    gate.awaitVisitor()
    for _ in 0..<9 { incidents.save(.stuck) { image } }
    incidents.save(.vanished) { image }
    temporary.write("", to: "incidents/1-1728000000-killed.evemu.gz")
    incidents.look()
    gate.open()
    for _ in 0..<30 where incidents.files.count < 2 { incidents.saveLast { image } }
    #expect(incidents.files.map(\.incident) == [.stuck, .vanished])
    let name = try #require(incidents.files.first?.name)
    #expect(try Recording.text(of: temporary["incidents/\(name)"]).contains("N: left\n"))
  }

  @Test("What is saved can be replayed; a folder that cannot be written is said, and stops nothing")
  func folder() throws {
    let rig = try BlackBoxRules.Rig()
    let now = MonotonicClock.now.microseconds / 1000
    rig.frame(at: now, "slot 0; id 1; x 100; y 100")
    rig.frame(at: now + 10, "id -1")
    let temporary = TemporaryFolder()
    let folder = IncidentFolder(path: temporary["incidents"])
    try folder.save(.stuck, at: Self.start) { try rig.image() }
    #expect(try folder.files.map(\.name) == ["1-\(Self.start)-stuck.evemu.gz"])
    let text = try Recording.text(of: try #require(folder.recording("1", among: folder.files)))
    #expect(text.contains("# touchd: a contact was stuck"))
    #expect(try rig.replayed(text).filter { $0.contains("\"kind\":\"touch\"") }.count == 2)
    try folder.save(.stuck, at: Self.start + 1) { try rig.image() }
    #expect(try folder.files.count == 1)
    try folder.saveLast { try rig.image() }
    #expect(folder.recording("last", among: []) != nil)
    temporary.write("half", to: "incidents/2-\(Self.start)-killed.evemu.gz.part")
    folder.removeSurplus(at: Self.start)
    #expect(try entries(ofFolder: folder.path).count == 2)
    temporary.write("", to: "incidents/\(Int.max)-\(Self.start)-killed.evemu.gz")
    try folder.save(.vanished, at: Self.start) { try rig.image() }
    #expect(try folder.files.map(\.number) == [1, .max, .max])
    folder.removeSurplus(at: IncidentFolder.now + 15 * Self.day)
    #expect(folder.recording("last", among: []) == nil && (try? folder.files) == [])
    let nowhere = IncidentFolder(path: temporary["none/incidents"])
    #expect(throws: SystemError.self) { try nowhere.save(.stuck, at: Self.start) { try rig.image() } }
  }
}
