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
