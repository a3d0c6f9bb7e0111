import Dispatcher
import YAML

@testable import TouchdKit

/// What a case's `config` asks of the layout.
struct CaseSettings: Sendable {
  private(set) var screen: ScreenDescription
  /// The noise that hysteresis is to take from the panel's positions, instead of what the panel states.
  private(set) var fuzz: (x: Double, y: Double)?
  /// Points in a device unit, on the axis that has more of them.
  private let unit: Double

  var hasFilters: Bool { !screen.touchscreen.filters.isEmpty }

  /// - Parameter device: `nil` for a case that is not run.
  init(_ node: Node?, _ device: DeviceDescription?) throws {
    let pairs = try node.flatMap { $0.isNull ? nil : $0 }?.pairs("config") ?? []
    var touchscreen = TouchscreenDescription()
    let others = try pairs.filter { try !touchscreen.read($0.key, $0.value) }
    let axes = (device ?? DeviceDescription(name: "")).positionAxes
    let x = AxisRange(axes.x, within: touchscreen.rangeX)
    let y = AxisRange(axes.y, within: touchscreen.rangeY)
    // Without an output a point is a device unit.
    var size = Size(width: x.count, height: y.count)
    if let output = node?["output"] {
      size = Size(width: try output.number(at: "w"), height: try output.number(at: "h"))
    }
    if let pointercal = node?["pointercal"] {
      touchscreen.position.matrix = try Self.matrix(pointercal, x, y, size)
    }
    screen = ScreenDescription(size: size, touchscreen: touchscreen)
    unit = max(size.width / x.count, size.height / y.count)
    for (key, value) in others { try read(key, value) }
  }

  private mutating func read(_ key: String, _ node: Node) throws {
    switch key {
    case "output", "pointercal": break
    case "hysteresis", "edge_filter", "palm_on_max_major":
      if node.bool != false { add(try filter(key, node)) }
    case "filters":
      for item in try node.items(key) {
        for (name, options) in try item.pairs("a filter") { add(try filter(name, options)) }
      }
    default: throw CaseProblem(node, "the config key “\(key)” is not known")
    }
  }

  private mutating func add(_ filter: FilterDescription) {
    screen.touchscreen.filters.append(Located(filter, at: .start))
  }

  /// A filter by its name in `config`, or by the one that tslib gives it; distances are device units.
  private mutating func filter(_ name: String, _ node: Node) throws -> FilterDescription {
    func length(_ units: Double) -> Length { Length(value: units * unit, unit: .points, mark: .start) }
    switch name {
    case "hysteresis":
      if node.mapping != nil { fuzz = (try node.number(at: "x"), try node.number(at: "y")) }
      if node.bool == nil, node.mapping == nil { fuzz = (try node.number(name), try node.number(name)) }
      return .hysteresis(nil)
    case "dejitter":
      let delta = try node.number(at: "delta", alone: name)
      fuzz = (delta, delta)
      return .hysteresis(nil)
    case "edge_filter":
      // What is at most so many units away from the border is in the band.
      return .edge(length(try node.bool == true ? 2 : node.number(name) + 1))
    case "palm_on_max_major":
      return .size(try node.bool == true ? nil : length(node.number(name)))
    case "evthres":
      return .skip(first: Int(try node.number(at: node["N"] == nil ? "n" : "N", alone: name)) - 1, last: 0)
    case "median": return .median(Int(try node.number(at: "depth", alone: name)))
    case "debounce":
      return .debounce(.seconds(try node.number(at: "drop_threshold", alone: name) / 1000))
    case "pthres": return .pressure(try node.number(at: "pmin", alone: name))
    case "skip":
      return .skip(
        first: node["nhead"] == nil ? 0 : Int(try node.number(at: "nhead")),
        last: node["ntail"] == nil ? 0 : Int(try node.number(at: "ntail")))
    default: throw CaseProblem(node, "the filter “\(name)” is not known")
    }
  }

  /// tslib's seven numbers, from device units to points, as a matrix on the unit square.
  private static func matrix(
    _ node: Node, _ x: AxisRange, _ y: AxisRange, _ size: Size
  ) throws -> [Double] {
    let numbers = try node.items("pointercal").map { try $0.number("pointercal") }
    guard numbers.count == 7, numbers[6] != 0 else {
      throw CaseProblem(node, "pointercal is seven numbers, the last not 0")
    }
    func row(_ first: Int, _ extent: Double) -> [Double] {
      let (a, b, c) = (numbers[first], numbers[first + 1], numbers[first + 2])
      let offset = a * Double(x.minimum) + b * Double(y.minimum) + c
      return [a * x.count, b * y.count, offset].map { $0 / numbers[6] / extent }
    }
    return row(0, size.width) + row(3, size.height)
  }
}

extension DeviceDescription {
  /// The ranges of the axes that hold the position; one unit for an axis that is missing.
  fileprivate var positionAxes: (x: AxisRange, y: AxisRange) {
    let none = AxisRange(minimum: 0, maximum: 0)
    return (
      axes[EventCode.absMTPositionX] ?? axes[EventCode.absX] ?? none,
      axes[EventCode.absMTPositionY] ?? axes[EventCode.absY] ?? none
    )
  }
}

extension AxisRange {
  /// The range that a layout puts in the place of the device's.
  fileprivate init(_ device: AxisRange, within range: ClosedRange<Int32>?) {
    self = device
    minimum = range?.lowerBound ?? minimum
    maximum = range?.upperBound ?? maximum
  }
}

extension TouchscreenDescription {
  /// Reads a key of a case's `config` that is the layout's own.
  ///
  /// - Returns: whether it is one.
  fileprivate mutating func read(_ key: String, _ node: Node) throws -> Bool {
    switch key {
    case "matrix":
      position.matrix = try node.items(key).map { try $0.number(key) }
      guard position.matrix?.count == 6 else { throw CaseProblem(node, "a matrix is six numbers") }
    case "force_touchscreen": isForced = node.bool ?? false
    case "range":
      rangeX = try node["x"].map(Self.range)
      rangeY = try node["y"].map(Self.range)
    case "rotate":
      guard let turn = Calibration.Rotation(rawValue: try node.whole(key)) else {
        throw CaseProblem(node, "a panel is turned by 0, 90, 180 or 270")
      }
      position.rotation = turn
    case "flip_x": position.flipsX = node.bool ?? false
    case "flip_y": position.flipsY = node.bool ?? false
    case "average_pressure": averagePressure = try node.number(key)
    case "stuck_touch_timeout_ms": stuckAfter = .milliseconds(Int64(try node.whole(key)))
    default: return false
    }
    return true
  }

  private static func range(_ node: Node) throws -> ClosedRange<Int32> {
    let ends = node.sequence ?? [node["min"], node["max"]].compactMap { $0 }
    let numbers = try ends.map { Int32(clamping: try $0.whole("a range")) }
    guard numbers.count == 2, numbers[0] <= numbers[1] else {
      throw CaseProblem(node, "a range is a minimum and a maximum")
    }
    return numbers[0]...numbers[1]
  }
}
