public import Dispatcher
internal import YAML

/// Writes a recording as evemu text, which `evemu-play` and this module's reader read.
///
/// Returns text and does no input or output. Times count from the first event, which is at 0.000001 as
/// evemu-record has it; a time before that becomes 0.
public struct EvemuWriter: RecordingText, Sendable {
  private let description: DeviceDescription
  private let touchProtocol: TouchProtocol
  private let properties: [String: String]
  /// The time that is 0 in the text; `nil` before the first event.
  private var origin: Timestamp?
  private var lastReport: Timestamp?

  /// A writer of one device's recording.
  ///
  /// - Parameter properties: what udev says of the device; of it, the head keeps what decides how the device is read.
  public init(
    _ description: DeviceDescription, _ touchProtocol: TouchProtocol, properties: [String: String] = [:]
  ) {
    self.description = description
    self.properties = properties
    self.touchProtocol = touchProtocol
  }

  /// The head, in the lines that `evemu-device` makes a device from. Comes first, once.
  public func head() -> String {
    let name = description.name.cleaned(limit: 255, sign: " ")
    var lines = ["# EVEMU 1.3", "# Input device name: \"\(name)\""]
    lines += RecordedProperties.lines(properties)
    let identity = [description.bus, description.vendor, description.product, description.version]
    lines += ["N: \(name)", "I: " + identity.map { $0.hexadecimal() }.joined(separator: " ")]
    lines += masks
    lines += axes
    return lines.map { $0 + "\n" }.joined()
  }

  /// The properties, the event types as the mask of type 0, and the codes of each type.
  private var masks: [String] {
    let types = Set(description.codes.keys).union([EventType.syn])
    var lines = Self.mask(description.properties).map { "P: \($0)" }
    lines += Self.mask(types).map { "B: 00 \($0)" }
    for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) where type != EventType.syn {
      lines += Self.mask(codes).map { "B: \(type.hexadecimal(2)) \($0)" }
    }
    return lines
  }

  private var axes: [String] {
    description.axes.sorted { $0.key < $1.key }.map { code, range in
      let numbers = [range.minimum, range.maximum, range.fuzz, range.flat, range.resolution]
      return "A: \(code.hexadecimal(2)) " + numbers.map { String($0) }.joined(separator: " ")
    }
  }

  /// A bit mask, eight bytes a line, one line at least.
  private static func mask(_ bits: Set<UInt16>) -> [String] {
    let count = bits.max().map { Int($0) / 64 + 1 } ?? 1
    var bytes = [UInt8](repeating: 0, count: count * 8)
    for bit in bits { bytes[Int(bit) / 8] |= 1 << (bit % 8) }
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].map { $0.hexadecimal(2) }.joined(separator: " ")
    }
  }

  /// The lines of a frame.
  public mutating func frame(_ events: [RawEvent]) -> String { events.reduce(into: "") { $0 += line($1) } }

  /// The line of one event.
  public mutating func line(_ event: RawEvent) -> String {
    let time = microseconds(at: event.time)
    var line = "E: \(time / 1_000_000).\((time % 1_000_000).padded(6)) "
    line += "\(event.type.hexadecimal()) \(event.code.hexadecimal()) \(event.value.padded(4))"
    line += "\t# \(comment(event))\n"
    if event.isReport { lastReport = event.time }
    return line
  }

  /// The comment line that says that the screen behind the panel went dark, or was lit.
  public mutating func line(screenIsDark isDark: Bool, at time: Timestamp) -> String {
    RecordedScreen(time: Timestamp(microseconds: microseconds(at: time)), isDark: isDark).line
  }

  /// The time in the text.
  private mutating func microseconds(at time: Timestamp) -> Int64 {
    let start = origin ?? Timestamp(microseconds: time.microseconds &- 1)
    origin = start
    return max(0, (time - start).microseconds)
  }

  /// The lines of a first frame that tells the values which the panel's slots had before the recording: the
  /// kernel does not send again what does not change. Empty if all were zero.
  public mutating func initialFrame(_ state: DeviceState, at time: Timestamp) -> String {
    var values = state
    // Contacts that were down before the recording stay unknown to its reader, as they stay muted on the live panel.
    values.release()
    let events = stateEvents(values, after: DeviceState(slots: []), time)
    return events.isEmpty ? "" : frame(events + [.report(at: time)])
  }

  /// The lines of a frame that reports lost events, and of the state which the kernel answered after them.
  public mutating func dropFrame(_ state: DeviceState, at time: Timestamp) -> String {
    frame([.drop(at: time)] + stateEvents(state, after: nil, time) + [.report(at: time)])
  }

  private func stateEvents(
    _ state: DeviceState, after known: DeviceState?, _ time: Timestamp
  ) -> [RawEvent] {
    state.events(
      after: known, touchProtocol, axes: Set(description.axes.keys),
      keys: description.codes[EventType.key] ?? [], at: time)
  }

  /// The comment that evemu-record writes after an event, for people.
  private func comment(_ event: RawEvent) -> String {
    let code = EventName.code(event.code, of: event.type)
    guard event.type == EventType.syn else {
      let padding = String(repeating: " ", count: max(0, 20 - code.utf8.count))
      return "\(EventName.type(event.type)) / \(code)\(padding) \(event.value)"
    }
    let milliseconds = lastReport.map { (event.time - $0).microseconds / 1000 } ?? 0
    return event.isReport
      ? "------------ \(code) (\(event.value)) ---------- +\(milliseconds)ms"
      : "++++++++++++ \(code) (\(event.value)) ++++++++++"
  }
}

