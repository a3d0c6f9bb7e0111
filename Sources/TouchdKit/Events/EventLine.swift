import Dispatcher

/// A line for clients of the events socket, encoded once for all of them.
struct EventLine: Equatable, Sendable {
  /// Which later line says all that this one says: a finger that moves on.
  enum Move: Hashable, Sendable {
    /// Where a contact is.
    case touch(ContactID)
    /// What the page got of a contact.
    case screen(ContactID)
    /// A call of a responder with these contacts; the kinds of lines about calls are apart.
    case call(kind: String, from: String?, to: String, [ContactID])
  }

  /// With its line feed.
  let bytes: [UInt8]
  /// `nil` for a line that no later one replaces.
  let move: Move?

  /// What most lines have, in bytes.
  private static let usual = 320

  // A function of its own, so that Tests/guards/events.py can count its calls.
  @inline(never)
  init(_ members: [(key: String, value: JSON)], move: Move? = nil) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.usual)
    JSON.write(members, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    self.bytes = bytes
    self.move = move
  }
}

extension EventLine.Move {
  /// What a record moves; `nil` for what is no move.
  init?(_ record: TraceRecord) {
    switch record {
    case .screen(let report) where report.phase == .moved: self = .screen(report.contact)
    case .delivered(.moved, let responder, let contacts):
      self = .call(kind: "deliver", from: nil, to: responder.identifier, contacts)
    case .forwarded(.moved, let from, let responder, let contacts):
      self = .call(kind: "forward", from: from.identifier, to: responder.identifier, contacts)
    default: return nil
    }
  }
}
