import LinuxInput
import YAML

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
