/// What it costs to take a packet for the continuation of a contact: the distance, in device units.
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

  /// What the ids say: the same, different, or nothing.
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
