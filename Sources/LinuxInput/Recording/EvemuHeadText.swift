internal import Dispatcher
internal import YAML

/// The head of evemu text: what a device says of itself, in the lines that `evemu-device` makes a device
/// from.
struct EvemuHeadText {
  private let device: DeviceDescription
  private let name: String
  private let properties: [String: String]

  /// - Parameter properties: what udev says of the device.
  init(_ device: DeviceDescription, properties: [String: String] = [:]) {
    self.device = device
    self.properties = properties
    name = Self.printable(device.name)
  }

  var text: String {
    var lines = ["# EVEMU 1.3", "# Input device name: \"\(name)\""]
    lines += RecordedProperties.lines(properties)
    lines += ["N: \(name)", identity]
    lines += masks
    lines += axes
    return lines.map { $0 + "\n" }.joined()
  }

  private var identity: String {
    let numbers = [device.bus, device.vendor, device.product, device.version]
    return "I: " + numbers.map { $0.hexadecimal() }.joined(separator: " ")
  }

  /// The properties, the event types as the mask of type 0, and the codes of each type.
  private var masks: [String] {
    var types = Set(device.codes.keys)
    types.insert(EventType.syn)
    var lines = Self.mask(device.properties).map { "P: \($0)" }
    lines += Self.mask(types).map { "B: 00 \($0)" }
    for (type, codes) in device.codes.sorted(by: { $0.key < $1.key }) where type != EventType.syn {
      lines += Self.mask(codes).map { "B: \(type.hexadecimal(2)) \($0)" }
    }
    return lines
  }

  private var axes: [String] {
    device.axes.sorted { $0.key < $1.key }.map { code, range in
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

  /// A device names itself, and a hostile one may put lines of its own into the file: controls and breaks
  /// become spaces, and more than evemu's 255 bytes are cut off.
  private static func printable(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars where result.utf8.count + UTF8.width(scalar) <= 255 {
      result.unicodeScalars.append(scalar.isUnprintable ? " " : scalar)
    }
    return result
  }
}
