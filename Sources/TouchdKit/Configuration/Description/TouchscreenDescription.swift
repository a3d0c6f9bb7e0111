import Dispatcher
import LinuxInput
import YAML

/// Which touchscreen belongs to the screen, and how its values are to be read.
struct TouchscreenDescription: Equatable, Sendable {
  var match = DeviceMatch()
  /// Whether BTN_LEFT is the contact: for panels that pose as a mouse.
  var isForced = false
  /// Instead of the ranges that the device states, in device units.
  var rangeX: ClosedRange<Int32>?
  var rangeY: ClosedRange<Int32>?
  /// Angle between the panel and the screen, clockwise.
  var rotation = Calibration.Rotation.none
  /// After the turn.
  var flipsX = false
  var flipsY = false
  /// Six floats in libinput's order; `nil` leaves it to udev's LIBINPUT_CALIBRATION_MATRIX.
  var calibration: [Double]?
  /// The pressure that counts as force 1, in device units; `nil` for the axis' maximum.
  var averagePressure: Double?
  /// A contact that reports nothing for so long, while others of the panel do, is cancelled; `nil` for never.
  var stuckAfter: Interval?
  /// Whether a pen that comes near cancels and mutes the touches of the panel it is paired with.
  var penArbitration = true
  /// In the order in which they are applied, no kind twice; each at its key, for what a panel lacks.
  var filters: [Located<FilterDescription>] = []
}

/// Which devices are meant: all given conditions must hold, so that none at all holds for every touchscreen.
struct DeviceMatch: Equatable, Sendable {
  /// A pattern with `*` and `?` for the device's name.
  var name: String?
  /// The USB (or other bus') vendor and product.
  var vendor: UInt16?
  var product: UInt16?
  /// A pattern for udev's ID_PATH.
  var path: String?
  var serial: String?
  /// A pattern for the kernel's physical path.
  var phys: String?
}

extension Setting {
  /// The conditions on a device.
  func match() -> DeviceMatch? {
    guard let fields = fields(.match) else { return nil }
    return DeviceMatch(
      name: fields["name"]?.pattern("a device's name; `touchd devices` shows those that are there"),
      vendor: fields["vendor"]?.busID(),
      product: fields["product"]?.busID(),
      path: fields["path"]?.pattern("udev's ID_PATH, as `touchd devices` shows it"),
      serial: fields["serial"]?.string(),
      phys: fields["phys"]?.string())
  }

  /// A pattern for a property of the device. None matches a node of /dev, whose number changes.
  private func pattern(_ meaning: String) -> String? {
    let pattern = string()
    if pattern?.hasPrefix("/dev/") == true {
      findings.warning(
        "\(name) matches no device: a node of /dev is not what it is compared with", at: mark,
        help: "it is \(meaning)")
    }
    return pattern
  }

  /// A vendor or product: `0x0eef`, or a string of hexadecimal digits as `lsusb` prints them.
  ///
  /// A bare decimal number is what it says, with a warning, since these ids are hardly ever meant so.
  private func busID() -> UInt16? {
    if let text = node.string { return id(text) }
    guard let value = integer(0...0xffff) else { return nil }
    if let text = node.scalar?.text, !text.hasPrefix("0x") {
      findings.warning(
        "\(name) \(text) is read as a decimal number, which is 0x\(value.hexadecimal())", at: mark,
        help: "if it is hexadecimal, write 0x\(text)")
    }
    return UInt16(value)
  }

  private func id(_ text: String) -> UInt16? {
    let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let id = UInt16(digits, radix: 16)
    else {
      mismatch("a number such as 0x0eef")
      return nil
    }
    return id
  }
}

extension DeviceMatch {
  /// Whether it is for one panel, by its port or its serial number, and not for all of a make.
  var namesPanel: Bool { path != nil || phys != nil || serial != nil }

  /// The first condition that a device does not meet; `nil` if it is the one meant.
  ///
  /// - Parameter node: `nil` for a device of a recording, of which udev says nothing.
  func mismatch(_ device: DeviceDescription, _ node: DeviceNode?) -> String? {
    func differs(_ key: String, _ wanted: String?, _ found: String?) -> String? {
      guard let wanted, !(found.map { matches(wanted, $0) } ?? false) else { return nil }
      return "its \(key) is \(found.map { "\"\($0)\"" } ?? "not known"), the layout wants \"\(wanted)\""
    }
    func differs(_ key: String, _ wanted: UInt16?, _ found: UInt16) -> String? {
      guard let wanted, wanted != found else { return nil }
      return "its \(key) is \(found.hex), the layout wants \(wanted.hex)"
    }
    return differs("name", name, device.name)
      ?? differs("vendor", vendor, device.vendor)
      ?? differs("product", product, device.product)
      ?? differs("path", path, node?.idPath)
      ?? differs("serial", serial, device.serial ?? node?.serial)
      ?? differs("phys", phys, device.phys)
  }
}

extension DeviceNode {
  /// Whether both are one device, and what udev says of them leads to the same touches.
  func isUsed(like other: DeviceNode) -> Bool {
    !isOlder(than: other) && !other.isOlder(than: self)
      && idPath == other.idPath && serial == other.serial && calibration == other.calibration
  }
}

/// Whether a text is one that a pattern describes: `*` is any run of characters, `?` any one. O(pattern · text).
func matches(_ pattern: String, _ text: String) -> Bool {
  let (pattern, text) = (Array(pattern), Array(text))
  var (p, t) = (0, 0)
  var retry: (p: Int, t: Int)?
  while t < text.count {
    if p < pattern.count, pattern[p] == "*" {
      retry = (p, t)
      p += 1
    } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
      p += 1
      t += 1
    } else if let last = retry {
      // The last star takes one character more.
      retry = (last.p, last.t + 1)
      (p, t) = (last.p + 1, last.t + 1)
    } else {
      return false
    }
  }
  return pattern[p...].allSatisfy { $0 == "*" }
}

extension UInt16 {
  /// Four hexadecimal digits, `0x0eef`.
  var hex: String { "0x" + hexadecimal() }
}
