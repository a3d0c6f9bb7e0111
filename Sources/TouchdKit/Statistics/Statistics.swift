import Dispatcher
internal import Glibc
import LinuxInput
import Logging
internal import Synchronization
import YAML

/// Counts what visitors do with one layout, from the notes of its tree.
final class VisitorWatch {
  /// Points within which a finger may have meant a view, where it is not known how large a millimetre is. (H)
  private static let (nearPoints, nearMillimetres) = (44.0, 12.0)

  let layout: VisitedLayout
  var counting: VisitCounting
  private let tally: TouchTally
  /// The tree whose touches count.
  private var application: Application?
  /// Points for a millimetre, where that is known.
  var pointsPerMillimetre: (x: Double, y: Double)?
  private let idleNames: Set<String>

  /// - Parameter onNotes: called when there is something for ``drain(at:)``, with the time of it.
  init(_ layout: Layout, _ description: StatisticsDescription, onNotes: @escaping (Timestamp) -> Void) {
    self.layout = VisitedLayout(
      name: layout.title.cleaned(limit: 256), file: layout.file.cleaned(limit: 4096),
      digest: layout.digest.text,
      columns: description.columns, rows: description.rows)
    idleNames = Set(layout.idle.map(\.name.value))
    counting = VisitCounting(
      gap: description.sessionGap, lastIdle: layout.idle.max { $0.after < $1.after }?.name.value)
    tally = TouchTally(onNotes)
  }

  /// Counts what fingers do on a tree from now on; none is down.
  func use(_ application: Application) {
    self.application = application
    application.tally = tally
  }

  /// Takes in what has happened since the last time.
  ///
  /// - Parameter clock: seconds since 1970 at the origin of times.
  func drain(clock: Double) {
    counting.clock = clock
    tally.drain(take)
  }

  /// Decides about what is old enough, and returns the counts.
  func takeCounts(at time: Timestamp) -> [Int: VisitCounts] {
    counting.settle(upTo: time)
    return counting.takeCounts()
  }

  private func take(_ note: TouchTally.Note) {
    switch note {
    case .touch(let finger): counting.take(.touch(contact(finger)), at: finger.end)
    case .recognized(let recognizer, let fingers, let time):
      // That it came of them says where the one on a sensitive view was, of the others as well.
      guard !fingers.isSecret else { return }
      let isCounted = !recognizer.isInternal && recognizer.view?.isInSensitiveView != true
      counting.take(.recognized(fingers.ids, on: isCounted ? recognizer.view?.identifier : nil), at: time)
    case .givenUp(let press, let fingers, let time):
      guard !fingers.isSecret, let view = press.view, !view.isInSensitiveView else { return }
      counting.take(.givenUp(fingers.ids, on: view.identifier), at: time)
    case .fired(let control, let id, let isSecret, let time):
      if !isSecret { counting.take(.fired(id, on: control.identifier), at: time) }
    case .layout(let name, let time):
      if name == IdleWatch.activeName { return counting.take(.active, at: time) }
      if idleNames.contains(name) { counting.take(.idle(name), at: time) }
    }
  }

  private func contact(_ finger: TouchTally.Finger) -> VisitCounting.Contact {
    var contact = VisitCounting.Contact(id: finger.id, start: finger.start, end: finger.end)
    (contact.leavesOthers, contact.isMade) = (!finger.isLast, finger.isMade)
    guard let application, !finger.isMade, !finger.isExploring else { return contact }
    let isCovered = application.sensitivity.covers(finger.location)
    // The view that is hit below a sensitive one, or in front of it, says where on that the finger is.
    if !isCovered || finger.view?.isInSensitiveView == true { contact.view = finger.view?.shown.identifier }
    guard !finger.isSecret, !isCovered else { return contact }
    contact.place = finger.location
    contact.cell = cell(at: finger.location, in: application)
    contact.isUnheard =
      !finger.isWithheld && application.isUnheard(finger.view) && !application.mayBeOnPage(finger)
    let path = finger.view.map { sequence(first: $0, next: \.superview) }
    if contact.isUnheard, path?.contains(where: \.actsWhenPressed) != true {
      let distance = pointsPerMillimetre.map { Self.nearMillimetres * ($0.x + $0.y) / 2 } ?? Self.nearPoints
      contact.near = application.actingView(near: finger.location, within: distance)?.shown.identifier
    }
    return contact
  }

