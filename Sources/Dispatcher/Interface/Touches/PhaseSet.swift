/// Some of the phases of a touch.
struct PhaseSet {
  private var bits: UInt8 = 0

  @inline(__always) var isEmpty: Bool { bits == 0 }

  @inline(__always)
  func contains(_ phase: TouchPhase) -> Bool { bits & 1 &<< phase.rawValue != 0 }

  /// Whether a touch ended in one way or the other.
  @inline(__always) var hasEnd: Bool { contains(.ended) || contains(.cancelled) }

  /// Whether a touch began or ended, so that there are others than before.
  @inline(__always) var hasUpheaval: Bool { contains(.began) || hasEnd }

  @inline(__always)
  mutating func insert(_ phase: TouchPhase) { bits |= 1 &<< phase.rawValue }

  /// Calls the body with each phase, in the order of the rules: began, moved, stationary, ended, cancelled.
  @inline(__always)
  func forEach(_ body: (TouchPhase) -> Void) {
    var left = bits
    while left != 0 {
      // Only phases were put in, and they are numbered as they stand.
      body(unsafeBitCast(UInt8(truncatingIfNeeded: left.trailingZeroBitCount), to: TouchPhase.self))
      left &= left &- 1
    }
  }
}
