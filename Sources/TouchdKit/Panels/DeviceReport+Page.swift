import Dispatcher

extension DeviceReport {
  /// How compositors put a page's touchscreen on its output, a line each; `nil` if it is another device.
  ///
  /// - Parameter output: of the layout.
  var pageLines: [String]? {
    guard let description, description.isPage, let phys = description.phys else { return nil }
    let (layout, output) = Self.parts(phys)
    let name = description.name
    let shown = output ?? "OUTPUT"
    let identifier = "\(description.vendor):\(description.product):\(name.replacing(" ", with: "_"))"
    let mapping = [
      ["sway", "input \(JSON.string(identifier).text) map_to_output \(shown)"],
      [
        "labwc",
        "<touch deviceName=\"\(name.escapedForXML)\" mapToOutput=\"\(shown)\" mouseEmulation=\"no\"/>",
      ],
      ["cage", output.map { "nothing: udev's WL_OUTPUT is \($0)" } ?? "`output:` in the layout"],
      ["X11", "xinput map-to-output \(JSON.string(name).text) \(shown)"],
    ]
    return ["  the touchscreen of a page: made by touchd for the layout \(layout)"]
      + (output.map { ["  on the output \($0)"] } ?? [])
      + aligned(mapping).map { "    " + $0 }
  }

  /// What a physical path says: `touchd/LAYOUT@OUTPUT`.
  private static func parts(_ phys: String) -> (layout: String, output: String?) {
    let parts = phys.dropFirst(PageRequest.physPrefix.count).split(separator: "@", maxSplits: 1)
    return (parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : nil)
  }
}

extension String {
  fileprivate var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
  }
}
