/// One touchscreen, or pen, on the input path: its events become calibrated samples in the queue. Its touches keep it.
public final class Panel {
  /// The name that the device gives itself.
  public let name: String
  /// The device node, or the recording's file.
  public let path: String
  /// Turns the panel's events into contacts.
  public let assembler: FrameAssembler
  /// Turns its device units into points of the screen.
  public let calibration: Calibration
  /// The key by which it is paired with a pen, or with a touchscreen.
  public package(set) var pairing: PenPairing?
  /// The index that its pipeline gave it.
  var index: Int32 = 0
  /// Called with each contact that broke the balance of phases, which only a bug can do.
  var onImbalance: (Imbalance) -> Void = { _ in }
  /// Called once if the sizes of its contacts cannot be sizes.
  var onImplausibleSizes: (ImplausibleSizes) -> Void = { _ in }
  /// Whether a point of the screen is not to leave the process; asked where filters would remember it.
  var isCovered: (Point) -> Bool = { _ in false }
  /// The events of the frame that is not complete yet, as it spans several reads; where raw frames are observed.
  var pendingEvents: [RawEvent] = []
  /// The number of that frame's events in earlier reads.
  var pendingCount = 0
  let scales: ContactScales
  let filters: FilterChain?
  /// Whether it is a pen with a node of its own.
  let isPen: Bool
  /// Whether it has contacts of fingers alone.
  let isPlain: Bool
  /// `nil` where nothing tells how large a contact is.
  private var sizes: SizeSurvey?
  /// The contact in each slot; 0 where none is.
  private var contacts: Slab<ContactID>

  /// A panel with no contact down.
  ///
  /// - Parameters:
  ///   - name: the name that the device gives itself.
  ///   - path: the device node, or the recording's file.
  ///   - touchProtocol: how the panel reports contacts.
  ///   - calibration: from device units to points of the screen.
  ///   - scales: from device units to force, tilt and size.
  ///   - filters: applied to every finger, in this order.
  ///   - pairing: what the panel is paired by with a pen; `nil` if pens do not matter.
  ///   - keys: its keys, by their KEY_… codes, that become presses: neither its contact's nor a pen's.
  public init(
    name: String, path: String, touchProtocol: TouchProtocol, calibration: Calibration,
    scales: ContactScales = ContactScales(), filters: [ContactFilter] = [], pairing: PenPairing? = nil,
    keys: Set<UInt16> = []
  ) {
    (self.name, self.path) = (name, path)
    self.calibration = calibration
    self.scales = scales
    self.pairing = pairing
    assembler = FrameAssembler(touchProtocol)
    assembler.decoder.passedKeys = keys
    isPen = pairing?.isPen == true
    isPlain = keys.isEmpty && !isPen
    contacts = Slab(repeating: 0, count: assembler.table.count)
    self.filters = filters.isEmpty ? nil : FilterChain(filters, slots: assembler.table.count)
    sizes = scales.majorMillimetres > 0 ? SizeSurvey(millimetresPerUnit: scales.majorMillimetres) : nil
  }

  /// A place in device units as a point of the screen, where filters change locations; `nil` where none does.
  func unfiltered(x: Int32, y: Int32) -> Point? { filters == nil ? nil : calibration.location(x: x, y: y) }
  /// Returns the events of its keys in the last frame, once.
  func takeKeys() -> [RawEvent] {
    defer { assembler.decoder.keys.removeAll() }
    return assembler.decoder.keys
  }

  /// Whether it is a pen that is near: one of its tools is on, or it touches, and it has not been silent for too long.
  var isPenNear: Bool {
    let pen = assembler.table[0].current
    return !assembler.reach.isLost && (pen.isPenNear || pen.isTouching)
  }

  /// Notes that events came without a SYN_REPORT. A frame without an end counts as lost events, so that nothing grows;
  /// what comes of it is read from the kernel when it ends.
  @inline(never)
  func wait(with events: UnsafeBufferPointer<RawEvent>.SubSequence, isShown: Bool) {
    pendingCount &+= events.count
    guard pendingCount > FrameAssembler.longestFrame else {
      if isShown { pendingEvents.append(contentsOf: events) }
      return
    }
    pendingCount = FrameAssembler.longestFrame
    pendingEvents = isShown ? [.drop(at: events.last?.time ?? .zero)] : []
    assembler.lose()
  }

  /// The number of slots in a frame.
  var slotCount: Int { contacts.count }

  /// The contact that was last reported in a slot, unless it is over.
  func contact(in slot: Int) -> ContactID? {
    contacts.indices.contains(slot) && contacts[slot] != 0 ? contacts[slot] : nil
  }

  /// Puts the assembler's last frame into the queue: one frame, or two with one time where a slot was used twice. What
  /// hovers makes frames of its own around these.
  func report(to queue: EventQueue, at time: Timestamp) {
    if !assembler.report.more.isEmpty { return reportMore(to: queue, at: time) }
    if !assembler.report.moved.isEmpty { appendMoves(to: queue, at: time) }
  }

  @inline(never)
  private func reportMore(to queue: EventQueue, at time: Timestamp) {
    append(.hoverEnds, to: queue, at: time)
    if !assembler.report.moved.isEmpty { appendMoves(to: queue, at: time) }
    append(.changed, to: queue, at: time)
    // What landed in a slot that was in use comes after what left it.
    append(.landed, to: queue, at: time)
    append(.hovers, to: queue, at: time)
  }

