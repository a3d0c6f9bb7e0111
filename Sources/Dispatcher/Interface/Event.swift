/// One touch sequence, from the first finger down to the last finger up: every call of it gets this object.
public final class Event {
  /// The kernel's time of the frame being delivered.
  @exclusivity(unchecked) public internal(set) var timestamp = Timestamp.zero
  /// Every touch of the sequence that is down, and those that lifted in this frame.
  @exclusivity(unchecked) public internal(set) var allTouches: Set<Touch> = []
  /// The touches that this frame reports, by age; ``allTouches`` keeps them.
  @exclusivity(unchecked) var frame = Slab<Borrowed<Touch>>()
  /// Whether they do not stand by age yet.
  @exclusivity(unchecked) var isOutOfOrder = false
  /// The windows of these touches, each once.
  @exclusivity(unchecked) var windows = Slab<Borrowed<Window>>()
  /// The phases of the touches that this frame reports.
  @exclusivity(unchecked) var phases = PhaseSet()
  /// Calls on their way up the responder chain.
  let chain: ResponderChain
  /// The contact that is being hit-tested, for the trace.
  @exclusivity(unchecked) var hitTesting: ContactID?

  /// - Parameter chain: one for all events of an application, since a later one may carry held calls of an earlier.
  init(chain: ResponderChain = ResponderChain()) { self.chain = chain }

  /// Whoever watches the application.
  var observer: (any TraceObserver)? { chain.observer }

  /// The touches that are bound to a window. O(touches).
  public func touches(for window: Window) -> Set<Touch> { allTouches.filter { $0.window === window } }

  /// The touches that are bound to a view. O(touches).
  public func touches(for view: View) -> Set<Touch> { allTouches.filter { $0.view === view } }

  /// The touches that a recognizer follows. O(touches).
  public func touches(for recognizer: GestureRecognizer) -> Set<Touch> {
    allTouches.filter { recognizer.touches.contains($0) }
  }
}