extension DeviceState {
  /// The events that bring a reader to this state, without a SYN_REPORT.
  ///
  /// - Parameters:
  ///   - known: what the reader holds; a slot that is missing there is empty and zero, as all are for a reader that
  ///     starts. `nil` for one that has lost what it knew: it gets everything, contacts included.
  ///   - axes: the axes that the device has; no event names another. `nil` for all.
  ///   - keys: the keys that the device has, likewise, but for its button.
  ///   - time: the time of all the events.
  /// - Complexity: O(slots).
  public func events(
    after known: DeviceState?, _ touchProtocol: TouchProtocol, axes: Set<UInt16>? = nil,
    keys: Set<UInt16>? = nil, at time: Timestamp
  ) -> [RawEvent] {
    let writer = StateWriter(axes: axes, keys: keys, time: time)
    switch touchProtocol {
    case .slots(let count): return slotEvents(count, after: known, writer)
    // The kernel holds no contacts of such a panel, only its button.
    case .packets: return writer.button(EventCode.btnTouch, slots.first ?? SlotState(), after: known?.slot(0))
    case .singleTouch(let button):
      let (slot, known) = (slot(0), known?.slot(0))
      return writer.button(button, slot, after: known) + writer.penKeys(slot, after: known)
        + writer.values(slot, SlotAxis.pointer, after: known)
    }
  }

  private func slot(_ index: Int) -> SlotState { slots.indices.contains(index) ? slots[index] : SlotState() }

  private func slotEvents(_ count: Int, after known: DeviceState?, _ writer: StateWriter) -> [RawEvent] {
    var events: [RawEvent] = []
    var named = known?.currentSlot
    for index in 0..<max(count, slots.count) {
      let (slot, known) = (slot(index), known?.slot(index))
      var changes = writer.values(slot, SlotAxis.multitouch, after: known)
      if slot.trackingID != known?.trackingID {
        changes.insert(writer.axis(EventCode.absMTTrackingID, slot.trackingID), at: 0)
      }
      guard !changes.isEmpty else { continue }
      if named != index { events.append(writer.slot(index)) }
      named = index
      events += changes
    }
    if known == nil || named != currentSlot { events.append(writer.slot(currentSlot)) }
    return events
  }
}

/// Makes the events of a state, all of one time.
private struct StateWriter {
  let axes: Set<UInt16>?
  let keys: Set<UInt16>?
  let time: Timestamp

  func axis(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(time: time, type: EventType.abs, code: code, value: value)
  }

  func slot(_ index: Int) -> RawEvent { axis(EventCode.absMTSlot, Int32(clamping: index)) }

  /// The values that a slot has and its reader does not know.
  func values(
    _ slot: SlotState, _ table: [(code: UInt16, axis: SlotAxis)], after known: SlotState?
  ) -> [RawEvent] {
    table.compactMap { code, axis in
      guard axes?.contains(code) ?? true, slot[axis] != known?[axis] else { return nil }
      return self.axis(code, slot[axis])
    }
  }

  func button(_ code: UInt16, _ slot: SlotState, after known: SlotState?) -> [RawEvent] {
    guard slot.trackingID != known?.trackingID else { return [] }
    return [RawEvent(time: time, type: EventType.key, code: code, value: slot.trackingID >= 0 ? 1 : 0)]
  }

  func penKeys(_ slot: SlotState, after known: SlotState?) -> [RawEvent] {
    PenKeys.codes.compactMap { code in
      let key = PenKeys(code: code)
      let isOn = slot.penKeys.contains(key)
      guard keys?.contains(code) ?? true, isOn != known?.penKeys.contains(key) else { return nil }
      return RawEvent(time: time, type: EventType.key, code: code, value: isOn ? 1 : 0)
    }
  }
}

