/// Some of the phases of a touch.
struct PhaseSet {
  private var bits: UInt8 = 0

  var isEmpty: Bool { bits == 0 }

  func contains(_ phase: TouchPhase) -> Bool { bits & 1 << phase.rawValue != 0 }

  /// The phase, if it is the only one.
  var only: TouchPhase? {
    bits.nonzeroBitCount == 1 ? TouchPhase(rawValue: UInt8(bits.trailingZeroBitCount)) : nil
  }

  mutating func insert(_ phase: TouchPhase) { bits |= 1 << phase.rawValue }
}
