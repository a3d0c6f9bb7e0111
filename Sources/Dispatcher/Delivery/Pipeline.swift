/// The one way from the bytes of a panel to the last delivery: the daemon, the dump, the replay and every test use it.
///
/// Reading (``receive(_:from:state:)``) turns events into values and appends them to the queue; ``dispatch()`` takes
/// them from there to views, recognizers and plugins. Reading itself dispatches where the queue has no room for another
/// frame, and before it shows a raw frame. Time comes in with the events.
public final class Pipeline {
  /// The application that receives the frames. The pipeline keeps it.
  public let application: Application
  /// Counts of everything that went through since the start.
  public var counters: Counters { queue.counters }
  /// Told when a contact breaks the balance of phases: a bug. The contact is cancelled, or its event left out, and
  /// everything goes on.
  public var onImbalance: (Imbalance) -> Void = { _ in }
  /// Receives each complete frame of raw events, after everything that comes before it was delivered and before it is
  /// itself. Set for debugging only: it costs a copy.
  public var rawFrameObserver: ((Panel, [RawEvent]) -> Void)?
  /// Told when what a panel holds was read as a whole, and not from its events: when it came, after a SYN_DROPPED, and
  /// when it awoke.
  package var onStateRead: (Panel) -> Void = { _ in }
  /// Told, once for each panel, of what only a broken kernel sends. It is passed over, and everything goes on.
  public var onFault: (KernelFault) -> Void = { _ in }
  /// Told, once for each panel, if the sizes of its contacts cannot be sizes.
  public var onImplausibleSizes: (ImplausibleSizes) -> Void = { _ in }
  /// Whether frames that only move fingers are delivered together when deliveries lag: when the newest frame in the
  /// queue is more than 16 ms later than the oldest. Each touch then moves once, to where it is last, and
  /// ``Event/coalescedTouches(for:)`` has the samples between.
  ///
  /// Not across a frame of another kind, nor past a deadline, nor while an observer is set that keeps frames apart:
  /// then they are delivered one by one, so that a dump shows what a replay does. For real panels; in a replay, where
  /// time is virtual, nothing lags.
  public var coalescesLateMoves = false
  let delivery: TouchDelivery
  private let queue: EventQueue
  var pens = PenArbitration()
  /// The panels that were attached.
  private var panels: [Panel] = []
  /// The panels whose filters hold contacts until a time.
  private(set) var holding: [Panel] = []
  /// A callback that asks for more deliveries gets them after its own.
  var isDispatching = false

  /// - Parameter contacts: shared with the other pipelines of the program, if there are any.
  public init(application: Application, contacts: ContactIDs = ContactIDs()) {
    self.application = application
    delivery = application.delivery
    queue = EventQueue(contacts: contacts)
  }

  /// Ends without a call everything that continues: no code of views runs while a pipeline goes away. Touches that
  /// are down would keep each other, their views and the application.
  deinit { application.letGo() }

  /// Takes a panel in whose contacts, if any, are down already: they stay muted until they lift.
  ///
  /// A panel that comes back under the path of an earlier one takes its place.
  public func attach(_ panel: Panel, state: DeviceState) {
    panel.index = application.touches.panels.take(panel)
    panels.append(panel)
    panel.onImbalance = { [weak self] in self?.onImbalance($0) }
    panel.isCovered = { [weak self] in self?.application.sensitivity.covers($0) ?? true }
    panel.onImplausibleSizes = { [weak self] in self?.onImplausibleSizes($0) }
    (panel.assembler.decoder as? SlotDecoder)?.onUndeclared = { [weak self, weak panel] in
      guard let panel else { return }
      self?.onFault(KernelFault(panel: panel.name, slot: Int($0), slots: panel.slotCount))
    }
    adopt(state, panel)
    if panel.filters?.holds == true { holding.append(panel) }
    if !pens.pens(near: panel).isEmpty { panel.assembler.begin(.pen) }
  }

