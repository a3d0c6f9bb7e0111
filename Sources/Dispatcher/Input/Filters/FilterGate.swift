/// One filter in its place: of the contacts that reach it, what goes on to the next.
///
/// What leaves it is again a contact with one beginning and one end, whatever the filter held back, so that the next
/// filter need not know of the others.
final class FilterGate {
  /// What became of the contact in a slot so far.
  private struct Progress {
    var isRejected = false
    /// What was last let through; `nil` while the contact has not begun, and once it is over.
    var last: FilterSample?
    /// Samples that go on once as many newer ones have come.
    var waiting: [FilterSample] = []
    /// The newest sample of a contact that begins at a time, and that time.
    var held: (sample: FilterSample, until: Timestamp)?
  }

  private let stage: any FilterStage
  private var progress: [Progress]

  init(_ filter: ContactFilter, slots: Int) {
    stage = filter.makeStage(slots: slots)
    progress = Array(repeating: Progress(), count: slots)
  }

  /// When the next contact begins that is held; `nil` if none is. O(slots).
  var deadline: Timestamp? { progress.lazy.compactMap { $0.held?.until }.min() }

  /// The slots of the contacts that begin at a time. O(slots).
  func slots(heldUntil time: Timestamp) -> [Int] {
    progress.indices.filter { progress[$0].held?.until == time }
  }

  /// What goes on of a contact that begins now; `nil` for nothing.
  func release(_ slot: Int) -> FilterSample? {
    guard let held = progress[slot].held else { return nil }
    var sample = held.sample
    sample.time = held.until
    return judge(sample, isFirst: false)
  }

  /// What goes on instead of a sample; `nil` for nothing.
  func pass(_ sample: FilterSample) -> FilterSample? {
    switch sample.sample.phase {
    case .began:
      progress[sample.slot] = Progress()
      return judge(sample, isFirst: true)
    case .moved, .stationary: return judge(sample, isFirst: false)
    case .ended:
      stage.lifted(sample)
      return end(stage.isPalm(sample) ? .cancelled : .ended, sample)
    case .cancelled: return end(.cancelled, sample)
    }
  }

  private func judge(_ sample: FilterSample, isFirst: Bool) -> FilterSample? {
    guard !progress[sample.slot].isRejected else { return nil }
    var sample = sample
    progress[sample.slot].held = nil
    switch stage.apply(&sample, isFirst: isFirst) {
    case .pass: return delay(sample)
    case .wait: return nil
    case .hold(let until):
      progress[sample.slot].held = (sample, until)
      return nil
    case .lift: return end(.ended, sample)
    case .reject:
      progress[sample.slot].isRejected = true
      return end(.cancelled, sample)
    }
  }

  private func delay(_ sample: FilterSample) -> FilterSample? {
    guard stage.tail > 0 else { return letThrough(sample) }
    progress[sample.slot].waiting.append(sample)
    guard progress[sample.slot].waiting.count > stage.tail else { return nil }
    var oldest = progress[sample.slot].waiting.removeFirst()
    oldest.time = sample.time
    return letThrough(oldest)
  }

  private func letThrough(_ sample: FilterSample) -> FilterSample {
    var sample = sample
    sample.sample.phase = progress[sample.slot].last == nil ? .began : .moved
    progress[sample.slot].last = sample
    return sample
  }

  /// The contact is over for those behind this filter, where they last knew it.
  private func end(_ phase: TouchPhase, _ sample: FilterSample) -> FilterSample? {
    defer {
      progress[sample.slot].last = nil
      progress[sample.slot].held = nil
      progress[sample.slot].waiting.removeAll()
    }
    guard var last = progress[sample.slot].last else { return nil }
    last.sample.phase = phase
    last.time = sample.time
    // A contact may turn out to be a palm in the report of its lift; unless that is one of the samples taken back.
    if stage.tail == 0, sample.sample.phase == .ended { last.major = sample.major }
    return last
  }
}
