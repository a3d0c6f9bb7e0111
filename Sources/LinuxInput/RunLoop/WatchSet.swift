internal import CEvdev
internal import Glibc

/// An epoll instance and the handlers of what it waits for, by an id that is never used again.
///
/// The kernel hands the id back with each event. The number of a descriptor would not do: closed and opened
/// again within one wake, it would bring the old one's events to the new one's handler.
struct WatchSet: ~Copyable {
  private struct Entry {
    let descriptor: Int32
    let handler: RunLoop.Handler
  }

  private let epoll: OwnedDescriptor
  private var lastID: UInt64 = 0
  private var entries: [UInt64: Entry] = [:]
  /// Which watch a descriptor belongs to now.
  private var owners: [Int32: UInt64] = [:]

  init() throws(SystemError) {
    epoll = OwnedDescriptor(
      adopting: try systemCall("epoll_create1", on: "the run loop") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
  }

  mutating func insert(
    _ descriptor: Int32, _ readiness: Readiness, _ handler: @escaping RunLoop.Handler
  ) throws(SystemError) -> RunLoop.Watch {
    lastID += 1
    try control(EPOLL_CTL_ADD, descriptor, readiness, lastID)
    // The kernel took this descriptor, so whoever had the number before has closed it without a word.
    if let previous = owners.updateValue(lastID, forKey: descriptor) { entries[previous] = nil }
    entries[lastID] = Entry(descriptor: descriptor, handler: handler)
    return RunLoop.Watch(id: lastID)
  }

  func update(_ watch: RunLoop.Watch, _ readiness: Readiness) throws(SystemError) {
    guard let entry = entries[watch.id] else { return }
    try control(EPOLL_CTL_MOD, entry.descriptor, readiness, watch.id)
  }

  mutating func remove(_ watch: RunLoop.Watch) {
    guard let entry = entries.removeValue(forKey: watch.id) else { return }
    owners[entry.descriptor] = nil
    epoll_ctl(epoll.rawValue, EPOLL_CTL_DEL, entry.descriptor, nil)
  }

  func handler(of watch: RunLoop.Watch) -> RunLoop.Handler? { entries[watch.id]?.handler }

  /// Waits for as many events as there is room for; answers with their number, or −errno.
  func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int32 {
    let count = epoll_wait(epoll.rawValue, events.baseAddress, Int32(events.count), milliseconds)
    return count < 0 ? -errno : count
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ readiness: Readiness, _ id: UInt64
  ) throws(SystemError) {
    var event = epoll_event(events: readiness.rawValue, data: epoll_data_t(u64: id))
    _ = try systemCall("epoll_ctl", on: "descriptor \(descriptor)") {
      epoll_ctl(epoll.rawValue, operation, descriptor, &event)
    }
  }
}