  /// Cancels whatever is down on a panel, and reads it no more.
  ///
  /// - Parameter isGone: whether it is the device that goes. Then attempts of recognizers fail of which fingers on it
  ///   were a part, also where they have lifted, with the next deadline, which is at once. Otherwise what waits goes
  ///   on to wait: at the end of a recording, and for another layout (see ``finish()``).
  public func detach(_ panel: Panel, at time: Timestamp, isGone: Bool = true) {
    change(panel, at: time) { $0.cancelAll() }
    notice(panel, isNear: false, at: time)
    pens.updateDeadline()
    holding.removeAll { $0 === panel }
    panels.removeAll { $0 === panel }
    deliver(at: time) {
      application.presses.cancel(of: panel.path, at: time, in: application)
      if isGone { delivery.arbitration.cancelAttempts(of: panel) }
    }
    application.touches.panels.release(panel)
  }

  /// Turns events of a panel into frames in the queue. The queue is emptied when it has no room for another frame.
  ///
  /// Returns early after a SYN_DROPPED and after a suspend: what a live reader has read beyond it is older than the
  /// state it just asked for, and must be thrown away.
  ///
  /// - Parameter state: asked for the kernel's state after a SYN_DROPPED, where `nil` cancels everything on the panel,
  ///   and after a suspend.
  /// - Returns: how many events were taken in.
  @discardableResult
  public func receive(
    _ events: UnsafeBufferPointer<RawEvent>, from panel: Panel, state: (Interruption) -> DeviceState?
  ) -> Int {
    var start = 0
    while start < events.count {
      makeDue(upTo: events[start].time.before)
      // What is cancelled when explore by touch begins must not have lifted already.
      if rawFrameObserver != nil || application.explore != nil { catchUp(with: events[start...]) }
      makeRoom(for: panel)
      let (step, end) = panel.assembler.consume(events, from: start)
      guard step != .pending else {
        panel.wait(with: events[start..<end], isShown: rawFrameObserver != nil)
        start = end
        break
      }
      if rawFrameObserver != nil { panel.pendingEvents.append(contentsOf: events[start..<end]) }
      start = end
      panel.pendingCount = 0
      queue.counters.frames &+= 1
      if step == .frame, rawFrameObserver == nil, panel.isPlain {
        panel.report(to: queue, at: events[end &- 1].time)
      } else {
        finishUncommon(step, of: panel, at: events[end &- 1].time, state: state)
        if step != .frame { break }
      }
    }
    return start
  }

  /// Ends a frame with which something else comes: lost events, of which the kernel's state takes the place before the
  /// report; a suspend, after which it is taken over behind the report; a pen; an observer.
  @inline(never)
  private func finishUncommon(
    _ step: FrameAssembler.Step, of panel: Panel, at time: Timestamp, state: (Interruption) -> DeviceState?
  ) {
    if step == .dropped { resynchronize(panel, with: state(.dropped)) }
    rawFrameObserver?(panel, panel.pendingEvents)
    panel.pendingEvents.removeAll(keepingCapacity: true)
    if panel.isPen { followPen(panel, at: time) }
    panel.report(to: queue, at: time)
    // What was pressed may have been released unseen.
    if step != .frame { cancelPresses(of: panel.path, at: time) }
    press(panel.takeKeys(), of: panel)
    if step == .suspended, let state = state(.suspended) { adopt(state, panel) }
  }

  /// Reason for which a reader is asked for the kernel's state.
  public enum Interruption: Sendable {
    /// The kernel dropped events.
    case dropped
    /// The kernel had put the device to sleep; the panel's contacts were cancelled.
    case suspended
  }

  /// Takes every frame of the queue to its deliveries, and fires the deadlines that lie before them.
  ///
  /// A frame stamped exactly at a deadline comes before it.
  public func dispatch() {
    guard !isDispatching else { return }
    isDispatching = true
    defer { isDispatching = false }
    while let frame = queue.oldest {
      application.fireDeadlines(upTo: frame.time.before)
      if coalescesLateMoves, queue.isLate(frame) {
        processLate()
      } else {
        application.process(frame, of: queue)
        queue.removeOldest()
      }
    }
  }

