/// The filters of one panel, in the layout's order: what they leave of its contacts.
///
/// Each filter is a ``FilterGate`` and sees only what the one before it let through. A contact that they all let
/// through begins with the sample at which they do, so it may begin later than on the panel, or not at all; it ends
/// where it was last reported.
final class FilterChain {
  private let gates: [FilterGate]
  /// The place of the gate that holds contacts until a time; `nil` if none does.
  private let holding: Int?
  /// The last report of the contact in each slot.
  private var last: [TouchSample?]
  /// Whether the contact in each slot has been where it is not to leave the process, also while it was held back.
  private var wasCovered: [Bool]

  init(_ filters: [ContactFilter], slots: Int) {
    gates = filters.map { FilterGate($0, slots: slots) }
    holding = filters.firstIndex {
      if case .holdDuration = $0 { true } else { false }
    }
    last = Array(repeating: nil, count: slots)
    wasCovered = Array(repeating: false, count: slots)
  }

  /// The sample to report instead of one; `nil` for none. O(filters).
  ///
  /// - Parameter isCovered: whether its place is not to leave the process.
  func apply(
    _ sample: TouchSample, _ state: SlotState, isCovered: Bool, at time: Timestamp
  ) -> TouchSample? {
    let slot = Int(sample.slot)
    wasCovered[slot] = isCovered || sample.phase != .began && wasCovered[slot]
    return pass(
      FilterSample(sample: sample, time: time, pressure: state.pressure, major: state.major),
      through: gates[...])
  }

  /// Whether one of the filters holds contacts until a time.
  var holds: Bool { holding != nil }

  /// Beginning of the next contact that is held; `nil` if none is. O(slots).
  var deadline: Timestamp? { holding.flatMap { gates[$0].deadline } }

  /// Begins the contacts that are held until ``deadline``. O(slots · filters).
  func beginHeld() -> [TouchSample] {
    guard let holding, let time = gates[holding].deadline else { return [] }
    return gates[holding].release(at: time).compactMap { pass($0, through: gates[(holding + 1)...]) }
  }

  private func pass(_ sample: FilterSample, through gates: ArraySlice<FilterGate>) -> TouchSample? {
    var passing = sample
    for gate in gates {
      guard let passed = gate.pass(passing) else { return nil }
      passing = passed
    }
    let slot = passing.slot
    // A finger that the filters hold still has not moved.
    if passing.sample.phase == .moved, let last = last[slot], passing.sample.isSame(as: last) { return nil }
    passing.sample.wasCovered = wasCovered[slot]
    last[slot] = passing.sample
    return passing.sample
  }
}

extension TouchSample {
  /// Whether nothing that is reported differs; the raw position may.
  fileprivate func isSame(as other: TouchSample) -> Bool {
    location == other.location && force == other.force && majorRadius == other.majorRadius
      && orientation == other.orientation && pose == other.pose && penKeys == other.penKeys
      && estimated == other.estimated
  }
}

/// One step between a panel and its touches, against what cheap, worn or wet panels send. All are off unless a layout
/// asks for them; they are applied in its order, each to what the one before it let through.
#if hasAttribute(nonexhaustive)
  @nonexhaustive(warn)
#endif
public enum ContactFilter: Equatable, Sendable {
  /// The location follows only once it is further away than this, in points along each axis.
  case hysteresis(x: Double, y: Double)
  /// The location is the median of so many samples, for each axis by itself.
  case median(Int)
  /// The location follows a slow finger late and a fast one soon: a low-pass whose cutoff is so many hertz for a finger
  /// at rest, and `beta` hertz more for each point per second.
  case smooth(cutoff: Double, beta: Double)
  /// A contact that lands this soon after another lifted at its place is left out.
  case debounce(Interval)
  /// A contact begins when it has been down for so long, where it then is; a shorter one is left out.
  case holdDuration(Interval)
  /// A contact that lands this soon after another lifted, wherever, is left out.
  case ignoreRepeat(Interval)
  /// The first samples of a contact, and the last ones, are left out.
  case skip(first: Int, last: Int)
  /// A contact counts while its pressure is at least this, in device units.
  case pressure(Double)
  /// A contact that lands outside this part of the screen, in points, is reported once it enters it.
  case edge(inside: Rect)
  /// A contact whose longer axis is at least this, in device units, is a palm.
  case size(Double)

