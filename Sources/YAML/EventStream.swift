import CLibYAML

/// libyaml's parser over bytes in memory, which must outlive it. A byte order mark is passed over.
struct EventStream: ~Copyable {
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let input: UnsafeBufferPointer<UInt8>
  private let file: String
  private let isReady: Bool

  init(_ input: UnsafeBufferPointer<UInt8>, file: String) {
    self.input = UnsafeBufferPointer(rebasing: input.dropFirst(ByteOrderMark.length(in: input)))
    self.file = file
    parser.initialize(to: yaml_parser_t())
    isReady = yaml_parser_initialize(parser) == 1
    guard isReady, let start = self.input.baseAddress else { return }
    // Said, not guessed: a UTF-16 file would not be what an editor or `grep` shows.
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, start, self.input.count)
  }

  deinit {
    if isReady { yaml_parser_delete(parser) }
    parser.deallocate()
  }

  /// The next event, where it starts, and where the character behind it is: for the end of a block collection, the same
  /// place, that of what comes next. After `streamEnd` or an error there is none to ask for.
  mutating func next() throws(ParseError) -> (event: Event, marks: (start: Mark, end: Mark)) {
    guard isReady else { throw outOfMemory }
    guard input.baseAddress != nil else { return (.streamEnd, (.start, .start)) }
    var raw = yaml_event_t()
    guard yaml_parser_parse(parser, &raw) == 1 else { throw failure }
    defer { yaml_event_delete(&raw) }
    return (Event(raw), (Mark(raw.start_mark), Mark(raw.end_mark)))
  }

  private var outOfMemory: ParseError {
    ParseError(file: file, mark: .start, message: "out of memory")
  }

  /// Libyaml's error.
  private var failure: ParseError {
    switch parser.pointee.error {
    case YAML_MEMORY_ERROR: outOfMemory
    case YAML_READER_ERROR: encodingFailure
    default: syntaxFailure
    }
  }

  /// The reader knows the byte at which it stopped, not the line.
  private var encodingFailure: ParseError {
    var cursor = MarkCursor(input)
    cursor.advance(toOffset: parser.pointee.problem_offset)
    let value = parser.pointee.problem_value
    let code = value < 0 ? "" : " (0x\(String(value, radix: 16)))"
    return ParseError(
      file: file, mark: cursor.mark, message: words(parser.pointee.problem) + code)
  }

  private var syntaxFailure: ParseError {
    let mark = withinInput(Mark(parser.pointee.problem_mark))
    var message = words(parser.pointee.problem)
    var known: Mark?
    if let context = parser.pointee.context {
      message += " " + String(cString: context)
      let start = Mark(parser.pointee.context_mark)
      // Some contexts come without a place: libyaml leaves zeros there.
      if start != .start, start != mark {
        message += " that starts at line \(start.line), column \(start.column)"
        known = start
      }
    }
    return ParseError(file: file, mark: mark, start: known, message: message)
  }

  /// libyaml ends a last line without line break itself, and then stands in a line that is not there.
  private func withinInput(_ mark: Mark) -> Mark {
    var cursor = MarkCursor(input)
    cursor.advance(to: mark)
    return cursor.offset == input.count ? cursor.mark : mark
  }

  private func words(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? "syntax error"
  }
}

extension Mark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

/// One step of libyaml's way through a file, with the values that this module needs.
enum Event {
  case documentStart
  case documentEnd
  case scalar(Scalar, Properties)
  case sequenceStart(Properties)
  case mappingStart(Properties)
  /// The end of the innermost sequence or mapping.
  case end
  case alias(name: String)
  case streamStart
  case streamEnd

  /// Properties that may stand before a node and are not read here.
  struct Properties {
    let anchor: String?
    let tag: String?
  }

  /// Copies out of libyaml's event what outlives it.
  init(_ raw: yaml_event_t) {
    let data = raw.data
    self =
      switch raw.type {
      case YAML_STREAM_START_EVENT: .streamStart
      case YAML_DOCUMENT_START_EVENT: .documentStart
      case YAML_DOCUMENT_END_EVENT: .documentEnd
      case YAML_ALIAS_EVENT: .alias(name: text(data.alias.anchor) ?? "")
      case YAML_SCALAR_EVENT:
        .scalar(Scalar(raw), Properties(anchor: text(data.scalar.anchor), tag: text(data.scalar.tag)))
      case YAML_SEQUENCE_START_EVENT:
        .sequenceStart(
          Properties(anchor: text(data.sequence_start.anchor), tag: text(data.sequence_start.tag)))
      case YAML_MAPPING_START_EVENT:
        .mappingStart(
          Properties(anchor: text(data.mapping_start.anchor), tag: text(data.mapping_start.tag)))
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .end
      default: .streamEnd
      }
  }
}

extension Scalar {
  fileprivate init(_ event: yaml_event_t) {
    let scalar = event.data.scalar
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    self.init(
      String(decoding: bytes, as: UTF8.self),
      style: scalar.style == YAML_PLAIN_SCALAR_STYLE ? .plain : .quoted)
  }
}

/// A string of libyaml's, if there is one. It has checked that it is UTF-8.
private func text(_ bytes: UnsafePointer<yaml_char_t>?) -> String? {
  bytes.map { String(cString: $0) }
}
