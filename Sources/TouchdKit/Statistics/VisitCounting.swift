import Dispatcher

/// One of the things that are counted.
enum Figure: String, CaseIterable, Sendable {
  case sessions, duration, touches, landings, gestures, controls, dwell, dead, repeated
  case nearMisses = "near_misses"
  case givenUp = "given_up"

  /// Those that a view has; the first three belong to the screen as a whole.
  static let ofViews = Array(allCases.dropFirst(3))

  /// Whether it is a time, in milliseconds.
  var isTime: Bool { self == .duration || self == .dwell }

  /// Its name in JSON, where times are seconds.
  var key: String { isTime ? rawValue + "_s" : rawValue }

  /// Its meaning, in a line.
  var summary: String {
    switch self {
    case .sessions: "Times that visitors came: a touch after a while of none begins one."
    case .duration: "Time of the sessions, from the first landing to the last lift."
    case .touches: "Contacts that ended."
    case .landings: "Contacts that came down on a view."
    case .gestures: "Gestures that were recognized."
    case .controls: "Controls inside of which a finger lifted."
    case .dwell: "Time that fingers were down on views."
    case .dead: "Contacts of which nothing came."
    case .repeated: "Times that a place was touched three times within a second."
    case .nearMisses: "Contacts of which nothing came, beside a view that acts."
    case .givenUp: "Long presses that ended after half of their time."
    }
  }
}

/// A number for each figure.
struct Figures: Equatable, Sendable {
  /// A sum stops there: whatever a file says, nothing overflows.
  private static let most = 1 << 50
  private var values = [Int](repeating: 0, count: Figure.allCases.count)

  private static func index(_ figure: Figure) -> Int { Figure.allCases.firstIndex(of: figure) ?? 0 }

  subscript(figure: Figure) -> Int {
    get { values[Self.index(figure)] }
    set { values[Self.index(figure)] = min(max(newValue, 0), Self.most) }
  }

  static func += (sum: inout Figures, other: Figures) {
    for figure in Figure.allCases { sum[figure] += other[figure] }
  }

  /// A figure for people, times as seconds.
  func text(_ figure: Figure) -> String {
    figure.isTime ? words(for: Double(self[figure] / 1000)) : "\(self[figure])"
  }

  func members(_ figures: [Figure] = Figure.allCases) -> JSON.Members {
    figures.map { ($0.key, $0.isTime ? .decimal(Double(self[$0]) / 1000) : .integer(self[$0])) }
  }

  init() {}

  /// The members of an object; what is missing or no number is 0.
  init(_ json: JSON?) {
    for figure in Figure.allCases {
      guard let number = json?[figure.key]?.double else { continue }
      let scaled = figure.isTime ? number * 1000 : number
      self[figure] = Int(exactly: min(max(scaled, 0), 1e15).rounded()) ?? 0
    }
  }
}

/// Counts of what visitors did in a while: no places of touches, and no times.
struct VisitCounts: Equatable, Sendable {
  /// The number of ends of an idle time, and of those after which a touch came before the next.
  struct Idle: Equatable, Sendable { var (fired, interrupted) = (0, 0) }

  /// More views than one finger finds; the others are counted together. (O)
  static let mostViews = 1024
  /// Id of the views beyond these.
  static let others = "(others)"

  var sums = Figures()
  var views: [String: Figures] = [:]
  /// Landings in each cell of the grid, by rows.
  var cells: [Int: Int] = [:]
  var idle: [String: Idle] = [:]

  /// The views, those that were touched most first.
  var byLandings: [(key: String, value: Figures)] {
    views.sorted { ($1.value[.landings], $0.key) < ($0.value[.landings], $1.key) }
  }

  mutating func count(_ figure: Figure, _ number: Int = 1, on view: String?) {
    sums[figure] += number
    guard let view else { return }
    views[known(view), default: Figures()][figure] += number
  }

  static func += (sum: inout VisitCounts, other: VisitCounts) {
    sum.sums += other.sums
    for (view, figures) in other.views.sorted(by: { $0.key < $1.key }) {
      sum.views[sum.known(view), default: Figures()] += figures
    }
    for (cell, count) in other.cells { sum.cells[cell, default: 0] += count }
    for (name, count) in other.idle {
      sum.idle[name, default: Idle()].fired += count.fired
      sum.idle[name, default: Idle()].interrupted += count.interrupted
    }
  }

  private func known(_ view: String) -> String {
    views[view] != nil || views.count < Self.mostViews ? view : Self.others
  }
}

