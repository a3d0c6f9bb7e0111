import Dispatcher
import YAML

@testable import TouchdKit

extension TouchscreenDescription {
  /// The keys of a case's `config` that are the layout's own.
  static let caseKeys: Set = [
    "matrix", "force_touchscreen", "range", "rotate", "flip_x", "flip_y", "average_pressure",
    "stuck_touch_timeout_ms",
  ]

  /// Reads one of these keys; another one has no effect.
  mutating func read(_ key: String, _ node: Node) throws {
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
    default: break
    }
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
