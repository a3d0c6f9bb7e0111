internal import Glibc
import LinuxInput
import YAML

/// An hour as the clock on the wall shows it.
struct LocalHour: Equatable, Sendable {
  /// `2026-11-26`.
  let day: String
  let hour: Int
  /// Minutes that the clock is ahead of UTC.
  let offset: Int
  /// Its beginning, in seconds since 1970.
  let start: Int

  /// The hour in which a time lies, in seconds since 1970.
  static func local(_ time: Int) -> LocalHour {
    var (seconds, parts) = (time_t(time), tm())
    localtime_r(&seconds, &parts)
    let day = dayName(parts)
    return LocalHour(
      day: day, hour: Int(parts.tm_hour), offset: parts.tm_gmtoff / 60,
      start: time - Int(parts.tm_min) * 60 - Int(parts.tm_sec))
  }
}

/// The visits of one day, for each layout: the content of a file, and the part of it that is shown.
///
/// Sessions are kept apart only in groups of five. Hours are put together with those that follow until there are so
/// many, and what is left at the end of the day with those before; a day with fewer gives its total alone.
struct StatisticsDay: Equatable, Sendable {
  static let fewest = 5
  /// The longest text of a layout, in bytes.
  static let longest = 64 << 10
  /// The most layouts, and of each the most that it was on the day: what came first is left with its total. (O)
  static let (mostLayouts, mostSections) = (32, 16)

  /// Hours that are counted together.
  struct Hours: Equatable, Sendable {
    var hour: Int
    var offset: Int
    var start: Int
    /// The number of hours.
    var count = 1
    var sums = Figures()
    var isClosed = false

    var end: Int { start + count * 3600 }
  }

  /// A layout as it was for a part of the day: its views, and what they counted.
  struct Section: Equatable, Sendable {
    let digest: String
    fileprivate(set) var columns: Int
    fileprivate(set) var rows: Int
    var total = Figures()
    /// In order; only the last has fewer sessions than ``StatisticsDay/fewest``.
    var hours: [Hours] = []
    /// Without sums.
    var counts = VisitCounts()
    /// Parts that are left out since they are too long.
    var lacks: [String] = []

    /// Whether there are enough sessions to show more than their total.
    var isGroup: Bool { hours.reduce(0) { $0 + $1.sums[.sessions] } >= StatisticsDay.fewest }
  }

  /// A layout's part of the day.
  struct Screen: Equatable, Sendable {
    let name: String
    let file: String
    var sections: [Section] = []
  }

  let day: String
  var screens: [Screen] = []
  /// Whether it was read from a file that was written after its end.
  private(set) var wasOver = false

  init(_ day: String) { self.day = day }

  /// Adds the counts of some sessions that began in an hour of the day.
  mutating func add(_ counts: VisitCounts, _ layout: VisitedLayout, at hour: LocalHour) {
    let place = screens.firstIndex { $0.file == layout.file } ?? screens.count
    if place == screens.count {
      guard screens.count < Self.mostLayouts else { return }
      screens.append(Screen(name: layout.name, file: layout.file))
    }
    screens[place].add(counts, layout, at: hour)
  }

  /// Closes the groups of a layout to which nothing is added any more.
  ///
  /// - Parameters:
  ///   - time: now, in seconds since 1970.
  ///   - open: the begin of the session that goes on.
  /// - Returns: their sums.
  mutating func close(_ file: String, at time: Int, open: Int?) -> [Figures] {
    var closed: [Figures] = []
    for screen in screens.indices where screens[screen].file == file {
      for section in screens[screen].sections.indices {
        for (group, hours) in screens[screen].sections[section].hours.enumerated() {
          guard !hours.isClosed, hours.end <= time, open.map({ $0 >= hours.end }) ?? true,
            hours.sums[.sessions] >= Self.fewest
          else { continue }
          screens[screen].sections[section].hours[group].isClosed = true
          closed.append(hours.sums)
        }
      }
    }
    return closed
  }

