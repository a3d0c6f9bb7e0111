/// The events of a frame that is not complete yet, as it spans several reads.
struct PendingFrame {
  /// The most events of a frame: of 256 slots all axes, four times. The kernel's own buffer holds less.
  private static let limit = 16_384

  /// The events, where raw frames are observed.
  var events: [RawEvent] = []
  /// How many events of it earlier reads had.
  var count = 0

  /// Takes in events without a SYN_REPORT.
  ///
  /// - Returns: whether the frame has room for them; otherwise they count as lost, and so does the frame.
  mutating func wait(with more: UnsafeBufferPointer<RawEvent>.SubSequence, isShown: Bool) -> Bool {
    count &+= more.count
    guard count > Self.limit else {
      if isShown { events.append(contentsOf: more) }
      return true
    }
    count = Self.limit
    events = isShown ? [.drop(at: more.last?.time ?? .zero)] : []
    return false
  }
}
