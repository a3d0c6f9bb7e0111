/// Decodes multitouch protocol A: each frame lists its contacts as packets, and the reader finds out which contact each
/// packet continues.
///
/// Contacts are paired with packets so that the total distance is least; where the panel gives ids, and each once,
/// these decide. A new contact gets the lowest free slot.
final class PacketDecoder: MultitouchDecoder {
  /// Knowledge about the contacts of the next frame that lists any.
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

  private(set) var packets: ContiguousArray<Packet> = []
  /// Whether the frame says which contacts there are, be it none: a frame with nothing but a key does not.
  private var isListed = false
  /// The packet that is not complete yet.
  private var pending = Packet()
  var expectation = Expectation.continuation
  /// The ids that the panel gave to the contacts in the slots; −1 where it gave none.
  var givenIDs = ContiguousArray<Int32>(repeating: -1, count: PacketDecoder.limit)
  /// The id of the last contact to which the panel gave none.
  var lastID: Int32 = 0

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

  /// Lifts all contacts if the panel itself released BTN_TOUCH, whatever the frame lists: some panels lift
  /// only so.
  override func endFrame(value: Int32) -> Bool {
    let isReleased = sawRelease && value != 1
    if isListed {
      continueContacts()
      if isReleased { liftContacts { $0.isTouching } }
    } else if isReleased {
      liftContacts()
      expectation = .continuation
    }
    removePackets()
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
    let isDown = state.slots.contains { $0.trackingID >= 0 }
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

  // MARK: Which packet of a frame is which contact

  /// Puts the packets of a complete frame into the slots of the contacts that they continue.
  func continueContacts() {
    var missing = (0..<table.count).filter { table[$0].current.trackingID >= 0 }
    var unpaired = Array(packets.indices)
    for (slot, packet) in pairs(of: missing) {
      missing.removeAll { $0 == slot }
      unpaired.removeAll { $0 == packet }
      move(slot, to: packets[packet])
    }
    for slot in missing { lift(slot) }
    for packet in unpaired where packets[packet].hasX && packets[packet].hasY { land(packets[packet]) }
    expectation = .continuation
  }

  /// The slots of the contacts that go on, each with its packet.
  private func pairs(of slots: [Int]) -> [(slot: Int, packet: Int)] {
    let cost = PairingCost(slots.map { (table[$0].current, givenIDs[$0]) }, packets)
    let pairs: [(contact: Int, packet: Int)] =
      slots.count <= packets.count
      ? leastCostPairs(rows: slots.count, columns: packets.count) { cost($0, $1) }.map { ($0, $1) }
      : leastCostPairs(rows: packets.count, columns: slots.count) { cost($1, $0) }.map { ($1, $0) }
    return pairs.filter { cost.isAllowed($0.contact, $0.packet) }.map { (slots[$0.contact], $0.packet) }
  }

  private func move(_ slot: Int, to packet: Packet) {
    givenIDs[slot] = packet.state.trackingID
    var state = packet.state
    state.trackingID = table[slot].current.trackingID
    if !packet.hasX { state.x = table[slot].current.x }
    if !packet.hasY { state.y = table[slot].current.y }
    table[slot].current = state
    table[slot].seen.formUnion(packet.seen)
    if state.toolType == ToolType.palm { table[slot].isWithdrawn = true }
    table.markDirty(slot)
  }

  private func land(_ packet: Packet) {
    guard let slot = (0..<table.count).first(where: { table[$0].current.trackingID < 0 }) else { return }
    if packet.state.trackingID < 0 { lastID = (lastID &+ 1) & .max }
    table[slot].setTrackingID(packet.state.trackingID < 0 ? lastID : packet.state.trackingID)
    move(slot, to: packet)
    if expectation == .held { table[slot].isWithdrawn = true }
  }

  private func lift(_ slot: Int) {
    givenIDs[slot] = -1
    // A contact that vanished while events were lost was not seen to lift.
    if expectation == .loss { table[slot].isWithdrawn = true }
    table[slot].setTrackingID(-1)
    table.markDirty(slot)
  }

  /// Lifts the contacts that are meant, where they were last.
  func liftContacts(where isMeant: (SlotState) -> Bool = { _ in true }) {
    for slot in 0..<table.count where table[slot].current.trackingID >= 0 && isMeant(table[slot].current) {
      lift(slot)
    }
  }
}

/// One contact in a frame of multitouch protocol A: the events before a SYN_MT_REPORT.
struct Packet {
  /// The tracking id is what the panel gave, −1 if it gave none.
  private(set) var state = SlotState()
  private(set) var seen: TouchProperties = []
  private(set) var hasX = false
  private(set) var hasY = false
  private var hasMajor = false

  /// Whether it is a contact, on the glass or above it. A packet without any position is not a contact; one whose
  /// size is 0 does not touch.
  var isContact: Bool { (hasX || hasY) && !(hasMajor && state.major <= 0 && state.distance <= 0) }

