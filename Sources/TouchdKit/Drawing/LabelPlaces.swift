import Dispatcher

/// Which parts of a drawing have a text already.
struct LabelPlaces {
  /// The width of a letter of the fixed-width font, in parts of its size. (O)
  static let letter = 0.6
  /// The side of a square in which texts are looked up, in the drawing's units. (O)
  private static let side = 64.0

  private var taken: [Int64: [Rect]] = [:]

  /// Takes a place if it has no text yet.
  mutating func take(_ place: Rect) -> Bool {
    guard place.minX.isFinite, place.minY.isFinite, place.maxX.isFinite, place.maxY.isFinite else {
      return false
    }
    let squares = Self.squares(of: place)
    for square in squares where taken[square]?.contains(where: place.reaches) == true { return false }
    for square in squares { taken[square, default: []].append(place) }
    return true
  }

  /// How many letters of a size fit into a width.
  static func letters(in width: Double, size: Double) -> Int {
    Int(min(max(0, width / (size * letter)), 1000))
  }

  /// How wide a text of a size is.
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
