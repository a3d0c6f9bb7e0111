import Dispatcher
import LinuxInput

/// What there is to say of an input device to somebody who sets up a kiosk.
struct DeviceReport {
  let node: DeviceNode
  let description: DeviceDescription?
  let touchProtocol: TouchProtocol?
  /// Why it is no touchscreen, or could not be looked at.
  let reason: String?
  let error: SystemError?

  init(_ node: DeviceNode) {
    self.node = node
    do {
      let device = try InputDevice(path: node.path)
      description = device.description
      error = nil
      (touchProtocol, reason) = Self.classify(device.description)
    } catch {
      (description, touchProtocol, reason, self.error) = (nil, nil, "\(error)", error)
    }
  }

  private static func classify(_ device: DeviceDescription) -> (TouchProtocol?, String?) {
    do {
      return (try TouchProtocol(of: device), nil)
    } catch {
      return (nil, error.reason)
    }
  }

  /// The conditions that single this device out, strongest first.
  private var match: [(key: String, value: JSON)] {
    guard let description else { return [] }
    var match: [(key: String, value: JSON)] = [("name", .string(description.name))]
    if description.vendor != 0 || description.product != 0 {
      match += [("vendor", .string(description.vendor.hex)), ("product", .string(description.product.hex))]
    }
    if let serial = description.serial ?? node.serial { match.append(("serial", .string(serial))) }
    if let path = node.idPath { match.append(("path", .string(path))) }
    if let phys = description.phys { match.append(("phys", .string(phys))) }
    return match
  }

  private var size: Size? { touchProtocol.flatMap { description?.sizeInMillimetres($0) } }

  private var slots: Int? {
    switch touchProtocol {
    case .slots(let count): count
    case .singleTouch: 1
    case .packets, nil: nil
    }
  }

  private var isPen: Bool { touchProtocol.map { description?.isPen($0) ?? false } ?? false }

  private var ranges: (x: AxisRange, y: AxisRange)? {
    guard let axes = touchProtocol?.positionAxes, let x = description?.axes[axes.x],
      let y = description?.axes[axes.y]
    else { return nil }
    return (x, y)
  }

  var json: JSON {
    .object([
      ("path", .string(node.path)), ("name", .text(description?.name)),
      ("touchscreen", .bool(touchProtocol != nil)), ("reason", .text(reason)),
      ("contacts", .text(touchProtocol?.word)), ("pen", .bool(isPen)),
      ("size_mm", size.map { .point(Point(x: $0.width, y: $0.height)) } ?? .null),
      (
        "resolution",
        ranges.map { .array([.integer(Int($0.x.resolution)), .integer(Int($0.y.resolution))]) } ?? .null
      ),
      ("range", ranges.map { .object([("x", $0.x.json), ("y", $0.y.json)]) } ?? .null),
      ("slots", slots.map(JSON.integer) ?? .null),
      ("calibration", calibration), ("match", .object(match)),
    ])
  }

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
    guard let touchProtocol else { return lines[0] + "\n  no touchscreen: \(reason ?? "")\n" }
    let kind = isPen ? "pen" : "touchscreen"
    lines.append("  \(kind): \(touchProtocol.contacts), \(size?.millimetres ?? "size not stated")")
    if let ranges { lines.append("  range: x \(ranges.x.text), y \(ranges.y.text)") }
    if case .failure(let problem) = node.calibration { lines.append("  \(problem)") }
    lines.append("  match: \(matchText)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// As YAML's flow style, which JSON's strings are part of.
  private var matchText: String {
    "{ " + match.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + " }"
  }
}

extension AxisRange {
  fileprivate var json: JSON { .array([.integer(Int(minimum)), .integer(Int(maximum))]) }

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