  /// The cell of a place, unless a sensitive view is in it as well.
  private func cell(at place: Point, in application: Application) -> Int? {
    guard let screen = application.screen, screen.width > 0, screen.height > 0 else { return nil }
    let (columns, rows, inside) = (layout.columns, layout.rows, screen.clamp(place))
    let column = min(Int((inside.x - screen.minX) / screen.width * Double(columns)), columns - 1)
    let row = min(Int((inside.y - screen.minY) / screen.height * Double(rows)), rows - 1)
    let cell = row * columns + column
    guard application.sensitivity.isAtStake else { return cell }
    let rect = screen.cell(cell, columns: columns, rows: rows)
    return application.windows.contains { $0.hasSensitiveView(in: rect) } ? nil : cell
  }
}

extension View {
  /// Whether it, or a view below it, is sensitive and meets a rectangle of the screen. O(views).
  fileprivate func hasSensitiveView(in rect: Rect) -> Bool {
    if isSensitive, toScreen.boundingBox(of: target).intersects(rect) { return true }
    return subviews.contains { $0.hasSensitiveView(in: rect) }
  }
}

/// Counts what visitors do, for the layouts that ask for it, and keeps the counts on the disk, a file a day.
///
/// The loop counts; a thread of its own reads and writes. A disk that is full, read-only or slow stops nothing.
final class Statistics {
  /// Time between two writes: a crash loses so much.
  static let pause = Interval.seconds(600)
  /// The shortest time between two reports to programs.
  private static let reportPause = Interval.seconds(3600)
  /// The most questions at once. (O)
  private static let mostQuestions = 8

  /// Called once an hour for each layout with groups of sessions that are over, with their sums since the start.
  var onReport: (_ file: String, Figures) -> Void = { _, _ in }
  private let runLoop: RunLoop
  let ledger: StatisticsLedger
  private let thread: WriterThread
  private var watches: [VisitorWatch] = []
  private var timer: LoopTimer?
  private var nextWrite: Timestamp
  private var nextReport: Timestamp
  private var questions: [Int: Background<String?>] = [:]
  private var lastQuestion = 0

  /// - Parameter folder: systemd's `StateDirectory=`; `nil` if nothing is written.
  init(below folder: String?, on runLoop: RunLoop, _ logger: Logger) throws(SystemError) {
    self.runLoop = runLoop
    ledger = StatisticsLedger(folder.map { StatisticsFolder(path: "\($0)/stats") }, logger)
    // A write of each layout may wait, and those of a reload.
    thread = try WriterThread(limit: 64)
    let now = MonotonicClock.now
    (nextWrite, nextReport) = (now + Self.pause, now + Self.reportPause)
    timer = try LoopTimer(on: runLoop) { [unowned self] in work() }
  }

  /// Counts for these layouts from now on; no finger is down.
  func use(_ layouts: [LiveLayout]) {
    drain()
    let former = watches
    watches = layouts.compactMap { layout in
      guard let description = layout.layout.statistics else { return nil }
      let watch = VisitorWatch(layout.layout, description) { [unowned self] time in timer?.set(time) }
      // The same layout, which was read again, goes on with its sessions.
      if let same = former.first(where: { $0.layout == watch.layout }) { watch.counting = same.counting }
      layout.visitors = watch
      return watch
    }
    end(former.filter { watch in !watches.contains { $0.layout == watch.layout } })
    timer?.set(watches.isEmpty ? nil : nextWrite)
  }

  /// Writes what there is, and waits for that, but not for long. (O)
  func finish() {
    drain()
    end(watches)
    thread.drain(within: .seconds(2))
  }

