/// The packets of one frame of a panel that speaks multitouch protocol A: what stands between its SYN_MT_REPORTs.
struct PacketList {
  /// One contact, as the frame reports it.
  struct Packet {
    /// The tracking id is what the panel gave, −1 if it gave none.
    var state = SlotState()
    var hasX = false
    var hasY = false
    var hasMajor = false
    var seen: TouchProperties = []

    /// Whether it is a contact, on the glass or above it. A packet without any position is not a contact; one whose
    /// size is 0 does not touch.
    var isContact: Bool {
      (hasX || hasY) && !(hasMajor && state.major <= 0 && state.distance <= 0)
    }
  }

  /// The most contacts of one panel; real ones report up to ten, the largest with slots has 60. More packets of a
  /// frame are passed over.
  static let limit = 64

  private(set) var packets: ContiguousArray<Packet> = []
  /// Whether the frame says which contacts there are, be it none: a frame with nothing but a key does not.
  private(set) var isListed = false
  private var pending = Packet()

  /// The ids that the panel gave to the contacts in the slots; −1 where it gave none.
  var givenIDs = ContiguousArray<Int32>(repeating: -1, count: Self.limit)
  /// The id of the next contact to which the panel gives none.
  private var nextID: Int32 = 0
  /// Whether the contacts of the next frame were down before the panel was read.
  var isHeld = false
  /// Whether events were lost: a contact that is missing in the next frame was not seen to lift.
  var isUncertain = false
  let assignment = Assignment(limit: Self.limit)

  init() { packets.reserveCapacity(Self.limit) }

  /// Takes the value of an axis in. Axes outside the contacts have no effect.
  mutating func axis(_ event: RawEvent) {
    if event.code == EventCode.absMTTrackingID {
      pending.state.trackingID = max(event.value, -1)
      return
    }
    guard let axis = SlotAxis(multitouch: event.code) else { return }
    pending.state[axis] = event.value
    if axis == .x { pending.hasX = true }
    if axis == .y { pending.hasY = true }
    if axis == .major { pending.hasMajor = true }
    pending.seen.formUnion(.told(by: event.code))
  }

  /// SYN_MT_REPORT: the packet is complete. A lonely one is no contact, and says that nothing is down.
  mutating func endPacket() {
    isListed = true
    if pending.isContact, packets.count < Self.limit { packets.append(pending) }
    pending = Packet()
  }

  mutating func removeAll() {
    packets.removeAll(keepingCapacity: true)
    pending = Packet()
    isListed = false
  }

  /// An id for a contact that has none.
  mutating func makeID() -> Int32 {
    nextID = (nextID &+ 1) & .max
    return nextID
  }
}
