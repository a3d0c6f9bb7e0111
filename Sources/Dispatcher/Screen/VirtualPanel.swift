/// The touchscreen that the page sees, as values: contacts go in, frames of the kernel's events come out.
///
/// It has slots and ids of its own. One frame is made of what changes until ``flush(at:to:)``; a slot changes at most
/// once in it. What writes the frames to a device, or reads them in a test, is ``onFrame``.
public final class VirtualPanel {
  /// The traits that it is made with.
  public let traits: VirtualPanelTraits
  /// The way in which a touch is withdrawn.
  public let cancel: ScreenCancel
  /// The keys that it has, by their KEY_… codes.
  public let keys: Set<UInt16>
  /// Receives the events of each frame, its SYN_REPORT last. They are valid during the call.
  public var onFrame: (UnsafeBufferPointer<RawEvent>) -> Void = { _ in }
  /// The number of contacts that were not passed on, since no slot was free.
  public private(set) var refused = 0
  var slots: Slab<VirtualSlot>
  /// The slots whose contacts the page knows, by age.
  var order = Slab<Int32>()
  /// Changes of the frame that is being made.
  var changes = Slab<Change>()
  /// Time of that frame.
  var time = Timestamp.zero
  /// Whether a contact is withdrawn in that frame, and not only lifted.
  var hasWithdrawals = false
  /// Whether a contact has begun to rest, or rests no more, and what is waited for is still the end before.
  var hasNewRest = false
  var encoder: FrameEncoder
  /// The keys that are down for the page.
  private(set) var keysDown: Set<UInt16> = []
  /// The id that a contact got last; each gets the next one.
  private var lastID: Int32 = -1
  /// Index in ``order`` of the contact that was looked up last.
  private var place = 0

  /// A change of a slot in the frame that is being made.
  struct Change: BitwiseCopyable {
    enum Step: BitwiseCopyable {
      case landed
      case moved
      /// Withdrawn: it moves a last time, and rests.
      case slid
      /// Withdrawn: it becomes a palm.
      case palmed
      case lifted(ScreenReport.End, TouchPhase)
    }

    let slot: Int32
    let step: Step
    /// New place of the contact, in points of the screen; of a lift, its last one.
    var location: Point
    /// The same in device units.
    var x: Int32
    var y: Int32
    var pressure: Int32
    var major: Int32

    var isSlid: Bool { if case .slid = step { true } else { false } }
  }

  /// A touchscreen without fingers.
  public init(
    _ traits: VirtualPanelTraits, cancel: ScreenCancel = .slide(by: ScreenCancel.slideDistance),
    keys: Set<UInt16> = []
  ) {
    (self.traits, self.cancel, self.keys) = (traits, cancel, keys)
    slots = Slab(repeating: VirtualSlot(), count: traits.slots)
    encoder = FrameEncoder(traits)
  }

  /// A touchscreen in the place of another, on the same device: for another tree of views, and a screen of another
  /// size.
  ///
  /// - Parameter former: what wrote to the device until now; it has no contacts and writes nothing from now on. Those
  ///   that rest go on to rest here, as far as there are slots; all others have ended (``withdrawAll(at:to:)``).
  public convenience init(
    _ traits: VirtualPanelTraits, cancel: ScreenCancel, keys: Set<UInt16> = [], after former: VirtualPanel
  ) {
    self.init(traits, cancel: cancel, keys: keys)
    lastID = former.lastID
    onFrame = former.onFrame
    encoder.forget(since: former.encoder.time)
    former.onFrame = { _ in }
    for number in former.order.copy where slots.indices.contains(Int(number)) {
      let rest = former.slots[Int(number)]
      slots[Int(number)] = rest
      slots[Int(number)].location = traits.location(x: rest.x, y: rest.y)
      order.append(number)
    }
    former.order.removeAll()
  }

  /// A touchscreen on a device that an earlier process of the program left behind.
  ///
  /// - Parameters:
  ///   - state: what the kernel holds of the device. The page has the contacts that are down there until
  ///     ``withdrawAll(at:to:)``.
  ///   - keysDown: the keys that are down there, which the page has as long.
  public convenience init(
    _ traits: VirtualPanelTraits, cancel: ScreenCancel, on state: DeviceState, keysDown: Set<UInt16> = []
  ) {
    self.init(traits, cancel: cancel, keys: keysDown)
    self.keysDown = keysDown
    encoder.forget()
    for (index, slot) in state.slots.prefix(slots.count).enumerated() where slot.isTouching {
      slots[index] = VirtualSlot(
        standing: .down, x: slot.x, y: slot.y, trackingID: slot.trackingID,
        location: traits.location(x: slot.x, y: slot.y),
        // The process that knew what it was on has gone.
        isSecret: true)
      order.append(Int32(index))
    }
  }

