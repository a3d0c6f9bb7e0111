import Dispatcher
import YAML

@testable import TouchdKit

/// The fuzzer's bytes as a file that `touchd check` is given.
enum LayoutRun {
  /// What is wrong with the problems found, or with the application of a good layout; `nil` if nothing.
  static func violation(_ bytes: [UInt8]) -> String? {
    let (configuration, diagnostics) = LayoutReader().readAny(bytes, file: "fuzz")
    if let violation = violation(of: diagnostics, in: bytes) { return violation }
    let hasErrors = diagnostics.contains { $0.severity == .error }
    if (configuration == nil) != hasErrors {
      return hasErrors ? "a file with errors is used" : "a file without errors is not used"
    }
    if case .broker(let broker) = configuration { return BrokerRun.violation(broker) }
    guard case .layout(let layout) = configuration else { return nil }
    return violation(of: reviewed(layout, bytes), in: bytes) ?? LayoutTrial.violation(layout)
  }

  /// What `touchd check` says beside: of a machine without programs, on which every panel reports one finger.
  private static func reviewed(_ layout: Layout, _ bytes: [UInt8]) -> [Diagnostic] {
    let panel = ReviewedMachine.KnownPanel(name: "panel", path: "/dev/input/event0", fingers: 1)
    let machine = ReviewedMachine(
      programLack: { _ in .absent }, lacksUnit: { _ in true }, serviceObstacle: { _, _ in nil },
      panels: { _ in [panel] })
    let findings = Findings(file: "fuzz", bytes: bytes)
    LayoutReview(layout, LayoutReview.Permission(file: "touchd.yaml", grants: .none), on: machine, findings)
      .run()
    return findings.diagnostics()
  }

  private static func violation(of diagnostics: [Diagnostic], in bytes: [UInt8]) -> String? {
    // Every line break that libyaml knows ends in one of these; one place behind the last ends the file.
    let lines = 1 + bytes.count { [0x0a, 0x0d, 0x85, 0xa8, 0xa9].contains($0) }
    var last = diagnostics.first?.mark
    for problem in diagnostics {
      guard (1...lines).contains(problem.mark.line), (1...bytes.count + 1).contains(problem.mark.column)
      else {
        return "a problem stands outside the file: \(problem)"
      }
      if let last, problem.mark < last { return "a problem stands before the one told first: \(problem)" }
      last = problem.mark
      // A line of the file keeps its tabs.
      let text = "\(problem)".unicodeScalars
      if text.contains(where: { $0.isUnprintable && $0 != "\n" && $0 != "\t" }) {
        return "a problem acts on the terminal: \(problem)"
      }
    }
    return nil
  }
}
