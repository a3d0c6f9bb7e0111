import Dispatcher
import TestSupport
import Testing

extension Injection {
  /// A pen and a touchscreen of one device.
  struct Pair: Sendable, CustomTestStringConvertible {
    let pen: String
    let screen: String
    var testDescription: String { "\(pen) and \(screen)" }
  }

  @Test(
    "A pen keeps the fingers of its screen away, from when it is near until 90 ms after",
    arguments: [
      Pair(pen: "pen.evemu", screen: "slots.evemu"), Pair(pen: "pen.evemu", screen: "packets.evemu"),
      Pair(pen: "pen.evemu", screen: "demo.evemu"),
      Pair(pen: "dell_canvas_pen.evemu", screen: "dell_canvas_touch.evemu.gz"),
    ])
  func penAndFingers(_ pair: Pair) throws {
    guard let pen = try? PanelRecordings.named(pair.pen), let screen = try? PanelRecordings.named(pair.screen)
    else { return }
    var (began, cancelled) = (0, 0)
    // The pen comes at many moments of the fingers' recording.
    for step in 0..<60 {
      let watch = try PenWatch(
        pen: pen.ofOneDevice, screen: screen.ofOneDevice, delay: .milliseconds(Int64(step) * 37))
      watch.play()
      #expect(watch.faults.isEmpty, "pen \(step * 37) ms later: \(watch.faults.prefix(3))")
      began += watch.began
      cancelled += watch.cancelled
    }
    print("injection, \(pair.testDescription): \(began) contacts began, \(cancelled) were cancelled")
    #expect(began > 0)
  }
}

extension PanelRecording {
  fileprivate var ofOneDevice: PanelRecording {
    var recording = self
    recording.description.phys = "usb-0000:00:14.0-2/input0"
    return recording
  }
}

/// Plays a pen and the fingers of its screen, and finds fingers that are reported and must not be.
private final class PenWatch {
  private(set) var faults: [String] = []
  private(set) var began = 0
  private(set) var cancelled = 0
  private let session: TwoPanels
  private let pen: PanelRecording
  private var isNear = false
  private var left: Timestamp?
  /// The fingers that are reported as down.
  private var fingers: Set<ContactID> = []

  init(pen: PanelRecording, screen: PanelRecording, delay: Interval) throws {
    self.pen = pen
    session = try TwoPanels([pen, screen], delays: [delay])
    session.onSample = { [unowned self] sample, time in
      if sample.panel == 1 { notice(sample, time) }
    }
    session.onFrame = { [unowned self] panel, count, time in
      if panel == 0 { followPen(count, time) }
    }
  }

  func play() {
    session.play()
    faults += session.balance.violations
  }

  private func notice(_ sample: TouchSample, _ time: Timestamp) {
    switch sample.phase {
    case .began:
      began += 1
      fingers.insert(sample.contact)
      if isNear { faults.append("a finger began at \(time.seconds), near the pen") }
      if let left, time - left < .milliseconds(90) {
        faults.append("a finger began at \(time.seconds), too soon")
      }
    case .ended, .cancelled:
      if sample.phase == .cancelled { cancelled += 1 }
      fingers.remove(sample.contact)
    case .moved, .stationary: break
    }
  }

  /// The pen is near while a tool of it is, or while it touches.
  private func followPen(_ frames: Int, _ time: Timestamp) {
    let wasNear = isNear
    isNear = pen.states[frames].slots.contains { pen in
      !pen.penKeys.isDisjoint(with: .tools) || pen.trackingID >= 0
    }
    if wasNear, !isNear { left = time }
    if isNear, !fingers.isEmpty {
      faults.append("fingers \(fingers) are down near the pen at \(time.seconds)")
    }
  }
}
