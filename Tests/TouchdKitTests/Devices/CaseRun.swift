import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// A case on a fake panel, over the real libevdev: device, touchscreen, panel and pipeline are the program's own.
final class CaseRun {
  private let fake: FakeDevice
  private let touchscreen: Touchscreen
  private let pipeline: Pipeline
  private let observer: CaseObserver
  private let feed: Feed
  private let times: (Int) -> Timestamp
  /// What was sent and not handed over yet.
  private var batch: [RawEvent] = []
  /// The steps whose SYN_REPORTs were sent and not read yet.
  private var unread: [Int] = []
  /// What the kernel answers when it is next asked, whatever is sent before.
  private var pinned: KernelState?
  /// Whether the machine sleeps: nothing is read.
  private var isAsleep = false
  private var isGone = false
  /// Contacts that broke the balance of phases.
  private(set) var imbalances: [String] = []

  /// Events begin at this time, and without times of their own are so far apart.
  private static let start = Timestamp(seconds: 1)
  private static let pace = Interval.milliseconds(10)

  /// - Throws: ``Refusal`` where the device is no touchscreen.
  init(_ deviceCase: DeviceCase, _ description: DeviceDescription, _ feed: Feed) throws {
    self.feed = feed
    times = { step in
      Self.start
        + Interval(
          microseconds: deviceCase.times.map { Int64($0[step]) } ?? Int64(step) * Self.pace.microseconds)
    }
    fake = FakeDevice(description)
    if let state = deviceCase.initialState { fake.hold(state, as: description) }
    let device = try fake.open()
    let builder = try PanelBuilder(device.description, for: deviceCase.settings.screen)
    let layout = LiveLayout(.empty(deviceCase.settings.screen.size), [:])
    pipeline = try layout.makeReady(for: builder)
    let node = DeviceNode(path: fake.path, number: 7)
    touchscreen = try Touchscreen(
      PanelCandidate(node: node, device: device, layout: layout, builder: builder), pipeline, InputMeter())
    observer = CaseObserver(touchscreen.panel, deviceCase.settings, builder.description)
    pipeline.application.observer = observer
    touchscreen.onInterruption = { [unowned self] _ in pinned = nil }
    pipeline.onImbalance = { [unowned self] in imbalances.append("\($0)") }
    pipeline.rawFrameObserver = { [unowned self] _, _ in
      observer.beginFrame(of: unread.isEmpty ? observer.step : unread.removeFirst())
    }
  }

  /// What came of the steps.
  func play(_ steps: [CaseStep]) -> CaseResult {
    for (index, step) in steps.enumerated() {
      switch step {
      case .frame(let events):
        send(events, of: index)
        if isReadNow(events, next: index + 1 < steps.count ? steps[index + 1] : nil) { read() }
      case .action(let action): act(action, at: index)
      }
    }
    let result = CaseResult(touches: observer.touches, sent: observer.sent)
    // Whatever is still down ends with the panel.
    observer.beginAction(steps.count)
    if !isGone { touchscreen.detach() }
    imbalances += observer.balance.violations
    if observer.balance.open != 0 { imbalances.append("\(observer.balance.open) contacts never ended") }
    return result
  }

  // MARK: - Events

  private func send(_ events: [RawEvent], of step: Int) {
    for event in events {
      if event.isReport { unread.append(step) }
      send(event.at(times(step)))
    }
  }

  private func send(_ event: RawEvent) {
    batch.append(event)
    guard case .events(let count) = feed, batch.count >= count else { return }
    flush()
    read()
  }

  /// Hands over what was gathered, and puts the state that the kernel is to answer in its place again.
  private func flush() {
    fake.sendAsIs(batch)
    batch.removeAll()
    if let pinned { fake.hold(pinned, as: touchscreen.device.description) }
  }

  /// Whether a reader gets its turn after a frame.
  private func isReadNow(_ events: [RawEvent], next: CaseStep?) -> Bool {
    switch feed {
    case .frame: true
    // A reader may ask the kernel for its state: what was sent beyond these would be lost on it.
    case .events, .whole:
      events.contains { $0.isDrop || $0.isReport && $0.value == 1 } || next?.isAction ?? true
    }
  }

  private func read() {
    if !batch.isEmpty { flush() }
    guard !isGone, !isAsleep else { return }
    do {
      // One wake takes a few thousand events at most; no case has more than sixteen times as many.
      var reads = 0
      repeat {
        try touchscreen.read()
        reads += 1
      } while !unread.isEmpty && reads < 16
      unread.removeAll()
    } catch {
      // As the run loop does when the device is gone.
      isGone = true
      touchscreen.detach()
    }
  }