  /// Goes on with a day that was read from a file: of groups that are over, the sums are known.
  mutating func resume(at time: Int) {
    for file in screens.map(\.file) { _ = close(file, at: time, open: nil) }
  }

  /// The day as it is shown.
  ///
  /// - Parameters:
  ///   - isOver: whether the day is.
  ///   - isOpen: whether more is added, so that the last group may still be small.
  func json(isOver: Bool, isOpen: Bool = false) -> JSON {
    .object([
      ("version", .integer(1)), ("day", .string(day)), ("over", .bool(isOver)),
      ("layouts", .array(screens.map { $0.json(isShown: !isOpen) })),
    ])
  }

  /// A day as a file has it.
  ///
  /// - Returns: `nil` for something else.
  init?(_ json: JSON) {
    guard let day = json.string("day"), Self.isDay(day), let screens = json["layouts"]?.items else {
      return nil
    }
    self.init(day)
    wasOver = json["over"] == .bool(true)
    self.screens = screens.prefix(Self.mostLayouts).compactMap { Screen($0, day) }
  }

  /// Whether a text is a day, such as `2026-11-26`.
  static func isDay(_ text: String) -> Bool { midnight(text) != nil }

  /// The days before one, the nearest first.
  static func days(_ count: Int, upTo day: String) -> [String] {
    guard let midnight = Self.midnight(day) else { return [] }
    return (0..<count).map { dayName(of: midnight - $0 * 86_400) }
  }

  /// Midnight of a day in UTC, in seconds since 1970.
  fileprivate static func midnight(_ day: String) -> Int? {
    let words = day.utf8.count == 10 ? day.split(separator: "-", omittingEmptySubsequences: false) : []
    guard words.count == 3, words.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let year = Int32(words[0]), let month = Int32(words[1]), let date = Int32(words[2])
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, date)
    let midnight = Int(timegm(&parts))
    return dayName(of: midnight) == day ? midnight : nil
  }
}

/// The day of a time in UTC.
private func dayName(of time: Int) -> String {
  var (seconds, parts) = (time_t(time), tm())
  gmtime_r(&seconds, &parts)
  return dayName(parts)
}

/// A layout whose visitors are counted.
struct VisitedLayout: Equatable, Sendable {
  let name: String
  let file: String
  let digest: String
  let columns: Int
  let rows: Int
}

extension StatisticsDay.Screen {
  fileprivate mutating func add(_ counts: VisitCounts, _ layout: VisitedLayout, at hour: LocalHour) {
    let place = sections.firstIndex { $0.digest == layout.digest } ?? sections.count
    if place == sections.count {
      sections.append(
        StatisticsDay.Section(digest: layout.digest, columns: layout.columns, rows: layout.rows))
    }
    (sections[place].columns, sections[place].rows) = (layout.columns, layout.rows)
    sections[place].add(counts, at: hour)
    guard sections.count > StatisticsDay.mostSections else { return }
    // What the two oldest have in common is their total.
    var merged = StatisticsDay.Section(digest: "", columns: 1, rows: 1)
    merged.total = sections[0].total
    merged.total += sections[1].total
    merged.lacks = ["hours", "views", "grid"]
    sections.replaceSubrange(0...1, with: [merged])
  }

  /// With the newest section in full, and the others as far as they have room.
  fileprivate func json(isShown: Bool) -> JSON {
    var room = StatisticsDay.longest - name.utf8.count - file.utf8.count - 64
    var texts: [JSON] = []
    for (index, section) in sections.enumerated().reversed() {
      // The totals of those before it are shorter than this.
      let (json, bytes) = section.json(isShown, within: room - index * 512)
      texts.append(json)
      room -= bytes
    }
    return .object([
      ("layout", .string(name)), ("file", .string(file)), ("sections", .array(texts.reversed())),
    ])
  }

