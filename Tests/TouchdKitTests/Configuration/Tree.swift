import YAML

/// Nodes made by hand.
enum Tree {
  static let null = Node(.scalar(Scalar("")), at: .start)

  static func scalar(_ text: String) -> Node { Node(.scalar(Scalar(text)), at: .start) }

  static func mapping(_ pairs: [(String, Node)]) -> Node {
    Node(.mapping(pairs.map { Node.Pair(key: scalar($0.0), value: $0.1) }), at: .start)
  }
}
