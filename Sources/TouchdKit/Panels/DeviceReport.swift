import ArgumentParser
import Dispatcher
package import LinuxInput

/// Report on an input device for a person who sets up a kiosk.
struct DeviceReport {
  let node: DeviceNode
  let description: DeviceDescription?
  let touchProtocol: TouchProtocol?
  /// Reason for which it is not a touchscreen, or could not be opened.
  let reason: String?
  let error: SystemError?
  /// The kernel's state of its contacts; `nil` if it is not a touchscreen, or has gone.
  private let state: DeviceState?
  /// The pens that keep fingers away from it while they are near.
  private var pens: [DeviceReport] = []

  /// - Parameter open: opens a device node. Tests have nodes of their own.
  init(_ node: DeviceNode, open: (String) throws -> InputDevice = { try InputDevice(path: $0) }) {
    self.node = node
    do {
      let device = try open(node.path)
      description = device.description
      error = nil
      let contacts = Result { () throws(Refusal) in try TouchProtocol(of: device.description) }
      touchProtocol = try? contacts.get()
      reason = if case .failure(let refusal) = contacts { refusal.reason } else { nil }
      state = touchProtocol.flatMap { try? device.state(of: $0) }
    } catch {
      (description, touchProtocol, reason) = (nil, nil, "\(error)")
      (self.error, state) = (error as? SystemError, nil)
    }
  }

  /// The devices of a machine, each with the pens that it is paired with. O(devices²).
  static func reports(of devices: [DeviceReport]) -> [DeviceReport] {
    let pens = devices.filter(\.isPen)
    return devices.map { device in
      var device = device
      guard let pairing = device.pairing, !device.isPen else { return device }
      device.pens = pens.filter { $0.pairing?.isPart(of: pairing) == true }
      return device
    }
  }

  private var pairing: PenPairing? {
    guard touchProtocol != nil, let description else { return nil }
    return PenPairing(description, node, isPen: isPen)
  }

  /// Whether a pen is within reach now, as far as the kernel knows.
  private var isNear: Bool {
    state?.slots.first.map { $0.trackingID >= 0 || !$0.penKeys.isDisjoint(with: .tools) } ?? false
  }

  private var sizes: ContactSizes? {
    guard let description, let touchProtocol else { return nil }
    return ContactSizes(description, touchProtocol)
  }

  /// Reason for which its contacts' sizes cannot be sizes.
  private var sizeDoubt: String? { sizes.flatMap { $0.doubt ?? state.flatMap($0.doubt(about:)) } }

  /// The conditions that single this device out, strongest first; on an I²C bus without the place, which may change.
  private var match: JSON.Members {
    guard let description else { return [] }
    let pattern = description.name.withoutBusAddress
    var match: JSON.Members = [("name", .string(pattern ?? description.name))]
    if description.vendor != 0 || description.product != 0 {
      match += [("vendor", .string(description.vendor.hex)), ("product", .string(description.product.hex))]
    }
    guard pattern == nil else { return match }
    let serial = description.serial ?? node.serial
    let places = [("serial", serial), ("path", node.idPath), ("phys", description.phys)]
    return match + places.compactMap { key, value in value.map { (key, .string($0)) } }
  }

  private var size: Size? { touchProtocol.flatMap { description?.sizeInMillimetres($0) } }

  private var isPen: Bool { touchProtocol.map { description?.isPen($0) ?? false } ?? false }

  private var ranges: (x: AxisRange, y: AxisRange)? {
    guard let axes = touchProtocol?.axes, let x = description?.axes[axes.x],
      let y = description?.axes[axes.y]
    else { return nil }
    return (x, y)
  }

