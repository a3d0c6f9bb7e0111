/// One finger on the screen, updated in place from down to up.
///
/// A down at the same place in time re-uses the object and raises ``tapCount``; each such contact still has an id
/// and an end of its own. Two touches are equal only if they are the same object.
public final class Touch {
  /// Everything of a touch that changes; a held call keeps a copy.
  struct Values {
    var phase = TouchPhase.began
    var type = TouchType.direct
    var tapCount = 1
    var timestamp = Timestamp.zero
    /// In points of the screen.
    var previousLocation = Point.zero
    /// In device units; kept up to date where the panel's filters change locations.
    var previousRaw: (x: Int32, y: Int32) = (0, 0)
    /// The panel's last report.
    var sample = TouchSample()
    /// In points of the screen.
    @inline(__always) var location: Point { sample.location }
    var view: View?
    var window: Window?

    /// Puts the touch where a move is.
    mutating func show(_ move: TouchMove, after previous: Point, _ time: Timestamp) {
      (sample.rawX, sample.rawY) = (move.rawX, move.rawY)
      show(at: move.location, after: previous, time)
    }

    /// Puts the touch where it was at another moment, or will be.
    mutating func show(at location: Point, after previous: Point, _ time: Timestamp) {
      sample.phase = .moved
      sample.location = location
      previousLocation = previous
      timestamp = time
      phase = location == previous ? .stationary : .moved
    }
  }

  var values = Values()
  /// Whether the frame that is being processed reports it.
  var isReported = false
  /// The contact that the object stands for now.
  var contact: Contact

  init(contact: Contact) { self.contact = contact }

  /// A touch with the values that another has now. It stays as it is.
  convenience init(copying touch: Touch) {
    self.init(contact: touch.contact)
    values = touch.values
  }

  /// Change of the finger in the frame that is being delivered.
  public var phase: TouchPhase { values.phase }
  /// Whether it is a finger or a pen.
  public var type: TouchType { values.type }
  /// The number of times in a row that the finger came down here, this time included.
  public var tapCount: Int { values.tapCount }
  /// The kernel's time of the last change.
  public var timestamp: Timestamp { values.timestamp }
  /// Pressure in units of an average touch; 0 where the panel has none.
  public var force: Double { values.sample.force }
  /// The force at the end of the panel's pressure axis; 0 where it has none.
  public var maximumPossibleForce: Double { contact.panel.scales.maximumForce }
  /// Whether ``force`` means anything on the panel that the finger is on.
  public var forceCapability: ForceCapability { maximumPossibleForce > 0 ? .available : .unavailable }
  /// Half of the contact's longer axis, in points; 0 where the panel does not say.
  public var majorRadius: Double { values.sample.majorRadius }
  /// Tolerance of ``majorRadius``, in points: the noise that the panel states of its axis (the kernel's fuzz),
  /// and where it states none, half the size of a device unit. 0 where the panel does not say the radius.
  public var majorRadiusTolerance: Double { contact.panel.scales.radiusTolerance(contact.panel.calibration) }
  /// The direction of the contact's longer axis, in radians clockwise from the top of the screen; 0 where the panel
  /// does not say.
  public var orientation: Double { values.sample.orientation }
  /// Radians between a pen and the glass: 0 lies on it, π/2 stands upright, as fingers and pens without tilt do.
  public var altitudeAngle: Double { values.sample.pose.altitude }
  /// Which end of a pen touches, and which of its buttons are pressed; empty for a finger.
  public var penKeys: PenKeys { values.sample.penKeys }
  /// The view that the hit test found at down; it stays, also when the finger leaves it.
  public var view: View? { values.view }
  /// The window of ``view``.
  public var window: Window? { values.window }
  /// The recognizers that follow the touch: those attached at down, from the hit view up to its window.
  public var gestureRecognizers: [GestureRecognizer] { contact.recognizers }
  /// The id of the contact, as in the trace.
  public var contactID: ContactID { contact.id }
  /// The path of the panel that the finger is on.
  public var device: String { contact.panel.path }

