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

  mutating func path(_ manner: String, _ d: String) { add("path", ["class": "\(manner)", "d": "\(d)"]) }

  /// A circle, with the classes of its style.
  mutating func circle(_ manner: String, at place: Point, radius: Double) {
    add(
      "circle", ["class": "\(manner)", "cx": .number(place.x), "cy": .number(place.y), "r": .number(radius)])
  }

  /// A text from a place on, with the classes of its style.
  mutating func label(_ manner: String, _ x: Double, _ y: Double, _ text: String) {
    add("text", ["class": "\(manner)", "x": .number(x), "y": .number(y)], content: text)
  }

  /// Elements that were made elsewhere.
  mutating func add(_ other: SVG) { text += other.text }

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
    svg.text += "<style>\n\(Palette.style)\n\(style)\n</style>\n"
    svg.add("rect", ["class": "ground", "width": "100%", "height": "100%"])
    svg.add(self)
    svg.end()
    return svg.text
  }

  static func pair(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }

  /// A box, as the `d` of a path.
  static func box(_ x: Double, _ y: Double, width: Double, height: Double) -> String {
    "M\(number(x)) \(number(y))h\(number(width))v\(number(height))h-\(number(width))z"
  }

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

/// The colours of all drawings, legible on a light and on a dark ground, and told apart with colour-blind eyes (Okabe
/// and Ito's).
enum Palette {
  /// The number of hues; more things share them in turn.
  static let hues = 6

  /// Rules for a style sheet: `ground`, `text`, `quiet`, and for each hue `sN` for strokes and `fN` for fills.
  static let style = """
    svg { color-scheme: light dark } text { font: 12px sans-serif; fill: #1f2328 }
    .id { font-family: monospace } .title { font-size: 16px; font-weight: 600 } .head { font-weight: 600 }
    .quiet { fill: #59636e } .ground { fill: #ffffff } .area { fill: #f6f8fa; stroke: #8c959f }
    .hatch { stroke: #59636e } .alarm { fill: #cf222e } .alarm-line { stroke: #cf222e } .line { stroke: #59636e }
    \(rules(["#0072b2", "#b35900", "#007a5a", "#a8487f", "#6e5bb8", "#5c6b00"]))
    .halo { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round }
    @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .quiet { fill: #9198a1 } .ground { fill: #0d1117 } .area { fill: #161b22; stroke: #656c76 }
    .hatch { stroke: #9198a1 } .alarm { fill: #ff7b72 } .alarm-line { stroke: #ff7b72 } .line { stroke: #9198a1 }
    .halo { stroke: #0d1117 }
    \(rules(["#56b4e9", "#e6883c", "#2fc79a", "#dd9bc0", "#b3a5f0", "#c5d34a"]))
    }
    """

  private static func rules(_ colours: [String]) -> String {
    colours.enumerated().map { ".s\($0) { stroke: \($1) } .f\($0) { fill: \($1) }" }.joined(separator: " ")
  }

  /// The hue of the n-th thing beside which something may be pointed at, which has the hue 1.
  static func place(_ number: Int) -> Int { [0, 2, 4, 5, 3][Int(number.magnitude % 5)] }

  /// The hue of the n-th thing.
  static func hue(_ number: Int) -> Int { Int(number.magnitude % UInt(hues)) }
}

/// The patterns that drawings fill areas with.
enum Hatching {
  /// `touchd-never`, lines, and `touchd-empty`, dots.
  static func add(to svg: inout SVG) {
    svg.begin("defs")
    svg.begin(
      "pattern",
      [
        "id": "touchd-never", "width": 7, "height": 7, "patternUnits": "userSpaceOnUse",
        "patternTransform": "rotate(45)",
      ])
    svg.add("path", ["class": "hatch", "d": "M0 0V7", "stroke-width": 1, "stroke-opacity": "0.55"])
    svg.end()
    svg.begin("pattern", ["id": "touchd-empty", "width": 9, "height": 9, "patternUnits": "userSpaceOnUse"])
    svg.add("circle", ["class": "quiet", "cx": 2, "cy": 2, "r": "0.8"])
    svg.end()
    svg.end()
  }
}