  /// Appends a part of the report as a frame, if there is something in it.
  @inline(never)
  private func append(_ part: FrameReport.Part, to queue: EventQueue, at time: Timestamp) {
    guard assembler.report.has(part) else { return }
    let isHover = part == .hoverEnds || part == .hovers
    if isHover { queue.beginHovers(at: time) } else { queue.beginFrame(at: time) }
    for place in assembler.report.more.indices where assembler.report.more[place].part == part {
      let change = assembler.report.more[place].change
      if isHover {
        queue.append(scales.hover(of: change, calibration, panel: index))
      } else {
        append(change, to: queue, at: time)
      }
    }
    if !isHover { queue.endFrame() }
  }

  /// Appends the contacts' new locations; nothing else about them has changed.
  @inline(__always)
  private func appendMoves(to queue: EventQueue, at time: Timestamp) {
    guard filters == nil else { return appendFiltered(to: queue, at: time) }
    queue.beginMoves(assembler.report.moved.count, at: time)
    for place in assembler.report.moved.indices {
      let slot = Int(assembler.report.moved[place])
      let (x, y) = (assembler.table[slot].reported.x, assembler.table[slot].reported.y)
      let location = calibration.location(x: x, y: y)
      let contact = contacts[slot]
      if contact == 0 { reportImbalance(slot, .moved) }
      // No touch has the contact 0.
      queue.append(TouchMove(contact: contact, rawX: x, rawY: y, location: location))
    }
  }

  @inline(never)
  private func appendFiltered(to queue: EventQueue, at time: Timestamp) {
    queue.beginFrame(at: time)
    for place in assembler.report.moved.indices {
      let slot = Int(assembler.report.moved[place])
      append(assembler.table[slot].change(.moved, assembler.table[slot].reported), to: queue, at: time)
    }
    queue.endFrame()
  }

  /// Gives the sample its contact. What would break the balance of phases is mended here: a contact that never ended is
  /// cancelled before the next begins in its slot, and one that never began is not reported.
  private func append(_ change: ContactChange, to queue: EventQueue, at time: Timestamp) {
    if change.phase == .ended, sizes != nil { survey(change.state.major) }
    var sample = scales.sample(of: change, calibration, panel: index)
    if let filters {
      let isCovered = isCovered(sample.location)
      guard let filtered = filters.apply(sample, change.state, isCovered: isCovered, at: time) else { return }
      sample = filtered
    }
    append(sample, in: change.slot, to: queue, at: time)
  }

  private func append(_ reported: TouchSample, in slot: Int, to queue: EventQueue, at time: Timestamp) {
    var sample = reported
    let contact = contacts[slot]
    if sample.phase == .began {
      if contact != 0 { cancelUnended(slot, like: sample, to: queue, at: time) }
      sample.contact = queue.makeContact()
    } else if contact == 0 {
      return reportImbalance(slot, sample.phase)
    } else {
      sample.contact = contact
    }
    queue.append(sample)
    contacts[slot] = sample.phase == .ended || sample.phase == .cancelled ? 0 : sample.contact
  }

  // MARK: Contacts that are held until a time

  /// Puts what the filters held for long enough into the queue, as a frame of that time.
  func beginHeld(to queue: EventQueue) {
    guard let filters, let time = filters.deadline else { return }
    queue.beginFrame(at: time)
    for sample in filters.beginHeld() { append(sample, in: Int(sample.slot), to: queue, at: time) }
    queue.endFrame()
  }

  @inline(never)
  private func survey(_ major: Int32) {
    guard let median = sizes?.take(major) else { return }
    onImplausibleSizes(ImplausibleSizes(panel: name, millimetres: median))
  }

  @inline(never)
  private func reportImbalance(_ slot: Int, _ phase: TouchPhase) {
    onImbalance(Imbalance(panel: name, slot: slot, phase: phase))
  }

  private func cancelUnended(_ slot: Int, like sample: TouchSample, to queue: EventQueue, at time: Timestamp)
  {
    reportImbalance(slot, .began)
    var last = sample
    last.phase = .cancelled
    last.contact = contacts[slot]
    queue.append(last)
    // Its end is a frame of its own, so that no frame holds two contacts of one slot.
    queue.endFrame()
    queue.beginFrame(at: time)
  }
}

/// Each panel of a pipeline, by the index that its samples carry.
///
/// An index is used again once its panel has gone, so that a loose plug fills no memory.
struct AttachedPanels {
  private var panels: [Panel] = []
  private var free: [Int32] = []

  subscript(index: Int32) -> Panel { panels[Int(index)] }

  /// Gives a panel its index. One that comes back under the path of another that is still here takes its place.
  mutating func take(_ panel: Panel) -> Int32 {
    let known = panels.indices.first { panels[$0].path == panel.path && !free.contains(Int32($0)) }
    guard let index = known.map(Int32.init) ?? free.popLast() else {
      panels.append(panel)
      return Int32(panels.count - 1)
    }
    panels[Int(index)] = panel
    return index
  }

  /// Lets a panel go, unless another has its index by now. What is left of it is still reported under the index until
  /// another panel takes it.
  mutating func release(_ panel: Panel) {
    guard let index = panels.firstIndex(where: { $0 === panel }).map(Int32.init) else { return }
    if !free.contains(index) { free.append(index) }
  }
}

/// A contact that broke the balance of phases: each begins once, and ends once.
public struct Imbalance: Equatable, Sendable, CustomStringConvertible {
  /// The name of the panel.
  public let panel: String
  /// The slot of the contact.
  public let slot: Int
  /// The phase that was one too many.
  public let phase: TouchPhase

  public var description: String {
    let fault =
      phase == .began
      ? "began again without an end; the first contact was cancelled"
      : "\(phase) without having begun; that was left out"
    return "\"\(panel)\": the contact in slot \(slot) \(fault). This is a bug of touchd: please report it"
  }
}
