import TestTables

/// A panel that sends anything.
struct RandomPanel: Sendable {
  let touchProtocol: TouchProtocol
  var filters: [ContactFilter] = []
  var pairing: PenPairing?
  var stuckAfter: Interval?

  static func alone(_ touchProtocol: TouchProtocol) -> RandomPanel {
    RandomPanel(touchProtocol: touchProtocol)
  }

  private static func pairing(isPen: Bool) -> PenPairing {
    PenPairing(isPen: isPen, phys: "usb-1/input0", vendor: 1)
  }

  private static let pen = RandomPanel(
    touchProtocol: .singleTouch(button: EventCode.btnTouch), pairing: pairing(isPen: true))

  /// With everything that keeps samples back.
  static let slotsAndPen = [
    RandomPanel(
      touchProtocol: .slots(count: 10),
      filters: [
        .hysteresis(x: 3, y: 3), .median(3), .skip(first: 1, last: 1), .debounce(.milliseconds(5)),
        .ignoreRepeat(.milliseconds(2)), .holdDuration(.milliseconds(3)),
        .pressure(3), .smooth(cutoff: 1, beta: 0.01),
        .size(900), .edge(inside: Rect(x: 50, y: 50, width: 900, height: 900)),
      ], pairing: pairing(isPen: false), stuckAfter: .milliseconds(40)),
    RandomPanel(touchProtocol: .slots(count: 3), stuckAfter: .milliseconds(1)), pen,
  ]

  static let packetsAndPen = [
    RandomPanel(touchProtocol: .packets, pairing: pairing(isPen: false), stuckAfter: .milliseconds(40)),
    RandomPanel(touchProtocol: .packets, filters: [.skip(first: 0, last: 2), .hysteresis(x: 50, y: 50)]), pen,
  ]

  func makePanel(_ index: Int) -> Panel {
    let (range, calibration) = (PanelRig.range, PanelRig.calibration)
    let panel = Panel(
      name: "random", path: "random \(index)", touchProtocol: touchProtocol, calibration: calibration,
      scales: ContactScales(
        pressure: range, orientation: range, tilt: (range, range), calibration: calibration),
      filters: filters, pairing: pairing)
    panel.assembler.stuckAfter = stuckAfter
    return panel
  }

  // MARK: - Its events

  /// Mostly events that a panel knows, with values at and beyond their limits.
  func event(at time: Timestamp, _ random: inout SplitMix) -> RawEvent {
    let type = pick(Self.types, &random)
    var code = random.next() % 8 == 0 ? UInt16(truncatingIfNeeded: random.next()) : pick(codes, &random)
    if type == EventType.syn { code = synchronization(&random) }
    if type == EventType.key { code = pick(Self.keys, &random) }
    let isWild = random.next() % 10000 == 0
    return RawEvent(
      time: isWild ? Timestamp(microseconds: Int64(truncatingIfNeeded: random.next())) : time,
      type: type, code: code, value: value(of: code, &random))
  }

  private func synchronization(_ random: inout SplitMix) -> UInt16 {
    if random.next() % 200 == 0 { return EventCode.synDropped }
    let endsPacket = touchProtocol == .packets && random.next() % 4 != 0
    return endsPacket ? EventCode.synMTReport : EventCode.synReport
  }

  private func value(of code: UInt16, _ random: inout SplitMix) -> Int32 {
    let small = Int32(truncatingIfNeeded: random.next() % 14) - 2
    switch random.next() % 8 {
    case 0: return Int32(truncatingIfNeeded: random.next())
    case 1...4 where code == EventCode.absMTPositionX || code == EventCode.absMTPositionY || code < 2:
      return Int32(truncatingIfNeeded: random.next() % 1000)
    default: return small
    }
  }

  /// What the kernel says when it is asked.
  func state(_ random: inout SplitMix) -> DeviceState? {
    guard random.next() % 8 != 0 else { return nil }
    let slots = (0..<random.next() % 4).map { _ in
      SlotState(trackingID: Int32(random.next() % 6) - 1, x: Int32(random.next() % 1000), y: 1)
    }
    return DeviceState(slots: slots, currentSlot: Int(random.next() % 5) - 1)
  }

  private func pick<Element>(_ elements: [Element], _ random: inout SplitMix) -> Element {
    elements[Int(random.next() % UInt64(elements.count))]
  }

  private static let types: [UInt16] = [3, 3, 3, 3, 3, 3, 1, 0, 0, 0, 4, 0x15]
  private var codes: [UInt16] { touchProtocol == .packets ? Self.packetCodes : Self.slotCodes }

  private static let slotCodes: [UInt16] = [
    0x2f, 0x39, 0x39, 0x35, 0x36, 0x37, 0x3a, 0x30, 0x00, 0x01, 0x18, 0x19, 0x34, 0x3b,
  ]
  /// A packet has no values but its own, so most must have a position.
  private static let packetCodes: [UInt16] = [
    0x35, 0x36, 0x35, 0x36, 0x35, 0x36, 0x35, 0x36, 0x39, 0x37, 0x3a, 0x30, 0x3b,
  ]
  private static let keys: [UInt16] = [
    EventCode.btnTouch, EventCode.btnTouch, EventCode.btnTouch, EventCode.btnToolPen, EventCode.btnStylus,
  ]
}