  /// Whether the page has a finger, or one that rests.
  public var isInUse: Bool { slots.indices.contains { !slots[$0].isFree } }

  /// Time of the last frame that its readers got; `nil` before the first.
  var lastFrame: Timestamp? { encoder.time > .zero ? encoder.time : nil }

  /// Notes when the next change is from; a frame is from its latest.
  @inline(__always)
  func setTime(_ time: Timestamp) { self.time = changes.isEmpty ? time : max(self.time, time) }

  /// Whether the frame that is being made only moves fingers.
  var onlyMoves: Bool {
    changes.indices.allSatisfy { index in
      if case .moved = changes[index].step { true } else { false }
    }
  }

  /// The slot that a contact is in. Frames report contacts in order, mostly that of age: so the search goes on where
  /// the last one ended. O(contacts) at worst.
  @inline(__always)
  private func slot(of contact: ContactID) -> Int32? {
    place &+= 1
    if place < order.count, slots[Int(order[place])].contact == contact { return order[place] }
    return search(contact)
  }

  @inline(never)
  private func search(_ contact: ContactID) -> Int32? {
    for index in order.indices where slots[Int(order[index])].contact == contact {
      place = index
      return order[index]
    }
    // It may have landed in the frame that is being made.
    return changes.indices.first { slots[Int(changes[$0].slot)].contact == contact }.map { changes[$0].slot }
  }

  /// A finger lands: in the slot that it has on the panel, if that is free.
  ///
  /// - Returns: whether a slot was free; else the page does not get it.
  func land(_ sample: ScreenSample, to observer: (any TraceObserver)?, at now: Timestamp) -> Bool {
    if hasWithdrawals { flush(at: now, to: observer) }
    hasNewRest = hasNewRest || nextRestEnd != nil
    endRests(to: observer, at: now)
    guard let number = freeSlot(preferred: sample.slot) else {
      refused += 1
      return false
    }
    if slots[Int(number)].change >= 0 { flush(at: now, to: observer) }
    slots[Int(number)].standing = .down
    slots[Int(number)].contact = sample.contact
    slots[Int(number)].isPrivate = sample.isPrivate
    repeat {
      lastID = (lastID &+ 1) & VirtualPanelTraits.trackingIDEnd
    } while slots.indices.contains { slots[$0].trackingID == lastID }
    slots[Int(number)].trackingID = lastID
    add(.landed, number, sample)
    return true
  }

  private func freeSlot(preferred: Int32) -> Int32? {
    if slots.indices.contains(Int(preferred)), slots[Int(preferred)].isFree { return preferred }
    return slots.indices.first { slots[$0].isFree }.map(Int32.init)
  }

  /// A finger moves. What is less than a unit of the device is nothing.
  @inline(__always)
  func move(_ sample: ScreenSample, to observer: (any TraceObserver)?, at now: Timestamp) {
    guard let number = slot(of: sample.contact), slots[Int(number)].isDown else { return }
    let slot = slots.pointer(at: Int(number))
    if slot.pointee.change >= 0 {
      guard case .moved = changes[Int(slot.pointee.change)].step else {
        flush(at: now, to: observer)
        return add(.moved, number, sample)
      }
      changes[Int(slot.pointee.change)] = change(.moved, number, sample)
      slot.pointee.isSecret = sample.isSecret
    } else {
      let change = change(.moved, number, sample)
      guard change.x != slot.pointee.x || change.y != slot.pointee.y else { return }
      slot.pointee.isSecret = sample.isSecret
      add(change)
    }
  }

  @inline(__always)
  private func add(_ step: Change.Step, _ number: Int32, _ sample: ScreenSample) {
    slots[Int(number)].isSecret = sample.isSecret
    add(change(step, number, sample))
  }

  @inline(__always)
  private func change(_ step: Change.Step, _ number: Int32, _ sample: ScreenSample) -> Change {
    let (x, y) = traits.units(sample.location)
    return Change(
      slot: number, step: step, location: sample.location, x: x, y: y,
      pressure: traits.pressure(sample.pressure), major: traits.major(sample.radius))
  }

  /// A change of a contact that stays where it is.
  private func change(_ step: Change.Step, _ number: Int32) -> Change {
    let slot = slots[Int(number)]
    return Change(
      slot: number, step: step, location: slot.location, x: slot.x, y: slot.y, pressure: slot.pressure,
      major: slot.major)
  }

  @inline(__always)
  func add(_ change: Change) {
    slots[Int(change.slot)].change = Int32(truncatingIfNeeded: changes.count)
    changes.append(change)
  }

  /// A finger lifts.
  func lift(_ contact: ContactID, to observer: (any TraceObserver)?, at now: Timestamp) {
    guard let number = downSlot(of: contact, to: observer, at: now) else { return }
    release(number, .lift, .ended)
  }

