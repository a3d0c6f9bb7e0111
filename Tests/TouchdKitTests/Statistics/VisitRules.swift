import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// Counts of events, and files of days: values in, values out.
@Suite("Statistics") struct VisitRules {
  typealias Happening = (event: VisitCounting.Event, time: Double)

  /// A contact that ended; without a place, it had to do with a sensitive view.
  static func touch(
    _ id: Int, _ start: Double, _ end: Double, on view: String? = nil, at x: Double? = 0,
    isDead: Bool = false, near: String? = nil, leavesOthers: Bool = false, isMade: Bool = false
  ) -> Happening {
    var contact = VisitCounting.Contact(
      id: id, view: view, start: Timestamp(seconds: start), end: Timestamp(seconds: end))
    (contact.place, contact.isUnheard, contact.near) = (x.map { Point(x: $0, y: 0) }, isDead, near)
    (contact.leavesOthers, contact.isMade, contact.cell) = (leavesOthers, isMade, x.map { Int($0 / 100) })
    return (.touch(contact), end)
  }

  /// Taps of 0.1 s.
  static func taps(_ count: Int, every pause: Double, apart distance: Double) -> [Happening] {
    (0..<count).map { number in
      let (start, place) = (pause * Double(number), distance * Double(number))
      return touch(number, start, start + 0.1, at: place)
    }
  }

  struct Row: TableRow {
    var what = ""
    let events: [Happening]
    /// The figures that are not 0, of all and of views.
    let counts: String
    var views = ""
    var idle = ""
  }

