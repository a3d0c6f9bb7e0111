import Dispatcher
import YAML

/// A number and the unit right behind it: `250ms`, `3min`, `50%`, `-0.5rad`.
struct Quantity {
  let value: Double
  /// Whatever follows the digits.
  let unit: String

  /// Reads `[-+]? [0-9]+ ( \. [0-9]+ )?` and a unit; `nil` if the text does not start so.
  init?(_ text: String) {
    let sign = text.prefix { $0 == "-" || $0 == "+" }
    let number = text.dropFirst(sign.count).prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard sign.count <= 1, parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    guard let value = Double(sign + number) else { return nil }
    self.value = value
    unit = String(text.dropFirst(sign.count + number.count))
  }

  /// The length of time that it is; `nil` with another unit.
  var interval: Interval? {
    switch unit {
    case "ms": .seconds(value * 0.001)
    case "s": .seconds(value)
    case "min": .seconds(value * 60)
    default: nil
    }
  }
}

extension Setting {
  func memory(_ range: ClosedRange<Int>) -> Int? {
    let units = ["KiB": 1024.0, "MiB": 1_048_576]
    guard let quantity = quantity(), let unit = units[quantity.unit]
    else { return mismatch("an amount of memory such as 8MiB", help: withUnits("MiB")) }
    let bytes = quantity.value * unit
    guard Double(range.lowerBound)...Double(range.upperBound) ~= bytes
    else { return mismatch("from \(range.lowerBound >> 20)MiB to \(range.upperBound >> 20)MiB") }
    return Int(bytes) & ~4095
  }

  /// A length of time with its unit, within bounds in seconds.
  ///
  /// - Parameter word: what may stand in its place, for the message.
  func duration(_ bounds: Bounds = .above(0, to: 3600), insteadOf word: String? = nil) -> Interval? {
    guard let interval = quantity()?.interval else {
      return mismatch(
        (word.map { "\($0) or " } ?? "") + "a duration such as 250ms or 3s",
        help: word.flatMap { Suggestion.question(node.string ?? "", among: [$0]) } ?? withUnits("s", "ms")
          ?? meant?.durationHelp)
    }
    // After rounding: what is less than a microsecond is nothing.
    guard bounds.contains(interval.seconds)
    else { return mismatch(bounds.phrase + (bounds.highest == 1 ? " second" : " seconds")) }
    return interval
  }

  /// An angle with its unit, within bounds in that unit; the answer is in radians.
  func angle(_ bounds: Bounds = .coordinates) -> Double? {
    let factors = ["deg": Double.pi / 180, "rad": 1]
    guard let quantity = quantity(), let factor = factors[quantity.unit] else {
      return mismatch("an angle such as 30deg or 0.5rad", help: withUnits("deg", "rad") ?? meant?.angleHelp)
    }
    guard bounds.contains(quantity.value) else { return mismatch(bounds.phrase) }
    return quantity.value * factor
  }

  /// A length in points, millimetres or, where a superview gives it a meaning, percent.
  ///
  /// - Parameter word: what may stand in its place, for the message.
  func length(
    _ bounds: Bounds = .coordinates, percent: Bool = true, insteadOf word: String? = nil
  ) -> Length? {
    let points = node.double.map { Length(value: $0, unit: .points, mark: mark) }
    let withUnit = quantity().flatMap { quantity in
      let unit = quantity.unit.isEmpty ? nil : Length.Unit(rawValue: quantity.unit)
      return unit.map { Length(value: quantity.value, unit: $0, mark: mark) }
    }
    guard let length = points ?? withUnit, percent || length.unit != .percent else {
      return mismatch(
        (word.map { "\($0) or " } ?? "") + "a length such as \(percent ? "12, 12mm or 50%" : "12 or 12mm")",
        help: word.flatMap { Suggestion.question(node.string ?? "", among: [$0]) }
          ?? meant?.lengthHelp(percent: percent))
    }
    guard bounds.contains(length.value) else { return mismatch(bounds.phrase) }
    return length
  }

