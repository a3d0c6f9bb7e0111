internal import Dispatcher
internal import YAML

/// Reads evemu text: a head of lines `N:` `I:` `P:` `B:` `A:`, which may be missing, and a line `E:` for each
/// event.
struct EvemuReader {
  private let limits: RecordingLimits
  private var lines: LineReader
  /// The device by the head so far.
  private var device = DeviceDescription(name: "")
  /// Whether the head has a line of what is kept.
  private var isDescribed = false
  private var hasName = false
  /// Bytes of each mask so far: a mask spans several lines.
  private var propertyBytes = 0
  private var codeBytes: [UInt16: Int] = [:]
  private var events: [RawEvent] = []
  private var properties: [String: String] = [:]
  private var screen: [RecordedScreen] = []

  /// The most bytes of a bit mask: the longest is that of the keys.
  private static let maskLimit = Int(KernelLimit.codes) / 8

  init(_ bytes: [UInt8], file: String, limits: RecordingLimits) {
    self.limits = limits
    lines = LineReader(bytes, file: file, limit: limits.lineLength)
  }

  /// Whether a line without its leading blanks is one of evemu's.
  static func isLine(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, line.dropFirst().first == UInt8(ascii: ":") else { return false }
    return "NIPBAELS".utf8.contains(first)
  }

  /// Reads the whole text.
  ///
  /// - Throws: ``RecordingError`` at the first line that is not evemu's, or beyond a limit.
  mutating func read() throws(RecordingError) -> RecordedDevice {
    while let line = try lines.next() {
      do {
        try take(line.drop(while: isBlank))
      } catch {
        throw lines.error(error.message)
      }
    }
    return RecordedDevice(
      description: isDescribed ? device : nil, events: events, properties: properties, screen: screen)
  }

  private mutating func take(_ line: ArraySlice<UInt8>) throws(FieldError) {
    guard let kind = line.first else { return }
    guard kind != UInt8(ascii: "#") else { return take(comment: line) }
    guard Self.isLine(line) else {
      throw FieldError(
        message: "this is no line of evemu's; expected `E:` for an event, "
          + "or `N:` `I:` `P:` `B:` `A:` before those")
    }
    var fields = FieldScanner(line.dropFirst(2))
    if kind == UInt8(ascii: "E") {
      try takeEvent(&fields)
    } else if events.isEmpty {
      try takeHead(Unicode.Scalar(kind), &fields)
    } else {
      throw FieldError(
        message: "`\(Unicode.Scalar(kind)):` describes the device and belongs before the first event; "
          + "a file holds one device")
    }
  }

  /// A comment of touchd's own.
  private mutating func take(comment line: ArraySlice<UInt8>) {
    RecordedProperties.take(line, into: &properties)
    if screen.count < limits.events, let change = RecordedScreen(line) { screen.append(change) }
  }

  private mutating func takeEvent(_ fields: inout FieldScanner) throws(FieldError) {
    guard events.count < limits.events else {
      throw FieldError(message: "there are more than \(limits.events) events, the most that are read")
    }
    do throws(FieldError) {
      events.append(try Self.event(&fields))
    } catch {
      throw FieldError(message: error.message + "; an event is `E: SECONDS.MICROSECONDS TYPE CODE VALUE`")
    }
  }

  private static func event(_ fields: inout FieldScanner) throws(FieldError) -> RawEvent {
    let (seconds, microseconds) = try fields.recordedTime()
    var event = RawEvent(
      type: try fields.number("the event's type", radix: 16), code: try fields.number("its code", radix: 16),
      value: try fields.number("its value"))
    guard fields.isAtEnd() else {
      throw FieldError(message: "expected the end of the line after the value, a decimal number")
    }
    event.seconds = seconds
    event.microseconds = microseconds
    return event
  }

  /// Takes a line before the events, which describes the device.
  ///
  /// - Parameter kind: the letter before the colon.
  private mutating func takeHead(_ kind: Unicode.Scalar, _ fields: inout FieldScanner) throws(FieldError) {
    switch kind {
    case "N": try takeName(&fields)
    case "I": try takeIdentity(&fields)
    case "P": try takeProperties(&fields)
    case "B": try takeCodes(&fields)
    case "A": try takeAxis(&fields)
    default: return  // LEDs and switches: no matter for a touchscreen.
    }
    isDescribed = true
  }

