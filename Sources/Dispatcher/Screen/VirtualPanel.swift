/// The touchscreen that the page sees, as values: contacts go in, frames of the kernel's events come out.
///
/// It has slots and ids of its own. One frame is made of what changes until ``flush(at:to:)``; a slot changes at most once
/// in it. What writes the frames to a device, or reads them in a test, is ``onFrame``.
public final class VirtualPanel {
  /// What it is made with.
  public let traits: VirtualPanelTraits
  /// How a touch is withdrawn.
  public let cancel: ScreenCancel
  /// Receives the events of each frame, its SYN_REPORT last. They are valid during the call.
  @exclusivity(unchecked) public var onFrame: (UnsafeBufferPointer<RawEvent>) -> Void = { _ in }
  /// How many contacts were not passed on, since no slot was free.
  @exclusivity(unchecked) public private(set) var refused = 0
  @exclusivity(unchecked) var slots: Slab<VirtualSlot>
  /// The slots whose contacts the page knows, by age.
  @exclusivity(unchecked) var order = Slab<Int32>()
  /// What changes in the frame that is being made.
  @exclusivity(unchecked) var changes = Slab<Change>()
  /// When that frame is from.
  @exclusivity(unchecked) var time = Timestamp.zero
  /// Whether a contact has begun to rest, and its end is not waited for yet.
  @exclusivity(unchecked) var hasNewRest = false
  @exclusivity(unchecked) var encoder: FrameEncoder
  @exclusivity(unchecked) private var ids = TrackingIDs()

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
    /// Where the contact goes; of a lift, where it was.
    var location: Point
    var pressure: Int32 = 0
    var major: Int32 = 0
  }

  /// A touchscreen without fingers.
  public init(_ traits: VirtualPanelTraits, cancel: ScreenCancel = .slide(by: ScreenCancel.slideDistance)) {
    (self.traits, self.cancel) = (traits, cancel)
    slots = Slab(repeating: VirtualSlot(), count: traits.slots)
    encoder = FrameEncoder(traits)
  }

  /// Whether the page has a finger, or one that rests.
  public var isInUse: Bool { slots.indices.contains { !slots[$0].isFree } }

  /// Whether the frame that is being made only moves fingers.
  var onlyMoves: Bool {
    changes.indices.allSatisfy { index in
      if case .moved = changes[index].step { true } else { false }
    }
  }

  /// The slot that a contact is in. Frames report contacts in order, mostly that of age. O(contacts) at worst.
  private func slot(of contact: ContactID) -> Int32? {
    for index in order.indices where slots[Int(order[index])].contact == contact { return order[index] }
    // It may have landed in the frame that is being made.
    return changes.indices.first { slots[Int(changes[$0].slot)].contact == contact }.map { changes[$0].slot }
  }

  /// A finger lands: in the slot that it has on the panel, if that is free. Where none is free, the page does not get it.
  func land(_ sample: ScreenSample, to observer: (any TraceObserver)?, at now: Timestamp) {
    if changes.indices.contains(where: { changes[$0].isWithdrawal }) { flush(at: now, to: observer) }
    endRests(to: observer, at: now)
    guard let number = freeSlot(preferred: sample.slot) else {
      refused += 1
      return
    }
    if slots[Int(number)].change >= 0 { flush(at: now, to: observer) }
    slots[Int(number)].standing = .down
    slots[Int(number)].contact = sample.contact
    slots[Int(number)].trackingID = ids.next { id in
      slots.indices.contains { slots[$0].trackingID == id }
    }
    add(.landed, number, sample)
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
      changes[Int(slot.pointee.change)].location = sample.location
      changes[Int(slot.pointee.change)].pressure = traits.pressure(sample.pressure)
      changes[Int(slot.pointee.change)].major = traits.major(sample.radius)
      slot.pointee.isSecret = sample.isSecret
    } else if traits.units(sample.location) != (slot.pointee.x, slot.pointee.y) {
      add(.moved, number, sample)
    }
  }

  private func add(_ step: Change.Step, _ number: Int32, _ sample: ScreenSample) {
    slots[Int(number)].isSecret = sample.isSecret
    add(
      Change(
        slot: number, step: step, location: sample.location, pressure: traits.pressure(sample.pressure),
        major: traits.major(sample.radius)))
  }

  func add(_ change: Change) {
    slots[Int(change.slot)].change = Int32(changes.count)
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
    let location = slots[Int(number)].location
    switch cancel {
    case .slide, .edge:
      slots[Int(number)].standing = .resting(until: now + ScreenCancel.rest)
      hasNewRest = true
      add(Change(slot: number, step: .slid, location: location))
    case .palm:
      slots[Int(number)].standing = .resting(until: now)
      add(Change(slot: number, step: .palmed, location: location))
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
    add(Change(slot: number, step: .lifted(end, phase), location: slots[Int(number)].location))
    slots[Int(number)].standing = .free
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

extension VirtualPanel.Change {
  var isWithdrawal: Bool {
    switch step {
    case .slid, .palmed: true
    case .landed, .moved, .lifted: false
    }
  }
}