  /// A number with a unit, with a comma, or in quotes.
  private var meant: MeantQuantity? { node.string.flatMap(MeantQuantity.init) }

  private func withUnits(_ units: String...) -> String? {
    node.double.map { number in "write " + alternatives(units.map { words(for: number) + $0 }) }
  }

  private func quantity() -> Quantity? { node.string.flatMap(Quantity.init) }

  func number(_ bounds: Bounds) -> Double? {
    guard let value = node.double
    else { return mismatch("a number", help: meant?.numberHelp(isPart: bounds.highest == 1)) }
    guard bounds.contains(value) else { return mismatch(bounds.phrase) }
    return value
  }

  func integer(_ bounds: ClosedRange<Int>) -> Int? {
    // As in JSON Schema, 5.0 is a whole number.
    guard let value = node.double, value.rounded() == value || value.isNaN
    else { return mismatch("a whole number", help: meant?.numberHelp()) }
    guard let whole = Int(exactly: value), bounds.contains(whole)
    else { return mismatch("from \(bounds.lowerBound) to \(bounds.upperBound)") }
    return whole
  }

  /// So many numbers within bounds, for which the form stands: `[width, height]`.
  func numbers(_ count: Int, _ form: String, _ bounds: Bounds) -> [Double]? {
    tuple(count, "numbers, \(form)")?.complete { $0.number(bounds) }
  }

  /// The settings of a list that has just so many.
  func tuple(_ count: Int, _ phrase: String) -> [Setting]? {
    guard node.sequence?.count == count else { return mismatch("\(count) \(phrase)", help: tupleHelp(count)) }
    return items()
  }

