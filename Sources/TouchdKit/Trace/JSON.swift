import Dispatcher

/// A JSON value that is written and never read; objects keep the order of their keys.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  /// A point as `[x, y]`, each with at most three decimals.
  static func point(_ point: Point) -> JSON { .array([.decimal(point.x), .decimal(point.y)]) }

  /// A number with at most three decimals; `null` for what JSON has no number for.
  package static func decimal(_ value: Double) -> JSON {
    let rounded = (value * 1000).rounded() / 1000
    return .number(rounded.isFinite ? rounded : value)
  }

  /// A string, or `null` for `nil`.
  package static func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }

  package static func == (a: JSON, b: JSON) -> Bool { a.text == b.text }

  /// The value on one line.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
