import Dispatcher
import LinuxInput

/// Which of the machine's devices are used, and why the others are not.
struct PanelSelection {
  /// What is to become of a device.
  enum Outcome {
    case taken(PanelCandidate)
    case left(DeviceNode, name: String?, NotUsed)
  }

  let layouts: [LiveLayout]
  let choice: PanelChoice
  /// Opens a device node.
  let open: (String) throws -> InputDevice

  /// Looks at devices that came, beside the panels that are in use. Those that come together have the same right: in
  /// which order they are numbered decides nothing. O(devices²).
  func outcomes(_ nodes: [DeviceNode], beside used: [PanelCandidate]) -> [Outcome] {
    let first = nodes.map(inspect)
    let candidates = first.compactMap { outcome -> PanelCandidate? in
      if case .taken(let candidate) = outcome { candidate } else { nil }
    }
    return first.map { outcome in
      guard choice == .decided, case .taken(let candidate) = outcome,
        let doubt = doubt(candidate, candidates, used)
      else { return outcome }
      return .left(candidate.node, name: candidate.name, .undecided(reason: doubt))
    }
  }

  private func inspect(_ node: DeviceNode) -> Outcome {
    var name: String?
    do {
      let device = try open(node.path)
      name = device.description.name
      return .taken(try PanelCandidate(node, device, for: layouts))
    } catch let reason as NotUsed {
      return .left(node, name: name, reason)
    } catch let error as SystemError {
      return .left(node, name: name, .denied(error))
    } catch {
      return .left(node, name: name, .foreign(reason: "\(error)"))
    }
  }

  /// What keeps a panel from being its layout's: another one that is, or could be with the same right.
  private func doubt(
    _ candidate: PanelCandidate, _ others: [PanelCandidate], _ used: [PanelCandidate]
  ) -> String? {
    if let owner = used.first(where: candidate.rivals) {
      return "\(candidate.layout.name) has \(owner.title) already; \(candidate.decision)"
    }
    let rivals = others.filter(candidate.rivals)
    guard !rivals.isEmpty else { return nil }
    return "\(candidate.layout.name) would take \(series(rivals.map(\.title))) as well; \(candidate.decision)"
  }
}

extension PanelSelection.Outcome {
  /// What is wrong with the layouts, by this device; `nil` if nothing is, or the device is none of theirs.
  var problem: String? {
    switch self {
    case .left(_, _, .foreign), .left(_, _, .denied): return nil
    case .left(let node, let name, let notUsed):
      return "\(name.map { "\"\($0)\" " } ?? "")(\(node.path)): \(notUsed.reason)"
    case .taken(let candidate):
      do {
        _ = try candidate.layout.pipeline(for: candidate.builder)
        return nil
      } catch {
        return candidate.layout.layout.problem(error)
      }
    }
  }
}