  func choice<Choice: LayoutChoice>(_ type: Choice.Type) -> Choice? {
    word(among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  /// One of a choice's words, or a list of them, not empty and none twice; those that are right.
  func choices<Choice: LayoutChoice>(_ type: Choice.Type) -> Set<Choice> {
    let words = alternatives(Choice.allCases.map(\.rawValue))
    guard node.sequence != nil else {
      if node.string != nil { return choice(type).map { [$0] } ?? [] }
      return mismatch("\(words), or a list of these") ?? []
    }
    let items = items() ?? []
    if items.isEmpty { error("\(name) must have at least one of \(words)") }
    var chosen: Set<Choice> = []
    for item in items {
      guard let choice = item.choice(type) else { continue }
      if !chosen.insert(choice).inserted { item.error("\(choice.rawValue) is given twice") }
    }
    return chosen
  }

  func word(among words: [String]) -> String? {
    guard let word = node.string else { return mismatch(alternatives(words)) }
    if words.contains(word) { return word }
    return mismatch(alternatives(words), help: Suggestion.question(word, among: words))
  }
}

/// From where to where a number may go.
struct Bounds {
  let lowest: Double
  let highest: Double
  /// Whether the lowest itself is too low.
  var excludesLowest = false
  /// Whether the highest itself is too high.
  var excludesHighest = false

  static func from(_ lowest: Double, to highest: Double) -> Bounds {
    Bounds(lowest: lowest, highest: highest)
  }

  static func above(_ lowest: Double, to highest: Double) -> Bounds {
    Bounds(lowest: lowest, highest: highest, excludesLowest: true)
  }

  static func from(_ lowest: Double, below highest: Double) -> Bounds {
    Bounds(lowest: lowest, highest: highest, excludesHighest: true)
  }

  /// Any number that a screen could need; beyond it, sums and products would lose whole points.
  static let coordinates = Bounds.from(-1_000_000, to: 1_000_000)
  /// Bounds of a value above zero, in points, millimetres or the panel's units.
  static let positive = Bounds.above(0, to: 1_000_000)
  static let distances = Bounds.from(0, to: 1_000_000)

  /// Whether a number lies within; what is not a number does not.
  func contains(_ value: Double) -> Bool {
    (excludesLowest ? value > lowest : value >= lowest)
      && (excludesHighest ? value < highest : value <= highest)
  }

  /// `from 0 to 1`, `more than 0 and at most 1`, `at least 0 and less than 1`.
  var phrase: String {
    guard excludesLowest || excludesHighest
    else { return "from \(words(for: lowest)) to \(words(for: highest))" }
    return "\(excludesLowest ? "more than" : "at least") \(words(for: lowest)) and "
      + "\(excludesHighest ? "less than" : "at most") \(words(for: highest))"
  }
}

extension [Setting] {
  /// All values, or `nil` if one was no good. Each is read, so that all problems show.
  func complete<Value>(_ read: (Setting) -> Value?) -> [Value]? {
    let values = compactMap(read)
    return values.count == count ? values : nil
  }
}

/// Meaning of a number with a unit that is written otherwise: `2 cm`, `0,5`, `2sec`.
struct MeantQuantity {
  private let value: Double
  private let unit: String
  /// Whether a comma stands for the point.
  private let hasComma: Bool

  /// - Parameter text: what the file has; `nil` if it does not begin with a number, or goes on after its unit.
  init?(_ text: String) {
    guard text.utf8.count <= 40 else { return nil }
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard (1...2).contains(parts.count) else { return nil }
    let number = parts[0].prefix { $0.isASCII && ($0.isNumber || "+-.,".contains($0)) }
    // `1,000` may be a thousand.
    let decimals = number.split(separator: ",", omittingEmptySubsequences: false).dropFirst().first
    guard decimals?.count != 3, let value = Double(number.replacing(",", with: ".")), value.isFinite
    else { return nil }
    let unit = (parts[0].dropFirst(number.count) + (parts.dropFirst().first ?? "")).lowercased()
    guard unit.allSatisfy({ $0.isLetter || "%°\"".contains($0) }) else { return nil }
    (self.value, self.unit, hasComma) = (value, unit, number.contains(","))
  }

  /// Replacement for a number without a unit.
  ///
  /// - Parameter isPart: whether it is at most 1, of which a percentage is a part.
  func numberHelp(isPart: Bool = false) -> String? {
    if isPart, unit == "%" { return 0...100 ~= value ? "write \(words(for: value / 100))" : nil }
    let written = words(for: value)
    if !unit.isEmpty { return "write \(written) without a unit" }
    return hasComma ? "write \(written): a decimal has a point" : "write \(written) without quotes"
  }

  /// Replacement for a length; `nil` if the unit is not a length.
  func lengthHelp(percent: Bool) -> String? {
    switch unit {
    case "": numberHelp()
    case "px", "pt": "write \(words(for: value)): a number without a unit is points"
    case "mm": written(1, "mm")
    case "cm": written(10, "mm")
    case "in", "inch", "\"": written(25.4, "mm")
    case "%" where percent: written(1, "%")
    default: nil
    }
  }

  /// Replacement for a length of time; `nil` if the unit is not one of time.
  var durationHelp: String? {
    switch unit {
    case "ms", "msec": written(1, "ms")
    case "s", "sec", "second", "seconds": written(1, "s")
    case "m", "min", "minute", "minutes": written(1, "min")
    case "h", "hour", "hours": written(60, "min")
    default: nil
    }
  }

  /// Replacement for an angle; `nil` if the unit is not one of angles.
  var angleHelp: String? {
    switch unit {
    case "°", "deg", "degrees": written(1, "deg")
    case "rad": written(1, "rad")
    default: nil
    }
  }

  private func written(_ factor: Double, _ unit: String) -> String {
    "write \(words(for: (value * factor * 1000).rounded() / 1000))\(unit)"
  }
}

/// A value that is one of a few words.
protocol LayoutChoice: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}
