import TestTables

/// Filters, what a panel sends, and what they leave of it.
struct FilterRow: TableRow {
  var what = ""
  let filters: [ContactFilter]
  /// A frame a line (see ``FrameText``), `silence`, or `until @MILLISECONDS`, when nothing happens up to then.
  let given: String
  /// What is reported at each line: `0 began 10,20`, in points.
  let told: String

  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let rig = PanelRig()
    rig.attach(filters: filters)
    var lines: [String] = []
    for line in given.split(separator: "\n") {
      rig.forget()
      if line == "silence" {
        rig.pipeline.silence(rig["panel"], .disabled, at: .zero)
      } else if line.hasPrefix("until @") {
        rig.pipeline.advance(to: .zero + .milliseconds(Int64(line.dropFirst(7)) ?? 0))
      } else {
        rig.feed(String(line))
      }
      lines.append(rig.told.map { text(of: $0.sample) }.joined(separator: " | "))
    }
    #expect(lines.joined(separator: "\n") == told, sourceLocation: sourceLocation)
    #expect(rig.imbalances.isEmpty && rig.balance.violations.isEmpty, sourceLocation: sourceLocation)
  }

  private func text(of sample: TouchSample) -> String {
    "\(sample.slot) \(sample.phase) \(Int(sample.location.x)),\(Int(sample.location.y))"
  }
}
