import Testing

@testable import TouchdKit

/// Reviews layouts as `touchd check` does, on a machine that tests describe.
enum ReviewRig {
  /// A machine on which every program and unit is there, but for those that tests name; and no panel.
  static func machine(
    lacks: [String: ProgramLack] = [:], lackedUnits: Set<String> = [],
    panels: [ReviewedMachine.KnownPanel] = [], outputs: [String] = []
  ) -> ReviewedMachine {
    ReviewedMachine(
      programLack: { lacks[$0] }, lacksUnit: lackedUnits.contains, serviceObstacle: { _, _ in nil },
      panels: { _ in panels }, outputs: { outputs })
  }

  /// What is said of a layout without errors that cannot work: `LINE:COLUMN: warning: MESSAGE (HELP)`.
  static func said(
    of text: String, grants: Grants? = nil, on machine: ReviewedMachine = machine()
  ) throws -> [String] {
    let (read, problems) = SampleLayouts.reader.read(Array(text.utf8), file: "lobby.yaml")
    let layout = try #require(read, "\(problems)")
    let findings = Findings(file: "lobby.yaml", bytes: Array(text.utf8))
    let permission = grants.map { LayoutReview.Permission(file: "touchd.yaml", grants: $0) }
    LayoutReview(layout, permission, on: machine, findings).run()
    return findings.diagnostics().map(\.summary)
  }
}
