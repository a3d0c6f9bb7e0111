import Dispatcher
import LinuxInput

/// Everything that a plot shows of a recording, gathered while it is replayed: of each column a bounded amount.
final class RecordingLanes: TraceObserver {
  /// Gestures, and responders, with a row; the rest is counted. (O)
  static let mostRows = 24
  /// Contacts that are remembered for attempts that are decided after their lift. (O)
  private static let mostContacts = 4_096

  let time: TimeScale
  private(set) var panels: [PanelLanes] = []
  private(set) var gestures: [GestureRow] = []
  private(set) var deliveries: [DeliveryRow] = []
  private(set) var deadlines = DeadlineRow()
  private(set) var omittedGestures: Set<String> = []
  private(set) var omittedResponders: Set<String> = []
  /// Touches of which no place may be shown.
  private(set) var hiddenTouches = 0

  private let descriptions: [DeviceDescription?]
  private var gestureIndices: [ObjectIdentifier: Int] = [:]
  private var responderIndices: [ObjectIdentifier: Int] = [:]
  /// Columns of the contacts' downs, by id.
  private var begins: [ContactID: Int] = [:]
  private var shown: Set<ContactID> = []

  init(_ time: TimeScale, _ descriptions: [DeviceDescription?]) {
    (self.time, self.descriptions) = (time, descriptions)
  }

  func take(_ frame: [RawEvent], of panel: Panel) { lanes(of: panel.path, panel)?.take(frame) }

  /// Notes what is waited for after a frame.
  func note(deadline: Timestamp?, at now: Timestamp) { deadlines.note(deadline, at: now, time) }

  var leavesProcess: Bool { true }

  func record(_ record: TraceRecord, at time: Timestamp) {
    let column = self.time.column(time)
    switch record.shown {
    case .touch(let sample, let touch): note(sample, touch, column)
    case .gesture(let recognizer, let state, let contacts, let reason):
      note(recognizer, state, contacts, reason, column)
    case .delivered(let phase, let responder, _), .forwarded(let phase, _, let responder, _):
      note(phase, responder, column)
    default: break
    }
  }

  private func lanes(of path: String, _ panel: Panel? = nil) -> PanelLanes? {
    if let known = panels.first(where: { $0.path == path }) { return known }
    guard let panel else { return nil }
    panels.append(PanelLanes(panel, descriptions.first { $0?.name == panel.name } ?? nil, time))
    return panels.last
  }

  private func note(_ sample: TouchSample, _ touch: Touch, _ column: Int) {
    switch sample.phase {
    case .began:
      begins[sample.contact] = column
      let first = sample.contact - Self.mostContacts
      if begins.count > 2 * Self.mostContacts { begins = begins.filter { $0.key >= first } }
      if touch.shownLocation == nil { hiddenTouches += 1 } else { shown.insert(sample.contact) }
    case .moved, .stationary: break
    case .ended, .cancelled:
      // A touch that explore by touch makes is in no slot.
      guard shown.remove(sample.contact) != nil, sample.slot >= 0 else { return }
      let begin = begins[sample.contact] ?? column
      lanes(of: touch.device)?.add(
        touch: begin...max(begin, column), in: Int(sample.slot), isCancelled: sample.phase == .cancelled)
    }
  }

  private func note(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ contacts: [ContactID],
    _ reason: FailureReason?, _ column: Int
  ) {
    guard let index = row(of: recognizer) else { return }
    let begin = min(contacts.compactMap { begins[$0] }.min() ?? column, column)
    switch state {
    case .began: gestures[index].begin(in: column)
    case .ended: gestures[index].end(begin...column, .recognized, nil)
    case .cancelled: gestures[index].end(begin...column, .cancelled, nil)
    case .failed: gestures[index].end(begin...column, .failed, reason.map(recognizer.shown))
    case .possible, .changed: break
    }
  }

  private func row(of recognizer: GestureRecognizer) -> Int? {
    if let known = gestureIndices[ObjectIdentifier(recognizer)] { return known }
    guard gestures.count < Self.mostRows else {
      omittedGestures.insert(recognizer.name)
      return nil
    }
    gestureIndices[ObjectIdentifier(recognizer)] = gestures.count
    gestures.append(GestureRow(recognizer))
    return gestures.count - 1
  }