  /// Takes in the value of an axis. Axes outside the contacts have no effect.
  mutating func set(_ code: UInt16, _ value: Int32) {
    if code == EventCode.absMTTrackingID { state.trackingID = max(value, -1) }
    guard let axis = SlotAxis(multitouch: code) else { return }
    state[axis] = value
    if axis == .x { hasX = true }
    if axis == .y { hasY = true }
    if axis == .major { hasMajor = true }
    seen.formUnion(.told(by: code))
  }
}

/// Cost of taking a packet for the continuation of a contact: the distance, in device units.
struct PairingCost {
  private let contacts: [(state: SlotState, givenID: Int32)]
  private let packets: ContiguousArray<Packet>
  /// Whether the id of each packet, and of each contact, stands for it alone.
  private let isUnique: (packets: [Bool], contacts: [Bool])
  private let farthest: Double
  /// More than all distances together: as many contacts as can be go on by their ids.
  private var unknown: Double { farthest * Double(2 * PacketDecoder.limit) }

  init(_ contacts: [(state: SlotState, givenID: Int32)], _ packets: ContiguousArray<Packet>) {
    self.contacts = contacts
    self.packets = packets
    isUnique = (
      Self.uniqueness(of: packets.map(\.state.trackingID)), Self.uniqueness(of: contacts.map(\.givenID))
    )
    farthest = contacts.reduce(1) { farthest, contact in
      packets.reduce(farthest) { max($0, Self.distance(contact.state, $1)) }
    }
  }

  /// Whether the ids, where there are any, allow the pair.
  func isAllowed(_ contact: Int, _ packet: Int) -> Bool { known(contact, packet) ?? true }

  /// Verdict of the ids: the same contact, another one, or `nil` for none.
  private func known(_ contact: Int, _ packet: Int) -> Bool? {
    guard isUnique.contacts[contact], isUnique.packets[packet] else { return nil }
    return contacts[contact].givenID == packets[packet].state.trackingID
  }

  func callAsFunction(_ contact: Int, _ packet: Int) -> Double {
    switch known(contact, packet) {
    case true?: return 0
    // It does not go on there: as bad as the longest way, so that it drives no other contact to a wrong packet.
    case false?: return unknown + farthest
    case nil:
      let distance = Self.distance(contacts[contact].state, packets[packet])
      // Of ways with the same total the one without a long jump, as when fingers move along one line.
      return unknown + distance + distance * (distance / farthest) * 1e-6
    }
  }

  /// Whether each id is one, and occurs once: some panels give the same to all their contacts. O(ids²).
  private static func uniqueness(of ids: [Int32]) -> [Bool] {
    ids.map { id in id >= 0 && ids.count { $0 == id } == 1 }
  }

  private static func distance(_ contact: SlotState, _ packet: Packet) -> Double {
    let x = packet.hasX ? Double(packet.state.x) - Double(contact.x) : 0
    let y = packet.hasY ? Double(packet.state.y) - Double(contact.y) : 0
    return (x * x + y * y).squareRoot()
  }
}

/// Pairs rows with columns so that the sum of the costs is least: the Hungarian method with potentials.
///
/// O(rows² · columns): 64 contacts take a fraction of a millisecond, ten take microseconds.
///
/// - Parameters:
///   - rows: at most as many as columns.
///   - cost: finite, of a row and a column.
/// - Returns: each row with its column, in the order of the columns.
func leastCostPairs(
  rows: Int, columns: Int, cost: (Int, Int) -> Double
) -> [(row: Int, column: Int)] {
  precondition(rows <= columns, "an assignment needs at least as many columns as rows")
  let costs = (0..<rows * columns).map { cost($0 / columns, $0 % columns) }
  // Columns count from 1; column 0 stands for the row that is being placed. The row of a column is −1 for none.
  var rowPotentials = Array(repeating: 0.0, count: rows)
  var columnPotentials = Array(repeating: 0.0, count: columns + 1)
  var rowOfColumn = Array(repeating: -1, count: columns + 1)
  var previousColumn = rowOfColumn
  var (least, isUsed) = (columnPotentials, Array(repeating: false, count: columns + 1))
  for row in 0..<rows {
    for index in 0...columns { (least[index], isUsed[index]) = (.infinity, false) }
    rowOfColumn[0] = row
    var column = 0
    // The cheapest way to give the row a column, moving the rows placed before it where that pays.
    repeat {
      isUsed[column] = true
      let current = rowOfColumn[column]
      var (delta, next) = (Double.infinity, 0)
      for candidate in 1...columns where !isUsed[candidate] {
        let reduced =
          costs[current * columns + candidate - 1] - rowPotentials[current] - columnPotentials[candidate]
        if reduced < least[candidate] { (least[candidate], previousColumn[candidate]) = (reduced, column) }
        if least[candidate] < delta { (delta, next) = (least[candidate], candidate) }
      }
      for index in 0...columns {
        if isUsed[index] {
          rowPotentials[rowOfColumn[index]] += delta
          columnPotentials[index] -= delta
        } else {
          least[index] -= delta
        }
      }
      column = next
    } while rowOfColumn[column] >= 0
    // Shift each row of the way to the next column.
    while column != 0 {
      let previous = previousColumn[column]
      rowOfColumn[column] = rowOfColumn[previous]
      column = previous
    }
  }
  return (1..<columns + 1).compactMap { rowOfColumn[$0] < 0 ? nil : (rowOfColumn[$0], $0 - 1) }
}
