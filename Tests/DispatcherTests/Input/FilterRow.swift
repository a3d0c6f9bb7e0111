import TestTables

/// Filters, what a panel sends, and what they leave of it.
struct FilterRow: TableRow {
  var what = ""
  let filters: [ContactFilter]
  /// A frame a line (see ``FrameText``), `silence`, or `until @MILLISECONDS`, when nothing happens up to then.
  let given: String
  /// What is reported at each line: `0 began 10,20`, in points.
  let told: String

  func check() {
    let rig = PanelRig()
    rig.attach(filters: filters)
    rig.expect(told, of: given) { _, sample in
      "\(sample.slot) \(sample.phase) \(Int(sample.location.x)),\(Int(sample.location.y))"
    } run: { line in
      if line == "silence" {
        rig.pipeline.silence(rig["panel"], .disabled, at: .zero)
      } else if line.hasPrefix("until @") {
        rig.pipeline.advance(to: .zero + .milliseconds(Int64(line.dropFirst(7)) ?? 0))
      } else {
        rig.feed(line)
      }
    }
  }
}
