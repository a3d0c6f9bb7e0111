/// One touchscreen, or pen, on the input path: its events become calibrated samples in the queue.
public final class Panel {
  /// The name that the device gives itself.
  public let name: String
  /// The device node, or the recording's file.
  public let path: String
  public let assembler: FrameAssembler
  public let calibration: Calibration
  /// What it is paired by with a pen, or with a touchscreen.
  public let pairing: PenPairing?
  /// The index that its pipeline gave it.
  @exclusivity(unchecked) var index: Int32 = 0
  /// Told of each contact that broke the balance of phases, which only a bug can do.
  @exclusivity(unchecked) var onImbalance: (Imbalance) -> Void = { _ in }
  /// The events of the frame that is not complete yet, where somebody wants to see them.
  @exclusivity(unchecked) var rawFrame: [RawEvent] = []
  private let scales: ContactScales
  private let filters: FilterChain?
  /// The contact in each slot; 0 where none is.
  @exclusivity(unchecked) private var contacts: ContiguousArray<ContactID>

  public init(
    name: String, path: String, touchProtocol: TouchProtocol, calibration: Calibration,
    scales: ContactScales = ContactScales(), filters: [ContactFilter] = [], pairing: PenPairing? = nil
  ) {
    self.name = name
    self.path = path
    self.calibration = calibration
    self.scales = scales
    self.pairing = pairing
    assembler = FrameAssembler(touchProtocol)
    contacts = ContiguousArray(repeating: 0, count: assembler.table.count)
    self.filters = filters.isEmpty ? nil : FilterChain(filters, slots: assembler.table.count)
  }

  /// Whether it is a pen that silences fingers.
  var isPen: Bool { pairing?.isPen == true }

  /// How many slots a frame can speak of.
  var slotCount: Int { contacts.count }

  /// Puts the assembler's last frame into the queue: one frame, or two with one time where a slot was used twice.
  func report(to queue: EventQueue, at time: Timestamp) {
    append(assembler.changes, to: queue, at: time)
    append(assembler.landings, to: queue, at: time)
  }

  func append(_ changes: ContiguousArray<ContactChange>, to queue: EventQueue, at time: Timestamp) {
    guard !changes.isEmpty else { return }
    queue.beginFrame(at: time)
    for change in changes {
      var sample = scales.sample(of: change, calibration, panel: index)
      if let filters {
        guard let filtered = filters.apply(sample, change.state, at: time) else { continue }
        sample = filtered
      }
      append(&sample, to: queue, at: time)
    }
    queue.endFrame()
  }

  /// Gives the sample its contact. What would break the balance of phases is mended here: a contact that never ended is
  /// cancelled before the next begins in its slot, and nothing is told of one that never began.
  @inline(__always)
  private func append(_ sample: inout TouchSample, to queue: EventQueue, at time: Timestamp) {
    let slot = Int(sample.slot)
    if sample.phase == .began {
      if contacts[slot] != 0 { cancelUnended(slot, like: sample, to: queue, at: time) }
      contacts[slot] = queue.makeContact()
    } else if contacts[slot] == 0 {
      return onImbalance(Imbalance(panel: name, slot: slot, phase: sample.phase))
    }
    sample.contact = contacts[slot]
    queue.append(sample)
    if sample.phase == .ended || sample.phase == .cancelled { contacts[slot] = 0 }
  }

  private func cancelUnended(_ slot: Int, like sample: TouchSample, to queue: EventQueue, at time: Timestamp)
  {
    onImbalance(Imbalance(panel: name, slot: slot, phase: .began))
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
  public let panel: String
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