  /// Takes the oldest frame to its deliveries, together with those after it as far as they only move fingers.
  @inline(never)
  private func processLate() {
    let isApart =
      application.observer?.keepsFramesApart == true || rawFrameObserver != nil
      || application.explore?.isOn == true
    let count = isApart ? 1 : queue.movesAtHead(upTo: nextDelivery)
    queue.counters.coalesced &+= application.process(oldest: count, of: queue)
    for _ in 0..<count { queue.removeOldest() }
  }

  /// Delivers what no finger did, after what came before it.
  func deliver(at time: Timestamp, _ body: () -> Void) {
    guard !isDispatching else { return body() }
    dispatch()
    isDispatching = true
    application.fireDeadlines(upTo: time.before)
    body()
    isDispatching = false
    dispatch()
  }

  /// Whether no finger is down and nothing waits: no frame, no tap for another, no content that goes on by itself.
  public var isIdle: Bool { queue.oldest == nil && application.touches.live.isEmpty && nextDeadline == nil }

  /// Whether something is to be delivered before a time that can change views.
  package func isBehind(_ time: Timestamp) -> Bool {
    queue.oldest != nil || nextDelivery.map { $0 < time } ?? false
  }

  private func resynchronize(_ panel: Panel, with state: DeviceState?) {
    queue.counters.dropped += 1
    if let state { panel.assembler.resynchronize(with: state) } else { panel.assembler.cancelAll() }
    onStateRead(panel)
  }

  func adopt(_ state: DeviceState, _ panel: Panel) {
    panel.assembler.adopt(state)
    onStateRead(panel)
  }

  /// Delivers what comes before the frame that these events complete, if they complete one.
  @inline(never)
  private func catchUp(with events: Slice<UnsafeBufferPointer<RawEvent>>) {
    guard let end = events.first(where: { $0.isReport }) else { return }
    dispatch()
    fireDeadlines(upTo: end.time.before)
  }

  /// Changes what a panel holds by something else than its events, and reports what becomes of its contacts.
  func change(_ panel: Panel, at time: Timestamp, _ body: (FrameAssembler) -> Void) {
    if !holding.isEmpty { beginHeld(upTo: time.before) }
    makeRoom(for: panel)
    body(panel.assembler)
    panel.report(to: queue, at: time)
  }

  /// Puts into the queue what becomes of panels up to a time without an event, in order: pens are out of reach that
  /// were silent for too long, and contacts begin that filters have held for long enough, each at its time.
  @inline(__always)
  func makeDue(upTo time: Timestamp) {
    if pens.deadline != nil || !holding.isEmpty { makeFrames(upTo: time) }
  }

  @inline(never)
  private func makeFrames(upTo time: Timestamp) {
    while true {
      let held = nextHeld
      if let deadline = pens.deadline, deadline <= min(held?.deadline ?? time, time), let pen = pens.nextLost
      {
        change(pen, at: deadline) { $0.loseReach() }
        notice(pen, isNear: false, at: deadline)
        pens.updateDeadline()
      } else if let held, held.deadline <= time {
        beginHeld(upTo: held.deadline)
      } else {
        return
      }
    }
  }

  /// Lets the contacts begin that filters have held for long enough, each at its time.
  @inline(never)
  private func beginHeld(upTo time: Timestamp) {
    while let (panel, deadline) = nextHeld, deadline <= time {
      makeRoom(for: panel)
      panel.beginHeld(to: queue)
    }
  }

  /// The panel with the next contact that begins so, and when. O(panels · slots).
  var nextHeld: (panel: Panel, deadline: Timestamp)? {
    holding.lazy.compactMap { panel in panel.filters?.deadline.map { (panel, $0) } }.min { $0.1 < $1.1 }
  }

