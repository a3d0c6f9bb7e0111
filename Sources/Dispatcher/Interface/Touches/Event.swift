/// The object that responders receive: one touch sequence, from the first finger down to the last finger up, every call
/// of which gets the same object; or something that no finger did.
public class Event: CustomStringConvertible {
  /// The kind of an event.
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

  /// The kind of the event.
  public final let type: Kind
  /// Which motion or remote-control key; none for touches and presses.
  public final let subtype: Subtype
  /// The kernel's time of the frame being delivered.
  public final internal(set) var timestamp = Timestamp.zero
  /// Every touch of the sequence that is down, and those that lifted in this frame.
  public final internal(set) var allTouches: Set<Touch> = []
  /// The touches that this frame reports, by age; ``allTouches`` keeps them.
  final var frame = Slab<Borrowed<Touch>>()
  /// The windows that the event is for, each once; of touches, those that this frame reports.
  final var windows = Slab<Borrowed<Window>>()
  /// Whether this frame reports touches that hit no view, and they were not delivered yet.
  final var hasUnbound = false
  /// The phases of the touches that this frame reports.
  final var phases = PhaseSet()
  /// Touches of which the panel reported what was estimated, until their views know; ``allTouches`` keeps them.
  final var updated = Slab<Borrowed<Touch>>()
  /// The samples that this frame puts together, in order; empty where it is a frame as the panel sent it.
  final var merged = Slab<MergedMove>()
  /// Whether contacts remember where they were, since a program asks for predictions.
  final var keepsTrails = false
  /// Calls on their way up the responder chain.
  final let chain: ResponderChain
  /// The number of responders that have handed on the current call, each by default.
  final var handovers = 0
  /// The contact that is being hit-tested, for the trace.
  final var hitTesting: ContactID?

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
  func deliver(in window: Window) {
    if type == .remoteControl { window.eventResponder.remoteControlReceived(with: self) }
  }

  /// `<Event: 0x7f5c1a> timestamp: 12.5 touches: {…}`, the touches by age.
  public final var description: String {
    let start = "<\(head(of: self))> timestamp: \(short(timestamp.seconds))"
    guard type == .touches else { return "\(start) type: \(type) subtype: \(subtype)" }
    return "\(start) touches: {\(allTouches.byAge.map(\.description).joined(separator: ", "))}"
  }

  /// The touches that are bound to a window. O(touches).
  public final func touches(for window: Window) -> Set<Touch> { allTouches.filter { $0.window === window } }

  /// The touches that are bound to a view. O(touches).
  public final func touches(for view: View) -> Set<Touch> { allTouches.filter { $0.view === view } }

  /// The touches that a recognizer follows. O(touches).
  public final func touches(for recognizer: GestureRecognizer) -> Set<Touch> {
    allTouches.filter { recognizer.touches.contains($0) }
  }
}

extension Event {
  /// Which motion, or which remote-control key: UIKit's list.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
  #endif
  public enum Subtype: Hashable, Sendable, CaseIterable {
    /// No subtype: the event is of touches or presses.
    case none
    /// The machine was shaken.
    case motionShake
    /// Start to play.
    case remoteControlPlay
    /// Pause.
    case remoteControlPause
    /// Stop playing.
    case remoteControlStop
    /// Pause if something plays; play if it is paused.
    case remoteControlTogglePlayPause
    /// Go to the next track.
    case remoteControlNextTrack
    /// Go to the previous track.
    case remoteControlPreviousTrack
    /// The key for seeking backward went down.
    case remoteControlBeginSeekingBackward
    /// The key for seeking backward went up.
    case remoteControlEndSeekingBackward
    /// The key for seeking forward went down.
    case remoteControlBeginSeekingForward
    /// The key for seeking forward went up.
    case remoteControlEndSeekingForward

    /// Whether it is a key for what is being played.
    public var isRemoteControl: Bool { self != .none && self != .motionShake }
  }
}

// What a frame says of one touch.
extension Event {
  /// Adds a touch to those that the frame reports, for which there is room, and notes its window.
  @inline(__always)
  func add(_ touch: Touch) {
    frame.appendReserved(Borrowed(touch))
    guard let window = touch.values.window.map({ Borrowed($0) }) else { return hasUnbound = true }
    if window != windows.last { add(window) }
  }

  /// Notes a window, once. O(windows).
  @inline(__always)
  private func add(_ window: Borrowed<Window>) {
    for index in windows.indices where windows[index] == window { return }
    windows.append(window)
    window.with { $0.awaitsFrame = true }
  }
}

