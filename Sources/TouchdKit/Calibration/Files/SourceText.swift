import YAML

/// A text as its lines are written: indentation, line breaks, comments. Places are bytes.
struct SourceText {
  let bytes: [UInt8]
  /// The first line break of the text; a line feed if it has none.
  let lineBreak: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineBreak = bytes.withUnsafeBufferPointer { buffer in
      for offset in buffer.indices {
        let length = LineBreak.length(in: buffer, at: offset)
        if length > 0 { return String(decoding: buffer[offset..<offset + length], as: UTF8.self) }
      }
      return "\n"
    }
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether only spaces are before a place in its line.
  func startsLine(_ offset: Int) -> Bool {
    bytes[lineStart(of: offset)..<offset].allSatisfy { $0 == UInt8(ascii: " ") }
  }

  /// The spaces before a place that starts its line.
  func indentation(of offset: Int) -> String {
    String(repeating: " ", count: offset - lineStart(of: offset))
  }

  func isOneLine(_ range: Range<Int>) -> Bool { lineStart(of: range.upperBound) <= range.lowerBound }

  /// The comma that comes next, if only spaces are before it.
  func comma(after offset: Int) -> Int? {
    let next = skipSpaces(from: offset)
    return next < bytes.count && bytes[next] == UInt8(ascii: ",") ? next : nil
  }

  /// The first place from here on that is no space.
  func skipSpaces(from offset: Int) -> Int {
    bytes[offset...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? bytes.count
  }

  /// What is to go for some places to be gone: whole lines, if nothing else is in them. A comment behind them stays.
  func lines(of range: Range<Int>) -> Range<Int> {
    guard startsLine(range.lowerBound) else { return range }
    let end = skipSpaces(from: range.upperBound)
    guard let afterEnd = breakEnd(at: end) else {
      let isComment = end < bytes.count && bytes[end] == UInt8(ascii: "#")
      return range.lowerBound..<(isComment ? end : range.upperBound)
    }
    let start = lineStart(of: range.lowerBound)
    // A last line without a break takes the one before it along: the file still ends without one.
    guard end == bytes.count, start > 0 else { return start..<afterEnd }
    return previousBreak(before: start)..<afterEnd
  }

  /// Lines behind the one that a value ends in.
  func insertion(of lines: [String], after end: Int) -> TextEdit {
    // A block scalar ends where the next line begins.
    if end > 0, lineStart(of: end) == end, end <= bytes.count {
      return TextEdit(range: end..<end, text: lines.map { $0 + lineBreak }.joined())
    }
    var place = end
    while breakEnd(at: place) == nil { place += 1 }
    let next = breakEnd(at: place) ?? bytes.count
    guard next > place else {
      return TextEdit(range: place..<place, text: lines.map { lineBreak + $0 }.joined())
    }
    return TextEdit(range: next..<next, text: lines.map { $0 + lineBreak }.joined())
  }

  /// The place behind a line break at this place, or the end of the text; `nil` for any other byte.
  private func breakEnd(at offset: Int) -> Int? {
    guard offset < bytes.count else { return bytes.count }
    let length = bytes.withUnsafeBufferPointer { LineBreak.length(in: $0, at: offset) }
    return length > 0 ? offset + length : nil
  }

  private func previousBreak(before start: Int) -> Int {
    (1...3).map { start - $0 }.last { $0 >= 0 && breakEnd(at: $0) == start } ?? start
  }

  private func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > 0, !isBehindBreak(start) { start -= 1 }
    return start
  }

  /// A line break has at most three bytes.
  private func isBehindBreak(_ offset: Int) -> Bool {
    (1...3).contains { offset >= $0 && breakEnd(at: offset - $0) == offset }
  }
}