  private func end(_ watches: [VisitorWatch]) {
    for watch in watches {
      watch.counting.endSession()
      post(watch, at: MonotonicClock.now)
    }
  }

  /// Reads a day of the layouts that are called so, as JSON.
  ///
  /// - Parameters:
  ///   - day: `today`, or as `2026-11-26`.
  ///   - reply: called on the loop, once, later.
  func read(_ day: String, layout: String?, reply: @escaping EventRequest.Reply) {
    guard questions.count < Self.mostQuestions else {
      return reply(.failure(.init(message: "too many ask for statistics; ask again")))
    }
    drain()
    let now = MonotonicClock.now
    for watch in watches { post(watch, at: now, isAsked: true) }
    let time = Int(Self.clock + now.seconds)
    lastQuestion += 1
    let number = lastQuestion
    do {
      // The thread has the counts already, or gets them: what is asked for waits for that.
      questions[number] = try Background(on: runLoop) { [ledger, thread] in
        thread.drain(within: .seconds(2))
        return ledger.text(day, layout: layout, at: time)
      } completion: { [unowned self] text in
        questions[number] = nil
        reply(
          text.map { .success($0) }
            ?? .failure(.init(message: "nothing is known of this day", wasTried: true)))
      }
    } catch {
      reply(.failure(.init(message: "the statistics cannot be read: \(error)")))
    }
  }

  private func drain() {
    let clock = Self.clock
    for watch in watches { watch.drain(clock: clock) }
  }

  /// Seconds since 1970 at the origin of times.
  private static var clock: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 - MonotonicClock.now.seconds
  }

  private func work() {
    drain()
    let now = MonotonicClock.now
    if nextWrite <= now {
      nextWrite = now + Self.pause
      for watch in watches { post(watch, at: now) }
      if nextReport <= now {
        nextReport = now + Self.reportPause
        for (layout, sums) in ledger.published { onReport(layout.file, sums) }
      }
    }
    timer?.set(nextWrite)
  }

  private func post(_ watch: VisitorWatch, at now: Timestamp, isAsked: Bool = false) {
    let (layout, clock) = (watch.layout, Self.clock)
    let counts = watch.takeCounts(at: now)
    let open = watch.counting.openSince(at: now).map { Int(clock + $0.seconds) }
    let isTaken = thread.post(1) { [ledger] in
      ledger.take(counts, of: layout, open: open, at: Int(clock + now.seconds), isAsked: isAsked)
    }
    if !isTaken { watch.counting.giveBack(counts) }
  }
}

/// The days that are counted, behind the thread that reads and writes them.
final class StatisticsLedger: Sendable {
  /// The most days that are kept while they cannot be written. (O)
  private static let mostDays = 3

  private struct Days: Sendable {
    var known: [StatisticsDay] = []
    /// Those that the disk does not have.
    var unwritten: Set<String> = []
    /// One line an hour about a disk that takes nothing. (O)
    var complaints = RateLimit(burst: 1, every: .seconds(3600))
    /// Whether it was looked for days of an earlier process.
    var isSwept = false
  }

  private let folder: StatisticsFolder?
  private let logger: Logger
  private let calendar: @Sendable (Int) -> LocalHour
  private let days = Mutex(Days())
  private let sums = Mutex<[(layout: VisitedLayout, sums: Figures)]>([])

  /// - Parameter hour: the hour in which a time lies.
  init(
    _ folder: StatisticsFolder?, _ logger: Logger,
    hour: @escaping @Sendable (Int) -> LocalHour = LocalHour.local
  ) {
    (self.folder, self.logger, calendar) = (folder, logger, hour)
  }

  /// Sums of the groups of sessions that are over, since the start.
  var published: [(layout: VisitedLayout, sums: Figures)] { sums.withLock { $0 } }

