/// What a client of the events socket is still to be sent, in order.
///
/// Lines take at most so many bytes. As long as a client keeps up, it gets each; when it falls behind, a line that says
/// where a finger has moved takes the place of the former one of the same kind, and nothing else is left out. A client
/// that is still too slow loses what waits (``lose(_:)``). Snapshots are shared with other clients, and do not count.
struct EventOutbox {
  /// The bytes of lines that may wait. A second or two of ten fingers with all that there is to say of them. (O)
  static let limit = 256 << 10
  /// The snapshots that may wait with lines between them. (O)
  static let snapshotLimit = 4
  /// The bytes that are handed to the kernel at once.
  static let portion = 64 << 10

  private enum Item {
    case line(EventLine)
    /// And the number of the portion that comes next.
    case snapshot(Snapshot, Int)
  }

  /// By their numbers, which only rise; a move that a later one took the place of is not there any more.
  private var items: [Int: Item] = [:]
  /// The number of the first item, and that of the next.
  private var (first, end) = (0, 0)
  /// The bytes of the lines among the items.
  private var waiting = 0
  private var snapshots = 0
  /// The number of the latest move of its kind.
  private var moves: [EventLine.Move: Int] = [:]
  /// What was taken, and how much of it is sent.
  private var taken: [UInt8] = []
  private var sentCount = 0
  /// Whether the kernel had no room for all that was to be sent.
  private var isBehind = false

  /// Whether everything is sent.
  var isEmpty: Bool { sentCount == taken.count && items.isEmpty }

  /// Whether a snapshot is not taken to its end.
  var hasSnapshot: Bool { snapshots > 0 }

  /// Those that are not taken to their end. O(items).
  var waitingSnapshots: [Snapshot] {
    guard hasSnapshot else { return [] }
    return items.values.compactMap { item in
      if case .snapshot(let snapshot, _) = item { snapshot } else { nil }
    }
  }

  /// The bytes of lines that may wait.
  private let limit: Int

  /// - Parameter limit: the bytes of lines that may wait.
  init(limit: Int = limit) { self.limit = limit }

  /// Adds a line.
  ///
  /// - Returns: whether there was room.
  mutating func append(_ line: EventLine) -> Bool {
    // The usual case: everything before was sent, so this is sent with the next write, whatever comes after it.
    if items.isEmpty, !isBehind, taken.count < Self.portion {
      if sentCount == taken.count { clear() }
      taken += line.bytes
      return true
    }
    if isBehind, let move = line.move, let former = moves[move] { remove(former) }
    guard waiting + line.bytes.count <= limit else { return false }
    if let move = line.move { moves[move] = end }
    waiting += line.bytes.count
    add(.line(line))
    return true
  }

  /// Adds a snapshot, in the place of one just before it that is not begun.
  ///
  /// - Returns: whether there was room.
  mutating func append(_ snapshot: Snapshot) -> Bool {
    if case .snapshot(_, 0)? = items[end - 1] { remove(end - 1) }
    guard snapshots < Self.snapshotLimit else { return false }
    snapshots += 1
    add(.snapshot(snapshot, 0))
    return true
  }

  /// The bytes to be sent next, with one portion of a snapshot at most; empty if there are none. Send them, and say how
  /// many of them were sent.
  mutating func next() -> ArraySlice<UInt8> {
    if sentCount == taken.count { take() }
    return taken[sentCount...]
  }

  /// Takes in how many of the bytes of ``next()`` were sent.
  mutating func sent(_ count: Int) {
    sentCount += count
    isBehind = sentCount < taken.count
  }

  /// Leaves out everything that waits but the rest of a line that is sent in part, and has a last line follow.
  mutating func lose(_ last: EventLine) {
    let feed = UInt8(ascii: "\n")
    let isWithinLine = sentCount > 0 && sentCount < taken.count && taken[sentCount - 1] != feed
    let rest = isWithinLine ? taken[sentCount...].prefix { $0 != feed } + [feed] : []
    self = EventOutbox(limit: limit)
    taken = Array(rest) + last.bytes
  }

  private mutating func add(_ item: Item) {
    items[end] = item
    end += 1
  }

  @discardableResult private mutating func remove(_ number: Int) -> Item? {
    guard let item = items.removeValue(forKey: number) else { return nil }
    switch item {
    case .line(let line):
      waiting -= line.bytes.count
      if let move = line.move, moves[move] == number { moves[move] = nil }
    case .snapshot: snapshots -= 1
    }
    return item
  }

  private mutating func clear() {
    taken.removeAll(keepingCapacity: taken.capacity <= 2 * Self.portion)
    sentCount = 0
  }

  private mutating func take() {
    clear()
    while taken.count < Self.portion, first < end {
      switch items[first] {
      case nil: first += 1
      case .line(let line)?:
        taken += line.bytes
        remove(first)
        first += 1
      case .snapshot(let snapshot, let number)?:
        guard let portion = snapshot.portion(number) else {
          remove(first)
          first += 1
          continue
        }
        taken += portion
        items[first] = .snapshot(snapshot, number + 1)
        return
      }
    }
  }
}
