import Dispatcher

/// Frames of raw events, one behind the other in memory.
final class PreparedFrames {
  private let storage: UnsafeMutableBufferPointer<RawEvent>
  private let ranges: [Range<Int>]

  init(_ frames: [[RawEvent]]) {
    var (events, ranges) = ([RawEvent](), [Range<Int>]())
    for frame in frames {
      ranges.append(events.count..<events.count + frame.count)
      events += frame
    }
    self.ranges = ranges
    storage = .allocate(capacity: events.count)
    _ = storage.initialize(from: events)
  }

  deinit { storage.deallocate() }

  subscript(number: Int) -> UnsafeBufferPointer<RawEvent> {
    UnsafeBufferPointer(rebasing: storage[ranges[number]])
  }
}
