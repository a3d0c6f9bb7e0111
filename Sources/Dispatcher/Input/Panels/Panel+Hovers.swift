// Frames of what hovers, beside those of what touches.
extension Panel {
  /// Puts a frame in which something hovers into the queue. Whatever touches down has ended to hover before, and
  /// whatever rises begins to hover after its touch has ended.
  @inline(never)
  func reportHovers(to queue: EventQueue, at time: Timestamp) {
    appendHovers(to: queue, at: time, over: true)
    reportContacts(to: queue, at: time)
    appendHovers(to: queue, at: time, over: false)
  }

  private func appendHovers(to queue: EventQueue, at time: Timestamp, over: Bool) {
    var isBegun = false
    for place in assembler.hovered.indices {
      let sample = scales.hover(of: assembler.hovered[place], calibration, panel: index)
      guard sample.isOver == over else { continue }
      if !isBegun { queue.beginHovers(at: time) }
      isBegun = true
      queue.append(sample)
    }
  }
}
