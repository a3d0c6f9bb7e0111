/// Places of the keys and values of one mapping in a file, byte by byte: for a program that edits a file in place.
public struct MappingOutline: Equatable, Sendable {
  /// One key and its value.
  public struct Pair: Equatable, Sendable {
    /// The key, with quotes removed and escapes replaced; `nil` if it is no scalar.
    public let name: String?
    /// The bytes of the key, with its quotes.
    public let key: Range<Int>
    /// The bytes of the value; of a block collection, from its first scalar to its last.
    public let value: Range<Int>
  }

  /// The bytes of the mapping, in the flow style with its braces.
  public let range: Range<Int>
  /// Whether it is written in braces.
  public let isFlow: Bool
  /// In the file's order.
  public let pairs: [Pair]

  /// The first pair with this name.
  public subscript(name: String) -> Pair? { pairs.first { $0.name == name } }

  /// The outline of the mapping that some keys lead to; `nil` if they lead to none. O(bytes).
  ///
  /// - Parameters:
  ///   - path: keys from the root inwards, in each mapping the first of that name; none for the root.
  ///   - bytes: of UTF-8.
  /// - Throws: ``ParseError`` where the syntax is broken.
  public init?(of path: [String], in bytes: [UInt8]) throws(ParseError) {
    let found = try bytes.withUnsafeBufferPointer { buffer throws(ParseError) in
      var walk = OutlineWalk(buffer)
      return try walk.mapping(at: path).map { MappingOutline($0, in: buffer) }
    }
    guard let found else { return nil }
    self = found
  }

  private init(_ outline: OutlineWalk.Outline, in bytes: UnsafeBufferPointer<UInt8>) {
    var cursor = MarkCursor(bytes)
    func offset(_ mark: Mark) -> Int {
      cursor.advance(to: mark)
      return cursor.offset
    }
    let start = offset(outline.span.start)
    isFlow = start < bytes.count && bytes[start] == UInt8(ascii: "{")
    pairs = outline.pairs.map { pair in
      let key = offset(pair.key.start)..<offset(pair.key.end)
      return Pair(name: pair.name, key: key, value: offset(pair.value.start)..<offset(pair.value.end))
    }
    range = start..<offset(outline.span.end)
  }
}

/// Goes through a file, event by event, to one mapping of it.
private struct OutlineWalk: ~Copyable {
  /// From the first character to the one behind the last.
  typealias Span = (start: Mark, end: Mark)
  typealias Outline = (span: Span, pairs: [(name: String?, key: Span, value: Span)])

  private var events: EventStream

  init(_ bytes: UnsafeBufferPointer<UInt8>) { events = EventStream(bytes, file: "") }

  /// The mapping that some keys lead to from the root.
  mutating func mapping(at path: [String]) throws(ParseError) -> Outline? {
    while true {
      let (event, marks) = try events.next()
      switch event {
      case .mappingStart: return try mapping(from: marks.start, path[...])
      case .streamStart, .documentStart: continue
      default: return nil
      }
    }
  }

  /// A mapping that has begun, or the one in it that some keys lead to. As deep as the path is long.
  private mutating func mapping(from start: Mark, _ path: ArraySlice<String>) throws(ParseError) -> Outline? {
    var outline: Outline = ((start, start), [])
    while true {
      let (event, marks) = try events.next()
      if case .end = event {
        // The end of a block is where something else begins.
        outline.span.end = marks.start < marks.end ? marks.end : outline.pairs.last?.value.end ?? start
        return path.isEmpty ? outline : nil
      }
      var name: String?
      if case .scalar(let scalar, _) = event { name = scalar.text }
      let key = try skip(event, marks)
      let (value, valueMarks) = try events.next()
      if name == path.first, name != nil, case .mappingStart = value {
        return try mapping(from: valueMarks.start, path.dropFirst())
      }
      outline.pairs.append((name, key, try skip(value, valueMarks)))
    }
  }

  /// Reads to the end of a node that has begun, without depth.
  private mutating func skip(_ first: Event, _ marks: Span) throws(ParseError) -> Span {
    var (span, event) = (marks, first)
    var depth = 0
    while true {
      switch event {
      case .mappingStart, .sequenceStart: depth += 1
      case .end: depth -= 1
      default: break
      }
      guard depth > 0 else { return span }
      let (next, nextMarks) = try events.next()
      event = next
      if nextMarks.start < nextMarks.end { span.end = max(span.end, nextMarks.end) }
    }
  }
}
