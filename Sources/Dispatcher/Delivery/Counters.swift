extension Pipeline {
  /// What went through since the start.
  public struct Counters: Equatable, Sendable {
    /// SYN_REPORTs taken in; what lost events make void is not.
    public var frames = 0
    /// Contacts that began.
    public var touches = 0
    /// Contacts that lifted.
    public var ended = 0
    /// Contacts that were cancelled.
    public var cancelled = 0
    /// SYN_DROPPEDs.
    public var dropped = 0
    /// Samples that were not delivered by themselves, since deliveries lagged behind.
    public var coalesced = 0

    /// Counters at zero.
    public init() {}

    /// The same with what became of contacts.
    func adding(_ tally: EventQueue.Tally) -> Counters {
      var counters = self
      (counters.touches, counters.ended, counters.cancelled) = (tally.began, tally.ended, tally.cancelled)
      return counters
    }

    /// What went through two pipelines.
    public static func + (a: Counters, b: Counters) -> Counters {
      var sum = a
      sum.frames += b.frames
      sum.touches += b.touches
      sum.ended += b.ended
      sum.cancelled += b.cancelled
      sum.dropped += b.dropped
      sum.coalesced += b.coalesced
      return sum
    }
  }
}