  private mutating func takeName(_ fields: inout FieldScanner) throws(FieldError) {
    guard !hasName else { throw FieldError(message: "a second `N:` line; a file holds one device") }
    hasName = true
    device.name = fields.text().cleaned()
  }

  private mutating func takeIdentity(_ fields: inout FieldScanner) throws(FieldError) {
    device.bus = try fields.number("the bus", radix: 16)
    device.vendor = try fields.number("the vendor", radix: 16)
    device.product = try fields.number("the product", radix: 16)
    device.version = try fields.number("the version", radix: 16)
    try expectEnd(&fields, of: "I: BUS VENDOR PRODUCT VERSION")
  }

  private mutating func takeProperties(_ fields: inout FieldScanner) throws(FieldError) {
    let (bits, end) = try takeBits(&fields, after: propertyBytes)
    propertyBytes = end
    device.properties.formUnion(bits)
  }

  private mutating func takeCodes(_ fields: inout FieldScanner) throws(FieldError) {
    let type: UInt16 = try fields.number("the event type", radix: 16)
    guard type < KernelLimit.types else {
      throw FieldError(message: "event type \(type) is unknown to the kernel")
    }
    let (bits, end) = try takeBits(&fields, after: codeBytes[type, default: 0])
    codeBytes[type] = end
    if type == EventType.syn {
      // The kernel answers the question for this type with the types that there are.
      for other in bits where 1..<KernelLimit.types ~= other && device.codes[other] == nil {
        device.codes[other] = []
      }
    } else if !bits.isEmpty {
      device.codes[type, default: []].formUnion(bits)
    }
  }

  private mutating func takeAxis(_ fields: inout FieldScanner) throws(FieldError) {
    let code: UInt16 = try fields.number("the axis", radix: 16)
    guard code < KernelLimit.axes else { throw FieldError(message: "axis \(code) is unknown to the kernel") }
    var range = AxisRange(
      minimum: try fields.number("the minimum"), maximum: try fields.number("the maximum"),
      fuzz: try fields.number("the fuzz"), flat: try fields.number("the flat"))
    // evemu 1.0 wrote no resolution.
    if !fields.isAtEnd() { range.resolution = try fields.number("the resolution") }
    try expectEnd(&fields, of: "A: AXIS MINIMUM MAXIMUM FUZZ FLAT RESOLUTION")
    device.axes[code] = range
    device.codes[EventType.abs, default: []].insert(code)
  }

  /// The numbers of the bits set in the bytes of a line, and where its bytes end in the mask.
  private func takeBits(
    _ fields: inout FieldScanner, after start: Int
  ) throws(FieldError) -> (bits: Set<UInt16>, end: Int) {
    var bits: Set<UInt16> = []
    var index = start
    repeat {
      let byte: UInt8 = try fields.number("a byte of the bit mask", radix: 16)
      guard index < Self.maskLimit else {
        throw FieldError(message: "the bit mask is longer than \(Self.maskLimit) bytes")
      }
      for bit in 0..<8 where byte & (1 << bit) != 0 { bits.insert(UInt16(index * 8 + bit)) }
      index += 1
    } while !fields.isAtEnd()
    return (bits, index)
  }

  private func expectEnd(_ fields: inout FieldScanner, of form: String) throws(FieldError) {
    guard fields.isAtEnd() else { throw FieldError(message: "expected the end of the line; it is `\(form)`") }
  }
}

/// Limits of the kernel's numbers (linux/input-event-codes.h): whatever a file says, a device has none
/// beyond.
enum KernelLimit {
  /// EV_CNT.
  static let types: UInt16 = 0x20
  /// KEY_CNT, the most codes of any type.
  static let codes: UInt16 = 0x300
  /// ABS_CNT.
  static let axes: UInt16 = 0x40
  /// INPUT_PROP_CNT.
  static let properties: UInt16 = 0x20
}
