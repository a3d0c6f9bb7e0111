internal import Glibc

/// Curves as SVG, legible on a light and on a dark ground.
struct Chart {
  /// A curve, by its points from left to right.
  struct Curve {
    let name: String
    let points: [(x: Double, y: Double)]
  }

  /// An axis with its unit.
  struct Axis {
    let name: String
    var isLogarithmic = false
  }

  let title: String
  let x: Axis
  let y: Axis
  let curves: [Curve]

  private static let size = (width: 720.0, height: 400.0)
  private static let margin = (left: 80.0, right: 200.0, top: 44.0, bottom: 52.0)
  /// The picture.
  var text: String {
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(short(Self.size.width)) \(short(Self.size.height))" role="img">
      <title>\(title)</title>
      <style>
      \(ChartStyle.text)
      </style>
      <text class="title" x="\(short(Self.margin.left))" y="24">\(title)</text>

      """
    return head + grid + curveTexts.joined() + axisNames + "</svg>\n"
  }

  private var grid: String {
    let (left, right) = (Self.margin.left, Self.size.width - Self.margin.right)
    let (top, bottom) = (Self.margin.top, Self.size.height - Self.margin.bottom)
    let rows = yScale.ticks.map { tick in
      let y = place(y: tick)
      return line(left, y, right, y) + label(left - 8, y + 4, Words.number(tick), anchor: "end")
    }
    let columns = xScale.ticks.map { tick in
      let x = place(x: tick)
      return line(x, top, x, bottom) + label(x, bottom + 18, Words.number(tick), anchor: "middle")
    }
    return (rows + columns).joined()
  }

  private var curveTexts: [String] {
    let bottom = Self.size.height - Self.margin.bottom
    var free = bottom + 4
    // The names stand at the right ends, pushed upwards where they would cover each other.
    let ends = curves.indices.sorted { (curves[$0].points.last?.y ?? 0) < (curves[$1].points.last?.y ?? 0) }
    var names: [Int: String] = [:]
    for index in ends {
      guard let last = curves[index].points.last else { continue }
      let y = min(place(y: last.y) + 4, free)
      free = y - 17
      names[index] = label(
        place(x: last.x) + 10, y, curves[index].name, anchor: "start", style: ChartStyle.fill(index))
    }
    return curves.indices.map { index in
      let points = curves[index].points.map { "\(short(place(x: $0.x))),\(short(place(y: $0.y)))" }
      let dots = curves[index].points.map {
        "<circle cx=\"\(short(place(x: $0.x)))\" cy=\"\(short(place(y: $0.y)))\" r=\"3\" class=\"\(ChartStyle.fill(index))\"/>\n"
      }
      return
        "<polyline class=\"\(ChartStyle.stroke(index))\" points=\"\(points.joined(separator: " "))\"/>\n"
        + dots.joined() + (names[index] ?? "")
    }
  }

  private var axisNames: String {
    let middle = (Self.margin.left + Self.size.width - Self.margin.right) / 2
    let bottom = Self.size.height - 12
    let half = (Self.margin.top + Self.size.height - Self.margin.bottom) / 2
    return label(middle, bottom, x.name, anchor: "middle")
      + "<text transform=\"translate(18 \(short(half))) rotate(-90)\" text-anchor=\"middle\">\(y.name)</text>\n"
  }

  // MARK: Places

  private var xScale: Scale { Scale(curves.flatMap { $0.points.map(\.x) }, isLogarithmic: x.isLogarithmic) }
  private var yScale: Scale { Scale(curves.flatMap { $0.points.map(\.y) }, isLogarithmic: y.isLogarithmic) }

  private func place(x value: Double) -> Double {
    Self.margin.left + xScale.part(value) * (Self.size.width - Self.margin.left - Self.margin.right)
  }

  private func place(y value: Double) -> Double {
    Self.size.height - Self.margin.bottom
      - yScale.part(value) * (Self.size.height - Self.margin.top - Self.margin.bottom)
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<path class=\"grid\" d=\"M\(short(x1)) \(short(y1))L\(short(x2)) \(short(y2))\"/>\n"
  }

  private func label(
    _ x: Double, _ y: Double, _ text: String, anchor: String, style: String? = nil
  ) -> String {
    let style = style.map { " class=\"\($0)\"" } ?? ""
    return "<text x=\"\(short(x))\" y=\"\(short(y))\" text-anchor=\"\(anchor)\"\(style)>\(text)</text>\n"
  }

  /// A coordinate, to a tenth of a unit.
  private func short(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}

/// The colours of charts, on a light ground and on a dark one.
private enum ChartStyle {
  /// Distinct also for those who do not tell red from green. (After Okabe and Ito, "Color Universal Design", with more
  /// contrast to the ground)
  private static let colours = [
    (light: "#0072b2", dark: "#56b4e9"), (light: "#c04f00", dark: "#e6883c"),
    (light: "#00805c", dark: "#2fc79a"), (light: "#a8487f", dark: "#dd9bc0"),
  ]

  /// Head of each picture.
  static var text: String {
    """
    text { font: 13px sans-serif; fill: #1f2328 } .title { font-weight: 600; font-size: 15px }
    .grid { stroke: #8c959f; stroke-opacity: 0.35 } .curve { fill: none; stroke-width: 2 }
    \(rules(colours.map(\.light)))
    @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    \(rules(colours.map(\.dark)))
    }
    """
  }

  /// The class of a curve.
  static func stroke(_ index: Int) -> String { "curve s\(index % colours.count)" }

  /// The class of its points and its name.
  static func fill(_ index: Int) -> String { "f\(index % colours.count)" }

  private static func rules(_ colours: [String]) -> String {
    colours.enumerated().map { ".s\($0) { stroke: \($1) } .f\($0) { fill: \($1) }" }.joined(separator: "\n")
  }
}

/// An axis of a chart: where values stand on it, and at which ones there is a line.
private struct Scale {
  let ticks: [Double]
  private let isLogarithmic: Bool

  /// From 0, or on a logarithmic scale from a power of ten, to the next line beyond the greatest value.
  init(_ values: [Double], isLogarithmic: Bool) {
    self.isLogarithmic = isLogarithmic
    let (least, greatest) = (values.min() ?? 1, values.max() ?? 1)
    ticks = isLogarithmic ? Self.powers(least, greatest) : Self.multiples(greatest)
  }

  /// Place of a value along the axis, from 0 to 1.
  func part(_ value: Double) -> Double {
    guard let first = ticks.first, let last = ticks.last, last > first else { return 0 }
    guard isLogarithmic else { return (value - first) / (last - first) }
    return (log10(max(value, first)) - log10(first)) / (log10(last) - log10(first))
  }

  private static func powers(_ least: Double, _ greatest: Double) -> [Double] {
    let low = Int(log10(max(least, 1)).rounded(.down))
    let high = max(Int(log10(max(greatest, 1)).rounded(.up)), low + 1)
    return (low...high).map { pow(10, Double($0)) }
  }

  /// Five to ten lines, at 1, 2 or 5 times a power of ten.
  private static func multiples(_ greatest: Double) -> [Double] {
    let rough = max(greatest, 1e-9) / 5
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.last { $0 <= rough } ?? power
    return (0...Int((greatest / step).rounded(.up))).map { Double($0) * step }
  }
}