  /// Takes in counts of a layout, by quarters of hours, and writes what has changed.
  ///
  /// - Parameters:
  ///   - open: the begin of the session that goes on, in seconds since 1970.
  ///   - time: now.
  ///   - isAsked: whether they are only asked for, which writes nothing.
  func take(
    _ counts: [Int: VisitCounts], of layout: VisitedLayout, open: Int?, at time: Int, isAsked: Bool = false
  ) {
    days.withLock { days in
      for (quarter, counts) in counts.sorted(by: { $0.key < $1.key }) {
        let hour = calendar(quarter * 900)
        let place = load(hour.day, &days, at: time)
        days.known[place].add(counts, layout, at: hour)
        days.unwritten.insert(hour.day)
      }
      close(layout, &days, open: open, at: time)
      if !isAsked { write(&days, today: calendar(time).day, open: open.map { calendar($0).day }) }
    }
  }

  /// A day as it is shown; `nil` if nothing is known of it.
  func text(_ name: String, layout: String?, at time: Int) -> String? {
    let today = calendar(time).day
    let name = name == "today" ? today : name
    guard StatisticsDay.isDay(name) else { return nil }
    let known = days.withLock { days in days.known.first { $0.day == name } } ?? (try? folder?.read(name))
    guard var shown = known ?? (name == today ? StatisticsDay(name) : nil) else { return nil }
    if let layout {
      shown.screens.removeAll { screen in
        screen.name != layout && screen.file != layout && screen.file.fileName != layout
      }
    }
    return shown.json(isOver: name < today).text
  }

  /// Index of a day among those that are known; it is read if there is a file.
  private func load(_ name: String, _ days: inout Days, at time: Int) -> Int {
    if let place = days.known.firstIndex(where: { $0.day == name }) { return place }
    var day = StatisticsDay(name)
    do throws(SystemError) {
      if let read = try folder?.read(name) {
        day = read
        day.resume(at: time)
      } else {
        folder?.spoil(name)
      }
    } catch {
      if error.code != ENOENT { logger.warning("the statistics of \(name) cannot be read: \(error)") }
      folder?.spoil(name)
    }
    days.known.append(day)
    if days.known.count > Self.mostDays, let place = days.known.firstIndex(where: { $0.day != name }) {
      let lost = days.known.remove(at: place).day
      if days.unwritten.remove(lost) != nil { logger.warning("the statistics of \(lost) are lost") }
    }
    return days.known.count - 1
  }

  /// Adds what nothing is added to any more to the sums that may leave the machine.
  private func close(_ layout: VisitedLayout, _ days: inout Days, open: Int?, at time: Int) {
    for place in days.known.indices {
      for figures in days.known[place].close(layout.file, at: time, open: open) {
        sums.withLock { sums in
          let place = sums.firstIndex { $0.layout.file == layout.file } ?? sums.count
          if place == sums.count {
            guard sums.count < StatisticsDay.mostLayouts else { return }
            sums.append((layout, Figures()))
          }
          sums[place].sums += figures
        }
      }
    }
  }

  /// Writes what has changed, and once more the days that are over.
  ///
  /// - Parameter open: the day to which the session that goes on belongs.
  private func write(_ days: inout Days, today: String, open: String?) {
    guard let folder else { return }
    if !days.isSwept { sweep(folder, today) }
    days.isSwept = true
    do {
      for day in days.known {
        let isOver = day.day < today && day.day != open
        guard isOver || days.unwritten.contains(day.day) else { continue }
        try folder.write(day, isOver: isOver)
        days.unwritten.remove(day.day)
        if isOver { days.known.removeAll { $0.day == day.day } }
      }
      folder.removeSurplus()
    } catch {
      guard days.complaints.admit(at: MonotonicClock.now) != nil else { return }
      logger.warning("the statistics cannot be written, and are tried again: \(error)")
    }
  }

  /// Writes the days that ended while no touchd was running; those that cannot be read are left alone.
  private func sweep(_ folder: StatisticsFolder, _ today: String) {
    for name in folder.days.suffix(Self.mostDays) where name < today {
      if let day = try? folder.read(name), !day.wasOver { try? folder.write(day, isOver: true) }
    }
  }
}
