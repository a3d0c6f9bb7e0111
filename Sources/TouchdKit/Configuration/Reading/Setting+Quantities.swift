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
  /// A length of time with its unit, more than 0 (or 0 as well) and at most an hour.
  func duration(orZero: Bool = false) -> Interval? {
    duration(orZero ? .from(0, to: 3600) : .above(0, to: 3600))
  }

  /// A length of time with its unit, more than 0 and at most an hour.
  ///
  /// - Parameter word: what may stand in its place, for the message.
  func duration(insteadOf word: String) -> Interval? { duration(.above(0, to: 3600), insteadOf: word) }

  /// A length of time with its unit, within bounds in seconds.
  func duration(_ bounds: Bounds, insteadOf word: String? = nil) -> Interval? {
    guard let interval = quantity()?.interval else {
      mismatch(
        (word.map { "\($0) or " } ?? "") + "a duration such as 250ms or 3s",
        help: word.flatMap { Suggestion.question(node.string ?? "", among: [$0]) } ?? withUnits("s", "ms")
          ?? meant?.durationHelp)
      return nil
    }
    // After rounding: what is less than a microsecond is nothing.
    guard bounds.contains(interval.seconds) else {
      mismatch(bounds.phrase + (bounds.highest == 1 ? " second" : " seconds"))
      return nil
    }
    return interval
  }

  /// An angle with its unit, within bounds in that unit; the answer is in radians.
  func angle(_ bounds: Bounds = .coordinates) -> Double? {
    let factors = ["deg": Double.pi / 180, "rad": 1]
    guard let quantity = quantity(), let factor = factors[quantity.unit] else {
      mismatch("an angle such as 30deg or 0.5rad", help: withUnits("deg", "rad") ?? meant?.angleHelp)
      return nil
    }
    guard bounds.contains(quantity.value) else {
      mismatch(bounds.phrase)
      return nil
    }
    return quantity.value * factor
  }

  /// A length in points, millimetres or, where a superview gives it a meaning, percent.
  ///
  /// - Parameter word: what may stand in its place, for the message.
  func length(
    _ bounds: Bounds = .coordinates, percent: Bool = true, insteadOf word: String? = nil
  ) -> Length? {
    guard let length = plainLength ?? lengthWithUnit, percent || length.unit != .percent else {
      mismatch(
        (word.map { "\($0) or " } ?? "") + "a length such as \(percent ? "12, 12mm or 50%" : "12 or 12mm")",
        help: word.flatMap { Suggestion.question(node.string ?? "", among: [$0]) }
          ?? meant?.lengthHelp(percent: percent))
      return nil
    }
    guard bounds.contains(length.value) else {
      mismatch(bounds.phrase)
      return nil
    }
    return length
  }

  private var plainLength: Length? {
    node.double.map { Length(value: $0, unit: .points, mark: mark) }
  }

  private var lengthWithUnit: Length? {
    guard let quantity = quantity(), !quantity.unit.isEmpty else { return nil }
    return Length.Unit(rawValue: quantity.unit).map { Length(value: quantity.value, unit: $0, mark: mark) }
  }

  /// What was meant by a text that is nearly a quantity.
  private var meant: MeantQuantity? { node.string.flatMap(MeantQuantity.init) }

  /// What to write instead of a bare number.
  private func withUnits(_ units: String...) -> String? {
    node.double.map { number in "write " + alternatives(units.map { words(for: number) + $0 }) }
  }

  private func quantity() -> Quantity? { node.string.flatMap(Quantity.init) }
}
