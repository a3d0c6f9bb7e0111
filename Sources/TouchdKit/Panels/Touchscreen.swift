import Dispatcher
import LinuxInput

/// A touchscreen that is open: reads its device and hands the events to the pipeline.
package final class Touchscreen {
  let node: DeviceNode
  let layout: LiveLayout
  let device: InputDevice
  let panel: Panel
  /// Notes for a person who sets it up.
  let notes: [String]
  /// Facts about its reading, each with its reason.
  let decisions: [String]
  /// The device, as it is used and as udev described it last.
  var candidate: PanelCandidate
  /// Its place in the run loop; `nil` until it is read.
  var watch: RunLoop.Watch?
  private let touchProtocol: TouchProtocol
  let pipeline: Pipeline
  private let meter: InputMeter
  private let buffer: UnsafeMutableBufferPointer<RawEvent>
  /// The kernel's answer after the last SYN_DROPPED or suspend.
  private(set) var lastStateRead: DeviceState?
  /// Called after each SYN_DROPPED and each suspend, once the kernel's state has been read.
  var onInterruption: (Pipeline.Interruption) -> Void = { _ in }
  private var sleep = SleepWatch()
  /// Its part of the recorder's memory.
  private var tape: BlackBox.Tape?

  /// A read takes at most this many events: a dozen frames of ten fingers.
  static let eventsPerRead = 512
  /// A wake takes at most this many reads from one device, so that another gets its turn.
  private static let readsPerWake = 8

  /// - Parameter predecessor: what read the device until now, from the same descriptor. What it knows of the contacts
  ///   fits the events that are still to be read; what the kernel says may be ahead of them.
  init(
    _ candidate: PanelCandidate, _ pipeline: Pipeline, _ meter: InputMeter,
    after predecessor: Touchscreen? = nil
  ) throws(SystemError) {
    let builder = candidate.builder
    self.candidate = candidate
    layout = candidate.layout
    node = candidate.node
    device = candidate.device
    self.pipeline = pipeline
    self.meter = meter
    touchProtocol = builder.touchProtocol
    let edgePans = EdgePanCheck(layout.layout, pointsPerMillimetre: builder.pointsPerMillimetre)
    notes = builder.notes + builder.doubts(about: node) + edgePans.notesOfPanel
    decisions = builder.decisions(node)
    panel = builder.makePanel(path: node.path, node: node)
    buffer = .allocate(capacity: Self.eventsPerRead)
    panel.assembler.screenCheck = { [screen = candidate.layout.screen] in
      screen.isDark(hasLanding: $0, at: $1)
    }
    pipeline.application.sensitivity.takeOver(predecessor?.pipeline.application.sensitivity)
    if predecessor?.touchProtocol == touchProtocol, let known = predecessor?.panel.assembler.state {
      pipeline.attach(panel, state: known)
    } else {
      pipeline.attach(panel, state: try device.state(of: touchProtocol))
    }
    tape = meter.box?.begin(self)
  }

  deinit { buffer.deallocate() }

  /// Serves a wake: reads, and finds out whether reading can go on.
  ///
  /// - Returns: whether the device is still there. Whatever the reason, nothing more comes of a descriptor that cannot
  ///   be read.
  func serve(_ readiness: Readiness) -> Bool {
    (try? read()) != nil && readiness.isDisjoint(with: [.hangup, .error])
  }

  /// Takes what the device has sent to its deliveries, as far as a wake allows.
  ///
  /// - Throws: ``SystemError`` with `ENODEV` once the device is unplugged or revoked.
  func read() throws(SystemError) {
    for _ in 0..<Self.readsPerWake {
      let count = try device.read(into: buffer)
      guard count > 0 else { return }
      // The events' clock stands still while the machine sleeps.
      if sleep.hasSlept(before: device.isMonotonic ? buffer[count - 1].time : nil) { return resume() }
      if !device.isMonotonic { stamp(count) }
      // What follows a SYN_DROPPED in the buffer is older than the state read after it, and is left.
      let events = UnsafeBufferPointer(rebasing: buffer[..<count])
      let taken = receive(events)
      pipeline.dispatch()
      layout.reportScreen(at: buffer[count - 1].time)
      meter.record(UnsafeBufferPointer(rebasing: events[..<taken]), deliveredAt: MonotonicClock.now)
      guard count == Self.eventsPerRead else { return }
    }
  }

  /// Cancels what is down and takes the panel out of the pipeline.
  ///
  /// - Parameters:
  ///   - isGone: whether the device has gone, or is opened anew; otherwise touchd reads it no more.
  ///   - hasVanished: whether it has gone by itself.
  func detach(isGone: Bool = true, hasVanished: Bool = false) {
    let now = MonotonicClock.now
    tape?.end(hasVanished: hasVanished, at: now)
    tape = nil
    pipeline.detach(panel, at: now, isGone: isGone)
  }

  /// In parts where the screen may be dark: what a landing makes of it is done before the next frame, as in a replay.
  private func receive(_ events: UnsafeBufferPointer<RawEvent>) -> Int {
    var start = 0
    while true {
      let end = layout.screen.mayBeDark ? endOfLanding(in: events[start...]) : events.count
      start += take(UnsafeBufferPointer(rebasing: events[start..<end]))
      guard start == end, end < events.count else { return start }
      pipeline.dispatch()
      layout.reportScreen(at: events[end - 1].time)
    }
  }

  /// End of the first frame in which a finger may land or lift; of all, where events were lost or the device slept.
  private func endOfLanding(in events: Slice<UnsafeBufferPointer<RawEvent>>) -> Int {
    guard !events.contains(where: { $0.isDrop || $0.isReport && $0.value != 0 }),
      let landing = events.firstIndex(where: {
        $0.type == EventType.key || $0.isPacketEnd || $0.code == EventCode.absMTTrackingID
      }),
      let end = events[landing...].firstIndex(where: \.isReport)
    else { return events.endIndex }
    return end + 1
  }

  private func take(_ events: UnsafeBufferPointer<RawEvent>) -> Int {
    if let tape { return tape.receive(events) { readState(after: $0) } }
    return pipeline.receive(events, from: panel) { readState(after: $0) }
  }

  private func readState(after interruption: Pipeline.Interruption) -> DeviceState? {
    // A device that is gone answers neither; the hang-up that follows ends it.
    guard (try? device.discardPending()) != nil else { return nil }
    lastStateRead = try? device.state(of: touchProtocol)
    onInterruption(interruption)
    return lastStateRead
  }

  /// Cancels what was down when the machine fell asleep; what was sent meanwhile is thrown away, so that the touch
  /// which woke it presses nothing.
  func resume() {
    let (state, now) = (readState(after: .suspended), MonotonicClock.now)
    pipeline.resume(panel, state: state, at: now)
    tape?.lose(.suspended, state, at: now)
  }

  /// Stamps events with the time of reading if the kernel keeps another clock.
  @inline(never)
  private func stamp(_ count: Int) {
    let now = MonotonicClock.now
    for index in 0..<count {
      let event = buffer[index]
      buffer[index] = RawEvent(time: now, type: event.type, code: event.code, value: event.value)
    }
  }
}