/// Text of a recording in one of its formats, which is made piece by piece.
package protocol RecordingText {
  /// The text before the first frame. Comes first, once.
  func head() -> String
  /// The text of a frame, up to its SYN_REPORT.
  mutating func frame(_ events: [RawEvent]) -> String
  /// The text that gives a reader the values which the panel's slots had before the recording.
  mutating func initialFrame(_ state: DeviceState, at time: Timestamp) -> String
  /// The text of lost events, and of the state which the kernel answered after them.
  mutating func dropFrame(_ state: DeviceState, at time: Timestamp) -> String
  /// The text that says that the screen behind the panel went dark, or was lit.
  mutating func line(screenIsDark isDark: Bool, at time: Timestamp) -> String
}

/// Writes a recording as fingers as text, `dn#1(10,20)@0.25`, a line for each frame: points of the screen, to a
/// 262,144th, and microseconds since the first frame.
///
/// A replay of the text gives the same trace but for what the text has no words for: pressure, sizes, directions, pens,
/// keys, and raw units. Lost events end contacts as a palm does.
package struct FingersWriter: RecordingText {
  private let name: String
  private let assembler: FrameAssembler
  private let transform: AffineTransform
  private let distance: AxisRange
  private var origin: Timestamp?
  private var last = Timestamp(microseconds: -1)
  /// The last place of each slot that the text has.
  private var places: [Int: Point] = [:]

  /// - Parameters:
  ///   - transform: from device units to points of the screen.
  package init(_ description: DeviceDescription, _ touchProtocol: TouchProtocol, _ transform: AffineTransform)
  {
    name = description.name
    assembler = FrameAssembler(touchProtocol)
    self.transform = transform
    distance = description.axes[EventCode.absMTDistance] ?? FingerStep.distanceRange
  }

  package func head() -> String {
    let panel = name.isEmpty ? "" : " of \"\(name.cleaned(limit: 80))\""
    return "# Fingers\(panel), without pressure, sizes and pens: text has no words for them\n"
  }

  package mutating func frame(_ events: [RawEvent]) -> String {
    origin = origin ?? events.first?.time
    var text = ""
    for event in events where assembler.consume(event) == .frame { text += line(at: event.time) }
    return text
  }

  package mutating func initialFrame(_ state: DeviceState, at time: Timestamp) -> String {
    assembler.adopt(state)
    return ""
  }

  package mutating func dropFrame(_ state: DeviceState, at time: Timestamp) -> String {
    for event in [RawEvent.drop(at: time), .report(at: time)] { _ = assembler.consume(event) }
    assembler.resynchronize(with: state)
    return line(at: time)
  }

  package mutating func line(screenIsDark isDark: Bool, at time: Timestamp) -> String {
    line([FingerStep(isDark ? .dark : .lit, 1, at: time)], at: time)
  }

  /// The line of the last frame; empty if no contact changed in it.
  private mutating func line(at time: Timestamp) -> String {
    let hovers = assembler.hoverChanges
    var steps = hovers.ends.map { step(.away, $0) }
    for change in assembler.changes + assembler.landings {
      switch change.phase {
      case .began: steps.append(step(.down, change))
      case .moved, .stationary: steps.append(step(.move, change))
      case .ended: steps.append(step(.up, change))
      case .cancelled: steps.append(step(.palm, change))
      }
    }
    steps += hovers.others.map { change in
      var step = step(.hover, change)
      let range = max(1, distance.count - 1)
      step.height = min(max((Double(change.state.distance) - Double(distance.minimum)) / range, 0), 1)
      return step
    }
    return steps.isEmpty ? "" : line(steps, at: time)
  }

  private mutating func step(_ verb: FingerStep.Verb, _ change: ContactChange) -> FingerStep {
    var step = FingerStep(verb, change.slot + 1, at: .zero)
    let place = transform.apply(to: Point(x: Double(change.state.x), y: Double(change.state.y)))
    if verb == .down || verb == .hover || places[change.slot] != place { step.point = place }
    if verb == .move, step.point == nil { step.verb = .frame }
    places[change.slot] = place
    return step
  }

  private mutating func line(_ steps: [FingerStep], at time: Timestamp) -> String {
    let start = origin ?? time
    origin = start
    // Steps of one time are one frame.
    last = max(.zero + (time - start), Timestamp(microseconds: last.microseconds + 1))
    let words = steps.map { step in
      var step = step
      step.time = last
      return step.description
    }
    return words.joined(separator: " ") + "\n"
  }
}
