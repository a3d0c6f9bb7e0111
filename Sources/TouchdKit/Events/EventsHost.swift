import Dispatcher
import LinuxInput

/// What serves the touches that clients of the events socket hear of: a session on devices, or a replay.
protocol EventsHost: AnyObject {
  /// The layouts in use.
  var eventLayouts: [any EventsLayout] { get }
  /// The touchscreens in use, as lines.
  var deviceLines: [TraceLine] { get }
  /// What went through since the start.
  var counters: Pipeline.Counters { get }
  /// What the times of lines count from.
  var origin: Timestamp { get }
  /// The time at which what a client asks for happens.
  var now: Timestamp { get }
  /// Gets all lines as well, and shows raw frames itself; `nil` where there is none.
  var trace: TraceWriter? { get }
  /// Cancels what is down on the panels of a layout.
  func cancelAll(of layout: any EventsLayout, at time: Timestamp)
  /// Called after a client has changed something, or asked for what may have a deadline.
  func clientActed()
}

/// A layout in use, as clients of the events socket see it.
protocol EventsLayout: AnyObject {
  var layout: Layout { get }
  /// `nil` until it is known how large a millimetre is.
  var pipeline: Pipeline? { get }
  var plugins: PluginSet { get }
  /// The screen behind its panels.
  var screen: ScreenWatch { get }
}

extension EventsLayout {
  /// What shows and hides its views.
  var visibility: Visibility? { plugins.tree.visibility }
  /// Whether its screen is dark, as far as is known.
  var isDark: Bool { screen.light.isDark }
  /// What the trace calls its screen.
  var displayName: String { screen.name }

  /// Takes in that a program has darkened the screen, or lit it.
  func say(isDark: Bool, at time: Timestamp) {
    screen.say(isDark: isDark, at: time)
    screen.reportNews(to: pipeline, at: time)
  }
}

extension LiveLayout: EventsLayout {}

extension LiveSession: EventsHost {
  var eventLayouts: [any EventsLayout] { layouts }
  var origin: Timestamp { .zero }
  var trace: TraceWriter? { nil }
  var now: Timestamp { MonotonicClock.now }

  var deviceLines: [TraceLine] {
    let now = now
    return (touchscreens?.used ?? []).map { $0.addedLine(at: now) }
  }

  func cancelAll(of layout: any EventsLayout, at time: Timestamp) {
    for touchscreen in touchscreens?.used ?? [] where touchscreen.layout === layout {
      touchscreen.pipeline.cancelAll(on: touchscreen.panel, at: time)
    }
  }

  func clientActed() { afterDelivery() }
}