  /// A finger is withdrawn from the page, as ``cancel`` says.
  func withdraw(_ contact: ContactID, to observer: (any TraceObserver)?, at now: Timestamp) {
    guard let number = downSlot(of: contact, to: observer, at: now) else { return }
    withdraw(number, at: now)
  }

  /// Withdraws what is in a slot, which has no change in the frame.
  func withdraw(_ number: Int32, at now: Timestamp) {
    switch cancel {
    case .slide, .edge:
      hasWithdrawals = true
      slots[Int(number)].standing = .resting(until: now + ScreenCancel.rest)
      hasNewRest = true
      add(change(.slid, number))
    case .palm:
      hasWithdrawals = true
      slots[Int(number)].standing = .resting(until: now)
      add(change(.palmed, number))
    case .lift: release(number, .lift, .cancelled)
    }
  }

  /// The slot in which the page has a contact, without a change in the frame.
  private func downSlot(
    of contact: ContactID, to observer: (any TraceObserver)?, at now: Timestamp
  ) -> Int32? {
    guard let number = slot(of: contact), slots[Int(number)].isDown else { return nil }
    if slots[Int(number)].change >= 0 { flush(at: now, to: observer) }
    return number
  }

  /// Frees a slot: its contact lifts.
  func release(_ number: Int32, _ end: ScreenReport.End, _ phase: TouchPhase) {
    add(change(.lifted(end, phase), number))
    slots[Int(number)].standing = .free
  }

  /// A key of the panel goes down, or comes up, in a frame of its own.
  func press(_ code: UInt16, isDown: Bool, to observer: (any TraceObserver)?, at now: Timestamp) {
    guard keys.contains(code), isDown != keysDown.contains(code) else { return }
    flush(at: now, to: observer)
    if isDown { keysDown.insert(code) } else { keysDown.remove(code) }
    _ = encoder.begin(at: now, changes: 1)
    encoder.add(key: code, isDown: isDown)
    encoder.finish(oldest: order.isEmpty ? nil : slots[Int(order[0])], onFrame)
  }

  /// Notes which contacts the page knows once a change is sent.
  @inline(__always)
  func keepOrder(_ change: Change) {
    switch change.step {
    case .landed: order.append(change.slot)
    case .lifted: forget(change.slot)
    case .moved, .slid, .palmed: break
    }
  }

  private func forget(_ number: Int32) {
    var kept = 0
    for index in order.indices where order[index] != number {
      order[kept] = order[index]
      kept += 1
    }
    order.truncate(to: kept)
  }
}

// From changes to a frame of events, and the ends that follow one.
extension VirtualPanel {
  /// The oldest time that a frame which was held may carry; the kernel takes an older one for wrong
  /// (UINPUT_TIMESTAMP_ALLOWED_OFFSET_SECS in drivers/input/misc/uinput.c, Linux 6.5).
  private static let oldest = Interval.seconds(10)

  /// Sends what has changed as one frame, if something has.
  ///
  /// - Parameters:
  ///   - now: the time of the frame that is being delivered, or of the deadline.
  ///   - observer: receives a report of each contact.
  func flush(at now: Timestamp, to observer: (any TraceObserver)?) {
    guard !changes.isEmpty else { return }
    let withdraws = hasWithdrawals
    if withdraws { placeWithdrawn() }
    let oldest = now + Interval(microseconds: -Self.oldest.microseconds)
    let stamp = encoder.begin(at: max(min(time, now), oldest), changes: changes.count)
    time = .zero
    for index in changes.indices { send(changes[index], at: now, stamp, to: observer) }
    encoder.finish(oldest: order.isEmpty ? nil : slots[Int(order[0])], onFrame)
    changes.removeAll()
    // A palm lifts in the next frame.
    if withdraws, cancel == .palm { endRests(upTo: now, to: observer, at: now) }
  }

  @inline(__always)
  private func send(
    _ change: Change, at now: Timestamp, _ stamp: Timestamp, to observer: (any TraceObserver)?
  ) {
    keepOrder(change)
    let slot = slots.pointer(at: Int(change.slot))
    slot.pointee.change = -1
    let isNews = encoder.encode(change, &slot.pointee)
    guard isNews, let observer, !(slot.pointee.isPrivate && observer.leavesProcess) else { return }
    observer.record(.screen(slot.pointee.report(of: change, traits, stamp)), at: now)
  }

