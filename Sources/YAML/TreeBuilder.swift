/// Makes a tree of nodes from events, with a stack of its own: no depth of nesting touches the thread's.
struct TreeBuilder {
  private let file: String
  private let limits: Limits
  private var open: [Collection] = []
  private(set) var count = 0

  /// The document's one value, once it is complete.
  private(set) var root: Node?
  /// What the file uses and is not read here: anchors, aliases, tags, a second document.
  private(set) var problems: [ParseError] = []
  /// How many problems were not kept.
  private(set) var omittedProblems = 0

  /// A sequence or mapping whose end has not come yet. A mapping's keys and values stand in turn.
  private struct Collection {
    let mark: Mark
    let isMapping: Bool
    var nodes: [Node] = []
  }

  init(file: String, limits: Limits) {
    self.file = file
    self.limits = limits
  }

  /// Takes one event; `false` when there is nothing more to read.
  ///
  /// - Throws: ``ParseError`` if a limit is exceeded.
  mutating func take(_ event: Event, at mark: Mark) throws(ParseError) -> Bool {
    switch event {
    case .streamStart, .documentEnd: break
    case .streamEnd: return false
    case .documentStart:
      guard root == nil else {
        report("a second document starts here; a file holds one", at: mark)
        return false
      }
    case .scalar(let scalar, let properties):
      check(properties, at: mark)
      // A tag would decide what the text means, so with one it is not known.
      try add(Node(properties.tag == nil ? .scalar(scalar) : .refused, at: mark))
    case .alias(let name):
      report("aliases (*\(name.cleaned())) are not read; write the value out", at: mark)
      try add(Node(.refused, at: mark))
    case .sequenceStart(let properties): try begin(isMapping: false, properties, at: mark)
    case .mappingStart(let properties): try begin(isMapping: true, properties, at: mark)
    case .end: end()
    }
    return true
  }

  private mutating func begin(
    isMapping: Bool, _ properties: Event.Properties, at mark: Mark
  ) throws(ParseError) {
    check(properties, at: mark)
    try countNode(at: mark)
    guard open.count < limits.depth else {
      throw ParseError(
        file: file, mark: mark, message: "nested too deeply: at most \(limits.depth) levels are read")
    }
    open.append(Collection(mark: mark, isMapping: isMapping))
  }

  private mutating func end() {
    guard let done = open.popLast() else { return }
    let nodes = done.nodes
    let content: Node.Content =
      done.isMapping
      ? .mapping(
        stride(from: 0, to: nodes.count - 1, by: 2).map { Node.Pair(key: nodes[$0], value: nodes[$0 + 1]) })
      : .sequence(nodes)
    place(Node(content, at: done.mark))
  }

  private mutating func add(_ node: Node) throws(ParseError) {
    try countNode(at: node.mark)
    place(node)
  }

  private mutating func place(_ node: Node) {
    if open.isEmpty {
      root = node
    } else {
      open[open.count - 1].nodes.append(node)
    }
  }

  private mutating func countNode(at mark: Mark) throws(ParseError) {
    count += 1
    guard count <= limits.nodes else {
      throw ParseError(
        file: file, mark: mark,
        message: "too long: at most \(limits.nodes) values are read\(limits.nodesOrigin)")
    }
  }

  private mutating func check(_ properties: Event.Properties, at mark: Mark) {
    if let anchor = properties.anchor {
      report("anchors (&\(anchor.cleaned())) are not read; write the value out where it is used", at: mark)
    }
    if let tag = properties.tag {
      report("tags (\(tag.cleaned())) are not read; leave it out", at: mark)
    }
  }

  private mutating func report(_ message: @autoclosure () -> String, at mark: Mark) {
    guard problems.count < Limits.problems else {
      omittedProblems += 1
      return
    }
    problems.append(ParseError(file: file, mark: mark, message: message()))
  }
}
