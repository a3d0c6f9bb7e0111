/// Decodes multitouch protocol A: each frame lists its contacts as packets, and the reader finds out which contact each
/// packet continues.
///
/// Contacts are paired with packets so that the total distance is least; where the panel gives ids, and each once,
/// these decide. A new contact gets the lowest free slot.
final class PacketDecoder: MultitouchDecoder {
  /// What is known of the contacts of the next frame that lists any.
  enum Expectation {
    /// They are those of the frame before, and new ones.
    case continuation
    /// They were down before the panel was read, so they are muted.
    case held
    /// Events were lost: a contact that is missing was not seen to lift, so it is cancelled.
    case loss
  }

  /// The most contacts of one panel; real ones report up to ten, the largest with slots has 60. More packets of a
  /// frame are passed over.
  static let limit = 64

  @exclusivity(unchecked) private(set) var packets: ContiguousArray<Packet> = []
  /// Whether the frame says which contacts there are, be it none: a frame with nothing but a key does not.
  private var isListed = false
  /// The packet that is not complete yet.
  private var pending = Packet()
  @exclusivity(unchecked) var expectation = Expectation.continuation
  /// The ids that the panel gave to the contacts in the slots; −1 where it gave none.
  @exclusivity(unchecked) var givenIDs = ContiguousArray<Int32>(repeating: -1, count: PacketDecoder.limit)
  /// The id of the last contact to which the panel gave none.
  @exclusivity(unchecked) var lastID: Int32 = 0
  let assignment = Assignment(limit: PacketDecoder.limit)

  override func decode(_ event: RawEvent) {
    if event.type == EventType.abs {
      pending.set(event.code, event.value)
    } else if event.isPacketEnd {
      // A lonely one is no contact, and says that nothing is down.
      isListed = true
      if pending.isContact, packets.count < Self.limit { packets.append(pending) }
      pending = Packet()
    } else {
      super.decode(event)
    }
  }

  /// Where the panel itself released BTN_TOUCH, no contact is down any more, whatever the frame lists: some panels lift
  /// only so.
  override func endFrame(value: Int32) -> Bool {
    let isReleased = sawRelease && value != 1
    if isListed {
      continueContacts()
      removePackets()
      if isReleased { liftContacts { $0.isTouching } }
    } else if isReleased {
      liftContacts()
      expectation = .continuation
    }
    return super.endFrame(value: value)
  }

  override func discardFrame() {
    super.discardFrame()
    removePackets()
  }

  private func removePackets() {
    packets.removeAll(keepingCapacity: true)
    (pending, isListed) = (Packet(), false)
  }

  /// The kernel keeps no contacts of such a panel, only whether BTN_TOUCH is down.
  ///
  /// At opening, contacts are down if it is. After lost events, the next frame says which contacts are still down, and
  /// the others are cancelled. If the key is up then, or if there is no such key, all are cancelled, and the next frame
  /// begins anew: a finger that stayed down then begins again, which is better than one that lifted unseen and takes
  /// the next touch with it.
  override func load(_ state: DeviceState, isLoss: Bool) -> [SlotState]? {
    let isDown = state.slots.first.map { $0.trackingID >= 0 } ?? false
    switch (isLoss, isDown) {
    case (false, _):
      removePackets()
      expectation = isDown ? .held : .continuation
    case (true, true):
      if expectation != .held { expectation = .loss }
    case (true, false):
      expectation = .loss
      liftContacts()
      expectation = .continuation
    }
    return nil
  }
}