  /// Whether no finger is behind it: a person who explores by touch has activated what is there.
  package var isMade: Bool { contact.isMade }
  /// The panel's last report of the contact.
  package var sample: TouchSample { values.sample }

  /// Place of the finger, in a view's coordinates; in the window's for `nil`. Neither rounded nor clamped.
  public func location(in view: View?) -> Point { convert(values.location, to: view) }

  /// Place of the finger in the preceding frame, converted with the present transforms.
  public func previousLocation(in view: View?) -> Point { convert(values.previousLocation, to: view) }

  /// Direction of a pen, in radians clockwise from the x axis of a view; of the window for `nil`. 0 for a finger.
  public func azimuthAngle(in view: View?) -> Double {
    let vector = azimuthUnitVector(in: view)
    return angle(x: vector.x, y: vector.y)
  }

  /// Direction of a pen, as a vector of length 1 in a view's coordinates; in the window's for `nil`.
  public func azimuthUnitVector(in view: View?) -> Point {
    values.sample.pose.azimuthUnitVector(at: values.location, in: view ?? values.window)
  }

  /// Place that one of its samples has, in the window's coordinates.
  package func location(of sample: TouchSample) -> Point { convert(sample.location, to: nil) }

  func convert(_ point: Point, to view: View?) -> Point {
    guard let target = view ?? values.window else { return point }
    return target.convert(fromScreen: point)
  }

  /// Whether it hit a control, or is tracked by one, that is not in the touch's window any more, and goes on all the
  /// same.
  var hasLostItsControl: Bool {
    guard contact.isDown, !contact.standing.isFinal else { return false }
    if let control = values.view as? Control, control.window !== values.window { return true }
    return contact.chain.responders.contains { responder in
      guard let control = responder as? Control else { return false }
      return control.tracked.contains { $0.contact === contact } && control.window !== values.window
    }
  }

  /// Whether the page got its began, and is owed the rest.
  func isOwed(to screen: ScreenResponder) -> Bool {
    values.view == nil && contact.chain.responders.contains { $0 === screen }
  }

  /// Notes that a sample reports what was estimated of the touch so far. The call of the end reports what comes with
  /// the end.
  func noteUpdate(_ sample: TouchSample, _ event: Event) {
    guard sample.phase == .moved, window != nil, !values.sample.estimated.isSubset(of: sample.estimated)
    else { return }
    contact.isNewlyTold = true
    if !event.updated.contains(self) { event.updated.append(Borrowed(self)) }
  }

  /// Whether its view tracks it: it is given to the view, held for it, or about to be, in this frame.
  var isTracked: Bool {
    guard !contact.standing.isFinal else { return false }
    return contact.standing == .given || contact.heldCalls > 0 || isReported && phase == .began
  }

  /// Takes in a move that is one of several. One that comes back to where it was has moved all the same.
  func merge(_ move: TouchMove, at time: Timestamp) {
    let previous = isReported ? values.previousLocation : values.location
    let hasMoved = isReported && values.phase == .moved
    isReported = true
    values.show(move, after: previous, time)
    if hasMoved { values.phase = .moved }
  }

  /// Whether the touch moved, and no responder that it reached does anything then.
  @inline(__always)
  var isUnheard: Bool {
    values.phase == .moved && contact.chain.ignoresMoves && contact.heldCalls == 0
  }

  /// The phase that recognizers receive: a report without a new location is a move to them.
  @inline(__always)
  var reportedPhase: TouchPhase { values.phase == .stationary ? .moved : values.phase }

  /// Whether the finger only moves, and is nearer to where it came down than the root of this.
  @inline(__always)
  func rests(within square: Double) -> Bool {
    guard reportedPhase == .moved else { return false }
    let offset = values.location - contact.downLocation
    return offset.x * offset.x + offset.y * offset.y < square
  }

