/// The colours of charts, on a light ground and on a dark one.
enum ChartStyle {
  /// Distinct also for those who do not tell red from green. (After Okabe and Ito, "Color Universal Design", with more
  /// contrast to the ground)
  private static let colours = [
    (light: "#0072b2", dark: "#56b4e9"), (light: "#c04f00", dark: "#e6883c"),
    (light: "#00805c", dark: "#2fc79a"), (light: "#a8487f", dark: "#dd9bc0"),
  ]

  /// What the pictures begin with.
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
