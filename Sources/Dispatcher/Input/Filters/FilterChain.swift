/// The filters of one panel, in the layout's order: what they leave of its contacts.
///
/// Each filter is a ``FilterGate`` and sees only what the one before it let through. A contact that they all let
/// through begins with the sample at which they do, so it may begin later than on the panel, or not at all; it ends
/// where it was last reported.
final class FilterChain {
  private let gates: [FilterGate]
  /// The place of the gate that holds contacts until a time; `nil` if none does.
  private let holding: Int?
  /// What was last reported of the contact in each slot.
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

  /// What to report instead of a sample; `nil` for nothing. O(filters).
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

  /// When the next contact begins that is held; `nil` if none is. O(slots).
  var deadline: Timestamp? { holding.flatMap { gates[$0].deadline } }

  /// What begins at ``deadline``. O(slots · filters).
  func beginHeld() -> [TouchSample] {
    guard let holding, let time = gates[holding].deadline else { return [] }
    return gates[holding].slots(heldUntil: time).compactMap { slot in
      gates[holding].release(slot).flatMap { pass($0, through: gates[(holding + 1)...]) }
    }
  }

  private func pass(_ sample: FilterSample, through gates: ArraySlice<FilterGate>) -> TouchSample? {
    var passing = sample
    for gate in gates {
      guard let passed = gate.pass(passing) else { return nil }
      passing = passed
    }
    return unlessUnchanged(passing.sample)
  }

  private func unlessUnchanged(_ sample: TouchSample) -> TouchSample? {
    let slot = Int(sample.slot)
    // A finger that the filters hold still has not moved.
    if sample.phase == .moved, let last = last[slot], sample.isSame(as: last) { return nil }
    last[slot] = sample
    var reported = sample
    reported.wasCovered = wasCovered[slot]
    return reported
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