  /// After the frame that reported it, a touch is stationary until another does.
  @inline(__always)
  func rest() {
    guard values.phase == .began || values.phase == .moved || values.phase == .stationary else { return }
    values.phase = .stationary
    values.previousLocation = values.location
    values.previousRaw = (values.sample.rawX, values.sample.rawY)
  }

  /// Takes in where a frame says that the touch is.
  @inline(__always)
  func report(_ move: UnsafePointer<TouchMove>, at time: Timestamp) {
    isReported = true
    values.previousLocation = values.sample.location
    values.timestamp = time
    values.sample.phase = .moved
    values.sample.rawX = move.pointee.rawX
    values.sample.rawY = move.pointee.rawY
    values.sample.location = move.pointee.location
    values.phase = values.location == values.previousLocation ? .stationary : .moved
  }

  /// Takes in what a frame says of the touch. It moves where its location or its force changes.
  func report(_ sample: TouchSample, at time: Timestamp) {
    isReported = true
    let previousForce = values.sample.force
    values.previousLocation = values.sample.location
    values.previousRaw = (values.sample.rawX, values.sample.rawY)
    values.timestamp = time
    values.sample = sample
    values.phase = sample.phase
    if sample.phase == .ended || sample.phase == .cancelled { contact.isDown = false }
    if sample.phase == .moved, values.location == values.previousLocation, sample.force == previousForce {
      values.phase = .stationary
    }
  }

  func bind(
    _ contact: Contact, to view: View?, _ sample: TouchSample, at time: Timestamp, raisesTapCount: Bool
  ) {
    self.contact = contact
    contact.view = view
    values.view = view
    values.window = view?.window
    values.type = sample.type
    values.tapCount = raisesTapCount ? values.tapCount + 1 : 1
    values.sample.location = sample.location
    (values.sample.rawX, values.sample.rawY) = (sample.rawX, sample.rawY)
    report(sample, at: time)
  }

  /// The sample that the page gets. Secrecy of its place is decided now, and not when an observer comes.
  @inline(__always)
  func screenSample(_ traits: VirtualPanelTraits, _ event: Event) -> ScreenSample {
    let isAtStake = event.chain.sensitivity.isAtStake
    return ScreenSample(
      contact: Borrowed(contact).with { $0.id }, slot: values.sample.slot, location: values.location,
      pressure: traits.hasPressure ? partOfForce : 0, radius: values.sample.majorRadius,
      isSecret: isAtStake && isSensitive, isPrivate: isAtStake && isPrivate)
  }

  private var partOfForce: Double {
    maximumPossibleForce > 0 ? values.sample.force / maximumPossibleForce : 0
  }
}

extension Touch: Hashable, CustomStringConvertible {
  public static func == (a: Touch, b: Touch) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// `<Touch: 0x7f5c1a> phase: began tap count: 1 force: 0 window: <…> view: <…> location in window: {187.5, 333.5} …`;
  /// without places where the touch is sensitive, and with the sensitive view instead of one in it.
  public var description: String {
    var parts = [
      "<\(head(of: self))> phase: \(phase) tap count: \(shownTapCount) force: \(short(force))",
      "window: \(window?.description ?? "(null)") view: \(view?.shown.description ?? "(null)")",
    ]
    guard let shownLocation else { return (parts + ["(sensitive)"]).joined(separator: " ") }
    parts += places("window", shownLocation, previousLocation(in: nil))
    if let view { parts += places("view", location(in: view), previousLocation(in: view)) }
    return parts.joined(separator: " ")
  }

  private func places(_ space: String, _ location: Point, _ previous: Point) -> [String] {
    ["location in \(space): \(location.words)"]
      + (contact.secrecy == .none ? ["previous location in \(space): \(previous.words)"] : [])
  }
}

extension Set<Touch> {
  /// The touches by age; a set has no order of its own.
  var byAge: [Touch] { sorted { $0.contact.id < $1.contact.id } }
}

// What a panel measured before its filters, and what it has not measured.
extension Touch {
  /// Properties whose values may be estimates: force, azimuth, altitude, location.
  public typealias Properties = TouchProperties