  /// Empties the queue if it has no room for what the panel's next frame may report.
  ///
  /// Before the frame is complete, never between its completion and its report: code of views runs in it, which may
  /// silence the panel, and a report that was made already would be lost.
  @inline(__always)
  private func makeRoom(for panel: Panel) {
    if !queue.hasRoom(for: panel.slotCount) { dispatch() }
  }
}

// When something is due that no frame reports: deadlines of recognizers and of what goes on by itself, pens that stay
// silent, contacts that a filter holds for a time, touches that a down can use again.
extension Pipeline {
  /// The next moment at which ``advance(to:)`` has a deadline to fire.
  public var nextDeadline: Timestamp? {
    let deadline = earlier(delivery.nextDeadline, pens.deadline)
    return holding.isEmpty ? deadline : earlier(deadline, nextHeld?.deadline)
  }

  /// The next moment at which ``advance(to:)`` has something to deliver: that of ``nextDeadline``, or that of what
  /// outlives touches, such as an idle time or an alarm.
  package var nextDelivery: Timestamp? { earlier(nextDeadline, application.lasting.nearestOfOthers) }

  /// The next moment at which a loop should call ``advance(to:)``: that of ``nextDeadline``, that of an idle time or an
  /// alarm, or that at which a lifted touch is let go since no down can re-use it any more.
  public var nextWake: Timestamp? {
    earlier(nextDelivery, application.touches.recent.deadline(application.thresholds.reuse))
  }

  /// Lets the deadlines up to a time fire, after everything in the queue.
  public func advance(to time: Timestamp) {
    guard !isDispatching else { return }
    makeDue(upTo: time)
    dispatch()
    fireDeadlines(upTo: time)
  }

  /// Lets the deadlines of what fingers did fire; the queue is empty.
  func fireDeadlines(upTo time: Timestamp) {
    guard !isDispatching else { return }
    isDispatching = true
    defer { isDispatching = false }
    application.fireDeadlines(upTo: time)
    application.timePassed(to: time)
  }

  /// Lets everything that still waits for a deadline run out, as at the end of a recording. Idle times and alarms do
  /// not.
  public func finish() { advance(to: Timestamp(microseconds: .max)) }
}

// What happens to a layout as a whole, and no frame reports.
extension Pipeline {
  /// Delivers an event of the layout, after what came before it.
  package func send(_ event: LayoutEvent) { deliver(at: event.timestamp) { application.send(event) } }

  /// Notes that a finger landed of which no view hears: for idle times, it counts as a touch.
  package func stir(at time: Timestamp) { deliver(at: time) { application.idle?.stirred(at: time) } }

  /// Reports to the trace that the screen is dark now, or lit. On a dark screen no button stays down.
  package func note(display: String, isDark: Bool, at time: Timestamp) {
    deliver(at: time) {
      application.observer?.record(.displayChanged(display, isDark: isDark), at: time)
      if isDark { application.pointer?.end(at: time) }
    }
  }
}

// What explores by touch in the place of views and page.
extension Pipeline {
  /// Has the application's touches explored, once that is turned on.
  @discardableResult
  package func explore(_ settings: ExploreMode.Settings) -> ExploreMode {
    let mode = ExploreMode(settings, in: self)
    application.explore = mode
    return mode
  }

  /// The id of a contact that no finger makes.
  func makeContact() -> ContactID { queue.makeContact() }

  /// Counts what becomes of such a contact.
  func count(_ sample: TouchSample) { queue.count(sample) }

  /// Cancels what is down on all panels; it stays muted until it lifts.
  func cancelAll(at time: Timestamp) {
    for panel in panels { change(panel, at: time) { $0.cancelAll() } }
    dispatch()
  }
}

