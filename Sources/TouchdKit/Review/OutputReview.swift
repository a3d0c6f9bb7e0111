/// Looks for an output that no connector of a graphics card is called: its screen would count as lit for ever.
struct OutputReview {
  /// The types of connectors, as the kernel names them (`drm_connector_enum_list` in drivers/gpu/drm/drm_connector.c).
  private static let types = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP",
    "HDMI-A",
    "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]
  /// Words for them that the kernel does not have: those of Xorg, and of the sockets.
  private static let otherWords = ["hdmi": "HDMI-A", "displayport": "DP", "dvi": "DVI-D"]

  private let layout: Layout
  private let outputs: () -> [String]
  private let findings: Findings

  /// - Parameter outputs: the connectors of the machine on which the layout is checked.
  init(_ layout: Layout, _ outputs: @escaping () -> [String], _ findings: Findings) {
    (self.layout, self.outputs, self.findings) = (layout, outputs, findings)
  }

  func run() {
    guard let name = layout.screen.output, let mark = layout.screen.outputMark, !Self.isConnector(name) else {
      return
    }
    let here = outputs()
    guard !here.contains(name) else { return }
    let meant = Self.meant(by: name)
    let guess =
      meant.map { meant in
        here.contains(meant) ? meant : here.first { $0.dropNumber == meant.dropNumber } ?? meant
      }
      ?? Suggestion.nearest(to: name, among: here)
    findings.warning(
      "no connector is called \(quoted(name))", at: mark,
      help: guess.map { "did you mean \(quoted($0))?" }
        ?? "the folders in /sys/class/drm have their names behind the card: HDMI-A-1, DP-1, eDP-1, DSI-1")
  }

  private static func isConnector(_ name: String) -> Bool {
    name.dropNumber.map { types.contains($0) && name.last?.isNumber == true } ?? false
  }

  /// The connector that a word means: `HDMI-A-1` for HDMI1, hdmi and HDMI-0.
  private static func meant(by word: String) -> String? {
    let digits = word.reversed().prefix { $0.isASCII && $0.isNumber }
    let letters = Suggestion.letters(of: String(word.dropLast(digits.count)))
    let number = max(Int(String(digits.reversed())) ?? 1, 1)
    let type =
      otherWords[String(decoding: letters, as: UTF8.self)]
      ?? types.first { Suggestion.letters(of: $0) == letters }
    return type.map { "\($0)-\(number)" }
  }
}

extension String {
  /// What a connector's name has before its number; `nil` where that is nothing.
  fileprivate var dropNumber: String? {
    lastIndex(of: "-").map { String(self[..<$0]) }
  }
}
