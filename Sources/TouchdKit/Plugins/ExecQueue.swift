import Dispatcher

/// What an `exec` responder has still to start, and in which order.
///
/// A value: it takes what happens and answers with what to do; it starts nothing and has no clock. One program runs at
/// a time. A press and its release are never separated: where the press is taken, room is kept for its release, and
/// where it is left out, so is its release, whatever the reason was.
struct ExecQueue {
  typealias Busy = PluginDeclaration.Busy

  /// Why something is left out.
  enum Reason: Equatable {
    /// A program is running, and the layout says `skip`.
    case running
    /// One was started just now, and the layout says `skip`.
    case pause
    /// As much as may waits already.
    case full
    /// It is a move or a change: the next one says more.
    case change
    /// It belongs to a press that was left out.
    case press
  }

  /// What to do now.
  enum Step {
    case start(ExecOccasion)
    /// Nothing before that time.
    case wait(until: Timestamp)
    case nothing
  }

  /// The most that waits.
  static let limit = 16
  /// The shortest time between two starts; a person does not ask twice in less. (O)
  static let pause = Interval.milliseconds(250)
  /// The most presses whose releases are waited for: more than there are fingers. (O)
  static let pressLimit = 64

  private var waiting: [ExecOccasion] = []
  private(set) var isRunning = false
  private var lastStart: Timestamp?
  /// What was decided about presses whose releases have not come, oldest first.
  private var presses: [(press: ExecOccasion, isTaken: Bool)] = []
  /// `false` where time is virtual: a replay starts what waits as soon as nothing runs.
  private let paces: Bool

  init(paces: Bool = true) { self.paces = paces }

  /// How much waits.
  var count: Int { waiting.count }
  /// How many presses it knows of whose releases have not come.
  var rememberedCount: Int { presses.count }

  /// Takes something, to be started in its turn, or leaves it out.
  ///
  /// - Returns: why it is left out; `nil` if it is taken.
  mutating func admit(_ occasion: ExecOccasion, _ busy: Busy) -> Reason? {
    forgetEarlier(occasion)
    let reason = reason(against: occasion, busy)
    switch occasion.part {
    case .press where place(of: occasion) == nil: remember(occasion, isTaken: reason == nil)
    case .release: if let place = place(of: occasion) { presses.remove(at: place) }
    case .press, .once, .change: break
    }
    if reason == nil { waiting.append(occasion) }
    return reason
  }

  /// What to do at a time; what is to be started counts as running from then on.
  mutating func step(at time: Timestamp) -> Step {
    guard !isRunning, let next = waiting.first else { return .nothing }
    if paces, let lastStart, case let due = lastStart + Self.pause, due > time { return .wait(until: due) }
    waiting.removeFirst()
    (isRunning, lastStart) = (true, paces ? time : next.time)
    return .start(next)
  }

  /// The program that ran has ended, or could not be started.
  mutating func end() { isRunning = false }

  private func reason(against occasion: ExecOccasion, _ busy: Busy) -> Reason? {
    let press = place(of: occasion).map { presses[$0] }
    if let press, !press.isTaken { return occasion.part == .change ? .change : .press }
    // Room was kept for it.
    if occasion.part == .release, press != nil { return nil }
    let obstacle = obstacle(at: occasion.time)
    if occasion.part == .change { return obstacle == nil ? nil : .change }
    if busy == .skip { return obstacle }
    let isFirst = occasion.part == .press && press == nil
    let needed = (obstacle == nil ? 0 : 1) + (isFirst ? 1 : 0)
    return waiting.count + reserved + needed <= Self.limit ? nil : .full
  }

  /// What keeps something from being started now.
  private func obstacle(at time: Timestamp) -> Reason? {
    if isRunning || !waiting.isEmpty { return .running }
    guard let lastStart, time - lastStart < Self.pause else { return nil }
    return .pause
  }

  /// The releases that are still to come. Where a layout binds none of them, none comes once the finger has gone.
  private var reserved: Int { presses.count { $0.isTaken && $0.press.isHeld() } }

  private func place(of occasion: ExecOccasion) -> Int? {
    guard occasion.part != .once else { return nil }
    return presses.firstIndex { $0.press.isOfOne(with: occasion) }
  }

  /// A gesture begins once before it ends: what is known of its beginning is of an earlier time, of which no end is
  /// bound.
  private mutating func forgetEarlier(_ occasion: ExecOccasion) {
    guard occasion.part == .press, occasion.gesture != nil, let place = place(of: occasion) else { return }
    presses.remove(at: place)
  }

  private mutating func remember(_ press: ExecOccasion, isTaken: Bool) {
    if presses.count == Self.pressLimit {
      presses.remove(at: presses.firstIndex { !$0.press.isHeld() } ?? 0)
    }
    presses.append((press, isTaken))
  }
}

extension ExecOccasion {
  /// Whether both are parts of one stay of a finger, or of one gesture.
  fileprivate func isOfOne(with other: ExecOccasion) -> Bool {
    contact == other.contact && gesture == other.gesture && view == other.view
  }
}