  /// Whether a panel measures the pressure of a touch.
  public enum ForceCapability: Hashable, Sendable {
    /// The panel has no pressure axis.
    case unavailable
    /// The panel has a pressure axis.
    case available
  }

  /// Place of the finger by the panel, before the layout's filters, in a view's coordinates; in the window's for
  /// `nil`. As of the last report that the filters let through. For drawing: hit tests and recognizers go by
  /// ``location(in:)``.
  public func preciseLocation(in view: View?) -> Point {
    convert(unfiltered(values.sample.rawX, values.sample.rawY) ?? values.location, to: view)
  }

  /// Place of the finger by the panel in the preceding frame, before the layout's filters, converted with the
  /// transforms of now.
  public func precisePreviousLocation(in view: View?) -> Point {
    convert(unfiltered(values.previousRaw.x, values.previousRaw.y) ?? values.previousLocation, to: view)
  }

  /// Device units as points of the screen; `nil` where no filter changes locations.
  private func unfiltered(_ x: Int32, _ y: Int32) -> Point? {
    isPredicted ? nil : contact.panel.unfiltered(x: x, y: y)
  }

  /// The properties that the panel measures and has not reported of this contact yet; their values are its last ones.
  ///
  /// A property is reported once an event of its axis has come: since the finger was first noticed, for a pen since it
  /// came near. What the kernel still holds of an earlier contact in the same slot is an estimate, though it may well
  /// be right: the kernel sends no value that equals the last, so the pressure of a finger that presses exactly as the
  /// one before is never reported. ``location`` is in predicted touches alone (see ``Event/predictedTouches(for:)``).
  public var estimatedProperties: Properties { values.sample.estimated }

  /// The estimated properties that `touchesEstimatedPropertiesUpdated` may still report. None once the touch has ended,
  /// and none in a predicted touch.
  public var estimatedPropertiesExpectingUpdates: Properties {
    contact.isDown && !isPredicted ? estimatedProperties : []
  }

  /// Identifies the touch that an update of estimates is for: one number for each contact that landed with estimates,
  /// on all copies of its touch. `nil` where nothing is, or was, estimated, and in a predicted touch.
  public var estimationUpdateIndex: Int? {
    contact.landedEstimated && !isPredicted ? contact.id : nil
  }

  /// Whether it is not there yet.
  var isPredicted: Bool { values.sample.estimated.contains(.location) }
}

/// The last set of touches that a call received, so that a stream of equal sets is made once.
///
/// A call with another set of touches receives the same storage, emptied and filled again, unless the last set is still
/// held elsewhere: moving fingers allocate nothing.
struct TouchSetCache: ~Copyable {
  /// The touches as a set, once they are complete.
  private(set) var set: Set<Touch> = []
  /// The same touches, by age.
  private(set) var members = Slab<Borrowed<Touch>>()
  /// The number of touches gathered so far.
  private var gathered = 0
  /// Whether they are others than those in the set.
  private var isStale = false

  /// Whether the set consists of one touch.
  @inline(__always)
  func holds(only touch: Borrowed<Touch>?) -> Bool {
    members.count == 1 && members[0] == touch
  }

  /// Adds a touch to those that make the next set, younger than the others. The caller keeps it alive until
  /// ``finish()``.
  mutating func gather(_ touch: Touch) {
    if gathered >= members.count || !members[gathered].refers(to: touch) {
      members.truncate(to: gathered)
      members.append(Borrowed(touch))
      isStale = true
    }
    gathered += 1
  }

  /// Completes the set. O(touches) where they are others than before.
  mutating func finish() {
    defer { (gathered, isStale) = (0, false) }
    guard isStale || gathered != members.count else { return }
    members.truncate(to: gathered)
    set.removeAll(keepingCapacity: true)
    members.forEach { set.insert($0) }
  }

  /// Lets the touches go.
  mutating func clear() {
    members.removeAll()
    set.removeAll(keepingCapacity: true)
  }
}

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
