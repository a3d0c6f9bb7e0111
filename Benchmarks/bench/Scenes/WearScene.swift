import Dispatcher

/// A screen and a panel whose fingers come down, move and lift for as long as one likes, in virtual time.
final class WearScene {
  private let pipeline: Pipeline
  private let panel: Panel
  private var time = Timestamp.zero
  private var frame: [RawEvent] = []
  private var trackingID: Int32 = 0
  /// What the kernel answers when it is asked for its state.
  private var slots = [SlotState](repeating: SlotState(), count: 10)

  /// A frame every 8 ms, as most panels send.
  private static let interval = Interval.milliseconds(8)

  /// - Parameters:
  ///   - view: fills the screen.
  ///   - recognizers: of the view.
  convenience init(
    _ view: View = View(frame: Rect(origin: .zero, size: ViewTree.screen)),
    recognizing recognizers: [GestureRecognizer] = [], filters: [ContactFilter] = []
  ) {
    let application = Application()
    let window = Window(frame: Rect(origin: .zero, size: ViewTree.screen))
    view.isMultipleTouchEnabled = true
    for recognizer in recognizers { view.addGestureRecognizer(recognizer) }
    window.addSubview(view)
    application.addWindow(window)
    self.init(Pipeline(application: application), filters: filters)
  }

  /// - Parameter pipeline: has a screen of ``ViewTree/screen``.
  init(_ pipeline: Pipeline, filters: [ContactFilter] = []) {
    self.pipeline = pipeline
    panel = Panel(
      name: "Bench Panel", path: "/dev/input/event0", touchProtocol: .slots(count: 10),
      calibration: Fingers.calibration, filters: filters)
    plug()
  }

  // MARK: - Fingers, in device units

  func land(_ slot: Int32, _ x: Int32, _ y: Int32) {
    trackingID = (trackingID + 1) % 65536
    slots[Int(slot)] = SlotState(trackingID: trackingID, x: x, y: y)
    add(EventCode.absMTSlot, slot)
    add(EventCode.absMTTrackingID, trackingID)
    add(EventCode.absMTPositionX, x)
    add(EventCode.absMTPositionY, y)
  }

  func move(_ slot: Int32, _ x: Int32, _ y: Int32) {
    add(EventCode.absMTSlot, slot)
    add(EventCode.absMTPositionX, x)
    add(EventCode.absMTPositionY, y)
  }

  func lift(_ slot: Int32) {
    slots[Int(slot)].trackingID = -1
    add(EventCode.absMTSlot, slot)
    add(EventCode.absMTTrackingID, -1)
  }

  /// A finger comes down for a moment.
  func tap(_ slot: Int32, then pause: Interval) {
    land(slot, 1000, 1000)
    report()
    lift(slot)
    report()
    wait(pause)
  }

  /// Any event.
  func add(_ code: UInt16, _ value: Int32, type: UInt16 = EventType.abs) {
    frame.append(RawEvent(time: time, type: type, code: code, value: value))
  }

  /// Ends the frame, and serves it as a run loop does: deadlines that have passed, then the frame.
  func report() {
    add(EventCode.synReport, 0, type: EventType.syn)
    send()
  }

  /// Hands over the events so far, whether they are a whole frame or not.
  func send() {
    frame.withUnsafeBufferPointer { events in
      _ = pipeline.receive(events, from: panel) { [slots] _ in DeviceState(slots: slots) }
    }
    frame.removeAll(keepingCapacity: true)
    pipeline.dispatch()
    wait(Self.interval)
  }

  /// Lets time pass, with the deadlines that lie in it.
  func wait(_ interval: Interval) {
    time = time + interval
    if let deadline = pipeline.nextDeadline, deadline <= time { pipeline.advance(to: time) }
  }

  // MARK: - The panel

  func plug() { pipeline.attach(panel, state: DeviceState(slots: [])) }

  func unplug() {
    for slot in slots.indices { slots[slot].trackingID = -1 }
    pipeline.detach(panel, at: time)
  }

  /// The machine sleeps for a moment.
  func resume() { pipeline.resume(panel, state: DeviceState(slots: slots), at: time) }

  /// The screen is dark for a moment.
  func darken() {
    pipeline.silence(panel, .outputOff, at: time)
    pipeline.endSilence(panel, .outputOff)
  }
}
