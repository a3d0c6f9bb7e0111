/// The filters of one panel, in the layout's order: what they leave of its contacts.
///
/// A contact that the filters let through begins with the sample at which they do, so it may begin later than on the
/// panel, or not at all; it ends where it was last told to be.
final class FilterChain {
  /// What became of the contact in a slot so far.
  private struct Progress {
    var isTold = false
    var isRejected = false
    /// What was last told.
    var last: TouchSample?
    /// Samples that are told once as many newer ones have come.
    var waiting: [TouchSample] = []
  }

  private let stages: [any FilterStage]
  private let tail: Int
  private var progress: [Progress]

  init(_ filters: [ContactFilter], slots: Int) {
    stages = filters.map { $0.makeStage(slots: slots) }
    tail = filters.map(\.tail).max() ?? 0
    progress = Array(repeating: Progress(), count: slots)
  }

  /// What to tell instead of a sample; `nil` for nothing.
  func apply(_ sample: TouchSample, _ state: SlotState, at time: Timestamp) -> TouchSample? {
    let slot = Int(sample.slot)
    switch sample.phase {
    case .began:
      progress[slot] = Progress()
      return pass(sample, state, time, isFirst: true)
    case .moved, .stationary: return pass(sample, state, time, isFirst: false)
    case .ended, .cancelled:
      for stage in stages { stage.lifted(slot, at: sample.location, time) }
      return end(stages.contains { $0.isPalm(state) } ? .cancelled : sample.phase, slot)
    }
  }

  private func pass(_ sample: TouchSample, _ state: SlotState, _ time: Timestamp, isFirst: Bool)
    -> TouchSample?
  {
    let slot = Int(sample.slot)
    guard !progress[slot].isRejected else { return nil }
    var filtered = FilterSample(
      slot: slot, time: time, pressure: state.pressure, major: state.major, location: sample.location)
    let verdict = stages.reduce(.pass) { max($0, $1.apply(&filtered, isFirst: isFirst)) }
    var sample = sample
    sample.location = filtered.location
    switch verdict {
    case .pass: return delay(sample)
    case .wait: return progress[slot].isTold ? delay(sample) : nil
    case .lift: return end(.ended, slot)
    case .reject:
      progress[slot].isRejected = true
      return end(.cancelled, slot)
    }
  }

  private func delay(_ sample: TouchSample) -> TouchSample? {
    guard tail > 0 else { return tell(sample) }
    let slot = Int(sample.slot)
    progress[slot].waiting.append(sample)
    return progress[slot].waiting.count > tail ? tell(progress[slot].waiting.removeFirst()) : nil
  }

  private func tell(_ sample: TouchSample) -> TouchSample? {
    let slot = Int(sample.slot)
    var sample = sample
    sample.phase = progress[slot].isTold ? .moved : .began
    // A finger that the filters hold still has not moved.
    guard !sample.isSame(as: progress[slot].last) else { return nil }
    progress[slot].isTold = true
    progress[slot].last = sample
    return sample
  }

  private func end(_ phase: TouchPhase, _ slot: Int) -> TouchSample? {
    defer {
      progress[slot].isTold = false
      progress[slot].last = nil
      progress[slot].waiting.removeAll()
    }
    guard progress[slot].isTold, var last = progress[slot].last else { return nil }
    last.phase = phase
    return last
  }
}

extension TouchSample {
  /// Whether nothing that is told differs; the raw position may.
  fileprivate func isSame(as other: TouchSample?) -> Bool {
    guard let other, phase == .moved else { return false }
    return location == other.location && force == other.force && majorRadius == other.majorRadius
      && orientation == other.orientation && pose == other.pose && penKeys == other.penKeys
      && estimated == other.estimated
  }
}
