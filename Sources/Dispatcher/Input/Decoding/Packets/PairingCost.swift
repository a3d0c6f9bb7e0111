/// What it costs to take a packet for the continuation of a contact: the distance, in device units.
struct PairingCost {
  private let list: PacketList
  private let slots: [Int]
  private let table: SlotTable
  /// Whether the id of each packet, and of each contact, stands for it alone.
  private let isUnique: (packets: [Bool], contacts: [Bool])
  private let farthest: Double
  /// More than all distances together: as many contacts as can be go on by their ids.
  private var unknown: Double { farthest * Double(2 * PacketList.limit) }

  init(_ list: PacketList, _ slots: [Int], _ table: SlotTable) {
    self.list = list
    self.slots = slots
    self.table = table
    let given = slots.map { list.givenIDs[$0] }
    isUnique = (Self.uniqueness(of: list.packets.map(\.state.trackingID)), Self.uniqueness(of: given))
    var farthest = 1.0
    for contact in slots.indices {
      for packet in list.packets.indices {
        farthest = max(farthest, Self.distance(table[slots[contact]].current, list.packets[packet]))
      }
    }
    self.farthest = farthest
  }

  /// Whether the ids, where there are any, allow the pair.
  func isAllowed(_ contact: Int, _ packet: Int) -> Bool { known(contact, packet) ?? true }

  /// What the ids say: the same, different, or nothing.
  private func known(_ contact: Int, _ packet: Int) -> Bool? {
    guard isUnique.contacts[contact], isUnique.packets[packet] else { return nil }
    return list.givenIDs[slots[contact]] == list.packets[packet].state.trackingID
  }

  func callAsFunction(_ contact: Int, _ packet: Int) -> Double {
    switch known(contact, packet) {
    case true?: return 0
    // It does not go on there: as bad as the longest way, so that it drives no other contact to a wrong packet.
    case false?: return unknown + farthest
    case nil:
      let distance = Self.distance(table[slots[contact]].current, list.packets[packet])
      // Of ways with the same total the one without a long jump, as when fingers move along one line.
      return unknown + distance + distance * (distance / farthest) * 1e-6
    }
  }

  /// Whether each id is one, and occurs once: some panels give the same to all their contacts. O(ids²).
  private static func uniqueness(of ids: some Sequence<Int32>) -> [Bool] {
    let ids = Array(ids)
    return ids.map { id in id >= 0 && ids.count { $0 == id } == 1 }
  }

  private static func distance(_ contact: SlotState, _ packet: PacketList.Packet) -> Double {
    let x = packet.hasX ? Double(packet.state.x) - Double(contact.x) : 0
    let y = packet.hasY ? Double(packet.state.y) - Double(contact.y) : 0
    return (x * x + y * y).squareRoot()
  }
}