  private func note(_ phase: TouchPhase, _ responder: Responder, _ column: Int) {
    let id = ObjectIdentifier(responder)
    if responderIndices[id] == nil {
      guard deliveries.count < Self.mostRows else {
        omittedResponders.insert(responder.identifier)
        return
      }
      responderIndices[id] = deliveries.count
      deliveries.append(DeliveryRow(responder.identifier))
    }
    if let index = responderIndices[id] { deliveries[index].add(phase, in: column) }
  }
}

/// Values that one panel sent, slot by slot: raw, before any filter.
///
/// What its raw frames do not have, such as contacts on sensitive views, is not here either.
final class PanelLanes {
  /// The axes that have a lane, in the order in which they are drawn.
  enum Axis: String, CaseIterable {
    case x, y, pressure, size

    /// The axes of a device that it is, the better ones first.
    fileprivate var codes: [UInt16] {
      switch self {
      case .x: [EventCode.absMTPositionX, EventCode.absX]
      case .y: [EventCode.absMTPositionY, EventCode.absY]
      case .pressure: [EventCode.absMTPressure, EventCode.absPressure]
      case .size: [EventCode.absMTTouchMajor]
      }
    }
  }

  /// One slot, or, of a panel without slots, one place in its packets.
  struct SlotLanes {
    var curves: [Axis: Curve] = [:]
    /// While a contact of the panel is a touch.
    var touches = ColumnBars()
    var begins = Set<Int>()
    var cancels = Set<Int>()
    fileprivate var isDown = false
  }

  /// Slots that are drawn; the rest is counted. It bounds the file. (O)
  static let mostSlots = 24

  let name: String
  let path: String
  let description: DeviceDescription?
  private(set) var slots: [Int: SlotLanes] = [:]
  /// The slots beyond ``mostSlots``.
  private(set) var omitted: Set<Int> = []
  /// Columns in which events were lost.
  private(set) var drops = Set<Int>()
  /// The number of losses.
  private(set) var dropCount = 0

  private let touchProtocol: TouchProtocol
  private var state: RecordedState
  private let time: TimeScale

  init(_ panel: Panel, _ description: DeviceDescription?, _ time: TimeScale) {
    (name, path, self.description, self.time) = (panel.name, panel.path, description, time)
    touchProtocol = panel.assembler.touchProtocol
    state = RecordedState(touchProtocol)
  }

  func take(_ frame: [RawEvent]) {
    guard let end = frame.last else { return }
    let column = time.column(end.time)
    for event in frame {
      state.apply(event)
      guard event.isDrop else { continue }
      drops.insert(column)
      dropCount += 1
    }
    let contacts = touchProtocol == .packets ? frame.packets : state.state.slots
    for (index, contact) in contacts.enumerated() { note(contact, in: index, column) }
    for index in slots.keys where index >= contacts.count { slots[index]?.isDown = false }
  }

  private func note(_ contact: SlotState, in index: Int, _ column: Int) {
    let isDown = contact.trackingID >= 0
    if isDown, slots[index] == nil, slots.count >= Self.mostSlots {
      omitted.insert(index)
      return
    }
    // The contact was where it was last until it lifts.
    guard isDown || slots[index]?.isDown == true else { return }
    add(contact, in: index, column)
    slots[index]?.isDown = isDown
  }

  private func add(_ contact: SlotState, in index: Int, _ column: Int) {
    var slot = slots[index] ?? SlotLanes()
    for (axis, value) in [
      (Axis.x, contact.x), (.y, contact.y), (.pressure, contact.pressure), (.size, contact.major),
    ] {
      slot.curves[axis, default: Curve()].add(value, in: column, isBegin: !slot.isDown)
    }
    slots[index] = slot
  }

  func add(touch: ClosedRange<Int>, in index: Int, isCancelled: Bool) {
    guard slots[index] != nil || slots.count < Self.mostSlots else { return }
    slots[index, default: SlotLanes()].touches.add(touch)
    slots[index]?.begins.insert(touch.lowerBound)
    if isCancelled { slots[index]?.cancels.insert(touch.upperBound) }
  }

  /// The range of an axis: the device's, or what it sent, where that is not known or goes further.
  func range(of axis: Axis) -> ClosedRange<Int32>? {
    let sent = slots.values.compactMap { $0.curves[axis]?.range }
    guard let low = sent.map(\.lowerBound).min(), let high = sent.map(\.upperBound).max() else { return nil }
    guard let declared = axis.codes.lazy.compactMap({ [description] in description?.axes[$0] }).first
    else { return axis == .x || axis == .y || high > low ? low...high : nil }
    return min(low, declared.minimum)...max(high, declared.maximum)
  }
}

