internal import CEvdev
internal import Glibc

/// An epoll instance (epoll_create1, epoll_ctl, epoll_wait) and the handlers of what it waits for.
///
/// The kernel hands back with each event which watch it is for. The number of a descriptor would not do: closed and
/// opened again within one wake, it would bring the old one's events to the new one's handler. So a watch is a place
/// in a table, and how many watches had that place before.
struct WatchSet: ~Copyable {
  private struct Entry {
    var watch: RunLoop.Watch
    var descriptor: Int32 = -1
    /// `nil` while the place is free.
    var handler: RunLoop.Handler?
  }

  private let epoll: OwnedDescriptor
  private var entries: ContiguousArray<Entry>

  // Swift 6.2 takes no default beside a property where the initializer throws.
  init() throws(SystemError) {
    epoll = OwnedDescriptor(
      adopting: try systemCall("epoll_create1", on: "the run loop") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    entries = []
  }

  /// Readable while one of the descriptors is ready.
  var fileDescriptor: Int32 { epoll.rawValue }

  /// O(watches), as is ending one.
  mutating func insert(
    _ descriptor: Int32, _ readiness: Readiness, _ handler: @escaping RunLoop.Handler
  ) throws(SystemError) -> RunLoop.Watch {
    let place = entries.firstIndex { $0.handler == nil } ?? entries.count
    let watch = place < entries.count ? entries[place].watch : RunLoop.Watch(place: place, round: 0)
    try control(EPOLL_CTL_ADD, descriptor, readiness, watch)
    // The kernel took this number, so an earlier descriptor of that number was closed before its watch was ended.
    for index in entries.indices where entries[index].descriptor == descriptor { release(index) }
    let entry = Entry(watch: watch, descriptor: descriptor, handler: handler)
    if place < entries.count { entries[place] = entry } else { entries.append(entry) }
    return watch
  }

  func update(_ watch: RunLoop.Watch, _ readiness: Readiness) throws(SystemError) {
    guard isCurrent(watch) else { return }
    try control(EPOLL_CTL_MOD, entries[watch.place].descriptor, readiness, watch)
  }

  mutating func remove(_ watch: RunLoop.Watch) {
    guard isCurrent(watch) else { return }
    epoll_ctl(epoll.rawValue, EPOLL_CTL_DEL, entries[watch.place].descriptor, nil)
    release(watch.place)
  }

  func handler(of watch: RunLoop.Watch) -> RunLoop.Handler? {
    isCurrent(watch) ? entries[watch.place].handler : nil
  }

  private func isCurrent(_ watch: RunLoop.Watch) -> Bool {
    watch.place < entries.count && entries[watch.place].watch == watch
  }

  /// Frees a place for the next watch, which has another number.
  private mutating func release(_ place: Int) {
    let watch = entries[place].watch
    entries[place] = Entry(watch: RunLoop.Watch(place: place, round: watch.round &+ 1))
  }

  /// Waits for as many events as there is room for; answers with their number, or −errno.
  func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int32 {
    // Not nullable from glibc 2.41 on.
    guard let start = events.baseAddress else { return -EFAULT }
    let count = epoll_wait(epoll.rawValue, start, Int32(events.count), milliseconds)
    return count < 0 ? -errno : count
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ readiness: Readiness, _ watch: RunLoop.Watch
  ) throws(SystemError) {
    var event = epoll_event(events: readiness.rawValue, data: epoll_data_t(u64: watch.rawValue))
    _ = try systemCall("epoll_ctl", on: "descriptor \(descriptor)") {
      epoll_ctl(epoll.rawValue, operation, descriptor, &event)
    }
  }
}