  /// Decides where contacts go that are withdrawn.
  private func placeWithdrawn() {
    hasWithdrawals = false
    var (count, sum, isSecret) = (0.0, 0.0, false)
    for index in changes.indices where changes[index].isSlid {
      // To the page, a finger beyond the edge was on it: its way begins there.
      changes[index].location = traits.onScreen(changes[index].location)
      count += 1
      sum += changes[index].location.x
      isSecret = isSecret || slots[Int(changes[index].slot)].isSecret
    }
    guard count > 0 else { return }
    let isLeft = sum / count < traits.size.width / 2
    for index in changes.indices where changes[index].isSlid {
      switch cancel {
      case .slide(let distance):
        changes[index].location.x += isLeft ? distance : -distance
        // Which way one goes says on which half of the screen the others were.
        if isSecret { slots[Int(changes[index].slot)].isSecret = true }
      case .edge: changes[index].location = traits.nearestEdge(to: changes[index].location)
      case .lift, .palm: break
      }
      (changes[index].x, changes[index].y) = traits.units(changes[index].location)
    }
  }

  /// Lift of the next contact that rests; `nil` if none does.
  var nextRestEnd: Timestamp? {
    var nearest: Timestamp?
    for index in order.indices { nearest = earlier(nearest, slots[Int(order[index])].restEnd) }
    return nearest
  }

  /// Lifts the contacts whose rest is over at a time, in a frame of their own, which comes before the one that is being
  /// made. Without a limit, all that rest.
  func endRests(
    upTo limit: Timestamp = Timestamp(microseconds: .max), to observer: (any TraceObserver)?,
    at now: Timestamp
  ) {
    guard let nearest = nextRestEnd, nearest <= limit else { return }
    let (unsent, unsentTime) = (changes.copy, time)
    changes.removeAll()
    defer { time = unsentTime }
    for number in order.copy {
      guard let end = slots[Int(number)].restEnd, end <= limit else { continue }
      release(number, cancel.end, .cancelled)
    }
    time = now
    flush(at: now, to: observer)
    for change in unsent { add(change) }
  }

  /// Withdraws every contact that the page has, in one frame, and releases every key. What ``cancel`` has rest, rests.
  public func withdrawAll(at now: Timestamp, to observer: (any TraceObserver)? = nil) {
    flush(at: now, to: observer)
    for number in order.copy where slots[Int(number)].isDown { withdraw(number, at: now) }
    time = now
    flush(at: now, to: observer)
    for code in keysDown.sorted() { press(code, isDown: false, to: observer, at: now) }
  }

  /// Ends every contact that the page has, at once: the device, or the hold on the panel, is about to go.
  public func endAll(at now: Timestamp, to observer: (any TraceObserver)? = nil) {
    withdrawAll(at: now, to: observer)
    endRests(to: observer, at: now)
  }
}

extension VirtualSlot {
  /// Report of a change that was sent.
  fileprivate func report(
    of change: VirtualPanel.Change, _ traits: VirtualPanelTraits, _ stamp: Timestamp
  ) -> ScreenReport {
    var (phase, end): (TouchPhase, ScreenReport.End?) = (.moved, nil)
    switch change.step {
    case .landed: phase = .began
    case .moved, .slid, .palmed: break
    case .lifted(let how, let last): (phase, end) = (last, how)
    }
    return ScreenReport(
      contact: contact, slot: Int(change.slot), phase: phase,
      location: isSecret ? nil : traits.onScreen(location), end: end, stamp: stamp)
  }
}

/// A slot of the virtual touchscreen.
///
///     free ──► down ──► free
///               │ withdrawn
///               ▼
///             resting ──► free, at its end or before the next landing
struct VirtualSlot: BitwiseCopyable {
  enum Standing: BitwiseCopyable {
    case free
    /// The page has a finger there.
    case down
    /// The page's finger was withdrawn, and lifts when it has rested.
    case resting(until: Timestamp)
  }

  var standing = Standing.free
  var contact: ContactID = 0
  /// The last place that was sent to the page, in device units.
  var x: Int32 = 0
  var y: Int32 = 0
  var pressure: Int32 = 0
  var major: Int32 = 0
  var trackingID: Int32 = -1
  /// That place, in points of the screen.
  var location = Point.zero
  /// Whether the place stays in the process.
  var isSecret = false
  /// Whether all of it does.
  var isPrivate = false
  /// Index of its change in the frame that is being made; −1 for none.
  var change: Int32 = -1

  @inline(__always) var isFree: Bool {
    if case .free = standing { true } else { false }
  }

  @inline(__always) var isDown: Bool {
    if case .down = standing { true } else { false }
  }

  var restEnd: Timestamp? {
    if case .resting(let end) = standing { end } else { nil }
  }
}

/// A contact that the page gets.
struct ScreenSample: BitwiseCopyable {
  let contact: ContactID
  /// Its slot on the panel.
  let slot: Int32
  /// In points of the screen.
  let location: Point
  /// As a part of the largest that the panel can report.
  let pressure: Double
  /// In points.
  let radius: Double
  /// Whether the place stays in the process.
  let isSecret: Bool
  /// Whether all of it does.
  let isPrivate: Bool
}