  var json: JSON {
    let resolution = ranges.map { [JSON.integer(Int($0.x.resolution)), .integer(Int($0.y.resolution))] }
    let sizes = (sizes?.axes ?? []).map { (key: $0.name, value: $0.json) }
    return .object([
      ("path", .string(node.path)), ("name", .text(description?.name)),
      ("touchscreen", .bool(touchProtocol != nil)), ("reason", .text(reason)),
      ("contacts", .text(touchProtocol?.word)), ("pen", .bool(isPen)),
      ("page", .bool(description?.isPage == true && touchProtocol != nil)),
      ("size_mm", size.map { .point(Point(x: $0.width, y: $0.height)) } ?? .null),
      ("resolution", resolution.map(JSON.array) ?? .null),
      ("range", ranges.map { .object([("x", $0.x.json), ("y", $0.y.json)]) } ?? .null),
      ("slots", touchProtocol?.mostFingers.map(JSON.integer) ?? .null), ("sizes", .object(sizes)),
      ("calibration", calibration), ("warnings", .array([sizeDoubt].compactMap { $0 }.map(JSON.string))),
      ("pens", Self.names(pens)), ("muted_by", Self.names(pens.filter(\.isNear))), ("match", .object(match)),
    ])
  }

  private static func names(_ all: [DeviceReport]) -> JSON { .array(all.map { .text($0.description?.name) }) }

  private var calibration: JSON {
    switch node.calibration {
    case .success(let matrix): .array(matrix.map(JSON.number))
    case .failure(let problem): .string("\(problem)")
    case nil: .null
    }
  }

  var text: String {
    var lines = ["\(node.path)  \(description?.name ?? "(unknown)")"]
    if let error { return lines[0] + "\n  cannot be looked at: \(error)\n" }
    if let pageLines { return (lines + pageLines).joined(separator: "\n") + "\n" }
    guard let touchProtocol else { return lines[0] + "\n  no touchscreen: \(reason ?? "")\n" }
    let kind = isPen ? "pen" : "touchscreen"
    lines.append("  \(kind): \(touchProtocol.contacts), \(size?.millimetres ?? "size not stated")")
    if let ranges { lines.append("  range: x \(ranges.x.text), y \(ranges.y.text)") }
    if let axes = sizes?.axes, !axes.isEmpty {
      lines.append("  sizes: \(axes.map(\.text).joined(separator: ", "))")
    }
    if let sizeDoubt { lines.append("  warning: \(sizeDoubt)") }
    switch node.calibration {
    case .success(let matrix):
      lines.append("  udev's calibration matrix: \(matrix.words) (LIBINPUT_CALIBRATION_MATRIX)")
    case .failure(let problem): lines.append("  \(problem)")
    case nil: break
    }
    for pen in pens {
      let name = quoted(pen.description?.name ?? "")
      lines.append("  muted by the pen \(name) \(pen.isNear ? "now" : "while it is near")")
    }
    // As YAML's flow style, which JSON's strings are part of.
    let match = match.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
    lines.append("  match: { \(match) }")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lines by which compositors put a page's touchscreen, or a layout's mouse, on its output; `nil` if it is another
  /// device.
  private var pageLines: [String]? {
    guard let description, description.isPage, let phys = description.phys else { return nil }
    let isPointer = description.hasAxis(EventCode.absX) && !description.hasProperty(InputProperty.direct)
    guard isPointer || touchProtocol != nil else { return nil }
    let (layout, output) = Self.parts(phys)
    let (name, escaped) = (description.name, description.name.escapedForXML)
    let shown = output ?? "OUTPUT"
    let identifier = "\(description.vendor):\(description.product):\(name.replacing(" ", with: "_"))"
    let byOutput = output.map { "nothing: udev's WL_OUTPUT is \($0)" } ?? "`output:` in the layout"
    let labwc =
      "<touch deviceName=\"\(escaped)\" mapToOutput=\"\(shown)\" mouseEmulation=\"no\"/>"
    let mapping = [
      ["sway", "input \(JSON.string(identifier).text) map_to_output \(shown)"],
      ["labwc", isPointer ? byOutput : labwc], ["cage", byOutput], ["weston", byOutput],
      ["X11", "xinput map-to-output \(JSON.string(name).text) \(shown)"],
    ]
    let what = isPointer ? "a mouse" : "the touchscreen of a page"
    return ["  \(what): made by touchd for the layout \(layout)"]
      + (output.map { ["  on the output \($0)"] } ?? [])
      + aligned(mapping).map { "    " + $0 }
  }

  /// Parts of a physical path: `touchd/LAYOUT@OUTPUT`.
  private static func parts(_ phys: String) -> (layout: String, output: String?) {
    let parts = phys.dropFirst(PageRequest.physPrefix.count).split(separator: "@", maxSplits: 1)
    return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : nil)
  }
}