extension [RawEvent] {
  /// The contacts of a frame of packets, in its order.
  fileprivate var packets: [SlotState] {
    var (packets, contact, isEmpty): ([SlotState], SlotState, Bool) = ([], SlotState(), true)
    for event in self {
      if event.type == EventType.abs, let axis = SlotAxis(multitouch: event.code) {
        contact[axis] = event.value
        isEmpty = false
      } else if event.isPacketEnd {
        contact.trackingID = 0
        if !isEmpty { packets.append(contact) }
        (contact, isEmpty) = (SlotState(), true)
      }
    }
    return packets
  }
}

/// The values of an axis over time, of which each column keeps the smallest and the largest.
struct Curve {
  private struct Column {
    var low: Int32
    var high: Int32
    /// Whether the smallest value came first.
    var isRising = true
    /// Whether a contact came down in it, so that nothing leads here.
    var isBegin: Bool
  }

  private var columns: [Int: Column] = [:]
  /// The smallest and the largest value; `nil` before the first one.
  private(set) var range: ClosedRange<Int32>?

  /// Takes a value.
  ///
  /// - Parameter isBegin: whether it is a contact's first.
  mutating func add(_ value: Int32, in index: Int, isBegin: Bool) {
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    guard var column = columns[index] else {
      columns[index] = Column(low: value, high: value, isBegin: isBegin)
      return
    }
    if value < column.low { (column.low, column.isRising) = (value, false) }
    if value > column.high { (column.high, column.isRising) = (value, true) }
    columns[index] = column
  }

  /// The curve as the `d` of a path, in a band of the drawing: at most two points a column.
  ///
  /// - Parameters:
  ///   - range: the values at the lower and the upper edge of the band.
  ///   - x: where the first column is.
  func path(of range: ClosedRange<Int32>, x: Double, top: Double, height: Double) -> String {
    let extent = max(Double(range.upperBound) - Double(range.lowerBound), 1)
    func y(_ value: Int32) -> String {
      let part = (Double(value) - Double(range.lowerBound)) / extent
      return SVG.number(top + height * (1 - min(max(part, 0), 1)))
    }
    var (path, last) = ("", "")
    for (index, column) in columns.sorted(by: { $0.key < $1.key }) {
      let place = SVG.number(x + Double(index) + 0.5)
      let (first, second) = column.isRising ? (column.low, column.high) : (column.high, column.low)
      // A value that stays needs no point but its last one.
      let here = y(first)
      path +=
        path.isEmpty || column.isBegin
        ? "M\(place) \(here)h.1" : here == last ? "H\(place)" : "L\(place) \(here)"
      last = y(second)
      if last != here { path += "V\(last)" }
    }
    return path
  }
}

/// Which column of a plot a moment is in.
struct TimeScale {
  /// The number of columns; each is a unit of the drawing. Events within one are drawn as one. It bounds the file. (O)
  static let columns = 1000
  /// The most names that the axis has. (O)
  private static let mostTicks = 12.0

  let begin: Timestamp
  /// Never 0.
  let duration: Interval

  /// From the first moment to the last; at least a millisecond, so that there is a scale.
  init(from begin: Timestamp, to end: Timestamp) {
    self.begin = begin
    duration = max(end - begin, .milliseconds(1))
  }

  /// The column of a moment; the first or last one for what lies outside.
  func column(_ time: Timestamp) -> Int {
    guard time > begin else { return 0 }
    let part = (time - begin).seconds / duration.seconds
    // Differences of times wrap.
    return part < 1 ? max(0, Int(part * Double(Self.columns))) : Self.columns - 1
  }

  /// A number of seconds, to the millisecond.
  static func words(_ seconds: Double) -> String { TouchdKit.words(for: (seconds * 1000).rounded() / 1000) }

  /// Round moments, as seconds since the beginning.
  var ticks: [Double] {
    var step = 0.0001
    for turn in 0..<60 where duration.seconds / step > Self.mostTicks { step *= turn % 3 == 1 ? 2.5 : 2 }
    return (0...Int(duration.seconds / step)).map { (Double($0) * step * 10_000).rounded() / 10_000 }
  }

  /// Place of a number of seconds since the beginning, in columns.
  func place(_ seconds: Double) -> Double { seconds / duration.seconds * Double(Self.columns) }
}
