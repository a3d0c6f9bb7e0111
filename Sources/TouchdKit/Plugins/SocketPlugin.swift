import Dispatcher

/// The plugin `socket`: a program on the events socket answers for the responder.
///
/// The program is sent calls and events, and is asked nothing: the layout says what goes on up the chain. Without a
/// program, what lands goes on up the chain as though no plugin were bound, or is kept (`absent`). That is decided for
/// each contact when it lands, and stays so: a program that leaves or comes meanwhile changes nothing for it.
final class SocketPlugin: TouchChoosing, PhasePlugin {
  let name: String
  private let seat: ClaimSeat?
  /// Whether touches stay here that land while there is no program.
  private let keepsWhenAbsent: Bool
  /// The contacts that are kept, by the responder on which they landed, and the program that was there then.
  private var kept: [Landing: Claimant?] = [:]

  private struct Landing: Hashable {
    let contact: ContactID
    let responder: ObjectIdentifier

    init(_ touch: Touch, _ responder: Responder) {
      (contact, self.responder) = (touch.contactID, ObjectIdentifier(responder))
    }
  }

  init(name: String, options: PluginOptions, host: PluginHost) {
    self.name = name
    seat = host.seat
    keepsWhenAbsent = options.values.value("absent") == PluginDeclaration.Absent.keep
  }

  func chosen(of touches: Set<Touch>, in phase: TouchPhase, on responder: Responder) -> Set<Touch> {
    if phase == .began {
      guard seat?.claimant != nil || keepsWhenAbsent else { return [] }
      for touch in touches { kept[Landing(touch, responder)] = .some(seat?.claimant) }
      return touches
    }
    return touches.filter { kept[Landing($0, responder)] != nil }
  }

  func touches(_ phase: TouchPhase, _ touches: Set<Touch>, on responder: Responder, with event: Event) {
    send(phase, touches, responder, event)
    guard phase == .ended || phase == .cancelled else { return }
    for touch in touches { kept[Landing(touch, responder)] = nil }
  }

  func gesture(_ event: GestureEvent) { send(TraceLine(event, at: event.timestamp)) }
  func progress(_ event: GestureEvent) { gesture(event) }
  func control(_ event: ControlEvent) { send(TraceLine(event, at: event.timestamp)) }
  func notice(_ event: LayoutEvent) { send(TraceLine(event, at: event.timestamp)) }

  private func send(_ line: TraceLine) { seat?.claimant?.receive(line) }

  /// Sends a call with those touches that the program has had from their beginning.
  private func send(_ phase: TouchPhase, _ touches: Set<Touch>, _ responder: Responder, _ event: Event) {
    guard let claimant = seat?.claimant else { return }
    let heard = touches.filter { (kept[Landing($0, responder)] ?? nil) === claimant }
      .sorted { $0.contactID < $1.contactID }
    guard !heard.isEmpty else { return }
    let (contacts, to) = (heard.map(\.contactID), responder.identifier)
    let samples = heard.map { touch in
      JSON.object(TraceLine(touch, phase, to: responder, at: event.timestamp).fields)
    }
    var line = TraceLine(
      .call, at: event.timestamp,
      [
        "call": .string(phase.call), "to": .string(to), "responder": .string(name),
        "touches": .array(contacts.map(JSON.integer)), "samples": .array(samples),
      ])
    if phase == .moved { line.move = .call(kind: "call", from: name, to: to, contacts) }
    claimant.receive(line)
  }
}

/// The programs that answer for responders of layouts (`plugin: socket`), by the layout's file and the responder's
/// name.
///
/// A seat outlives the tree of its layout: after a reload, the program goes on.
final class Claims {
  struct Key: Hashable {
    let file: String
    /// The responder's name; empty for the program that speaks while the layout is explored.
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

/// Place of the program that answers for a responder.
final class ClaimSeat { var claimant: Claimant? }

/// A program that answers for a responder, from its claim until it leaves.
final class Claimant {
  let layout: String
  /// Sends a line to the program, without waiting for it: a call, an event, or an act of a person who explores.
  let receive: (TraceLine) -> Void

  init(in layout: String, _ receive: @escaping (TraceLine) -> Void) {
    (self.layout, self.receive) = (layout, receive)
  }
}
