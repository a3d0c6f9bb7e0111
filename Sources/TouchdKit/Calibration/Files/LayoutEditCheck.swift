import YAML

/// Whether a text is a layout with other keys of calibration, and nothing else has changed.
struct LayoutEditCheck {
  let isRight: Bool

  init(_ former: [UInt8], _ text: [UInt8], _ wish: [String: String]) {
    let limits = LayoutReader.limits
    guard let old = try? Node(parsing: former, file: "", limits: limits),
      let new = try? Node(parsing: text, file: "", limits: limits)
    else {
      isRight = false
      return
    }
    let touchscreen = new[LayoutEdit.place[0]]?[LayoutEdit.place[1]]
    let isAsked = CalibrationKeys.names.allSatisfy { name in
      let wished = wish[name].flatMap { try? Node(parsing: Array($0.utf8), file: "", limits: limits) }
      return Self.same(touchscreen?[name], wished)
    }
    isRight = isAsked && Self.rest(of: old) == Self.rest(of: new)
  }

  /// A tree without the keys, and without a `touchscreen` that has no others.
  private static func rest(of node: Node, _ path: ArraySlice<String> = LayoutEdit.place[...]) -> Node? {
    guard let pairs = node.mapping else { return node.unmarked }
    let kept = pairs.compactMap { pair -> Node.Pair? in
      let name = pair.key.scalar?.text ?? ""
      if path.isEmpty, CalibrationKeys.names.contains(name) { return nil }
      let value = name == path.first ? rest(of: pair.value, path.dropFirst()) : pair.value.unmarked
      return value.map { Node.Pair(key: pair.key.unmarked, value: $0) }
    }
    return path.isEmpty && kept.isEmpty ? nil : Node(.mapping(kept), at: .start)
  }

  private static func same(_ a: Node?, _ b: Node?) -> Bool { a?.values == b?.values }

  /// Whether two values of a key say the same.
  static func isSame(_ a: String, _ b: String) -> Bool {
    guard let a = try? Node(parsing: Array(a.utf8), file: ""),
      let b = try? Node(parsing: Array(b.utf8), file: "")
    else { return false }
    return same(a, b)
  }
}

extension Node {
  /// The same value, wherever it stands.
  fileprivate var unmarked: Node {
    switch content {
    case .scalar, .refused: Node(content, at: .start)
    case .sequence(let items): Node(.sequence(items.map(\.unmarked)), at: .start)
    case .mapping(let pairs):
      Node(.mapping(pairs.map { Pair(key: $0.key.unmarked, value: $0.value.unmarked) }), at: .start)
    }
  }

  /// A number or axis, or a list of them, whatever its quotes.
  fileprivate var values: [String] {
    (sequence ?? [self]).map { item in item.double.map { words(for: $0) } ?? item.scalar?.text ?? "" }
  }
}