/// Counts what visitors do with a layout: given events, then counts. It knows no clock and no file.
///
/// A contact that had to do with a sensitive view is counted as a touch of that view, with its time, and for nothing
/// else: what comes of it may say where it was.
struct VisitCounting {
  /// Something that happened.
  enum Event {
    case touch(Contact)
    /// A gesture was recognized from contacts; on no view if only its view's own use is in it.
    case recognized([ContactID], on: String?)
    /// A long press failed after half of its time.
    case givenUp([ContactID], on: String)
    /// A finger lifted inside a control.
    case fired(ContactID, on: String)
    /// An idle time ended, or a touch ended the wait for the next.
    case idle(String)
    case active
  }

  /// A contact that ended.
  struct Contact {
    var id: ContactID
    /// As it may be named.
    var view: String?
    var start: Timestamp
    var end: Timestamp
    /// Place of its landing; `nil` if that stays in the process.
    var place: Point?
    var cell: Int?
    /// Whether another finger is still down.
    var leavesOthers = false
    /// Whether no responder keeps it, as far as is known.
    var isUnheard = false
    /// The view that acts beside it, if it hit none.
    var near: String?
    /// Whether it is one that a person made who explores by touch: then it only lets the rest be counted.
    var isMade = false
  }

  /// The time after a lift in which a gesture may still be recognized: taps within 3 s, and some. (O)
  static let patience = Interval.seconds(5)
  /// Three landings within this time and distance are one after the other in vain.
  static let (repeatTime, repeatDistance) = (Interval.seconds(1), 30.0)
  /// The most contacts that wait for what comes of them. (O)
  static let mostPending = 256
  /// The most quarters of hours that wait for a disk: a day. (O)
  static let mostQuarters = 96

  /// Seconds since 1970 at the origin of the events' times.
  var clock = 0.0
  private let gap: Interval
  /// The idle time after which no other comes.
  private let lastIdle: String?
  private var session: Session?
  private var pending: [Pending] = []
  private var landings: [(place: Point, time: Timestamp)] = []
  private var burst: (place: Point, time: Timestamp)?
  /// The idle time that ended last, since the last touch.
  private var fired: String?
  /// End of the last contact whose place stays in the process.
  private var secretEnd = Timestamp(microseconds: .min)
  private var counts: [Int: VisitCounts] = [:]

  private struct Session {
    /// The quarter of an hour in which it began, since 1970: midnight is at one everywhere.
    let quarter: Int
    var start: Timestamp
    var end: Timestamp
    var isTouched: Bool
    var clock: Double
  }

  /// A contact of which something may still come.
  private struct Pending {
    let id: ContactID
    var contact: Contact?
    var quarter = 0
    /// Whether a gesture was recognized from it.
    var isUsed = false
    var givenUp: String?
    /// Counts that wait for its end: only then it is known to which session they belong.
    var owed: [(Figure, view: String?)] = []
  }

  /// - Parameters:
  ///   - gap: the time without a finger after which a touch begins a session.
  ///   - lastIdle: the name of the longest idle time.
  init(gap: Interval, lastIdle: String? = nil) { (self.gap, self.lastIdle) = (gap, lastIdle) }

  /// Begin of the session, if it may go on.
  func openSince(at time: Timestamp) -> Timestamp? {
    guard let session else { return nil }
    let wait = Interval(microseconds: max(gap.microseconds, Self.patience.microseconds))
    return session.isTouched || time - session.end < wait ? session.start : nil
  }

  /// Returns the counts since the last time, by the quarters of hours since 1970 in which the sessions began.
  mutating func takeCounts() -> [Int: VisitCounts] {
    defer { counts = [:] }
    return counts
  }

  /// Takes back counts that found no room on their way to the disk; of too many quarters, the oldest are lost.
  mutating func giveBack(_ former: [Int: VisitCounts]) {
    for (quarter, sums) in former { counts[quarter, default: VisitCounts()] += sums }
    while counts.count > Self.mostQuarters, let oldest = counts.keys.min() { counts[oldest] = nil }
  }

  /// Ends the session: the next touch begins one.
  mutating func endSession() {
    settle(upTo: Timestamp(microseconds: .max))
    session = nil
  }

  mutating func take(_ event: Event, at time: Timestamp) {
    settle(upTo: time)
    switch event {
    case .touch(let contact): take(contact)
    case .recognized(let ids, let view):
      for id in ids { change(id) { $0.isUsed = true } }
      if let view, let last = ids.last { change(last) { $0.owed.append((.gestures, view)) } }
    case .givenUp(let ids, let view): if let last = ids.last { change(last) { $0.givenUp = view } }
    case .fired(let id, let view): change(id) { $0.owed.append((.controls, view)) }
    case .idle(let name):
      count(at: time) { $0.idle[name, default: VisitCounts.Idle()].fired += 1 }
      fired = name
    case .active:
      if let fired, fired != lastIdle {
        count(at: time) { $0.idle[fired, default: VisitCounts.Idle()].interrupted += 1 }
      }
      fired = nil
    }
  }

