import YAML

/// The lines of a file, as the parser counts them. O(bytes) to make.
struct SourceLines {
  private let lines: [String]

  init(_ bytes: [UInt8]) {
    var lines: [String] = []
    bytes.withUnsafeBufferPointer { buffer in
      var (start, offset) = (0, 0)
      func end() { lines.append(String(decoding: buffer[start..<offset], as: UTF8.self)) }
      while offset < buffer.count {
        let length = LineBreak.length(in: buffer, at: offset)
        if length > 0 {
          end()
          start = offset + length
        }
        offset += max(length, 1)
      }
      end()
    }
    self.lines = lines
  }

  /// A line by its number from 1; empty if there is none.
  subscript(number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }

  /// The number of the first line that is such a one.
  func first(where fits: (String) -> Bool) -> Int? { lines.firstIndex(where: fits).map { $0 + 1 } }

  /// The nearest line before another one that is neither empty nor a comment; `nil` if there is none.
  func filled(before number: Int) -> Int? {
    (1..<max(number, 1)).last { line in
      let text = self[line].drop { $0.isWhitespace }
      return !text.isEmpty && !text.hasPrefix("#")
    }
  }
}

/// A line with a key, taken apart as far as a mistake in it needs: `  - frame:full`.
struct SourceLine {
  /// The word before the first colon; `nil` if the line does not begin with one.
  let key: String?
  /// What stands behind that colon, without blanks before it.
  let value: String
  /// Where the character behind the colon stands, from 1.
  let valueColumn: Int
  /// Whether no blank follows the colon.
  let isColonBare: Bool

  init(_ text: String) {
    let body = text.drop { $0 == " " || $0 == "-" || $0 == "\t" }
    let word = body.prefix { $0 != ":" }
    let rest = body.dropFirst(word.count + 1)
    key = word.count < body.count && String(word).isWord ? String(word) : nil
    value = String(rest.drop { $0 == " " })
    valueColumn = text.unicodeScalars.count - rest.unicodeScalars.count + 1
    isColonBare = rest.first.map { !$0.isWhitespace } ?? false
  }

  /// What to write, if no blank follows the colon behind a key.
  var bareColonHelp: String? {
    guard let key, isColonBare else { return nil }
    return "a blank is missing behind the colon: write `\(key): \(unquoted(value))`"
  }
}

extension String {
  /// Whether it could be a key or a name: letters, digits and `_`, and not too long for a message.
  var isWord: Bool {
    (1...40).contains(utf8.count)
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
