import YAML

/// Looks for programs and units that cannot be started, and for actions that the daemon's file does not permit.
struct ActionReview {
  private let layout: Layout
  private let permission: LayoutReview.Permission?
  private let machine: ReviewedMachine
  private let findings: Findings

  init(
    _ layout: Layout, _ permission: LayoutReview.Permission?, on machine: ReviewedMachine,
    _ findings: Findings
  ) {
    (self.layout, self.permission, self.machine, self.findings) = (layout, permission, machine, findings)
  }

  func run() {
    for responder in layout.responders where responder.isBuiltIn {
      switch responder.plugin.value {
      case "exec":
        if let permission, !permission.grants.exec {
          report(responder, "starts no programs", "exec: true", permission)
        }
        checkProgram(of: responder)
      case "keys":
        guard let permission, !permission.grants.keys else { continue }
        report(responder, "presses no keys", "keys: true", permission)
      default: break
      }
    }
    for unit in layout.units where machine.lacksUnit(unit.value) {
      findings.warning(
        "there is no unit \(quoted(unit.value)) on this machine", at: unit.mark,
        help: "check the name: `systemctl list-unit-files` shows those of the system")
    }
  }

  private func report(
    _ responder: ResponderBinding, _ what: String, _ key: String, _ permission: LayoutReview.Permission
  ) {
    findings.warning(
      "\(quoted(responder.name.value)) does nothing: the daemon \(what) with \(permission.file)",
      at: responder.plugin.mark, help: "write `\(key)` into that file, which only root may write then")
  }

  private func checkProgram(of responder: ResponderBinding) {
    guard case .words(let words) = responder.options["run"], let program = words.first,
      let mark = responder.places["run"], let lack = machine.programLack(program)
    else { return }
    switch lack {
    case .absent:
      findings.warning(
        "there is no program \(quoted(program)) on this machine", at: mark,
        help: program.contains("/")
          ? "check the path; a relative one starts at the folder that touchd runs in"
          : "write its whole path, or install it")
    case .folder:
      findings.warning(
        "\(quoted(program)) is a folder, not a program", at: mark, help: "name the program in it")
    case .notExecutable:
      findings.warning(
        "\(quoted(program)) is not executable", at: mark, help: "make it executable, as with `chmod +x`")
    }
  }
}
