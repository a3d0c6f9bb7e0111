import ArgumentParser
import Dispatcher
import LinuxInput
import YAML

/// `touchd stats`: the visits that the running daemon has counted.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Shows what visitors touch, of layouts that have `statistics`.",
    discussion: """
      For members of the group \(EventsServer.group). A session counts once it is over; fewer than five are never told \
      apart. No place of a touch is kept, and no time.
      """,
    examples: [
      "Today": "touchd stats",
      "The last week": "touchd stats --last 7d",
      "Where one day's visitors touched, on the layout": "touchd stats --day 2026-11-26 --svg -o day.svg",
    ])

  @Option(help: ArgumentHelp("The day. (default: today)", valueName: "date"))
  var day: String?

  @Option(help: ArgumentHelp("So many days up to today, such as 7d.", valueName: "days"))
  var last: DayCount?

  @Flag(help: "One JSON object, with a list of days.")
  var json = false

  @Flag(help: "The layout as a drawing, with where it was touched.")
  var svg = false

  @Option(
    help: ArgumentHelp(
      "Only this layout: the name of its screen, or of its file. (default: all)", valueName: "name"))
  var layout: String?

  @OptionGroup var output: OutputOption

  @OptionGroup var socket: EventsSocketOption

  func validate() throws {
    if json, svg { throw ValidationError("--json and --svg do not go together") }
    if day != nil, last != nil { throw ValidationError("--day and --last do not go together") }
    if let day, !StatisticsDay.isDay(day) { throw ValidationError("--day is a date, such as 2026-11-26") }
  }

  func run() throws {
    let days = try self.days()
    if json {
      return try output.write(
        JSON.object([("days", .array(days.map { $0.json(isOver: $0.wasOver) }))]).text + "\n")
    }
    let summaries = VisitSummary.all(of: days)
    if svg { return try output.write(picture(of: summaries)) }
    let words = summaries.flatMap(\.lines).map { $0 + "\n" }.joined()
    try output.write(words.isEmpty ? "no visitor was counted\n" : words)
  }

  /// The days that were asked for, the oldest first; of several, those of which something is known.
  private func days() throws -> [StatisticsDay] {
    guard let asked = try read(day ?? "today") else { return [] }
    guard let last else { return [asked] }
    let earlier = try StatisticsDay.days(last.count, upTo: asked.day).dropFirst().compactMap {
      try read($0, isNeeded: false)
    }
    return earlier.reversed() + [asked]
  }

  /// - Returns: `nil` if nothing is known of the day, and need not be.
  private func read(_ day: String, isNeeded: Bool = true) throws -> StatisticsDay? {
    var request: JSON.Members = [("stats", .string(day))]
    if let layout { request.append(("layout", .string(layout))) }
    let answer = try onDevices { try EventsConnection.answer(to: .object(request), at: socket.path) }
    guard answer["kind"] == "ok" else {
      if !isNeeded, answer.value("tried") != nil { return nil }
      throw failure((answer["message"] ?? "").printable, .badInput)
    }
    guard let json = try? JSON(parsing: Array((answer["text"] ?? "").utf8)), let read = StatisticsDay(json)
    else { throw failure("what touchd says of \(day) is too long; name one layout with --layout", .refused) }
    return read
  }

  private func picture(of summaries: [VisitSummary]) throws -> String {
    guard let summary = summaries.first else { throw failure("no visitor was counted", .badInput) }
    guard summaries.count == 1 else {
      let names = series(summaries.map { quoted($0.name) })
      throw failure("there are \(names): name one with --layout", .badInput)
    }
    try OutputOption.spare([summary.file], from: output.path)
    let layout = try LayoutLoading.layout(summary.file)
    guard let visits = summary.picture(for: layout.digest.text) else {
      throw failure(
        "too few visitors came to show where, or \(summary.file) is another layout than they touched",
        .badInput)
    }
    let application = try layout.placed { () throws(GeometryError) in try layout.makeStillApplication() }
    var picture = LayoutPicture(of: application, title: "\(summary.name), \(summary.span)")
    picture.visits = visits
    return picture.text
  }
}

/// A number of days, as `7d`.
struct DayCount: ExpressibleByArgument {
  let count: Int

  init?(argument: String) {
    guard argument.hasSuffix("d"), let count = Int(argument.dropLast()),
      1...StatisticsFolder.mostDays ~= count
    else { return nil }
    self.count = count
  }
}

/// Visits of a layout on some days.
struct VisitSummary {
  let name: String
  let file: String
  private var days: [(day: String, section: StatisticsDay.Section)] = []

  /// Summaries of all layouts that there are, in the order in which they appear.
  static func all(of days: [StatisticsDay]) -> [VisitSummary] {
    var summaries: [VisitSummary] = []
    for day in days {
      for screen in day.screens {
        let place = summaries.firstIndex { $0.file == screen.file } ?? summaries.count
        if place == summaries.count { summaries.append(VisitSummary(name: screen.name, file: screen.file)) }
        summaries[place].days += screen.sections.map { (day.day, $0) }
      }
    }
    return summaries
  }

