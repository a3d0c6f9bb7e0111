/// Decodes the events of one protocol: what a frame says goes into the slots of the panel.
///
/// Between two SYN_REPORTs a decoder writes what the panel holds into ``SlotTable``, and marks the slots that events
/// name. ``endFrame(value:)`` completes them; of the marked ones, ``FrameAssembler`` makes the ``FrameReport``. Where
/// events were lost, ``discardFrame()`` is called in its place, and then ``load(_:isLoss:)``.
///
/// A decoder does not know the time, nor silences and stuck contacts. Whatever the device sends, no event traps. Each
/// protocol is a subclass: ``SlotDecoder``, ``PacketDecoder``, ``PointerDecoder``.
class EventDecoder {
  /// The slots that the decoder writes; the assembler owns them.
  let table: SlotTable
  /// Whether this frame released BTN_TOUCH, or what else is the contact's button, or a pen's tool, and left it so.
  final var sawRelease = false

  /// The keys of the panel that are neither its contact's nor a pen's, as far as they matter: a home key below the
  /// glass.
  final var passedKeys: Set<UInt16> = []
  /// This frame's report of them.
  final var keys: [RawEvent] = []
  /// More in one frame are a fault of the panel, and left out. (O)
  private static let keyLimit = 16

  init(_ table: SlotTable) { self.table = table }

  /// Notes what a frame says of a key that is passed on.
  final func note(_ event: RawEvent) {
    if passedKeys.contains(event.code), keys.count < Self.keyLimit { keys.append(event) }
  }

  /// Decodes events up to the next SYN_REPORT or SYN_DROPPED.
  ///
  /// - Returns: the index of that one, or the number of events if there is none.
  func decode(_ events: UnsafeBufferPointer<RawEvent>, from start: Int) -> Int {
    var index = start
    while index < events.count, !events[index].isReportOrDrop {
      decode(events[index])
      index &+= 1
    }
    return index
  }

  /// Decodes one event, neither a SYN_REPORT nor a SYN_DROPPED.
  func decode(_ event: RawEvent) {}

  /// Completes the slots that the frame names, and begins the next frame.
  ///
  /// - Parameter value: that of the SYN_REPORT. 1 alone means nothing: key repeat has it, too.
  /// - Returns: whether the kernel suspends the device: with the value 1, it released the button or a pen's tool.
  func endFrame(value: Int32) -> Bool {
    defer { sawRelease = false }
    return sawRelease && value == 1
  }

  /// Begins the next frame in place of one that was lost.
  func discardFrame() {
    sawRelease = false
    keys.removeAll()
  }

  /// Withdraws the contacts that are down when the kernel suspends the device.
  ///
  /// - Returns: whether a contact is down.
  func withdrawContacts() -> Bool { false }

  /// Goes on from what the kernel holds.
  ///
  /// - Parameter isLoss: whether events were lost; otherwise the panel was just opened, or resumed.
  /// - Returns: the state of each slot; `nil` where the kernel keeps no contacts, and the slots are marked as by
  ///   events.
  func load(_ state: DeviceState, isLoss: Bool) -> [SlotState]? { state.slots }

  /// Whether what a slot holds hovers above the glass.
  func isHovering(_ slot: Slot) -> Bool { false }

  /// The slot that events without ABS_MT_SLOT belong to; −1 after one was named that the panel never declared.
  var currentSlot: Int { 0 }
}

/// Base of the decoders of both multitouch protocols.
class MultitouchDecoder: EventDecoder {
  override func decode(_ event: RawEvent) {
    guard event.isKeyChange else { return }
    if event.code == EventCode.btnTouch { sawRelease = event.value == 0 } else { note(event) }
  }

  /// The kernel leaves the contacts of a multitouch panel down when it suspends the device.
  override func withdrawContacts() -> Bool {
    var isAny = false
    for index in 0..<table.count {
      let slot = table[index]
      if slot.occupancy == .live, slot.lift == nil {
        table[index].isWithdrawn = true
        table.markDirty(index)
        isAny = true
      } else if slot.current.isTouching, slot.occupancy != .muted || slot.lift != nil {
        // A contact that landed in this very frame is down, too; it will be muted.
        isAny = true
      }
    }
    return isAny
  }

  override func isHovering(_ slot: Slot) -> Bool {
    slot.current.trackingID >= 0 && slot.current.distance > 0 && !slot.isPalm && !slot.current.isPalm
  }
}

/// Decodes a panel or a pen with one contact, in slot 0: down while its button is.
final class PointerDecoder: EventDecoder {
  /// BTN_TOUCH, or BTN_LEFT on panels that pose as a mouse.
  private let button: UInt16
  /// A pen that sends anything is within reach.
  private let reach: PenReach
  /// The last ABS_DISTANCE, in device units. Pens go on reporting one while they touch; the touch ignores it.
  private var distance: Int32 = 0

  init(_ table: SlotTable, button: UInt16, reach: PenReach) {
    self.button = button
    self.reach = reach
    super.init(table)
  }

  override func decode(_ event: RawEvent) {
    if event.type == EventType.abs {
      decodeAxis(event)
    } else if event.isKeyChange {
      decodeKey(event)
    }
  }

  private func decodeAxis(_ event: RawEvent) {
    reach.hear()
    if event.code == EventCode.absDistance {
      distance = event.value
      updateDistance()
    } else if let axis = SlotAxis(pointer: event.code) {
      table[0].current[axis] = event.value
      table[0].seen.formUnion(.told(by: event.code))
    } else {
      return
    }
    table.markDirty(0)
  }

  private func decodeKey(_ event: RawEvent) {
    reach.hear()
    if event.code == button {
      sawRelease = event.value == 0
      table[0].setTrackingID(sawRelease ? -1 : 0)
      updateDistance()
    } else if passedKeys.contains(event.code) {
      note(event)
      return
    } else {
      if event.value == 0, !PenKeys(code: event.code).isDisjoint(with: .tools) { sawRelease = true }
      table[0].current.penKeys.set(event.code, event.value != 0)
    }
    table.markDirty(0)
  }

  private func updateDistance() { table[0].current.distance = table[0].current.trackingID < 0 ? distance : 0 }

  /// The contact whose button the kernel released. Where it released nothing but a pen's tool, the pen hovers.
  override func withdrawContacts() -> Bool {
    guard table[0].occupancy == .live, table[0].current.trackingID < 0 else { return false }
    table[0].lift?.isWithdrawn = true
    return true
  }

  override func load(_ state: DeviceState, isLoss: Bool) -> [SlotState]? {
    var slot = state.slots.first ?? SlotState()
    if slot.trackingID < 0 { slot.distance = distance }
    return [slot]
  }

  override func isHovering(_ slot: Slot) -> Bool {
    !reach.isLost && slot.current.trackingID < 0 && slot.current.isPenNear
  }
}
