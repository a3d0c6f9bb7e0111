// What belongs to a layout and not to the touches on its tree: idle times, and alarms.
//
// Its deadlines are in ``Application/lasting``, apart from those that a touch leaves behind. Nothing waits for them,
// and nothing makes them run out: not a reload, not the end of a recording.
extension Application {
  /// Has an idle watch go by the touches of this tree, in which no finger is down, instead of those of another one.
  package final func use(_ idle: IdleWatch) {
    idle.application?.drop(idle)
    idle.application = self
    self.idle = idle
    lasting.keep(idle)
  }

  /// Lets an idle watch go that went by the touches of this tree.
  final func drop(_ idle: IdleWatch) {
    lasting.drop(idle)
    idle.application = nil
    self.idle = nil
  }

  /// Reports an event of the layout to the trace, and gives it to its plugins.
  final func send(_ event: LayoutEvent) {
    // What is done now has this time in the trace.
    delivery.deadlines.clock = max(delivery.deadlines.clock, event.timestamp)
    observer?.record(.layout(event), at: event.timestamp)
    for plugin in event.plugins { plugin.notice(event) }
  }

  /// Tells the idle watch of a finger that lands where there was none. The frame is the first of a sequence.
  @inline(never)
  final func noteLanding(_ frame: EventQueue.Frame, of queue: EventQueue) {
    guard let idle, frame.kind == .samples else { return }
    let hasLanding = (frame.start..<frame.end).contains { queue.samples[$0].phase == .began }
    if hasLanding { idle.landed(at: frame.time) }
  }

  /// Fires what is due at a time, the nearest of all.
  final func fireLasting(at time: Timestamp) {
    // So has this.
    delivery.deadlines.clock = max(delivery.deadlines.clock, time)
    lasting.fireObjects(at: time)
  }
}
