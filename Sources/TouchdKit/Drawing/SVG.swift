import Dispatcher
import YAML

/// The text of a drawing in SVG 1.1, element by element.
///
/// Whatever is put into an attribute or a text is escaped here, once: foreign characters can neither end it nor make
/// the file one that is no XML.
struct SVG {
  /// The elements so far.
  private(set) var text = ""
  private var open: [String] = []

  /// An attribute: text, or a length in the drawing's units, written to a tenth of one.
  enum Value {
    case text(String)
    case number(Double)

    fileprivate var literal: String {
      switch self {
      case .text(let text): SVG.escaped(text)
      case .number(let number): SVG.number(number)
      }
    }
  }

  /// Begins an element, whose content is what follows until ``close()``.
  mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, Value> = [:]) {
    write(name, attributes, end: ">\n")
    open.append(name)
  }

  /// Ends the element that was begun last.
  mutating func end() {
    guard let name = open.popLast() else { return }
    text += "</\(name)>\n"
  }

  /// An element without content.
  mutating func add(_ name: String, _ attributes: KeyValuePairs<String, Value>) {
    write(name, attributes, end: "/>\n")
  }

  /// An element with text alone.
  mutating func add(_ name: String, _ attributes: KeyValuePairs<String, Value> = [:], content: String) {
    write(name, attributes, end: ">")
    text += Self.escaped(content) + "</\(name)>\n"
  }

  /// Elements that were made elsewhere.
  mutating func add(_ other: SVG) { text += other.text }

  /// The rules of a style sheet; they stand as they are.
  mutating func add(style: String) { text += "<style>\n\(style)\n</style>\n" }

  private mutating func write(_ name: String, _ attributes: KeyValuePairs<String, Value>, end: String) {
    text += "<" + name
    for (key, value) in attributes { text += " \(key)=\"\(value.literal)\"" }
    text += end
  }

  /// A length in the drawing's units, to a tenth of one; never in a form that SVG does not have.
  static func number(_ value: Double) -> String {
    // Farther than this is outside of any drawing.
    guard value.isFinite, value.magnitude < 1e9 else { return value < 0 ? "-999999999" : "999999999" }
    let tenths = Int((value * 10).rounded())
    let whole = "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10)"
    return tenths % 10 == 0 ? (tenths == 0 ? "0" : whole) : "\(whole).\(tenths.magnitude % 10)"
  }

  /// A whole file with these elements.
  ///
  /// - Parameters:
  ///   - title: what it is called, for readers that do not see it.
  ///   - style: rules beside those of ``Palette``.
  func document(width: Double, height: Double, title: String, style: String) -> String {
    var svg = SVG()
    svg.text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let (width, height) = (Self.number(width), Self.number(height))
    svg.begin(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": "\(width)", "height": "\(height)",
        "viewBox": "0 0 \(width) \(height)", "role": "img",
      ])
    svg.add("title", content: title)
    svg.add(style: Palette.style + "\n" + style)
    svg.add("rect", ["class": "ground", "width": "100%", "height": "100%"])
    svg.add(self)
    svg.end()
    return svg.text
  }

  /// A point in a path.
  static func pair(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }

  /// A closed outline, as the `d` of a path.
  static func outline(_ corners: [Point]) -> String {
    corners.isEmpty ? "" : "M" + corners.map(pair).joined(separator: "L") + "Z"
  }

  /// A text for an attribute or the content of an element. What XML has no sign for becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20...0x7e ~= $0 && !escapedBytes.contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case _ where scalar.isUnprintable || scalar.value & 0xfffe == 0xfffe: result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let escapedBytes: Set<UInt8> = Set("&<>\"'".utf8)
}

extension SVG.Value: ExpressibleByStringInterpolation, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
}
