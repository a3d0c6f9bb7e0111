import YAML

extension Setting {
  /// More units than a kiosk has gestures for. (O)
  static let mostUnits = 64
  /// As long as systemd lets a unit's name be, `UNIT_NAME_MAX`.
  private static let longestUnit = 255
  /// The types of units that can be started and stopped by name. What systemd finds itself, such as devices, cannot.
  private static let types = ["service", "target", "socket", "timer", "path", "mount", "automount", "swap"]

  /// The names of units of the system, at least one and none twice.
  func units() -> [String] {
    guard let items = items("a list of units such as kiosk.service") else { return [] }
    if items.isEmpty { error("\(name) must name at least one unit") }
    if items.count > Self.mostUnits {
      items[Self.mostUnits].error("\(name) may name at most \(Self.mostUnits) units")
    }
    var units: [String] = []
    for item in items.prefix(Self.mostUnits) {
      guard let unit = item.unit()?.value else { continue }
      if units.contains(unit) { item.error("\(name) names \(quoted(unit)) twice") }
      units.append(unit)
    }
    return units
  }

  /// The whole name of a unit of the system, and no pattern: systemctl would take one for all units that fit.
  func unit() -> Located<String>? {
    guard let unit = label(atMost: Self.longestUnit) else { return nil }
    let parts = unit.value.split(separator: ".", omittingEmptySubsequences: false)
    guard let type = parts.last, parts.count > 1, Self.types.contains(String(type)) else {
      error(
        "\(quoted(unit.value)) is no whole name of a unit",
        help: unit.value.isUnitName ? "did you mean \(quoted(unit.value + ".service"))?" : Self.nameHelp)
      return nil
    }
    guard unit.value.isUnitName, parts[0] != "" else {
      error("\(quoted(unit.value)) is no name of a unit", help: Self.nameHelp)
      return nil
    }
    guard !parts.dropLast().joined(separator: ".").hasSuffix("@") else {
      error(
        "\(quoted(unit.value)) is a template",
        help: "name the unit that is made of it, such as kiosk@1.service")
      return nil
    }
    return unit
  }

  private static var nameHelp: String {
    "it has letters, digits and : - _ . @ \\, and ends as in kiosk.service; the types are \(series(types))"
  }
}

extension String {
  /// Whether systemd takes it for a name, and systemctl for no option.
  fileprivate var isUnitName: Bool {
    utf8.first != UInt8(ascii: "-")
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ":-_.@\\".utf8.contains(byte)
        }
      }
  }
}
