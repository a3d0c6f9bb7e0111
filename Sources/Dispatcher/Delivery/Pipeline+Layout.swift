// What happens to a layout as a whole, and no frame reports.
extension Pipeline {
  /// Delivers an event of the layout, after what came before it.
  package func send(_ event: LayoutEvent) {
    deliver(at: event.timestamp) { application.send(event) }
  }

  /// Notes that a finger landed of which no view hears: for idle times, it counts as a touch.
  package func stir(at time: Timestamp) {
    deliver(at: time) { application.idle?.stirred(at: time) }
  }

  /// Reports to the trace that the screen is dark now, or lit.
  package func note(display: String, isDark: Bool, at time: Timestamp) {
    deliver(at: time) { application.observer?.record(.displayChanged(display, isDark: isDark), at: time) }
  }
}
