import Dispatcher
import LinuxInput

// What clients ask for.
extension EventsServer {
  func serve(_ client: EventClient, _ line: [UInt8]) {
    // What happened before comes before the answer.
    distribute()
    let (id, request) = EventRequest.read(line)
    switch request {
    case .failure(let refusal): client.send(.error(id, refusal.message))
    case .success(let request):
      do throws(EventRequest.Refusal) {
        try perform(request, for: client, id)
      } catch {
        client.send(.error(id, error.message))
      }
    }
  }

  private func perform(_ request: EventRequest, for client: EventClient, _ id: JSON?) throws(EventRequest
    .Refusal)
  {
    switch request.verb {
    case .subscribe(let kinds, let views):
      try subscribe(client, Subscription(kinds: kinds, layout: request.layout, views: views), id)
    case .respond(let name): try claim(name, in: request.layout, for: client, id)
    case .show(let identifier, let isHidden):
      try show(identifier, isHidden: isHidden, in: request.layout)
      finish(client, id)
    case .cancel:
      let now = host.now
      for layout in try layouts(request.layout, allowing: .cancel) { host.cancelAll(of: layout, at: now) }
      finish(client, id)
    case .screen(let isDark):
      let now = host.now
      for layout in try layouts(request.layout, allowing: .screen) { layout.say(isDark: isDark, at: now) }
      finish(client, id)
    }
  }

  /// Answers a request that changed something: what came of it is sent before.
  private func finish(_ client: EventClient, _ id: JSON?) {
    act()
    distribute()
    client.send(.ok(id))
  }

  private func subscribe(_ client: EventClient, _ subscription: Subscription, _ id: JSON?)
    throws(EventRequest.Refusal)
  {
    if let name = subscription.layout { _ = try layouts(named: name) }
    guard client.mayTakeSnapshot(at: MonotonicClock.now) else {
      throw EventRequest.Refusal(
        message:
          "read the state of the last subscription first; a client has two a second, after the first four")
    }
    // Nothing is made for a client that does not read any more.
    if !client.hasHungUp { client.wish = (subscription, id) }
  }

  private func claim(_ name: String, in layout: String?, for client: EventClient, _ id: JSON?)
    throws(EventRequest.Refusal)
  {
    let candidates = try layouts(named: layout).filter { $0.layout.hasSocketResponder(name) }
    guard let found = candidates.first else {
      let names = try layouts(named: layout).flatMap(\.layout.socketResponders)
      let help = Suggestion.question(name, among: names).map { "; \($0)" } ?? ""
      throw EventRequest.Refusal(
        message: "no layout has a responder \(quoted(name)) with `plugin: socket`\(help)")
    }
    guard candidates.count == 1 else {
      let names = series(candidates.map { quoted($0.layout.title) })
      throw EventRequest.Refusal(message: "\(names) have a responder \(quoted(name)): name one with `layout`")
    }
    let key = Claims.Key(file: found.layout.file, name: name)
    let seat = claims.seat(key)
    if let claimant = seat.claimant, client.claims[key] !== claimant {
      let holder = clients.first { $0.claims[key] === claimant }?.peer.pid
      throw EventRequest.Refusal(
        message: "\(holder.map { "pid \($0)" } ?? "another client") answers for \(quoted(name)) already")
    }
    client.send(.ok(id))
    guard seat.claimant == nil else { return }
    let claimant = Claimant(in: found.layout.title) { [unowned self, unowned client] in
      pass($0, of: key, to: client)
    }
    (seat.claimant, client.claims[key]) = (claimant, claimant)
    report(claim: key, isClaimed: true)
  }

  private func show(_ identifier: String, isHidden: Bool, in name: String?) throws(EventRequest.Refusal) {
    let all = try layouts(named: name)
    let having = all.filter { $0.pipeline?.application.view(identifier) != nil }
    guard !having.isEmpty else {
      throw EventRequest.Refusal(message: "there is no view or window \(quoted(identifier))")
    }
    guard having.count == 1 || name != nil else {
      let names = series(having.map { quoted($0.layout.title) })
      throw EventRequest.Refusal(
        message: "\(names) have a view \(quoted(identifier)): name one with `layout`")
    }
    for layout in try permitted(having, .show) {
      guard let view = layout.pipeline?.application.view(identifier) else { continue }
      layout.visibility?.change(view, isHidden ? .hide : .show, for: nil, at: host.now)
    }
  }

  /// The layouts that are called so, or all.
  func layouts(named name: String?) throws(EventRequest.Refusal) -> [any EventsLayout] {
    let all = host.eventLayouts
    guard let name else { return all }
    let meant = all.filter { $0.layout.isCalled(name) }
    guard !meant.isEmpty else {
      throw EventRequest.Refusal(
        message: "there is no layout \(quoted(name)); there is \(series(all.map { quoted($0.layout.title) }))"
      )
    }
    return meant
  }

  private func layouts(
    _ name: String?, allowing command: SocketCommand
  ) throws(EventRequest.Refusal) -> [any EventsLayout] {
    try permitted(try layouts(named: name), command)
  }

  /// Those that allow a command; a request that none of them allows is refused.
  private func permitted(
    _ layouts: [any EventsLayout], _ command: SocketCommand
  ) throws(EventRequest.Refusal) -> [any EventsLayout] {
    let allowed = layouts.filter { $0.layout.commands.contains(command) }
    guard !allowed.isEmpty else {
      let names = layouts.isEmpty ? "no layout is in use" : series(layouts.map { quoted($0.layout.title) })
      let verb = layouts.isEmpty ? "" : layouts.count == 1 ? " does not allow this" : " do not allow this"
      let help = layouts.isEmpty ? "" : ": a layout does with `socket: { commands: [\(command.rawValue)] }`"
      throw EventRequest.Refusal(message: names + verb + help)
    }
    return allowed
  }
}
