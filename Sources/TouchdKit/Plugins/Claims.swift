import Dispatcher

/// The programs that answer for responders of layouts (`plugin: socket`), by the layout's file and the responder's
/// name.
///
/// A seat outlives the tree of its layout: after a reload, the program goes on.
final class Claims {
  struct Key: Hashable {
    /// The layout's file.
    let file: String
    /// The responder's name.
    let name: String
  }

  private var seats: [Key: ClaimSeat] = [:]

  /// The seat of a responder, made if there is none.
  func seat(_ key: Key) -> ClaimSeat {
    if let known = seats[key] { return known }
    let seat = ClaimSeat()
    seats[key] = seat
    return seat
  }

  /// Forgets the seats of responders that no layout has any more. O(seats).
  func keep(_ keys: Set<Key>) { seats = seats.filter { keys.contains($0.key) } }
}

/// Where a program sits that answers for a responder.
final class ClaimSeat {
  /// `nil` while no program does.
  var claimant: Claimant?
}

/// A program that answers for a responder, from its claim until it leaves.
final class Claimant {
  /// What people call the layout.
  let layout: String
  private let send: (RemoteCall) -> Void

  /// - Parameters:
  ///   - layout: what people call it.
  ///   - send: sends a line to the program, without waiting for it.
  init(in layout: String, _ send: @escaping (RemoteCall) -> Void) {
    (self.layout, self.send) = (layout, send)
  }

  func receive(_ call: RemoteCall) { send(call) }
}

/// What a program is sent that answers for a responder.
struct RemoteCall {
  enum Kind: Equatable {
    /// A call of a responder, with these contacts.
    case call(to: String, TouchPhase, [ContactID])
    /// An action or an event of a view; `nil` for one of the layout as a whole.
    case event(view: String?)
  }

  let kind: Kind
  let time: Timestamp
  let fields: [(key: String, value: JSON)]
}
