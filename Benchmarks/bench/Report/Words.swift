import LinuxInput

/// Numbers for people.
enum Words {
  /// What stands where there is no figure.
  static let none = "—"

  /// Three digits that count, thousands set apart: `0.0123`, `1.23`, `123`, `12,346`.
  static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return none }
    let size = abs(value)
    if size >= 100 || value == value.rounded() { return thousands(Int(value.rounded())) }
    let decimals = size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4
    return fixed(value, decimals: decimals)
  }

  /// A number that was chosen by hand, without zeros at its end.
  static func bar(_ value: Double) -> String {
    Int(exactly: value).map(thousands) ?? "\(value)"
  }

  /// A number with so many decimals, one at least.
  static func fixed(_ value: Double, decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1) { power, _ in power * 10 }
    let scaled = Int((abs(value) * Double(unit)).rounded())
    let (whole, part) = scaled.quotientAndRemainder(dividingBy: unit)
    return (value < 0 && scaled > 0 ? "-" : "") + "\(whole).\(part.padded(decimals))"
  }

  static func thousands(_ value: Int) -> String {
    var groups: [String] = []
    var rest = abs(value)
    while rest >= 1000 {
      groups.insert((rest % 1000).padded(3), at: 0)
      rest /= 1000
    }
    return (value < 0 ? "-" : "") + ([String(rest)] + groups).joined(separator: ",")
  }
}