// Which panels' contacts the page gets, and on which device.
extension Pipeline {
  /// Gives the page contacts that land from now on on these panels alone: those that touchd holds, so that nothing else
  /// gives them to it as well. Until the first call it gets those of all but pens with a node of
  /// their own.
  public func hold(_ panels: [Panel]) { application.screenResponder?.heldPanels = Set(panels.map(\.index)) }

  /// The touchscreen that the page sees; `nil` where the layout has no page.
  public var page: VirtualPanel? { application.screenResponder?.panel }

  /// Gives the page another touchscreen. What it has on the former ends at once.
  public func usePage(_ panel: VirtualPanel, at time: Timestamp) {
    application.screenResponder?.use(panel, at: time)
  }
}

// What silences a panel: each silence cancels what is down, and what is down at its end stays muted until it lifts.
extension Pipeline {
  /// Begins a silence of a panel, unless it has begun already.
  public func silence(_ panel: Panel, _ reason: Silence, at time: Timestamp) {
    guard !panel.assembler.silence.isSuperset(of: reason) else { return }
    change(panel, at: time) { $0.begin(reason) }
    dispatch()
  }

  /// Ends a silence: contacts that land from now on are reported, unless another silence goes on.
  public func endSilence(_ panel: Panel, _ reason: Silence) { panel.assembler.end(reason) }

  /// Cancels what is down on a panel; it stays muted until it lifts.
  package func cancelAll(on panel: Panel, at time: Timestamp) {
    change(panel, at: time) { $0.cancelAll() }
    dispatch()
  }

  /// Cancels what is down on a panel whose machine slept, and takes over what the kernel holds now: what is down stays
  /// muted until it lifts.
  public func resume(_ panel: Panel, state: DeviceState?, at time: Timestamp) {
    change(panel, at: time) { $0.cancelAll() }
    if let state { adopt(state, panel) }
    if panel.isPen { followPen(panel, at: time) }
    // What was pressed may have been released unseen.
    cancelPresses(of: panel.path, at: time)
  }

  /// The names of the pens that keep fingers away from a panel now.
  package func pensMuting(_ panel: Panel) -> [String] { pens.pens(near: panel).map(\.name).sorted() }

  /// Takes in whether a pen is near, and until when, after a report.
  func followPen(_ pen: Panel, at time: Timestamp) {
    pen.assembler.reach.report(pen.assembler.table[0].current, at: time)
    notice(pen, isNear: pen.isPenNear, at: time)
    pens.updateDeadline()
  }

  /// Silences the screens of a pen that came near; soon after it has left, those speak again that no pen is near.
  func notice(_ pen: Panel, isNear: Bool, at time: Timestamp) {
    guard pens.note(pen, isNear: isNear) else { return }
    guard !isNear else {
      for screen in panels where screen.givesWay(to: pen) { change(screen, at: time) { $0.begin(.pen) } }
      return
    }
    // Not only those of the pen that went: a panel that came meanwhile may have taken their place.
    for screen in panels where pens.pens(near: screen).isEmpty {
      screen.assembler.endPenSilence(at: time + PenArbitration.release)
    }
  }

  /// Counts of everything that went through since the start.
  public struct Counters: Equatable, Sendable {
    /// SYN_REPORTs taken in; what lost events make void is not.
    public var frames = 0
    /// Contacts that began.
    public var touches = 0
    /// Contacts that lifted.
    public var ended = 0
    /// Contacts that were cancelled.
    public var cancelled = 0
    /// SYN_DROPPEDs.
    public var dropped = 0
    /// Samples that were not delivered by themselves, since deliveries lagged behind.
    public var coalesced = 0

    /// Counters at zero.
    public init() {}

    /// The sums of two pipelines.
    public static func + (a: Counters, b: Counters) -> Counters {
      var sum = a
      sum.frames += b.frames
      sum.touches += b.touches
      sum.ended += b.ended
      sum.cancelled += b.cancelled
      sum.dropped += b.dropped
      sum.coalesced += b.coalesced
      return sum
    }
  }
}
