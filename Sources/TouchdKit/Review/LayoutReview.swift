/// Looks for what a layout without errors says and cannot work: warnings of `touchd check`.
///
/// A layout with such a fault does no harm, so no other command says it. Each part of the review is a type of its own.
struct LayoutReview {
  /// What the daemon's file that names the layout says.
  struct Permission {
    let file: String
    let grants: Grants
  }

  private let layout: Layout
  private let permission: Permission?
  private let machine: ReviewedMachine
  private let findings: Findings

  /// - Parameters:
  ///   - permission: `nil` for a layout that is checked by itself: a daemon's file may name it later.
  ///   - machine: where the layout is checked, which need not be where it is used.
  init(_ layout: Layout, _ permission: Permission?, on machine: ReviewedMachine, _ findings: Findings) {
    (self.layout, self.permission, self.machine, self.findings) = (layout, permission, machine, findings)
  }

  func run() {
    UseReview(layout, findings).run()
    ActionReview(layout, permission, on: machine, findings).run()
    FingerReview(layout, machine.panels, findings).run()
    LengthReview(layout, findings).run()
    TouchReview(layout, findings).run()
    SecrecyReview(layout, findings).run()
    OutputReview(layout, machine.outputs, findings).run()
  }
}