extension AxisRange {
  var json: JSON { .array([.integer(Int(minimum)), .integer(Int(maximum))]) }

  fileprivate var text: String {
    "\(minimum)…\(maximum)" + (resolution > 0 ? " (\(resolution) per mm)" : "")
  }
}

extension TouchProtocol {
  /// The protocol in a word, as the report of a device has it.
  fileprivate var word: String {
    switch self {
    case .slots: "slots"
    case .packets: "packets"
    case .singleTouch: "single"
    }
  }
}

extension String {
  /// Pattern for a name that an I²C bus begins, `*generic ft5x06*` for `10-0038 generic ft5x06 (79)`; or `nil`.
  fileprivate var withoutBusAddress: String? {
    let words = split(separator: " ")
    let address = words.first?.split(separator: "-") ?? []
    let isNumbered = words.last?.first == "("
    guard words.count > (isNumbered ? 2 : 1), address.count == 2, UInt(address[0]) != nil,
      address[1].count == 4, UInt(address[1], radix: 16) != nil
    else { return nil }
    return "*" + words[1...].dropLast(isNumbered ? 1 : 0).joined(separator: " ") + (isNumbered ? "*" : "")
  }

  fileprivate var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
  }
}

/// Reason for which a device is not used.
package enum NotUsed: Error {
  /// It is no touchscreen, or no layout's.
  case foreign(reason: String)
  /// It is a layout's, but the layout does not fit it.
  case unfit(reason: String)
  /// Several panels would do for a layout that does not say which, or several layouts for it.
  case undecided(reason: String)
  /// As many touchscreens as may be are open; it is taken when one of them goes.
  case crowdedOut(reason: String)
  /// A pen that no layout's `match` names. It is used as soon as a panel is that it is a part of.
  case strayPen(reason: String)
  /// It is the touchscreen of a page, which this or another touchd made.
  case page
  /// The system did not let it be opened.
  case denied(SystemError)

  /// Whether the layouts would have to be others for it to be used.
  var isFault: Bool {
    switch self {
    case .unfit, .undecided: true
    case .foreign, .crowdedOut, .strayPen, .page, .denied: false
    }
  }

  /// Reason for people.
  package var reason: String {
    switch self {
    case .foreign(let reason), .unfit(let reason), .undecided(let reason), .crowdedOut(let reason),
      .strayPen(let reason):
      reason
    case .page: "it is the touchscreen of a page, which touchd made"
    case .denied(let error): "\(error)"
    }
  }
}

/// `touchd devices`: what is there, and what of it is a touchscreen.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists every input device: whether it is a touchscreen, and why not.",
    discussion: "The `match:` block of a touchscreen is ready to be pasted into a layout.",
    examples: [
      "The devices, and what to put into a layout": "touchd devices"
    ])

  @Flag(help: "One JSON object.")
  var json = false

  func run() throws {
    let reports = try onDevices { DeviceReport.reports(of: try DeviceNode.all().map { DeviceReport($0) }) }
    if json {
      StandardOutput.write([JSON.object([("devices", .array(reports.map(\.json)))]).text])
    } else if reports.isEmpty {
      StandardOutput.write(["no input device: there is no /dev/input/event*"])
    } else {
      StandardOutput.write(reports.map(\.text))
    }
    // Every device was kept from us: the list says nothing, so it must not look like an answer.
    if !reports.isEmpty, let error = reports.compactMap(\.error).first,
      reports.allSatisfy({ $0.error != nil })
    {
      throw failure("\(error)", .refused)
    }
  }
}