// Samples of a touch that were not delivered by themselves, and those that may come.
extension Event {
  /// Every sample of a touch since it was last delivered, in order, each as it was, the last one as the touch is now.
  ///
  /// Never empty: mostly a copy of the touch alone. More are there where deliveries lagged behind, and for as long as
  /// the frame is being delivered (see ``Pipeline/coalescesLateMoves``). O(samples of the frame); makes an object for
  /// each.
  public final func coalescedTouches(for touch: Touch) -> [Touch] {
    var copies: [Touch] = []
    if touch.isReported, !merged.isEmpty { copies = mergedSamples(of: touch) }
    // A held call is of an earlier moment than the frame in which it is made.
    if copies.last?.timestamp != touch.timestamp { copies = [touch] }
    copies[copies.count - 1] = Touch(copying: touch)
    return copies
  }

  private func mergedSamples(of touch: Touch) -> [Touch] {
    merged.indices.lazy.filter { self.merged[$0].move.contact == touch.contact.id }.map { index in
      let sample = self.merged[index]
      let copy = Touch(copying: touch)
      copy.values.show(sample.move, after: sample.previousLocation, sample.time)
      return copy
    }
  }

  /// Estimates of a touch at its next samples: up to three, at the interval of its own samples, no more than 33 ms
  /// ahead.
  ///
  /// Estimates, marked by `location` in ``Touch/estimatedProperties``: for drawing ahead of the finger, until the next
  /// frame says better. Nothing in touchd decides by them. 16 ms ahead they are off by 1.7 points on average, on a
  /// screen of 1920 points (see ``Trail/predictions()``).
  ///
  /// Contacts remember where they were from the first time that a program asks, so the first answers are mostly empty;
  /// so is the answer for a touch which this frame does not report, or which has ended. Makes an object for each.
  public final func predictedTouches(for touch: Touch) -> [Touch] {
    keepsTrails = true
    guard touch.isReported, touch.contact.isDown else { return [] }
    let trail = touch.contact.trail ?? beginTrail(of: touch)
    // A held call is of an earlier moment than the frame in which it is made.
    guard trail.last?.time == touch.timestamp else { return [] }
    var previous = touch.values.location
    return trail.predictions().map { step in
      defer { previous = step.location }
      let copy = Touch(copying: touch)
      copy.values.sample.estimated.insert(.location)
      copy.values.show(at: step.location, after: previous, step.time)
      return copy
    }
  }

  /// The first question has no more to go by than what this frame says.
  private func beginTrail(of touch: Touch) -> Trail {
    let trail = Trail()
    for sample in coalescedTouches(for: touch) { trail.add(sample.values.location, at: sample.timestamp) }
    touch.contact.trail = trail
    return trail
  }
}

/// A sample that was not delivered by itself, because deliveries lagged behind.
struct MergedMove: BitwiseCopyable {
  let move: TouchMove
  let time: Timestamp
  /// Place of the contact in the sample before, in points of the screen.
  let previousLocation: Point
}

/// Motion of a finger: a line or a parabola through its samples, by least squares along each axis.
struct MotionFit {
  /// The sums of t⁰ to t⁴, t in milliseconds, 0 at the newest sample; and those of t⁰ to t² times the location, counted
  /// from the newest.
  private var powers: (Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0)
  private var moments: (Point, Point, Point) = (.zero, .zero, .zero)
  private let bends: Bool

  init(_ steps: [Trail.Step], bends: Bool) {
    self.bends = bends
    guard let newest = steps.last else { return }
    for step in steps { add(step.location - newest.location, Self.milliseconds(step.time - newest.time)) }
  }

  private mutating func add(_ location: Point, _ t: Double) {
    let square = t * t
    powers.0 += 1
    powers.1 += t
    powers.2 += square
    powers.3 += square * t
    powers.4 += square * square
    moments.0 = moments.0 + location
    moments.1 = moments.1 + Point(x: location.x * t, y: location.y * t)
    moments.2 = moments.2 + Point(x: location.x * square, y: location.y * square)
  }

  /// Points per millisecond at the newest sample; `nil` where the samples have too few different times.
  var velocity: Point? {
    guard let x = slope(\.x), let y = slope(\.y) else { return nil }
    return Point(x: x, y: y)
  }

  /// The unit of ``velocity``.
  static func milliseconds(_ interval: Interval) -> Double { Double(interval.microseconds) / 1000 }

  /// The second unknown of the normal equations, by Cramer's rule.
  private func slope(_ axis: KeyPath<Point, Double>) -> Double? {
    let (s0, s1, s2, s3, s4) = powers
    let (m0, m1, m2) = (moments.0[keyPath: axis], moments.1[keyPath: axis], moments.2[keyPath: axis])
    let flat = s0 * s2 - s1 * s1
    guard bends else { return flat > 0 ? (s0 * m1 - s1 * m0) / flat : nil }
    let determinant = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
    // With two different times there is no parabola, and a determinant of nothing but rounding.
    guard determinant > 1e-9 * s0 * s2 * s4 else { return flat > 0 ? (s0 * m1 - s1 * m0) / flat : nil }
    return (s0 * (m1 * s4 - m2 * s3) - m0 * (s1 * s4 - s2 * s3) + s2 * (s1 * m2 - s2 * m1)) / determinant
  }
}