  @Test(
    "Given events, then counts",
    arguments: [
      "a touch on a view that keeps it": Row(
        events: [touch(1, 0, 0.1, on: "a")],
        counts: "sessions 1, duration 100, touches 1, landings 1, dwell 100",
        views: "a: landings 1, dwell 100"),
      "just within the gap, and just after it": Row(
        events: [touch(1, 0, 0.1), touch(2, 30, 30.1), touch(3, 60.1, 60.2)],
        counts: "sessions 2, duration 30200, touches 3"),
      "no gap while a finger is down": Row(
        events: [touch(2, 1, 2, leavesOthers: true), touch(1, 0, 90), touch(3, 119, 120)],
        counts: "sessions 1, duration 120000, touches 3"),
      "a touch that a finger made by exploring ends after it": Row(
        events: [touch(1, 0, 2, leavesOthers: true), touch(2, 1, 2, isMade: true), touch(3, 100, 101)],
        counts: "sessions 2, duration 3000, touches 2"),
      "nothing comes of it": Row(
        events: [touch(1, 0, 0.1, on: "a", isDead: true)],
        counts: "sessions 1, duration 100, touches 1, landings 1, dwell 100, dead 1",
        views: "a: landings 1, dwell 100, dead 1"),
      "a gesture that waits for another counts": Row(
        events: [touch(1, 0, 0.1, isDead: true, near: "b"), (.recognized([1], on: "a"), 0.5)],
        counts: "sessions 1, duration 100, touches 1, gestures 1", views: "a: gestures 1"),
      "a gesture whose first tap is long over": Row(
        events: [touch(1, 0, 0.1), touch(2, 6, 6.1), (.recognized([1, 2], on: "a"), 6.1)],
        counts: "sessions 1, duration 6100, touches 2, gestures 1", views: "a: gestures 1"),
      "content that moves is no gesture, and not in vain": Row(
        events: [(.recognized([1], on: nil), 0.05), touch(1, 0, 0.1, isDead: true)],
        counts: "sessions 1, duration 100, touches 1"),
      "beside a view": Row(
        events: [touch(1, 0, 0.1, isDead: true, near: "b")],
        counts: "sessions 1, duration 100, touches 1, dead 1, near_misses 1", views: "b: near_misses 1"),
      "a press that was too short": Row(
        events: [(.givenUp([1], on: "a"), 0.4), touch(1, 0, 0.4, on: "a", isDead: true)],
        counts: "sessions 1, duration 400, touches 1, landings 1, dwell 400, dead 1, given_up 1",
        views: "a: landings 1, dwell 400, dead 1, given_up 1"),
      "a slow tap is no press": Row(
        events: [(.givenUp([1], on: "a"), 0.4), (.recognized([1], on: "a"), 0.4), touch(1, 0, 0.4, on: "a")],
        counts: "sessions 1, duration 400, touches 1, landings 1, gestures 1, dwell 400",
        views: "a: landings 1, gestures 1, dwell 400"),
      "three times within a second, once for all that follow": Row(
        events: taps(5, every: 0.3, apart: 5), counts: "sessions 1, duration 1300, touches 5, repeated 1"),
      "three times, too slowly": Row(
        events: taps(3, every: 0.6, apart: 0), counts: "sessions 1, duration 1300, touches 3"),
      "three times, too far apart": Row(
        events: taps(3, every: 0.2, apart: 31), counts: "sessions 1, duration 500, touches 3"),
      "on a sensitive view": Row(
        events: [touch(1, 0, 0.1, on: "pin", at: nil, isDead: true, near: "b")],
        counts: "sessions 1, duration 100, touches 1, landings 1, dwell 100",
        views: "pin: landings 1, dwell 100"),
      "beside a finger on a sensitive view": Row(
        events: [
          touch(2, 0.1, 0.2, isDead: true, leavesOthers: true), touch(1, 0, 0.3, on: "pin", at: nil),
          touch(3, 0.3, 0.4, isDead: true),
        ], counts: "sessions 1, duration 400, touches 3, landings 1, dwell 300",
        views: "pin: landings 1, dwell 300"),
      "a control that fired before its touch began a session": Row(
        events: [touch(1, 0, 0.1), (.fired(2, on: "a"), 100), touch(2, 99.9, 100, on: "a")],
        counts: "sessions 2, duration 200, touches 2, landings 1, controls 1, dwell 100",
        views: "a: landings 1, controls 1, dwell 100"),
      "a warning that is heard, and an end that is not interrupted": Row(
        events: [
          touch(1, 0, 0.1), (.idle("warn"), 20), (.active, 21), (.idle("warn"), 40), (.idle("end"), 50),
          (.active, 60),
        ], counts: "sessions 1, duration 100, touches 1", idle: "end 1/0, warn 2/1"),
    ] as Table<Row>)
  func counts(_ row: Row) {
    var counting = VisitCounting(gap: .seconds(30), lastIdle: "end")
    for (event, time) in row.events { counting.take(event, at: Timestamp(seconds: time)) }
    counting.endSession()
    // A disk that stands still takes nothing: nothing is lost, but of more than a day.
    counting.giveBack(counting.takeCounts())
    counting.giveBack(Dictionary(uniqueKeysWithValues: (-99..<0).map { ($0, VisitCounts()) }))
    let taken = counting.takeCounts()
    #expect(taken.count == VisitCounting.mostQuarters)
    let counts = taken.values.reduce(into: VisitCounts()) { $0 += $1 }
    #expect(Self.text(counts.sums) == row.counts)
    let views = counts.views.sorted { $0.key < $1.key }.map { "\($0): \(Self.text($1))" }
    #expect(views.joined(separator: "; ") == row.views)
    let idle = counts.idle.sorted { $0.key < $1.key }.map { "\($0) \($1.fired)/\($1.interrupted)" }
    #expect(idle.joined(separator: ", ") == row.idle)
  }

  static func text(_ figures: Figures) -> String {
    Figure.allCases.filter { figures[$0] > 0 }.map { "\($0.rawValue) \(figures[$0])" }.joined(separator: ", ")
  }

  @Test("A miss is near by the panel's millimetres, also of a layout that is ready before its visitors count")
  func millimetres() throws {
    let kiosk = try layout("version: 1\nscreen: { size: [1000, 500] }\nviews: [{ id: page }]\n")
    let live = LiveLayout(kiosk, [:])
    try live.makeReady(for: PanelBuilder(.panel(), for: kiosk.screen))
    // A pen beside it, which does not say.
    live.panels = 1
    try live.makeReady(for: nil)
    live.visitors = VisitorWatch(kiosk, StatisticsDescription()) { _ in }
    #expect(live.visitors?.pointsPerMillimetre != nil)
  }

  // MARK: - Days