  /// Decides about the contacts of which nothing more can come.
  mutating func settle(upTo time: Timestamp) {
    for done in pending.filter({ $0.contact.map { $0.end + Self.patience <= time } ?? false }) {
      pending.removeAll { $0.id == done.id }
      decide(done)
    }
  }

  private mutating func change(_ id: ContactID, _ body: (inout Pending) -> Void) {
    let place = pending.lastIndex { $0.id == id } ?? pending.count
    if place == pending.count {
      if pending.count == Self.mostPending { decide(pending.removeFirst()) }
      pending.append(Pending(id: id))
    }
    let index = min(place, pending.count - 1)
    body(&pending[index])
    guard pending[index].contact != nil else { return }
    for (figure, view) in pending[index].owed {
      counts[pending[index].quarter, default: VisitCounts()].count(figure, on: view)
    }
    pending[index].owed = []
  }

  private mutating func take(_ contact: Contact) {
    if contact.isMade { session?.isTouched = contact.leavesOthers } else { extendSession(by: contact) }
    let quarter = session?.quarter ?? self.quarter(of: contact.start)
    change(contact.id) { ($0.contact, $0.quarter) = (contact, quarter) }
    guard !contact.isMade else { return }
    // What became of a finger beside one on a sensitive view may say where that was.
    if contact.place == nil {
      secretEnd = max(secretEnd, contact.end)
      for index in pending.indices where pending[index].contact.map({ $0.end >= contact.start }) ?? true {
        pending[index].isUsed = true
      }
    } else if contact.start <= secretEnd {
      change(contact.id) { $0.isUsed = true }
    }
    let dwell = max(Int((contact.end - contact.start).microseconds / 1000), 0)
    counts[quarter, default: VisitCounts()].sums[.touches] += 1
    if let cell = contact.cell { counts[quarter, default: VisitCounts()].cells[cell, default: 0] += 1 }
    if let view = contact.view {
      counts[quarter, default: VisitCounts()].count(.landings, on: view)
      counts[quarter, default: VisitCounts()].count(.dwell, dwell, on: view)
    }
    if let place = contact.place, isRepeated(place, at: contact.start) {
      counts[quarter, default: VisitCounts()].count(.repeated, on: contact.view)
    }
  }

  private mutating func extendSession(by contact: Contact) {
    // A machine that slept, or whose clock was set, goes on at another hour.
    let jump = abs(clock - (session?.clock ?? clock)) > gap.seconds
    if var current = session, !jump, current.isTouched || contact.start - current.end < gap {
      let former = current.end - current.start
      current.start = min(current.start, contact.start)
      current.end = max(current.end, contact.end)
      (current.isTouched, current.clock) = (contact.leavesOthers, clock)
      session = current
      count(.duration, (current.end - current.start).microseconds - former.microseconds, current.quarter)
    } else {
      let begun = Session(
        quarter: quarter(of: contact.start), start: contact.start, end: contact.end,
        isTouched: contact.leavesOthers, clock: clock)
      session = begun
      counts[begun.quarter, default: VisitCounts()].sums[.sessions] += 1
      count(.duration, (contact.end - contact.start).microseconds, begun.quarter)
    }
  }

  private mutating func count(_ figure: Figure, _ microseconds: Int64, _ quarter: Int) {
    counts[quarter, default: VisitCounts()].sums[figure] += max(Int(microseconds / 1000), 0)
  }

  /// Counts something that belongs to no contact.
  private mutating func count(at time: Timestamp, _ body: (inout VisitCounts) -> Void) {
    body(&counts[session?.quarter ?? quarter(of: time), default: VisitCounts()])
  }

  private func quarter(of time: Timestamp) -> Int { Int(((clock + time.seconds) / 900).rounded(.down)) }

  private mutating func isRepeated(_ place: Point, at time: Timestamp) -> Bool {
    func isNear(_ other: (place: Point, time: Timestamp)) -> Bool {
      abs((time - other.time).microseconds) <= Self.repeatTime.microseconds
        && place.distance(to: other.place) <= Self.repeatDistance
    }
    landings.removeAll { (time - $0.time) > Self.repeatTime }
    defer { if landings.count < Self.mostPending { landings.append((place, time)) } }
    guard landings.count(where: isNear) >= 2 else { return false }
    defer { burst = (place, time) }
    return burst.map(isNear) != true
  }

  private mutating func decide(_ pending: Pending) {
    guard let contact = pending.contact, !contact.isMade, contact.place != nil, !pending.isUsed else {
      return
    }
    let quarter = pending.quarter
    if let view = pending.givenUp { counts[quarter, default: VisitCounts()].count(.givenUp, on: view) }
    guard contact.isUnheard else { return }
    counts[quarter, default: VisitCounts()].count(.dead, on: contact.view)
    if let near = contact.near { counts[quarter, default: VisitCounts()].count(.nearMisses, on: near) }
  }
}
