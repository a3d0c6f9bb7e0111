import Dispatcher
import LinuxInput
import YAML

/// Which touchscreen belongs to the screen, and how its values are to be read.
struct TouchscreenDescription: Equatable, Sendable {
  var match = DeviceMatch()
  var isForced = false
  var rangeX: ClosedRange<Int32>?
  var rangeY: ClosedRange<Int32>?
  var position = CalibrationKeys()
  /// The pressure that counts as force 1, in device units; `nil` for the axis' maximum.
  var averagePressure: Double?
  /// A contact that reports nothing for so long, while others of the panel do, is cancelled; `nil` for never.
  var stuckAfter: Interval?
  var penArbitration = true
  /// In the order in which they are applied, no kind twice; each at its key, for what a panel lacks.
  var filters: [Located<FilterDescription>] = []

  static let keys = Keys<TouchscreenDescription>(
    "touchscreen", "`touchscreen`", "Which touchscreen belongs to the screen, and how its values are read.",
    sample: .init("match", "{ name: \"eGalax*\" }"), blank: { _ in TouchscreenDescription() },
    Key("match", DeviceMatch.keys, \.match),
    Key("force", .word(among: ["touchscreen"])) { $1.isForced = true }
      .help("touchscreen: BTN_LEFT is the contact, for panels that pose as a mouse."),
    Key("range", range, \.self),
    Key(
      "rotate", Form("enum: [0, 90, 180, 270]", written: { "\($0.rawValue)" }, { $0.rotation() }),
      \.position.rotation
    )
    .help("The rotation of the panel relative to the screen, clockwise, in degrees."),
    Key("flip", Form("type: array, items: { enum: [x, y] }, uniqueItems: true") { $0.flips() }) {
      ($1.position.flipsX, $1.position.flipsY) = ($0.contains("x"), $0.contains("y"))
    }
    .help("The axes to reverse, after the rotation."),
    Key("calibration", Form(ref: "matrix") { $0.calibration() }, \.position.matrix)
      .help("A matrix normalised as libinput's; by default udev's LIBINPUT_CALIBRATION_MATRIX."),
    Key("average_pressure", .number(.positive), \.averagePressure)
      .help("The pressure that is force 1, in device units; by default the axis' maximum."),
    Key("stuck_after", .duration(.from(1, to: 3600), "duration_from_1s"), \.stuckAfter)
      .help(
        "A contact without an event for this time, while other contacts of the panel send events, is cancelled "
          + "and ignored until it lifts; 1s to 3600s. By default never."),
    Key("pen_arbitration", .flag, \.penArbitration)
      .help(
        "Whether a pen that comes near cancels and mutes the touches of its panel until 90 ms after it has left."
      ),
    Key("filters", .list(of: "filter") { $0.filters() }, \.filters)
      .help(
        "Filters that smooth locations and drop ghost touches, applied in this order; each at most once."))

  static let range = Keys<TouchscreenDescription>(
    "range", "`range`", "Ranges of the axes that replace those of the device, in device units.",
    sample: .init("x", "[0, 4095]"), blank: { _ in TouchscreenDescription() },
    Key("x", Form(ref: "axis_range") { $0.axisRange() }, \.rangeX).help("[minimum, maximum]"),
    Key("y", Form(ref: "axis_range") { $0.axisRange() }, \.rangeY).help("[minimum, maximum]"))
}

/// Which devices are meant: all given conditions must hold, so that none at all holds for every touchscreen.
struct DeviceMatch: Equatable, Sendable {
  var name: String?
  var vendor: UInt16?
  var product: UInt16?
  var path: String?
  var serial: String?
  var phys: String?

  static let keys = Keys<DeviceMatch>(
    "match", "`match`", "Which device; all conditions given must hold.",
    sample: .init("name", "\"eGalax*\""), blank: { _ in DeviceMatch() },
    Key("name", .pattern("a device's name; `touchd devices` shows those that are there"), \.name)
      .help("A pattern with * and ? for the device's name."),
    Key("vendor", Form(ref: "bus_id") { $0.busID() }, \.vendor).help("The vendor, as 0x0eef."),
    Key("product", Form(ref: "bus_id") { $0.busID() }, \.product).help("The product, as 0x0001."),
    Key("path", .pattern("udev's ID_PATH, as `touchd devices` shows it"), \.path)
      .help("A pattern for udev's ID_PATH."),
    Key("serial", .pattern(), \.serial).help("The serial number."),
    Key("phys", .pattern(), \.phys).help("A pattern for the kernel's physical path."))

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

extension Form<String> {
  fileprivate static func pattern(_ meaning: String? = nil) -> Form {
    Form("type: string, maxLength: \(Setting.longestName)") { $0.pattern(meaning) }
  }
}

extension Setting {
  /// A pattern for a property of the device. None matches a node of /dev, whose number changes.
  fileprivate func pattern(_ meaning: String?) -> String? {
    guard let pattern = string() else { return nil }
    guard pattern.unicodeScalars.count <= Self.longestName else {
      return error("\(name) must not have more than \(Self.longestName) characters")
    }
    if let meaning, pattern.hasPrefix("/dev/") {
      findings.warning(
        "\(name) matches no device: a node of /dev is not what it is compared with", at: mark,
        help: "it is \(meaning)")
    }
    return pattern
  }

  /// A vendor or product: `0x0eef`, or a string of hexadecimal digits as `lsusb` prints them.
  ///
  /// A bare decimal number is what it says, with a warning, since these ids are hardly ever meant so.
  fileprivate func busID() -> UInt16? {
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
    else { return mismatch("a number such as 0x0eef") }
    return id
  }

  fileprivate func axisRange() -> ClosedRange<Int32>? {
    let limits = Int(Int32.min)...Int(Int32.max)
    guard let ends = tuple(2, "whole numbers, [minimum, maximum]")?.complete({ $0.integer(limits) })
    else { return nil }
    guard ends[0] < ends[1] else { return error("the minimum of \(name) must be less than its maximum") }
    return Int32(clamping: ends[0])...Int32(clamping: ends[1])
  }

  fileprivate func rotation() -> Calibration.Rotation? {
    node.double.flatMap(Int.init(exactly:)).flatMap(Calibration.Rotation.init)
      ?? mismatch(alternatives(Calibration.Rotation.allCases.map { String($0.rawValue) }))
  }

  fileprivate func flips() -> Set<String> {
    var axes: Set<String> = []
    guard node.scalar == nil || node.isNull || ["x", "y"].contains(node.string) else {
      let help = "write `flip: [x]` to swap left and right, `[y]` to swap top and bottom"
      return mismatch("a list of x and y", help: help) ?? []
    }
    for item in items("a list of x and y") ?? [] {
      guard let axis = item.word(among: ["x", "y"]) else { continue }
      if !axes.insert(axis).inserted { item.error("\(axis) is flipped twice") }
    }
    return axes
  }

  /// Six floats in libinput's order.
  fileprivate func calibration() -> [Double]? {
    guard let matrix = numbers(6, "[a, b, c, d, e, f]", .coordinates) else { return nil }
    if matrix[0] * matrix[4] - matrix[1] * matrix[3] == 0 {
      findings.warning("this matrix maps the whole panel to a line or a point", at: mark)
    }
    return matrix
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
  var hex: String { "0x" + hexadecimal() }
}
