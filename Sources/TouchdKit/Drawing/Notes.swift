import Dispatcher

/// Notes below a drawing, in words: lists with a heading.
struct Notes {
  /// Distance of the words from the edges of the drawing.
  static let margin = 24.0
  /// Lines of a list; the rest is counted. It bounds the file. (O)
  static let mostLines = 200
  /// Letters of a name in words; a name may have 255 letters, and names derived from it more. (O)
  private static let longestName = 80
  /// Names in a line. (O)
  private static let mostNames = 12

  /// A heading and its lines.
  struct Section {
    let head: String
    var lines: [String]
    /// For programs that read the drawing.
    let name: String
  }

  private(set) var sections: [Section] = []

  /// A list of its own; nothing if there are no lines.
  ///
  /// - Parameter count: how many lines are shown; of the others, their number.
  mutating func add(_ head: String, name: String, _ lines: [String], atMost count: Int = Notes.mostLines) {
    guard !lines.isEmpty else { return }
    let rest = lines.count > count ? ["and \(lines.count - count) more"] : []
    sections.append(Section(head: head, lines: lines.prefix(count) + rest, name: name))
  }

  /// As much of a name as is shown in words.
  static func short(_ name: String) -> String { LabelPlaces.clipped(name, to: longestName) ?? name }

  /// Names in a row; `nil` for none.
  static func series(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let rest = names.count - mostNames
    return TouchdKit.series(names.prefix(mostNames).map(short) + (rest > 0 ? ["\(rest) more"] : []))
  }

  /// The sections as text from a height down.
  ///
  /// - Returns: the elements, and where they end.
  func drawn(from top: Double, width: Double) -> (svg: SVG, bottom: Double) {
    var svg = SVG()
    var y = top
    // A letter of 12 units is half as wide, on average.
    let letters = max(20, Int(width / 6.2))
    for section in sections {
      y += 26
      svg.begin("g", ["class": "note", "data-list": "\(section.name)"])
      svg.label("head", Self.margin, y, section.head)
      for line in section.lines {
        for (index, part) in line.wrapped(to: letters).enumerated() {
          y += 17
          let x = Self.margin + (index == 0 ? 0 : 16)
          svg.add("text", ["x": .number(x), "y": .number(y)], content: part)
        }
      }
      svg.end()
    }
    return (svg, y)
  }
}

extension String {
  /// The text in lines of at most so many letters, cut at blanks, words that are longer in the middle; at most 12
  /// lines.
  func wrapped(to letters: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      var word = word[...]
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + word.count > letters {
        lines.append("")
      }
      while word.count > letters {
        lines[lines.count - 1] += word.prefix(letters)
        word = word.dropFirst(letters)
        lines.append("")
      }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      if lines.count > 12 { return lines.prefix(12) + ["…"] }
    }
    return lines
  }
}

/// Which parts of a drawing have a text already.
struct LabelPlaces {
  /// The width of a letter of the fixed-width font, in parts of its size. (O)
  static let letter = 0.6
  /// The side of a square in which texts are looked up, in the drawing's units. (O)
  private static let side = 64.0

  private var taken: [Int64: [Rect]] = [:]

  /// Takes a place if it has no text yet.
  mutating func take(_ place: Rect) -> Bool {
    guard place.minX.isFinite, place.minY.isFinite, place.maxX.isFinite, place.maxY.isFinite
    else { return false }
    let squares = Self.squares(of: place)
    for square in squares where taken[square]?.contains(where: place.reaches) == true { return false }
    for square in squares { taken[square, default: []].append(place) }
    return true
  }

  static func letters(in width: Double, size: Double) -> Int {
    Int(min(max(0, width / (size * letter)), 1000))
  }

  static func width(of text: String, size: Double) -> Double { Double(text.count) * size * letter }

  /// The text, or its beginning with an ellipsis; `nil` where fewer than four letters would fit.
  static func clipped(_ text: String, to letters: Int) -> String? {
    if text.count <= letters { return text }
    return letters < 4 ? nil : String(text.prefix(letters - 1)) + "…"
  }

  private static func squares(of place: Rect) -> [Int64] {
    func index(_ value: Double) -> Int64 { Int64(min(max(value / side, -1000), 1000).rounded(.down)) }
    var squares: [Int64] = []
    for row in index(place.minY)...max(index(place.minY), index(place.maxY)) {
      for column in index(place.minX)...max(index(place.minX), index(place.maxX)) {
        squares.append(row * 10_000 + column)
      }
    }
    return squares
  }
}
