import Dispatcher
import LinuxInput

// Which clients answer for which responders.
extension EventsServer {
  /// Passes a call or an event on to the client that answers for a responder.
  func pass(_ call: RemoteCall, of key: Claims.Key, to client: EventClient) {
    guard let layout = feeds.first(where: { $0.target.layout.file == key.file })?.target else { return }
    switch call.kind {
    case .call(let responder, let phase, let contacts):
      let move: EventLine.Move? =
        phase == .moved ? .call(kind: "call", from: key.name, to: responder, contacts) : nil
      post(client, call, layout, kind: "call", move)
    case .event(let view):
      // A client that hears of all events gets it once.
      let line = TraceLine(.event, at: call.time, call.fields)
      guard !client.wants(EventFeed.Report(kind: .event, line: line, layout: layout, view: view)) else {
        return
      }
      post(client, call, layout, kind: "event", nil)
    }
  }

  /// Sends a client a line of its own, in order with those of all.
  private func post(
    _ client: EventClient, _ call: RemoteCall, _ layout: any EventsLayout, kind: String,
    _ move: EventLine.Move?
  ) {
    distribute()
    client.send(
      EventLine(
        [
          ("t", .integer(Int((call.time - host.origin).microseconds))), ("kind", .string(kind)),
          ("layout", .string(layout.layout.title)),
        ] + call.fields, move: move))
  }

  func report(claim key: Claims.Key, isClaimed: Bool) {
    guard let layout = feeds.first(where: { $0.target.layout.file == key.file })?.target else { return }
    let line = TraceLine.change(of: key.name, isClaimed: isClaimed, at: host.now)
    host.trace?.write(line)
    report(EventFeed.Report(kind: .change, line: line, layout: layout))
  }

  /// Ends the claims on responders that the layouts do not leave to programs any more.
  func keepClaims() {
    var keys: Set<Claims.Key> = []
    for layout in host.eventLayouts.map(\.layout) {
      for name in layout.socketResponders { keys.insert(Claims.Key(file: layout.file, name: name)) }
    }
    for client in clients {
      for (key, claimant) in client.claims where !keys.contains(key) {
        client.claims[key] = nil
        if claims.seat(key).claimant === claimant { claims.seat(key).claimant = nil }
        let line = TraceLine.change(of: key.name, isClaimed: false, at: host.now)
        client.send(EventLine(line.members(since: host.origin, in: claimant.layout)))
      }
    }
    claims.keep(keys)
  }
}

extension Layout {
  /// The names of the responders that it leaves to programs.
  var socketResponders: [String] { responders.filter { $0.plugin.value == "socket" }.map(\.name.value) }

  func hasSocketResponder(_ name: String) -> Bool { socketResponders.contains(name) }
}