  fileprivate init?(_ json: JSON, _ day: String) {
    guard let name = json.string("layout"), let file = json.string("file"),
      let sections = json["sections"]?.items
    else { return nil }
    self.init(
      name: name, file: file,
      sections: sections.prefix(StatisticsDay.mostSections).compactMap { StatisticsDay.Section($0, day) })
  }
}

extension StatisticsDay.Section {
  fileprivate mutating func add(_ counts: VisitCounts, at hour: LocalHour) {
    total += counts.sums
    let end = hour.start + 3600
    // The first group that ends after it: mostly none.
    let place = hours.firstIndex { hour.start < $0.end }
    if let place {
      if hour.start < hours[place].start {
        hours[place].count += (hours[place].start - hour.start + 3599) / 3600
        (hours[place].hour, hours[place].offset, hours[place].start) = (hour.hour, hour.offset, hour.start)
      }
      hours[place].sums += counts.sums
    } else if let last = hours.indices.last, hours[last].sums[.sessions] < StatisticsDay.fewest {
      hours[last].count = (end - hours[last].start + 3599) / 3600
      hours[last].sums += counts.sums
    } else {
      hours.append(
        StatisticsDay.Hours(hour: hour.hour, offset: hour.offset, start: hour.start, sums: counts.sums))
    }
    self.counts += counts
    self.counts.sums = Figures()
  }

  /// The groups as they are shown: a last one that is too small is part of the one before.
  var groups: [StatisticsDay.Hours] {
    guard hours.count > 1, let last = hours.last, last.sums[.sessions] < StatisticsDay.fewest else {
      return hours
    }
    var groups = Array(hours.dropLast())
    groups[groups.count - 1].count = (last.end - groups[groups.count - 1].start + 3599) / 3600
    groups[groups.count - 1].sums += last.sums
    return groups
  }

  /// Its text, at most so long, and its length in bytes.
  fileprivate func json(_ isShown: Bool, within room: Int) -> (JSON, Int) {
    let head: JSON.Members = [("digest", .string(digest))]
    let short = [(key: "total", value: JSON.object(total.members([.sessions, .duration, .touches])))]
    guard !isShown || isGroup else { return Self.measured(head + short + lacking(lacks)) }
    let hours = (isShown ? groups : self.hours).map { hours in
      JSON.object(
        [
          ("hour", .integer(hours.hour)), ("hours", .integer(hours.count)),
          ("utc_offset", .integer(hours.offset)),
        ] + hours.sums.members())
    }
    let idle = counts.idle.sorted { $0.key < $1.key }.prefix(64).map { name, count in
      let value = JSON.object([
        ("fired", .integer(count.fired)), ("interrupted", .integer(count.interrupted)),
      ])
      return (key: name, value: value)
    }
    let facts: JSON.Members = [
      ("total", .object(total.members())), ("hours", .array(hours)), ("idle", .object(idle)),
    ]
    for (views, hasGrid) in Self.sizes {
      var missing = lacks
      let shown = counts.byLandings.prefix(views)
      if shown.count < counts.views.count { missing.append("views") }
      if !hasGrid { missing.append("grid") }
      var members = head + facts
      members.append(("views", .object(shown.map { ($0, .object($1.members(Figure.ofViews))) })))
      if hasGrid, !lacks.contains("grid") { members.append(("grid", grid)) }
      let (json, bytes) = Self.measured(members + lacking(missing))
      if bytes <= room { return (json, bytes) }
    }
    return Self.measured(head + short + lacking(["hours", "views", "grid"]))
  }

  /// Numbers of views, and whether there is a grid, from what is best on.
  private static let sizes = [
    (VisitCounts.mostViews, true), (400, true), (200, true), (100, true), (100, false), (20, false),
    (0, false),
  ]

  private static func measured(_ members: JSON.Members) -> (JSON, Int) {
    let json = JSON.object(members)
    return (json, json.text.utf8.count + 1)
  }

  private func lacking(_ parts: [String]) -> JSON.Members {
    parts.isEmpty ? [] : [("lacks", .array(Set(parts).sorted().map(JSON.string)))]
  }

