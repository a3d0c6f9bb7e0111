import Dispatcher
import LinuxInput

extension DeviceMatch {
  /// Whether it is for one panel, by its port or its serial number, and not for all of a make.
  var namesPanel: Bool { path != nil || phys != nil || serial != nil }

  /// Why a device is not meant, or `nil` if it is: the first condition that does not hold.
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
