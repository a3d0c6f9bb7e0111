import YAML

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
  /// What must be something, in points, millimetres or the panel's units.
  static let positive = Bounds.above(0, to: 1_000_000)
  /// A distance in points.
  static let distances = Bounds.from(0, to: 1_000_000)

  /// Whether a number lies within; what is not a number does not.
  func contains(_ value: Double) -> Bool {
    (excludesLowest ? value > lowest : value >= lowest)
      && (excludesHighest ? value < highest : value <= highest)
  }

  /// `from 0 to 1`, `more than 0 and at most 1`, `at least 0 and less than 1`.
  var phrase: String {
    guard excludesLowest || excludesHighest else {
      return "from \(words(for: lowest)) to \(words(for: highest))"
    }
    return "\(excludesLowest ? "more than" : "at least") \(words(for: lowest)) and "
      + "\(excludesHighest ? "less than" : "at most") \(words(for: highest))"
  }
}

extension Setting {
  /// A number within bounds.
  func number(_ bounds: Bounds) -> Double? {
    guard let value = node.double else {
      mismatch("a number", help: meantNumber?.numberHelp(isPart: bounds.highest == 1))
      return nil
    }
    guard bounds.contains(value) else {
      mismatch(bounds.phrase)
      return nil
    }
    return value
  }

  /// A number with a unit, with a comma, or in quotes.
  private var meantNumber: MeantQuantity? { node.string.flatMap(MeantQuantity.init) }

  /// A whole number within bounds.
  func integer(_ bounds: ClosedRange<Int>) -> Int? {
    // As in JSON Schema, 5.0 is a whole number.
    guard let value = node.double, value.rounded() == value || value.isNaN else {
      mismatch("a whole number", help: meantNumber?.numberHelp())
      return nil
    }
    guard let whole = Int(exactly: value), bounds.contains(whole) else {
      mismatch("from \(bounds.lowerBound) to \(bounds.upperBound)")
      return nil
    }
    return whole
  }

  /// So many numbers within bounds, for which the form stands: `[width, height]`.
  func numbers(_ count: Int, _ form: String, _ bounds: Bounds) -> [Double]? {
    tuple(count, "numbers, \(form)")?.complete { $0.number(bounds) }
  }

  /// The settings of a list that has just so many.
  func tuple(_ count: Int, _ phrase: String) -> [Setting]? {
    guard node.sequence?.count == count else {
      mismatch("\(count) \(phrase)", help: tupleHelp(count))
      return nil
    }
    return items()
  }
}

extension [Setting] {
  /// All values, or `nil` if one was no good. Each is read, so that all problems show.
  func complete<Value>(_ read: (Setting) -> Value?) -> [Value]? {
    let values = compactMap(read)
    return values.count == count ? values : nil
  }
}
