import TestTables

@testable import LinuxInput

/// A monitor on a queue that holds only so much.
@Suite("A monitor whose queue overflows") struct DeviceMonitorTests {
  /// What happens to the queue, in words: `+3` node 3 appears, `-3` goes, `x` a message that does not count, `!` one
  /// that is lost; `?` is a wake. And what each wake tells.
  struct Row: TableRow {
    var what = ""
    let given: String
    let told: [String]
  }

  static let rows: Table<Row> = [
    "what fits is reported in order": Row(given: "+1 +2 -1 ?", told: ["+1 +2 -1"]),
    "what does not count is passed over": Row(given: "x +1 x ?", told: ["+1"]),
    "an empty queue tells nothing": Row(given: "?", told: [""]),
    "after an overflow the queue is discarded, and only then is the loss reported": Row(
      given: "-1 +2 -2 +3 -3 +1 ?", told: ["lost"]),
    "what comes after the overflow is reported again": Row(
      given: "-1 +2 -2 +3 -3 +1 ? +4 ?", told: ["lost", "+4"]),
    "an overflow while changes are being taken: those that came before count, the rest is looked up": Row(
      given: "+1 ! +2 ?", told: ["lost"]),
    "two overflows are reported as one": Row(given: "+1 ! +2 ! ?", told: ["lost"]),
  ]

  @Test("tells that the rest is to be looked up, and nothing older after it", arguments: rows)
  func overflow(row: Row) {
    let queue = FakeQueue(capacity: 4)
    let monitor = DeviceMonitor(queue)
    var told: [String] = []
    for word in row.given.split(separator: " ") {
      if word == "?" {
        told.append(monitor.receive().map(\.words).joined(separator: " "))
      } else {
        queue.send(String(word))
      }
    }
    #expect(told == row.told)
  }

  @Test("throws a long queue away in several wakes, none of which tells anything but the last")
  func longQueue() {
    let queue = FakeQueue(capacity: 20_000)
    let monitor = DeviceMonitor(queue)
    for number in 0...20_000 { queue.send("+\(number % 100)") }
    let told = (0..<4).map { _ in monitor.receive().map(\.words).joined(separator: " ") }
    #expect(told == ["", "", "lost", ""])
  }

  @Test("takes a bounded number of changes in a wake")
  func manyChanges() {
    let queue = FakeQueue(capacity: 100)
    let monitor = DeviceMonitor(queue)
    for number in 0..<100 { queue.send("+\(number)") }
    #expect((0..<3).map { _ in monitor.receive().count } == [64, 36, 0])
  }
}

/// The kernel's queue of a netlink socket: what does not fit is lost, and said at the next reading, before what still
/// stands in the queue (netlink(7)).
private final class FakeQueue: MonitorSocket {
  let fileDescriptor: Int32 = -1
  private let capacity: Int
  private var messages: [String] = []
  private var isOverflown = false

  init(capacity: Int) { self.capacity = capacity }

  func send(_ message: String) {
    guard message != "!" else { return isOverflown = true }
    if messages.count < capacity { messages.append(message) } else { isOverflown = true }
  }

  func receive() -> MonitorMessage {
    if isOverflown {
      isOverflown = false
      return .overflow
    }
    guard !messages.isEmpty else { return .empty }
    let message = messages.removeFirst()
    guard let number = Int(message.dropFirst()) else { return .other }
    let node = DeviceNode(path: "/dev/input/event\(number)", number: number)
    return .change(message.hasPrefix("+") ? .added(node) : .removed(node))
  }

  func discard() -> Bool {
    if isOverflown {
      isOverflown = false
      return true
    }
    guard !messages.isEmpty else { return false }
    messages.removeFirst()
    return true
  }
}

extension DeviceChange {
  fileprivate var words: String {
    switch self {
    case .added(let node): "+\(node.number)"
    case .removed(let node): "-\(node.number)"
    case .changed(let node): "~\(node.number)"
    case .lost: "lost"
    }
  }
}
