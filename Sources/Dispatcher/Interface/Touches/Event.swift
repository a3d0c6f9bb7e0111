/// What is handed to responders: one touch sequence, from the first finger down to the last finger up, every call of
/// which gets the same object; or something that no finger did.
public class Event {
  /// What an event reports.
  public enum Kind: Hashable, Sendable {
    /// Fingers or pens on a panel.
    case touches
    /// The machine was moved.
    case motion
    /// A key for what is being played.
    case remoteControl
    /// A key or a button: the event is a ``PressesEvent``.
    case presses
  }

  /// What the event reports.
  public final let type: Kind
  /// Which motion or remote-control key; none for touches and presses.
  public final let subtype: Subtype
  /// The kernel's time of the frame being delivered.
  @exclusivity(unchecked) public final internal(set) var timestamp = Timestamp.zero
  /// Every touch of the sequence that is down, and those that lifted in this frame.
  @exclusivity(unchecked) public final internal(set) var allTouches: Set<Touch> = []
  /// The touches that this frame reports, by age; ``allTouches`` keeps them.
  @exclusivity(unchecked) final var frame = Slab<Borrowed<Touch>>()
  /// The windows that the event is for, each once; of touches, those that this frame reports.
  @exclusivity(unchecked) final var windows = Slab<Borrowed<Window>>()
  /// Whether this frame reports touches that hit no view, and they were not delivered yet.
  @exclusivity(unchecked) final var hasUnbound = false
  /// The phases of the touches that this frame reports.
  @exclusivity(unchecked) final var phases = PhaseSet()
  /// Touches of which the panel reported what was estimated, until their views know; ``allTouches`` keeps them.
  @exclusivity(unchecked) final var updated = Slab<Borrowed<Touch>>()
  /// The samples that this frame puts together, in order; empty where it is a frame as the panel sent it.
  @exclusivity(unchecked) final var merged = Slab<MergedMove>()
  /// Whether contacts remember where they were, since a program asks for predictions.
  @exclusivity(unchecked) final var keepsTrails = false
  /// Calls on their way up the responder chain.
  final let chain: ResponderChain
  /// How many responders have handed on the call that is running, each by default.
  @exclusivity(unchecked) final var handovers = 0
  /// The contact that is being hit-tested, for the trace.
  @exclusivity(unchecked) final var hitTesting: ContactID?

  /// - Parameter chain: one for all events of an application, since a later one may carry held calls of an earlier.
  init(_ type: Kind = .touches, _ subtype: Subtype = .none, chain: ResponderChain = ResponderChain()) {
    self.type = type
    self.subtype = subtype
    self.chain = chain
  }

  /// The event of the touch sequence after another one's.
  convenience init(after event: Event) {
    self.init(chain: event.chain)
    keepsTrails = event.keepsTrails
  }

  /// Whether contacts remember anything of where they were.
  @inline(__always) final var notesPlaces: Bool { keepsTrails || chain.sensitivity.isAtStake }

  /// Receives the trace records of the application.
  final var observer: (any TraceObserver)? { chain.observer }

  /// Hands an event that no finger made to its responder in a window; touches have a way of their own.
  func deliver(in window: Window) {}

  /// The touches that are bound to a window. O(touches).
  public final func touches(for window: Window) -> Set<Touch> { allTouches.filter { $0.window === window } }

  /// The touches that are bound to a view. O(touches).
  public final func touches(for view: View) -> Set<Touch> { allTouches.filter { $0.view === view } }

  /// The touches that a recognizer follows. O(touches).
  public final func touches(for recognizer: GestureRecognizer) -> Set<Touch> {
    allTouches.filter { recognizer.touches.contains($0) }
  }
}