  /// The days, from the first to the last.
  var span: String {
    guard let first = days.first?.day, let last = days.last?.day else { return "" }
    return first == last ? first : "\(first) to \(last)"
  }

  /// The summary for people, in aligned columns.
  var lines: [String] {
    let isOneDay = days.first?.day == days.last?.day
    var rows: [[String]] = [
      ["", "sessions", "seconds each", "touches each", "dead", "repeated", "near misses"]
    ]
    for (day, section) in days {
      if !isOneDay || section.hours.isEmpty { rows.append(Self.row(day, section.total)) }
      if isOneDay { rows += section.hours.map { Self.row($0.words, $0.sums) } }
    }
    if rows.count > 2 { rows.append(Self.row("in all", total)) }
    let counts = counts(nil)
    let head = [["view"] + Figure.ofViews.map { $0.rawValue.replacing("_", with: " ") }]
    let viewRows = counts.byLandings.map { [$0.key.printable] + Figure.ofViews.map($0.value.text) }
    let idle = counts.idle.sorted { $0.key < $1.key }.map { name, count in
      "\(name.printable): \(count.fired) times, interrupted \(count.interrupted) times"
    }
    let lacks = Set(days.flatMap(\.section.lacks)).sorted()
    return ["\(name.printable), \(span)"] + aligned(rows).map { "  " + $0 }
      + (viewRows.isEmpty ? [] : aligned(head + viewRows).map { "  " + $0 }) + idle.map { "  idle, " + $0 }
      + (lacks.isEmpty ? [] : ["  left out, being too long: \(series(lacks))"])
  }

  private static func row(_ title: String, _ sums: Figures) -> [String] {
    let sessions = max(sums[.sessions], 1)
    return [
      title, "\(sums[.sessions])", words(for: Double(sums[.duration] / sessions / 100) / 10),
      words(for: (Double(sums[.touches]) / Double(sessions) * 10).rounded() / 10), sums.text(.dead),
      sums.text(.repeated), sums.text(.nearMisses),
    ]
  }

  private var total: Figures { days.reduce(into: Figures()) { $0 += $1.section.total } }

  /// The counts of the sections of a layout's digest, or of all.
  private func counts(_ digest: String?) -> VisitCounts {
    days.reduce(into: VisitCounts()) { sum, day in
      if digest.map({ $0 == day.section.digest }) ?? true { sum += day.section.counts }
    }
  }

  /// The visits for a picture of the layout; `nil` if nothing was counted on it as it is now.
  func picture(for digest: String) -> VisitPicture? {
    guard let section = days.last(where: { $0.section.digest == digest && $0.section.isGroup })?.section
    else { return nil }
    return VisitPicture(columns: section.columns, rows: section.rows, counts: counts(digest), sums: total)
  }
}

extension StatisticsDay.Hours {
  /// `09:00–11:00`, as the clock on the wall had it.
  fileprivate var words: String { "\(twoDigits(hour)):00–\(twoDigits((hour + count - 1) % 24 + 1)):00" }
}

/// Visits, over the picture of a layout.
struct VisitPicture {
  let columns: Int
  let rows: Int
  let counts: VisitCounts
  let sums: Figures

  /// The grid, each cell the darker, the more touches came down in it.
  func cells(_ scale: PictureScale, _ screen: Rect) -> SVG {
    var svg = SVG()
    let most = Double(counts.cells.values.max() ?? 1)
    svg.begin("g", ["class": "heat"])
    for (cell, count) in counts.cells.sorted(by: { $0.key < $1.key }) where cell < columns * rows {
      let place = scale.place(screen.cell(cell, columns: columns, rows: rows))
      // The root, so that a tenth of the most is still seen.
      let opacity = 0.1 + 0.6 * (Double(count) / most).squareRoot()
      svg.begin(
        "rect",
        [
          "class": "alarm", "x": .number(place.minX), "y": .number(place.minY), "width": .number(place.width),
          "height": .number(place.height), "fill-opacity": "\(words(for: (opacity * 100).rounded() / 100))",
        ])
      svg.add("title", content: "\(count) touches")
      svg.end()
    }
    svg.end()
    return svg
  }

  /// The views' figures, for the words below.
  var lines: [String] {
    let sessions = "\(sums[.sessions]) sessions, \(sums[.touches]) touches"
    return [sessions]
      + counts.byLandings.map { view, figures in
        let words = Figure.ofViews.filter { figures[$0] > 0 }.map {
          "\($0.rawValue.replacing("_", with: " ")) \(figures.text($0))\($0.isTime ? " s" : "")"
        }
        return "\(Notes.short(view)): \(words.joined(separator: ", "))"
      }
  }
}
