import Dispatcher
import LinuxInput

/// What the daemon does by the clock: it tells the service manager that its loop goes round, from the loop that serves
/// the panels and from nowhere else, and looks for changes that were not reported to it.
final class Upkeep {
  /// How often it looks: for devices that udev did not report, and for files on a network mount that are good by now.
  /// Ten seconds would show in a kiosk's battery; an hour, to its visitors. In the wake of a heartbeat, if there is
  /// one, so that it costs no wake of its own. (O)
  private static let interval = Interval.seconds(300)

  private let supervisor: Supervisor?
  private let look: () -> Void
  private var nextLook = MonotonicClock.now + Upkeep.interval
  private var timer: LoopTimer?

  /// - Parameter look: looks for changes.
  init(_ supervisor: Supervisor?, on runLoop: RunLoop, look: @escaping () -> Void) throws(SystemError) {
    (self.supervisor, self.look) = (supervisor, look)
    timer = try LoopTimer(on: runLoop) { [unowned self] in beat() }
    beat()
  }

  private func beat() {
    let heartbeat = supervisor?.watchdogInterval
    if heartbeat != nil { supervisor?.tell(.watchdog) }
    timer?.set(after: heartbeat ?? Self.interval)
    let now = MonotonicClock.now
    guard now >= nextLook else { return }
    nextLook = now + Self.interval
    look()
  }
}
