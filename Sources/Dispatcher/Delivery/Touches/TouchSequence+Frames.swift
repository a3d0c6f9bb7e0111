// What a frame of samples says of the touches.
extension TouchSequence {
  /// Updates the touches that a frame reports, new ones among them, and makes the others stationary.
  @inline(__always)
  func take(_ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event, in application: Application) {
    event.frame.reserve(frame.end &- frame.start)
    if frame.kind == .moves {
      takeMoves(frame, of: queue, event)
    } else {
      takeSamples(frame, of: queue, event, in: application)
    }
    if isOutOfOrder { sortFrame() }
    if event.frame.count < live.count { restUnreported() }
  }

  /// Updates the touches of a frame that reports only moves.
  @inline(__always)
  private func takeMoves(_ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event) {
    let isNoted = event.chain.isObserved || event.notesPlaces
    var (phases, place) = (PhaseSet(), -1)
    var index = frame.start
    while index < frame.end {
      let move = UnsafePointer(queue.moves.pointer(at: index))
      index &+= 1
      guard let found = self.place(of: move.pointee.contact, after: place) else { continue }
      if found < place { isOutOfOrder = true }
      place = found
      live[place].with { touch in
        touch.report(move, at: frame.time)
        event.add(touch)
        phases.insert(touch.values.phase)
      }
      if isNoted { remember(place) }
    }
    event.phases = phases
  }

  /// Updates the touches of a frame, new ones among them.
  @inline(never)
  private func takeSamples(
    _ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event, in application: Application
  ) {
    var last = -1
    for index in frame.start..<frame.end {
      let sample = queue.samples[index]
      if sample.phase == .began { begin(sample, in: application) }
      guard let place = place(of: sample.contact, after: last) else { continue }
      if place < last { isOutOfOrder = true }
      last = place
      let touch = live[place].object
      if sample.phase != .began {
        touch.noteUpdate(sample, event)
        touch.report(sample, at: frame.time)
      }
      event.add(touch)
      event.phases.insert(touch.values.phase)
      if event.chain.isObserved || event.notesPlaces { remember(place) }
    }
  }

  /// Puts the touches of the frame into the order of those that are down, and its windows into that of their oldest.
  @inline(never)
  private func sortFrame() {
    isOutOfOrder = false
    event.frame.removeAll()
    event.windows.removeAll()
    live.forEach { if $0.isReported { event.add($0) } }
  }

  /// Lets a contact remember where it was, and notes it.
  @inline(never)
  private func remember(_ place: Int) {
    let touch = live[place].object
    if event.keepsTrails { touch.contact.remember(touch.values.location, at: touch.values.timestamp) }
    note(touch)
  }

  /// Reports a touch to the observer, and what it is over to what decides which places may leave the process.
  func note(_ touch: Touch) {
    if event.chain.sensitivity.isAtStake { event.chain.sensitivity.note(touch) }
    event.observer?.record(.touch(touch.values.sample, touch), at: event.timestamp)
  }

  /// Where the touch of a contact stands among those that are down. Panels report their slots in order, mostly that of
  /// age: so the search goes on where the last one ended. O(touches) at worst.
  @inline(__always)
  func place(of contact: ContactID, after last: Int) -> Int? {
    let next = last &+ 1
    if next < live.count, live[next].with({ $0.contact.id == contact }) { return next }
    return place(of: contact)
  }

  @inline(never)
  private func place(of contact: ContactID) -> Int? {
    live.indices.first { live[$0].with { $0.contact.id == contact } }
  }
}
