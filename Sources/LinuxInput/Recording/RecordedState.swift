public import Dispatcher

/// The kernel's state of a panel at a moment of its recording: the events before that moment, added up.
///
/// Answers the question that a replay cannot put to the kernel after a SYN_DROPPED. ``EvemuWriter`` records
/// the answer that the kernel gave, as events between the SYN_DROPPED and its SYN_REPORT; other recorders do
/// not, and their recordings then go on with what was known before.
public struct RecordedState: Equatable, Sendable {
  /// The state after the events so far. Slots start empty and zero, as they do for the kernel.
  public private(set) var state: DeviceState
  private let touchProtocol: TouchProtocol

  /// The state before the first event.
  public init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
    switch touchProtocol {
    case .slots(let count): state = DeviceState(slots: Array(repeating: SlotState(), count: max(count, 0)))
    // Whether there is a BTN_TOUCH shows when it is pressed.
    case .packets: state = DeviceState(slots: [])
    case .singleTouch: state = DeviceState(slots: [SlotState()])
    }
  }

  /// A state that is known.
  init(_ touchProtocol: TouchProtocol, _ state: DeviceState) {
    (self.touchProtocol, self.state) = (touchProtocol, state)
    if touchProtocol.isSingleTouch, state.slots.isEmpty { self.state.slots = [SlotState()] }
  }

  /// Takes one event in. What the kernel would not keep has no effect: other types, unknown codes, a slot
  /// that the panel does not have.
  public mutating func apply(_ event: RawEvent) {
    switch touchProtocol {
    case .slots: applyMultitouch(event)
    case .packets where event.type == EventType.key && event.code == EventCode.btnTouch:
      state.slots = [SlotState(trackingID: event.value == 0 ? -1 : 0, x: 0, y: 0)]
    case .packets: break
    case .singleTouch(let button): applySingleTouch(event, button)
    }
  }

  private mutating func applyMultitouch(_ event: RawEvent) {
    guard event.type == EventType.abs else { return }
    if event.code == EventCode.absMTSlot {
      state.currentSlot = Int(event.value)
    } else if state.slots.indices.contains(state.currentSlot) {
      if event.code == EventCode.absMTTrackingID { state.slots[state.currentSlot].trackingID = event.value }
      if let axis = SlotAxis(multitouch: event.code) { state.slots[state.currentSlot][axis] = event.value }
    }
  }

  private mutating func applySingleTouch(_ event: RawEvent, _ button: UInt16) {
    if event.type == EventType.abs {
      if let axis = SlotAxis(pointer: event.code) { state.slots[0][axis] = event.value }
    } else if event.type == EventType.key, event.code == button {
      state.slots[0].trackingID = event.value == 0 ? -1 : 0
    } else if event.type == EventType.key {
      state.slots[0].penKeys.set(event.code, event.value != 0)
    }
  }
}

/// Udev's properties of a recorded device, as comment lines that other readers of evemu text skip:
/// `# touchd: udev LIBINPUT_CALIBRATION_MATRIX=0 1 0 -1 0 1`.
///
/// They stand in the head, where evemu-record has comments of its own.
enum RecordedProperties {
  private static let mark = "# touchd: udev "
  /// More than udev's own rules set of these; what is beyond is left out. (O)
  private static let limit = 32
  /// The longest value; of longer ones nothing is kept, since half of a matrix has no meaning. (O)
  private static let valueLimit = 512

  /// Whether a property decides how a device is read, or shows what udev takes it for, and can be in a line. Serial
  /// numbers stay out: a recording is made to be given away.
  private static func isKept(_ name: String, _ value: String) -> Bool {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".utf8
    let isMeant =
      ["LIBINPUT_CALIBRATION_MATRIX", "LIBINPUT_DEVICE_GROUP", "ID_PATH", "ID_INPUT"].contains(name)
      || name.hasPrefix("ID_INPUT_") && name.utf8.allSatisfy { letters.contains($0) }
    return isMeant && value.utf8.count <= valueLimit && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
  }

  /// The lines that hold what is kept of the properties, in the order of their names.
  static func lines(_ properties: [String: String]) -> [String] {
    let kept = properties.filter { name, value in isKept(name, value) }
    return kept.sorted { $0.key < $1.key }.prefix(limit).map { mark + "\($0.key)=\($0.value)" }
  }

  /// Takes a comment line in if it is one of these.
  static func take(_ line: ArraySlice<UInt8>, into properties: inout [String: String]) {
    guard line.starts(with: mark.utf8) else { return }
    take(String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self), into: &properties)
  }

  /// Takes `NAME=VALUE` in if the property is one that is kept.
  static func take(_ text: String, into properties: inout [String: String]) {
    guard let sign = text.firstIndex(of: "=") else { return }
    let (name, value) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
    guard isKept(name, value), properties.count < limit || properties[name] != nil else { return }
    properties[name] = value
  }
}

/// A change of the screen behind a recorded panel, as a comment line that other readers of evemu text skip:
/// `# touchd: screen 12.000345 dark`.
public struct RecordedScreen: Equatable, Sendable {
  /// Time by the recording's clock.
  public let time: Timestamp
  /// Whether the screen was dark from then on, or lit.
  public let isDark: Bool

  private static let mark = "# touchd: screen "

  /// A change at a time of the recording.
  public init(time: Timestamp, isDark: Bool) { (self.time, self.isDark) = (time, isDark) }

  /// A comment line; `nil` if it is another one.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: Self.mark.utf8) else { return nil }
    var fields = FieldScanner(line.dropFirst(Self.mark.utf8.count))
    guard let (seconds, microseconds) = try? fields.recordedTime() else { return nil }
    // No recording is so long; a sum of both could be beyond what a time is.
    let whole = Int64(min(seconds, Int(Int32.max))) * 1_000_000
    let time = Timestamp(microseconds: whole + Int64(microseconds))
    switch fields.text() {
    case "dark": self.init(time: time, isDark: true)
    case "lit": self.init(time: time, isDark: false)
    default: return nil
    }
  }

  /// The line with its line feed.
  var line: String {
    let microseconds = time.microseconds
    let seconds = "\(microseconds / 1_000_000).\((microseconds % 1_000_000).padded(6))"
    return "\(Self.mark)\(seconds) \(isDark ? "dark" : "lit")\n"
  }
}

extension FieldScanner {
  /// Takes the two numbers of a time: the digits after the point count microseconds, as evemu reads them; they are no
  /// fraction.
  mutating func recordedTime() throws(FieldError) -> (seconds: Int, microseconds: Int) {
    let seconds: Int = try number("the seconds")
    guard seconds >= 0, take(".") else { throw FieldError(message: "expected a time like 12.000345") }
    let microseconds: Int = try number("the microseconds")
    guard 0..<1_000_000 ~= microseconds else {
      throw FieldError(message: "there are more than six digits of microseconds")
    }
    return (seconds, microseconds)
  }
}
