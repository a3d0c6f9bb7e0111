/// The colours of all drawings, legible on a light and on a dark ground, and told apart with colour-blind eyes (Okabe
/// and Ito's).
enum Palette {
  /// How many hues there are; more things share them in turn.
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

  /// The hue of what is pointed at; it is left out of those of ``place(_:)``.
  static let pointed = 1

  /// The hue of the n-th thing beside which something may be pointed at.
  static func place(_ number: Int) -> Int { [0, 2, 4, 5, 3][Int(number.magnitude % 5)] }

  /// The hue of the n-th thing.
  static func hue(_ number: Int) -> Int { Int(number.magnitude % UInt(hues)) }
}