  // MARK: - Actions

  private func act(_ action: CaseAction, at step: Int) {
    observer.beginAction(step)
    let (panel, time) = (touchscreen.panel, times(step))
    switch action {
    case .remove: lose(fake.unplug)
    case .revoke: lose { fake.revoke(from: touchscreen.device) }
    case .disable: pipeline.silence(panel, .disabled, at: time)
    case .enable: pipeline.endSilence(panel, .disabled)
    case .outputOff: pipeline.silence(panel, .outputOff, at: time)
    case .outputOn: pipeline.endSilence(panel, .outputOff)
    case .suspend:
      pipeline.resume(panel, state: nil, at: time)
      isAsleep = true
    case .resume:
      isAsleep = false
      touchscreen.resume()
      unread.removeAll()
    case .kernelState(let state):
      fake.hold(state, as: touchscreen.device.description)
      pinned = state
    }
  }

  private func lose(_ loss: () -> Void) {
    loss()
    read()
  }
}

/// Result of a case.
struct CaseResult: Equatable {
  let touches: [SeenTouch]
  let sent: [SlotState]
}

/// Writes down every touch of a panel with the step that it came of.
final class CaseObserver: TraceObserver {
  /// The step that is being played.
  var step = 0
  private(set) var touches: [SeenTouch] = []
  /// States that the panel reported of its contacts, before any filter.
  private(set) var sent: [SlotState] = []
  /// Watches that every contact which began ends exactly once.
  let balance = Balance()

  private let panel: Panel
  private let settings: CaseSettings
  private let description: DeviceDescription
  /// The contacts of the frame that is delivered; `nil` where the assembler still has them.
  private var frame: [ContactChange]?

  init(_ panel: Panel, _ settings: CaseSettings, _ description: DeviceDescription) {
    self.panel = panel
    self.settings = settings
    self.description = description
  }

  /// A frame of the panel is complete, and not delivered yet.
  func beginFrame(of step: Int) {
    self.step = step
    frame = changes
    sent += changes.filter { $0.phase == .began || $0.phase == .moved }.map(\.state)
  }

  /// Something befalls the panel.
  func beginAction(_ step: Int) {
    self.step = step
    frame = nil
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    balance.record(record, at: time)
    guard case .touch(let sample, _) = record else { return }
    let own = (frame ?? changes).filter { $0.slot == Int(sample.slot) }
    // Where a slot was used twice, the second contact is the one that began.
    touches.append(seen(sample, (sample.phase == .began ? own.last : own.first)?.state ?? SlotState()))
  }

  private var changes: [ContactChange] { Array(panel.assembler.changes + panel.assembler.landings) }

  private func seen(_ sample: TouchSample, _ state: SlotState) -> SeenTouch {
    let size = settings.screen.size
    let axes = panel.assembler.touchProtocol.axes
    func millimetres(_ raw: Int32, _ code: UInt16) -> Double {
      guard let axis = description.axes[code], axis.resolution > 0 else { return 0 }
      return (Double(raw) - Double(axis.minimum)) / Double(axis.resolution)
    }
    return SeenTouch(
      step: step, sample: sample, state: state, place: place(of: sample),
      part: Point(x: sample.location.x / size.width, y: sample.location.y / size.height),
      millimetres: Point(x: millimetres(sample.rawX, axes.x), y: millimetres(sample.rawY, axes.y)))
  }

  private func place(of sample: TouchSample) -> Point {
    let raw = Point(x: Double(sample.rawX), y: Double(sample.rawY))
    guard settings.hasFilters else { return raw }
    return panel.calibration.transform.inverse?.apply(to: sample.location) ?? raw
  }
}

extension FakeDevice {
  /// Makes the kernel answer a state.
  func hold(_ state: KernelState, as device: DeviceDescription) {
    if let slots = state.slots {
      for slot in 0...Int(clamping: max(device.axes[EventCode.absMTSlot]?.maximum ?? 0, 0)) {
        setSlot(slot, EventCode.absMTTrackingID, -1)
        for (axis, value) in slots[slot] ?? [:] { setSlot(slot, axis, value) }
      }
    }
    if let slot = state.currentSlot { sendUnseen(.abs(EventCode.absMTSlot, slot)) }
    let button = device.hasKey(EventCode.btnTouch) ? EventCode.btnTouch : EventCode.btnLeft
    if let value = state.button { sendUnseen(.key(button, value)) }
    if let x = state.x { sendUnseen(.abs(EventCode.absX, x)) }
    if let y = state.y { sendUnseen(.abs(EventCode.absY, y)) }
  }
}
