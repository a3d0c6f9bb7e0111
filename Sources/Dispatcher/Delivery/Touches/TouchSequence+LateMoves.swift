// Deliveries that lag behind the panel: fingers move once where they moved several times.
extension TouchSequence {
  /// Updates the touches that the oldest frames of the queue move, as those of one frame.
  ///
  /// - Returns: how many samples are not delivered by themselves.
  func takeLate(_ count: Int, of queue: EventQueue, _ event: Event) -> Int {
    for index in 0..<count { takeLate(queue.frame(index), of: queue, event) }
    live.forEach { touch in
      guard touch.isReported else { return }
      event.frame.reserve(event.frame.count + 1)
      event.add(touch)
      event.phases.insert(touch.values.phase)
      if event.chain.isObserved || event.notesPlaces { note(touch) }
    }
    if event.frame.count < live.count { restUnreported() }
    return event.merged.count - event.frame.count
  }

  /// Moves the touches of one frame, as one of several that make up a delivery.
  private func takeLate(_ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event) {
    var last = -1
    for index in frame.start..<frame.end {
      let move = queue.moves[index]
      guard let place = place(of: move.contact, after: last) else { continue }
      last = place
      let touch = live[place].object
      event.merged.append(MergedMove(move: move, time: frame.time, previousLocation: touch.values.location))
      touch.merge(move, at: frame.time)
      if event.keepsTrails { touch.contact.remember(move.location, at: frame.time) }
    }
  }
}

extension Touch {
  /// Takes in a move that is one of several. One that comes back to where it was has moved all the same.
  fileprivate func merge(_ move: TouchMove, at time: Timestamp) {
    let previous = isReported ? values.previousLocation : values.location
    let hasMoved = isReported && values.phase == .moved
    isReported = true
    values.sample.phase = .moved
    values.sample.rawX = move.rawX
    values.sample.rawY = move.rawY
    values.show(at: move.location, after: previous, time)
    if hasMoved { values.phase = .moved }
  }
}
