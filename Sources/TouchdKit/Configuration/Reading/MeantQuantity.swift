import YAML

/// What was meant by a number with a unit that is written otherwise: `2 cm`, `0,5`, `2sec`.
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
    guard decimals?.count != 3, let value = Double(number.replacing(",", with: ".")), value.isFinite else {
      return nil
    }
    let unit = (parts[0].dropFirst(number.count) + (parts.dropFirst().first ?? "")).lowercased()
    guard unit.allSatisfy({ $0.isLetter || "%°\"".contains($0) }) else { return nil }
    (self.value, self.unit, hasComma) = (value, unit, number.contains(","))
  }

  /// What to write for a number without a unit.
  ///
  /// - Parameter isPart: whether it is at most 1, of which a percentage is a part.
  func numberHelp(isPart: Bool = false) -> String {
    if isPart, ["%", "percent"].contains(unit) { return "write \(words(for: value / 100))" }
    let written = words(for: value)
    if !unit.isEmpty { return "write \(written) without a unit" }
    return hasComma ? "write \(written): a decimal has a point" : "write \(written) without quotes"
  }

  /// What to write for a length; `nil` if the unit is no length.
  func lengthHelp(percent: Bool) -> String? {
    switch unit {
    case "": numberHelp()
    case "px", "p", "pt", "pts", "point", "points", "pixel", "pixels", "dp":
      "write \(words(for: value)): a number without a unit is points"
    case "mm", "millimetre", "millimetres", "millimeter", "millimeters": written(1, "mm")
    case "cm", "centimetre", "centimetres", "centimeter", "centimeters": written(10, "mm")
    case "in", "inch", "inches", "\"": written(25.4, "mm")
    case "%", "percent":
      percent ? written(1, "%") : "percentages mean nothing here: write points or millimetres"
    default: nil
    }
  }

  /// What to write for a length of time; `nil` if the unit is not one of time.
  var durationHelp: String? {
    switch unit {
    case "ms", "msec", "msecs", "millisecond", "milliseconds": written(1, "ms")
    case "s", "sec", "secs", "second", "seconds": written(1, "s")
    case "m", "min", "mins", "minute", "minutes": written(1, "min")
    case "h", "hr", "hour", "hours": written(60, "min")
    default: nil
    }
  }

  /// What to write for an angle; `nil` if the unit is not one of angles.
  var angleHelp: String? {
    switch unit {
    case "°", "deg", "degree", "degrees": written(1, "deg")
    case "rad", "radian", "radians": written(1, "rad")
    default: nil
    }
  }

  private func written(_ factor: Double, _ unit: String) -> String {
    "write \(words(for: (value * factor * 1000).rounded() / 1000))\(unit)"
  }
}
