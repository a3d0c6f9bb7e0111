import Dispatcher

/// The calls of one responder.
struct DeliveryRow {
  let responder: String
  private(set) var begans = ColumnMarks()
  private(set) var moves = ColumnBars()
  private(set) var ends = ColumnMarks()
  private(set) var cancels = ColumnMarks()
  /// How often it was called.
  private(set) var count = 0

  init(_ responder: String) { self.responder = responder }

  mutating func add(_ phase: TouchPhase, in column: Int) {
    count += 1
    switch phase {
    case .began: begans.add(column)
    case .moved, .stationary: moves.add(column...column)
    case .ended: ends.add(column)
    case .cancelled: cancels.add(column)
    }
  }
}

/// What the application waits for: its nearest deadline, from when it is set to when it is reached or withdrawn.
struct DeadlineRow {
  private(set) var waits = ColumnBars()
  private(set) var reached = ColumnMarks()
  private(set) var withdrawn = ColumnMarks()
  private(set) var counts = (reached: 0, withdrawn: 0)
  private var pending: (since: Timestamp, due: Timestamp)?

  /// Notes the nearest deadline at a moment.
  mutating func note(_ deadline: Timestamp?, at now: Timestamp, _ time: TimeScale) {
    guard deadline != pending?.due else { return }
    if let pending {
      let isReached = pending.due <= now
      let end = time.column(isReached ? pending.due : now)
      waits.add(time.column(pending.since)...max(time.column(pending.since), end))
      if isReached {
        reached.add(end)
        counts.reached += 1
      } else {
        withdrawn.add(end)
        counts.withdrawn += 1
      }
    }
    pending = deadline.map { (now, $0) }
  }
}