  /// The filter before it has seen a contact.
  fileprivate var stage: any FilterStage {
    switch self {
    case .hysteresis(let x, let y): HysteresisStage(margin: (x, y))
    case .median(let depth): MedianStage(depth: max(depth, 1))
    case .smooth(let cutoff, let beta): SmoothStage(cutoff: cutoff, beta: beta)
    case .debounce(let interval): RepeatStage(interval: interval, reach: RepeatStage.bounce)
    case .holdDuration(let duration): HoldDurationStage(duration: duration)
    case .ignoreRepeat(let interval): RepeatStage(interval: interval, reach: nil)
    case .skip(let first, let last): SkipStage(first: first, last: last)
    case .pressure(let minimum): PressureStage(minimum: minimum)
    case .edge(let inside): EdgeStage(inside: inside)
    case .size(let maximum): SizeStage(maximum: maximum)
    }
  }
}

/// One filter in its place: of the contacts that reach it, what goes on to the next.
///
/// What leaves it is again a contact with one beginning and one end, whatever the filter held back, so that the next
/// filter need not know of the others.
final class FilterGate {
  /// History of the contact in a slot.
  private struct Progress {
    var stage: any FilterStage
    var isRejected = false
    /// The last sample that was let through; `nil` before the contact has begun, and once it is over.
    var last: FilterSample?
    /// The newest sample of a contact that begins at a time, and that time.
    var held: (sample: FilterSample, until: Timestamp)?
  }

  /// The filter before it has seen a contact.
  private let stage: any FilterStage
  private var progress: [Progress]

  init(_ filter: ContactFilter, slots: Int) {
    stage = filter.stage
    progress = Array(repeating: Progress(stage: stage), count: slots)
  }

  /// Beginning of the next contact that is held; `nil` if none is. O(slots).
  var deadline: Timestamp? { progress.lazy.compactMap { $0.held?.until }.min() }

  /// The samples to pass on of the contacts that begin at a time. O(slots).
  func release(at time: Timestamp) -> [FilterSample] {
    progress.compactMap(\.held).filter { $0.until == time }.compactMap { held in
      var sample = held.sample
      sample.time = time
      return judge(sample, isFirst: false)
    }
  }

  /// The sample to pass on instead of one; `nil` for none.
  func pass(_ sample: FilterSample) -> FilterSample? {
    switch sample.sample.phase {
    case .began:
      progress[sample.slot] = Progress(stage: stage)
      return judge(sample, isFirst: true)
    case .moved, .stationary: return judge(sample, isFirst: false)
    case .ended:
      progress[sample.slot].stage.lifted(sample)
      return end(stage.isPalm(sample) ? .cancelled : .ended, sample)
    case .cancelled: return end(.cancelled, sample)
    }
  }

  private func judge(_ sample: FilterSample, isFirst: Bool) -> FilterSample? {
    guard !progress[sample.slot].isRejected else { return nil }
    var sample = sample
    progress[sample.slot].held = nil
    switch progress[sample.slot].stage.apply(&sample, isFirst: isFirst) {
    case .pass: return letThrough(sample)
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
    }
    guard var last = progress[sample.slot].last else { return nil }
    last.sample.phase = phase
    last.time = sample.time
    // A contact may turn out to be a palm in the report of its lift; unless that is one of the samples taken back.
    if !stage.takesBack, sample.sample.phase == .ended { last.major = sample.major }
    return last
  }
}
