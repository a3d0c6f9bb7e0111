/// One touchscreen, or pen, on the input path: its events become calibrated samples in the queue.
public final class Panel {
  /// The name that the device gives itself.
  public let name: String
  /// The device node, or the recording's file.
  public let path: String
  /// What turns the panel's events into contacts.
  public let assembler: FrameAssembler
  /// What turns its device units into points of the screen.
  public let calibration: Calibration
  /// What it is paired by with a pen, or with a touchscreen.
  @exclusivity(unchecked) public package(set) var pairing: PenPairing?
  /// Whether it is a pen.
  let isPen: Bool
  /// Whether it is within reach, where it is a pen.
  @exclusivity(unchecked) var reach = PenReach()
  /// The index that its pipeline gave it.
  @exclusivity(unchecked) var index: Int32 = 0
  /// Called with each contact that broke the balance of phases, which only a bug can do.
  @exclusivity(unchecked) var onImbalance: (Imbalance) -> Void = { _ in }
  /// Called once if the sizes of its contacts cannot be sizes.
  @exclusivity(unchecked) var onImplausibleSizes: (ImplausibleSizes) -> Void = { _ in }
  /// The events of the frame that is not complete yet, where raw frames are observed.
  @exclusivity(unchecked) var rawFrame: [RawEvent] = []
  /// How many events there are of the frame that is not complete yet, where it spans several reads.
  @exclusivity(unchecked) var pendingEvents = 0
  /// The most events of a frame: of 256 slots all axes, four times. The kernel's own buffer holds less.
  private static let frameLimit = 16_384
  /// What its touches know of it.
  let traits: PanelTraits
  let scales: ContactScales
  private let filters: FilterChain?
  /// `nil` where nothing tells how large a contact is.
  @exclusivity(unchecked) private var sizes: SizeSurvey?
  /// The contact in each slot; 0 where none is.
  @exclusivity(unchecked) private var contacts: Slab<ContactID>

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
  public init(
    name: String, path: String, touchProtocol: TouchProtocol, calibration: Calibration,
    scales: ContactScales = ContactScales(), filters: [ContactFilter] = [], pairing: PenPairing? = nil
  ) {
    self.name = name
    self.path = path
    self.calibration = calibration
    self.scales = scales
    self.pairing = pairing
    isPen = pairing?.isPen == true
    assembler = FrameAssembler(touchProtocol)
    contacts = Slab(repeating: 0, count: assembler.table.count)
    self.filters = filters.isEmpty ? nil : FilterChain(filters, slots: assembler.table.count)
    sizes = scales.majorMillimetres > 0 ? SizeSurvey(millimetresPerUnit: scales.majorMillimetres) : nil
    traits = PanelTraits(
      path: path, unfiltered: filters.isEmpty ? nil : calibration.transform,
      maximumForce: scales.maximumForce, radiusTolerance: scales.radiusTolerance(calibration))
  }

  /// Notes that events came without a SYN_REPORT. A frame without an end counts as lost events, so that nothing grows;
  /// what comes of it is read from the kernel when it ends.
  @inline(never)
  func wait(with events: UnsafeBufferPointer<RawEvent>.SubSequence, isShown: Bool) {
    pendingEvents &+= events.count
    guard pendingEvents > Self.frameLimit else {
      if isShown { rawFrame.append(contentsOf: events) }
      return
    }
    pendingEvents = Self.frameLimit
    assembler.lose()
    let time = events.last?.time ?? .zero
    rawFrame =
      isShown ? [.drop(at: time)] : []
  }

  /// How many slots a frame can speak of.
  var slotCount: Int { contacts.count }

  /// The contact that was last reported in a slot, unless it is over.
  func contact(in slot: Int) -> ContactID? {
    contacts.indices.contains(slot) && contacts[slot] != 0 ? contacts[slot] : nil
  }

  /// Puts the assembler's last frame into the queue: one frame, or two with one time where a slot was used twice. What
  /// hovers makes frames of its own around these.
  func report(to queue: EventQueue, at time: Timestamp) {
    if !assembler.hovered.isEmpty { return reportHovers(to: queue, at: time) }
    reportContacts(to: queue, at: time)
  }

  @inline(__always)
  func reportContacts(to queue: EventQueue, at time: Timestamp) {
    if !assembler.moved.isEmpty { appendMoves(to: queue, at: time) }
    guard !assembler.changed.isEmpty else { return }
    append(assembler.changed, to: queue, at: time)
    // What landed in a slot that was in use comes after what left it.
    if !assembler.landed.isEmpty { append(assembler.landed, to: queue, at: time) }
  }

  func append(
    _ changes: borrowing Slab<ContactChange>, to queue: EventQueue, at time: Timestamp
  ) {
    queue.beginFrame(at: time)
    for place in changes.indices { append(changes[place], to: queue, at: time) }
    queue.endFrame()
  }

  /// Appends the contacts' new locations; nothing else about them has changed.
  @inline(__always)
  private func appendMoves(to queue: EventQueue, at time: Timestamp) {
    guard filters == nil else { return appendFiltered(to: queue, at: time) }
    queue.beginMoves(assembler.moved.count, at: time)
    for place in assembler.moved.indices {
      let slot = Int(assembler.moved[place])
      let state = assembler.table.pointer(at: slot)
      let (x, y) = (state.pointee.reported.x, state.pointee.reported.y)
      let location = calibration.transform.apply(to: Point(x: Double(x), y: Double(y)))
      let contact = contacts[slot]
      if contact == 0 { reportImbalance(slot, .moved) }
      // No touch has the contact 0.
      queue.append(TouchMove(contact: contact, rawX: x, rawY: y, location: location))
    }
  }

  @inline(never)
  private func appendFiltered(to queue: EventQueue, at time: Timestamp) {
    queue.beginFrame(at: time)
    for change in assembler.changes { append(change, to: queue, at: time) }
    queue.endFrame()
  }

  /// Gives the sample its contact. What would break the balance of phases is mended here: a contact that never ended is
  /// cancelled before the next begins in its slot, and one that never began is not reported.
  private func append(_ change: ContactChange, to queue: EventQueue, at time: Timestamp) {
    if change.phase == .ended, sizes != nil { survey(change.state.major) }
    var sample = scales.sample(of: change, calibration, panel: index)
    if let filters {
      guard let filtered = filters.apply(sample, change.state, at: time) else { return }
      sample = filtered
    }
    let contact = contacts[change.slot]
    if sample.phase == .began {
      if contact != 0 { cancelUnended(change.slot, like: sample, to: queue, at: time) }
      sample.contact = queue.makeContact()
    } else if contact == 0 {
      return reportImbalance(change.slot, sample.phase)
    } else {
      sample.contact = contact
    }
    queue.append(sample)
    contacts[change.slot] = sample.phase == .ended || sample.phase == .cancelled ? 0 : sample.contact
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
