import Dispatcher
import YAML

@testable import TouchdKit

/// The fuzzer's bytes as three digits, which choose a calibration, and a layout that it is put into.
///
/// The digits are the quarters of `rotate`, the axes of `flip` as bits, and one of ``matrices``.
enum EditRun {
  private static let matrices: [[Double]?] = [
    nil, [1, 0, 0, 0, 1, 0], [1.5, 0, -0.25, 0, 1, 0.125], [0, -1.02, 1.01, 0.125, 1, -20],
  ]

  /// What is wrong with the text of a good layout after the edit; `nil` if nothing.
  static func violation(_ bytes: [UInt8]) -> String? {
    let (head, text) = (Array(bytes.prefix(3)) + [0, 0, 0], Array(bytes.dropFirst(3)))
    guard LayoutReader().read(text, file: "fuzz").layout != nil else { return nil }
    let wish = CalibrationKeys(
      rotation: [.none, .quarter, .half, .threeQuarters][Int(head[0] & 3)], flipsX: head[1] & 1 != 0,
      flipsY: head[1] & 2 != 0, matrix: matrices[Int(head[2] & 3)])
    // What it refuses, it leaves as it is.
    guard let edited = try? LayoutEdit(text, LayoutEdit.wish(wish)).bytes else { return nil }
    return violation(of: edited, from: text, wish)
  }

  private static func violation(of edited: [UInt8], from text: [UInt8], _ wish: CalibrationKeys) -> String? {
    let keys = LayoutReader().read(edited, file: "fuzz").layout?.screen.touchscreen.position
    if keys != wish { return "an edited layout says \(String(describing: keys)), not \(wish)" }
    if rest(of: text) != rest(of: edited) { return "an edited layout says something else as well" }
    let number = UInt8(ascii: "#")
    if text.count(where: { $0 == number }) != edited.count(where: { $0 == number }) {
      return "a comment is lost"
    }
    let again = try? LayoutEdit(text, LayoutEdit.wish(in: edited)).bytes
    if again != edited { return "an edited layout is not known as one" }
    // What came as new keys of a mapping goes without a trace.
    guard LayoutEdit.wish(in: text).isEmpty, let root = try? Node(parsing: text, file: ""),
      root["screen"]?["touchscreen"]?.mapping?.isEmpty == false
    else { return nil }
    let back = try? LayoutEdit(edited, [:]).bytes
    return back == text ? nil : "the keys that were put in cannot be taken out"
  }

  /// Each value of a layout with the keys on the way to it, but for those of calibration.
  private static func rest(of text: [UInt8]) -> [String] {
    guard let root = try? Node(parsing: text, file: "", limits: LayoutReader.limits) else { return [] }
    return values(of: root, at: "").filter { value in
      !CalibrationKeys.names.contains { value.hasPrefix("/screen/touchscreen/\($0)/") }
    }
  }

  private static func values(of node: Node, at path: String) -> [String] {
    if let pairs = node.mapping {
      return pairs.flatMap { values(of: $0.value, at: "\(path)/\($0.key.scalar?.text ?? "")") }
    }
    if let items = node.sequence {
      return items.enumerated().flatMap { values(of: $0.element, at: "\(path)/\($0.offset)") } + [
        "\(path)/[]"
      ]
    }
    return ["\(path)/: \(node.scalar?.text ?? "")"]
  }
}