  struct Day: TableRow {
    var what = ""
    /// Hours in UTC since the midnight that begins the 26th there, and how many sessions began in them.
    let visits: [(hour: Double, sessions: Int)]
    /// Minutes that the clock is ahead, from a time on.
    var zone: [(from: Double, offset: Int)] = [(-48, 60)]
    /// The groups of each day as they are shown: hour, number of hours, sessions.
    let shown: String
    /// Sessions that have left the machine when the last day is over.
    let published: Int
  }

  static let midnight = 1_795_651_200

  static func hours(_ zone: [(from: Double, offset: Int)]) -> @Sendable (Int) -> LocalHour {
    let changes = zone.map { (from: midnight + Int($0.from * 3600), offset: $0.offset) }
    return { time in
      let offset = changes.last { $0.from <= time }?.offset ?? 0
      let local = time + offset * 60 - midnight
      let day = 26 + Int((Double(local) / 86_400).rounded(.down))
      let hour = (local + 48 * 3600) / 3600 % 24
      return LocalHour(
        day: "2026-11-\(day)", hour: hour, offset: offset, start: time - (local + 48 * 3600) % 3600)
    }
  }

  private static let lobby = VisitedLayout(
    name: "lobby", file: "/etc/touchd/lobby.yaml", digest: "0a", columns: 8, rows: 4)

  /// The counts of one session.
  private static var visit: VisitCounts {
    var visit = VisitCounts()
    visit.count(.landings, on: "start")
    visit.sums[.sessions] = 1
    (visit.sums[.touches], visit.cells[3]) = (1, 1)
    return visit
  }