  private var grid: JSON {
    let cells = (0..<columns * rows).map { JSON.integer(counts.cells[$0] ?? 0) }
    return .object([("columns", .integer(columns)), ("rows", .integer(rows)), ("landings", .array(cells))])
  }

  init?(_ json: JSON, _ day: String) {
    guard let digest = json.string("digest"), let midnight = StatisticsDay.midnight(day) else { return nil }
    let (columns, rows) = (json["grid"]?["columns"]?.double, json["grid"]?["rows"]?.double)
    self.init(
      digest: digest, columns: Int(min(max(columns ?? 1, 1), 64)), rows: Int(min(max(rows ?? 1, 1), 64)))
    total = Figures(json["total"])
    hours = (json["hours"]?.items ?? []).prefix(32).compactMap { StatisticsDay.Hours($0, midnight) }
    if case .object(let views)? = json["views"] {
      for (id, figures) in views.prefix(VisitCounts.mostViews + 1) { counts.views[id] = Figures(figures) }
    }
    if case .object(let idle)? = json["idle"] {
      for (name, count) in idle.prefix(64) {
        counts.idle[name] = VisitCounts.Idle(
          fired: count.count("fired"), interrupted: count.count("interrupted"))
      }
    }
    let cells = json["grid"]?["landings"]?.items ?? []
    for (cell, count) in cells.prefix(self.columns * self.rows).enumerated() {
      if let count = count.double, count > 0 { counts.cells[cell] = Int(min(count, 1e12)) }
    }
    lacks = ["grid", "hours", "views"].filter { json["lacks"]?.items?.contains(.string($0)) == true }
  }
}

extension StatisticsDay.Hours {
  fileprivate init?(_ json: JSON, _ midnight: Int) {
    let (hour, offset) = (min(json.count("hour"), 23), json["utc_offset"]?.double ?? 0)
    guard offset.magnitude <= 1440 else { return nil }
    self.init(
      hour: hour, offset: Int(offset), start: midnight + hour * 3600 - Int(offset) * 60,
      count: min(max(json.count("hours"), 1), 25), sums: Figures(json))
  }
}

extension JSON {
  /// A member that is a count.
  fileprivate func count(_ key: String) -> Int { Int(min(max(self[key]?.double ?? 0, 0), 1e12)) }
}

/// The folder of statistics: a file for each day, its owner's alone. Its calls wait for the disk: not for the loop.
struct StatisticsFolder: Sendable {
  /// The most days; the oldest go first.
  static let mostDays = 400
  let path: String

  /// - Throws: ``SystemError``, `ENOENT` if there is none.
  func read(_ day: String) throws(SystemError) -> StatisticsDay? {
    let limit = StatisticsDay.mostLayouts * StatisticsDay.longest + 1024
    let bytes = try contentsOfFile("\(path)/\(day).json", limit: limit, waits: false)
    guard let json = try? JSON(parsing: bytes), let read = StatisticsDay(json), read.day == day else {
      return nil
    }
    return read
  }

  func write(_ day: StatisticsDay, isOver: Bool) throws(SystemError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw SystemError(call: "mkdir", on: path, code: errno)
    }
    try OutputFile.write(day.json(isOver: isOver, isOpen: !isOver).text + "\n", to: "\(path)/\(day.day).json")
  }

  /// Puts a file aside that cannot be read as a day.
  func spoil(_ day: String) { rename("\(path)/\(day).json", "\(path)/\(day).json.bad") }

  /// The days that there are, the oldest first.
  var days: [String] {
    ((try? entries(ofFolder: path)) ?? []).compactMap { name in
      let day = String(name.dropLast(5))
      return name.hasSuffix(".json") && StatisticsDay.isDay(day) ? day : nil
    }.sorted()
  }

  func removeSurplus() {
    for day in days.dropLast(Self.mostDays) { unlink("\(path)/\(day).json") }
  }
}
