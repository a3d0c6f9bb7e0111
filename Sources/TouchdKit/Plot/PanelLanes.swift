import Dispatcher
import LinuxInput

/// What one panel sent, slot by slot: the raw values, before any filter.
///
/// What its raw frames do not have, such as contacts on sensitive views, is not here either.
final class PanelLanes {
  /// The axes that have a lane, in the order in which they are drawn.
  enum Axis: Int, CaseIterable {
    case x
    case y
    case pressure
    case size
  }

  /// One slot, or, of a panel without slots, one place in its packets.
  struct SlotLanes {
    var curves = [Curve](repeating: Curve(), count: Axis.allCases.count)
    /// While a contact of the panel is a touch.
    var touches = ColumnBars()
    var begins = ColumnMarks()
    var cancels = ColumnMarks()
    fileprivate var isDown = false
  }

  /// How many slots are drawn; the rest is counted. It bounds the file. (O)
  static let mostSlots = 24

  let name: String
  let path: String
  let description: DeviceDescription?
  private(set) var slots: [Int: SlotLanes] = [:]
  /// The slots beyond ``mostSlots``.
  private(set) var omitted: Set<Int> = []
  /// Where events were lost.
  private(set) var drops = ColumnMarks()
  /// How often.
  private(set) var dropCount = 0

  private let touchProtocol: TouchProtocol
  private var state: RecordedState
  private let time: TimeScale

  init(_ panel: Panel, _ description: DeviceDescription?, _ time: TimeScale) {
    (name, path, self.description, self.time) = (panel.name, panel.path, description, time)
    touchProtocol = panel.assembler.touchProtocol
    state = RecordedState(touchProtocol)
  }

  /// Takes a frame of raw events.
  func take(_ frame: [RawEvent]) {
    guard let end = frame.last else { return }
    let column = time.column(end.time)
    for event in frame {
      state.apply(event)
      guard event.isDrop else { continue }
      drops.add(column)
      dropCount += 1
    }
    let contacts = touchProtocol == .packets ? frame.packets : state.state.slots
    for (index, contact) in contacts.enumerated() { note(contact, in: index, column) }
    for index in slots.keys where index >= contacts.count { slots[index]?.isDown = false }
  }

  private func note(_ contact: SlotState, in index: Int, _ column: Int) {
    guard contact.trackingID >= 0 else { return lift(contact, in: index, column) }
    guard slots[index] != nil || slots.count < Self.mostSlots else {
      omitted.insert(index)
      return
    }
    add(contact, in: index, column)
    slots[index]?.isDown = true
  }

  /// The contact was where it was last until it lifts.
  private func lift(_ contact: SlotState, in index: Int, _ column: Int) {
    guard slots[index]?.isDown == true else { return }
    add(contact, in: index, column)
    slots[index]?.isDown = false
  }

  private func add(_ contact: SlotState, in index: Int, _ column: Int) {
    var slot = slots[index] ?? SlotLanes()
    let values = [contact.x, contact.y, contact.pressure, contact.major]
    for axis in slot.curves.indices { slot.curves[axis].add(values[axis], in: column, isBegin: !slot.isDown) }
    slots[index] = slot
  }

  /// Takes a touch that is over.
  func add(touch: ClosedRange<Int>, in index: Int, isCancelled: Bool) {
    guard slots[index] != nil || slots.count < Self.mostSlots else { return }
    var slot = slots[index] ?? SlotLanes()
    slot.touches.add(touch)
    slot.begins.add(touch.lowerBound)
    if isCancelled { slot.cancels.add(touch.upperBound) }
    slots[index] = slot
  }

  /// The range of an axis: the device's, or what it sent, where that is not known or goes further.
  func range(of axis: Axis) -> ClosedRange<Int32>? {
    let sent = slots.values.compactMap { $0.curves[axis.rawValue].range }
    guard let low = sent.map(\.lowerBound).min(), let high = sent.map(\.upperBound).max() else { return nil }
    guard let declared = axis.codes.lazy.compactMap({ [description] in description?.axes[$0] }).first else {
      return axis.isPlace || high > low ? low...high : nil
    }
    return min(low, declared.minimum)...max(high, declared.maximum)
  }
}

extension PanelLanes.Axis {
  /// The name of the lane.
  var word: String {
    switch self {
    case .x: "x"
    case .y: "y"
    case .pressure: "pressure"
    case .size: "size"
    }
  }

  fileprivate var isPlace: Bool { self == .x || self == .y }

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
