/// A YAML file as a tree of nodes, each with its place.
///
/// What is read is YAML 1.2 without anchors, aliases, tags and second documents; JSON is part of it.
/// (One exception: a character beyond U+FFFF is written itself or as `\U`, not as JSON's pair of `\u`.)
public struct Document: Sendable {
  /// The value; `nil` if the syntax is broken or a limit exceeded. An empty file is a null.
  public let root: Node?
  /// Everything wrong with the file as YAML, in the file's order.
  ///
  /// Use of anchors, aliases, tags and second documents is reported and parsing goes on, so that all of it
  /// is seen in one run; broken syntax and exceeded limits end it. At most ``Limits/problems`` and one more.
  public let problems: [ParseError]
  /// The number of further ones.
  public let omittedProblems: Int
  /// The number of nodes read.
  public let nodeCount: Int

  /// Parses bytes of UTF-8. Any bytes give a tree or a problem with its position.
  ///
  /// - Parameters:
  ///   - file: the file's name, for problems.
  public init(parsing bytes: [UInt8], file: String, limits: Limits = Limits()) {
    var builder = TreeBuilder(file: file, limits: limits)
    do throws(ParseError) {
      try Document.build(&builder, from: bytes, file: file, limits: limits)
      root = builder.root ?? Node(.scalar(Scalar("")), at: .start)
      problems = builder.problems
    } catch {
      root = nil
      problems = builder.problems + [error]
    }
    (omittedProblems, nodeCount) = (builder.omittedProblems, builder.count)
  }

  private static func build(
    _ builder: inout TreeBuilder, from bytes: [UInt8], file: String, limits: Limits
  ) throws(ParseError) {
    guard bytes.count <= limits.bytes else {
      throw ParseError(
        file: file, mark: .start,
        message: "too long: at most \(limits.bytes) bytes are read\(limits.bytesOrigin)")
    }
    try bytes.withUnsafeBufferPointer { buffer throws(ParseError) in
      var events = EventStream(buffer, file: file)
      repeat {
        let (event, marks) = try events.next()
        if try !builder.take(event, at: marks.start) { return }
      } while true
    }
  }
}

extension Node {
  /// The tree of a YAML file.
  ///
  /// - Parameters:
  ///   - file: the file's name, for the error.
  /// - Throws: ``ParseError``, the first of ``Document/problems``.
  public init(parsing bytes: [UInt8], file: String, limits: Limits = Limits()) throws(ParseError) {
    let document = Document(parsing: bytes, file: file, limits: limits)
    if let problem = document.problems.first { throw problem }
    self = document.root ?? Node(.scalar(Scalar("")), at: .start)
  }
}

/// Makes a tree of nodes from events, with a stack of its own: no depth of nesting touches the thread's.
struct TreeBuilder {
  private let file: String
  private let limits: Limits
  private var open: [Collection] = []
  private(set) var count = 0

  /// The document's one value, once it is complete.
  private(set) var root: Node?
  /// Uses that are not read here: anchors, aliases, tags, a second document.
  private(set) var problems: [ParseError] = []
  /// The number of problems that were not kept.
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

/// Limits of a file; beyond one the file is an error.
public struct Limits: Equatable, Sendable {
  /// The longest input, in bytes.
  public var bytes: Int
  /// Depth to which sequences and mappings may nest. libyaml itself stops at 1000.
  public var depth: Int
  /// The most nodes (scalars, sequences and mappings) in the file.
  public var nodes: Int
  /// Origin of the numbers, for the messages: empty, or `, which is …`.
  public var bytesOrigin = "", nodesOrigin = ""
  /// The most uses of what is not read (``Document/problems``) that are kept, of 100 bytes each; more are counted.
  public static let problems = 1000

  /// The defaults hold a recording of 700,000 events, whose tree takes some 400 MB.
  public init(bytes: Int = 64 << 20, depth: Int = 64, nodes: Int = 10_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
  }
}

/// Reason for which a file is not YAML that this module reads, with its place.
///
/// By cause:
/// - the syntax is broken: libyaml's own words, and what it was reading at the time;
/// - the bytes are not UTF-8, or hold control characters;
/// - the file uses what is not read here: an anchor, an alias, a tag, a second document;
/// - a limit of ``Limits`` is exceeded.
public struct ParseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's name, as given to the parser.
  public let file: String
  /// Place in the file.
  public let mark: Mark
  /// Start of the value that was being read, if the parser knows it.
  public let start: Mark?
  /// The problem in words, without the position.
  public let message: String

  /// An error at a place of a file.
  public init(file: String, mark: Mark, start: Mark? = nil, message: String) {
    self.file = file
    self.mark = mark
    self.start = start
    self.message = message
  }

  /// `FILE:LINE:COLUMN: error: MESSAGE`.
  public var description: String { "\(file):\(mark): error: \(message)" }
}
