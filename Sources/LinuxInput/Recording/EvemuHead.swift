internal import Dispatcher
internal import YAML

/// The lines before the events of evemu text, which describe the device.
struct EvemuHead {
  /// The most bytes of a bit mask: the longest is that of the keys.
  private static let maskLimit = Int(KernelLimit.codes) / 8

  /// What the lines so far say; `nil` before the first.
  private(set) var description: DeviceDescription?
  private var hasName = false
  /// How many bytes of each mask have come: a mask spans several lines.
  private var propertyBytes = 0
  private var codeBytes: [UInt16: Int] = [:]

  /// Takes one line.
  ///
  /// - Parameters:
  ///   - kind: the letter before the colon.
  ///   - fields: what follows the colon.
  mutating func take(_ kind: Unicode.Scalar, _ fields: inout FieldScanner) throws(FieldError) {
    var device = description ?? DeviceDescription(name: "")
    switch kind {
    case "N": try takeName(&fields, &device)
    case "I": try takeIdentity(&fields, &device)
    case "P": try takeProperties(&fields, &device)
    case "B": try takeCodes(&fields, &device)
    case "A": try takeAxis(&fields, &device)
    default: return  // LEDs and switches: no matter for a touchscreen.
    }
    description = device
  }

  private mutating func takeName(
    _ fields: inout FieldScanner, _ device: inout DeviceDescription
  ) throws(FieldError) {
    guard !hasName else { throw FieldError(message: "a second `N:` line; a file holds one device") }
    hasName = true
    device.name = fields.text().cleaned()
  }

  private func takeIdentity(
    _ fields: inout FieldScanner, _ device: inout DeviceDescription
  ) throws(FieldError) {
    device.bus = try fields.number("the bus", radix: 16)
    device.vendor = try fields.number("the vendor", radix: 16)
    device.product = try fields.number("the product", radix: 16)
    device.version = try fields.number("the version", radix: 16)
    try expectEnd(&fields, of: "I: BUS VENDOR PRODUCT VERSION")
  }

  private mutating func takeProperties(
    _ fields: inout FieldScanner, _ device: inout DeviceDescription
  ) throws(FieldError) {
    let (bits, end) = try takeBits(&fields, after: propertyBytes)
    propertyBytes = end
    device.properties.formUnion(bits)
  }

  private mutating func takeCodes(
    _ fields: inout FieldScanner, _ device: inout DeviceDescription
  ) throws(FieldError) {
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

  private func takeAxis(
    _ fields: inout FieldScanner, _ device: inout DeviceDescription
  ) throws(FieldError) {
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