  @Test(
    "Hours are kept apart in groups of five sessions",
    arguments: [
      "hours with enough": Day(visits: [(8, 5), (9, 6)], shown: "26: 9+1 5, 10+1 6", published: 11),
      "one with few goes with those that follow": Day(
        visits: [(8, 2), (10, 2), (11, 1), (12, 9)], shown: "26: 9+4 5, 13+1 9", published: 14),
      "the last with those before, and does not leave": Day(
        visits: [(8, 7), (9, 4)], shown: "26: 9+2 11", published: 7),
      "a day with few": Day(visits: [(8, 2), (20, 2)], shown: "26: total 4", published: 0),
      "midnight, where the clock shows it": Day(
        visits: [(22.75, 5), (23, 5)], shown: "26: 23+1 5; 27: 0+1 5", published: 10),
      "an hour that comes twice": Day(
        visits: [(0, 5), (1, 5), (2, 5)], zone: [(-48, 120), (1, 60)], shown: "26: 2+1 5, 2+1 5, 3+1 5",
        published: 15),
      "a clock that was set back by an hour": Day(
        visits: [(8, 5), (9, 5), (8.25, 1), (9.25, 1)], shown: "26: 9+1 6, 10+1 6", published: 11),
    ] as Table<Day>)
  func groups(_ day: Day) throws {
    let folder = TemporaryFolder()
    let (hours, log) = (Self.hours(day.zone), Words())
    let ledger = StatisticsLedger(StatisticsFolder(path: folder.path + "/stats"), log.logger, hour: hours)
    for (hour, sessions) in day.visits {
      let time = Self.midnight + Int(hour * 3600)
      for _ in 0..<sessions {
        ledger.take([time / 900: Self.visit], of: Self.lobby, open: nil, at: time + 60)
      }
    }
    ledger.take([:], of: Self.lobby, open: nil, at: Self.midnight + 49 * 3600)
    let files = StatisticsFolder(path: folder.path + "/stats")
    let shown = try files.days.map { name in
      let section = try #require(try files.read(name)?.screens.first?.sections.first)
      let groups = section.hours.map { "\($0.hour)+\($0.count) \($0.sums[.sessions])" }
      if groups.isEmpty { #expect(section.counts == VisitCounts()) }
      return
        "\(name.suffix(2)): \(groups.isEmpty ? "total \(section.total[.sessions])" : groups.joined(separator: ", "))"
    }
    #expect(shown.joined(separator: "; ") == day.shown)
    #expect(ledger.published.first?.sums[.sessions] ?? 0 == day.published)
    #expect(log.lines == [])
  }

  @Test("A restart goes on with the file, a damaged file is put aside, and a disk that fails loses nothing")
  func files() throws {
    let folder = TemporaryFolder()
    let files = StatisticsFolder(path: folder.path + "/stats")
    let log = Words()
    func ledger() -> StatisticsLedger {
      StatisticsLedger(files, log.logger, hour: Self.hours([(-48, 0)]))
    }
    func take(_ count: Int, _ ledger: StatisticsLedger, at hour: Double) {
      let time = Self.midnight + Int(hour * 3600)
      for _ in 0..<count { ledger.take([time / 900: Self.visit], of: Self.lobby, open: nil, at: time) }
    }
    func total() throws -> Int? {
      try files.read("2026-11-26")?.screens.first?.sections.first?.total[.sessions]
    }
    let noon = Self.midnight + 12 * 3600
    ledger().take([noon / 900: Self.visit], of: Self.lobby, open: nil, at: noon, isAsked: true)
    #expect(files.days == [], "a question writes nothing")
    take(3, ledger(), at: 9)
    let second = ledger()
    take(4, second, at: 11)
    #expect(try total() == 7)
    second.take([:], of: Self.lobby, open: nil, at: Self.midnight + 13 * 3600)
    #expect(second.published.first?.sums[.sessions] == 7)
    try OutputFile.write("{", to: files.path + "/2026-11-26.json")
    take(2, ledger(), at: 10)
    #expect(try total() == 2)
    #expect(try contentsOfFile(files.path + "/2026-11-26.json.bad", limit: 10) == Array("{".utf8))
    // A folder is in the place of the file, as a disk that takes nothing.
    let blocked = StatisticsFolder(path: folder.path + "/none/stats")
    let third = StatisticsLedger(blocked, log.logger, hour: Self.hours([(-48, 0)]))
    take(5, third, at: 9)
    #expect(log.lines.count == 1)
    let text = try #require(third.text("2026-11-26", layout: "lobby.yaml", at: Self.midnight))
    let known = try #require(StatisticsDay(JSON(parsing: Array(text.utf8))))
    #expect(known.screens.first?.sections.first?.total[.sessions] == 5)
    #expect(third.text("2026-11-25", layout: nil, at: Self.midnight) == nil)
    // As soon as it takes something, all is there.
    try folder.shell("mkdir none")
    take(1, third, at: 9.5)
    #expect(try blocked.read("2026-11-26")?.screens.first?.sections.first?.total[.sessions] == 6)
    // As one that touchd's user may not read.
    try folder.shell("mkdir stats/2026-11-27.json; mkfifo stats/2026-11-28.json")
    for hour in [33.0, 57] { take(1, ledger(), at: hour) }
    #expect(try files.read("2026-11-27") != nil && files.read("2026-11-28") != nil)
  }

  @Test("A layout's part of a day has at most 64 KiB, and says what it lacks")
  func size() throws {
    var day = StatisticsDay("2026-11-26")
    let hour = Self.hours([(-48, 0)])
    for digest in 0..<20 {
      var counts = VisitCounts()
      for view in 0..<2000 { counts.count(.landings, 1000 + view, on: "a view with a long name \(view)") }
      for cell in 0..<4096 { counts.cells[cell] = 1_000_000 }
      counts.sums[.sessions] = 100
      let layout = VisitedLayout(
        name: "lobby", file: "lobby.yaml", digest: "\(digest)", columns: 64, rows: 64)
      day.add(counts, layout, at: hour(Self.midnight + digest * 1800))
    }
    let text = day.json(isOver: true).text
    #expect(text.utf8.count <= StatisticsDay.longest + 128)
    // No other word of a file comes to a terminal.
    let foreign = text.replacing("\"lacks\":[", with: "\"lacks\":[\"\\u001b[2J\",")
    let read = try #require(StatisticsDay(JSON(parsing: Array(foreign.utf8))))
    let sections = try #require(read.screens.first?.sections)
    #expect(sections.count == StatisticsDay.mostSections)
    #expect(sections.reduce(0) { $0 + $1.total[.sessions] } == 2000)
    #expect(sections.last?.lacks == ["views"] && sections.first?.lacks == ["grid", "hours", "views"])
    #expect(read.json(isOver: true) == day.json(isOver: true))
  }
}
