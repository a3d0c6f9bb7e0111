import Dispatcher
import LinuxInput

/// Which of the machine's devices are used, and why the others are not: the one answer for the start, for what is
/// plugged in, and for a reload.
struct PanelSelection {
  /// What is to become of a device.
  enum Outcome {
    case taken(PanelCandidate)
    /// With the claim that it had, if it had one.
    case left(DeviceNode, name: String?, NotUsed, PanelClaim?)
  }

  let layouts: [LiveLayout]
  let choice: PanelChoice
  /// The panels that the layouts had last, by the layouts' files. Each is its layout's when it comes back.
  var owners: [String: String] = [:]
  /// Opens a device node.
  let open: (String) throws -> InputDevice

  /// Looks at devices that came. Those that come together have the same right: in which order they are numbered decides
  /// nothing. O(devices²).
  ///
  /// - Parameters:
  ///   - used: the panels that are in use.
  ///   - waiting: the claims of others that are there.
  func outcomes(_ nodes: [DeviceNode], used: [PanelCandidate] = [], waiting: [PanelClaim] = []) -> [Outcome] {
    let first = nodes.map(inspect)
    let claims = first.compactMap(\.candidate?.claim)
    let owned = used.map(\.claim) + claims.filter(isOwner)
    let decided = first.map { outcome in
      guard choice == .decided, case .taken(let candidate) = outcome,
        let doubt = doubt(candidate, owned, claims + waiting)
      else { return outcome }
      return .left(candidate.node, name: candidate.name, .undecided(reason: doubt), candidate.claim)
    }
    let panels = used + decided.compactMap(\.candidate)
    return decided.map { beside($0, panels) }
  }

  /// A pen that no `match` names is taken with the panel that it is a part of.
  private func beside(_ outcome: Outcome, _ panels: [PanelCandidate]) -> Outcome {
    guard case .left(let node, _, .strayPen, _) = outcome, let device = try? open(node.path) else {
      return outcome
    }
    let candidate = panels.lazy.compactMap { PanelCandidate(pen: node, device, of: $0) }.first
    return candidate.map { .taken($0) } ?? outcome
  }

  private func isOwner(_ claim: PanelClaim) -> Bool { owners[claim.layout] == claim.identity }

  private func inspect(_ node: DeviceNode) -> Outcome {
    var description: DeviceDescription?
    var name: String? { description?.name }
    do {
      let device = try open(node.path)
      description = device.description
      return .taken(try PanelCandidate(node, device, for: layouts))
    } catch NotUsed.foreign(let reason) where description.map(isPen) == true {
      return .left(node, name: name, .strayPen(reason: reason), nil)
    } catch let reason as NotUsed {
      return .left(node, name: name, reason, nil)
    } catch let error as SystemError {
      return .left(node, name: name, .denied(error), nil)
    } catch {
      return .left(node, name: name, .foreign(reason: "\(error)"), nil)
    }
  }

  private func isPen(_ device: DeviceDescription) -> Bool {
    (try? TouchProtocol(of: device)).map(device.isPen) ?? false
  }

  /// What keeps a panel from being its layout's: another one that is, or could be with the same right.
  private func doubt(_ candidate: PanelCandidate, _ owned: [PanelClaim], _ others: [PanelClaim]) -> String? {
    let claim = candidate.claim
    if let owner = owned.first(where: claim.rivals) {
      return "\(claim.layout) has \(owner.title) already; \(candidate.decision)"
    }
    let rivals = isOwner(claim) ? [] : others.filter(claim.rivals)
    guard !rivals.isEmpty else { return nil }
    return "\(claim.layout) would take \(series(rivals.map(\.title))) as well; \(candidate.decision)"
  }
}

extension PanelSelection.Outcome {
  /// The layout that gets a panel by it.
  var layout: String? { candidate?.layout.name }

  /// What is used by it.
  fileprivate var candidate: PanelCandidate? {
    if case .taken(let candidate) = self { candidate } else { nil }
  }

  /// What is wrong with the layouts, by this device; `nil` if nothing is, or no panel is missing by it.
  ///
  /// - Parameters:
  ///   - isUsed: whether the device at a path is in use.
  ///   - isMissed: whether a layout had a panel, and would have none.
  func problem(isUsed: (String) -> Bool, isMissed: (String) -> Bool) -> String? {
    switch self {
    case .taken(let candidate):
      do {
        _ = try candidate.layout.pipeline(for: candidate.builder)
        return nil
      } catch {
        return candidate.layout.layout.problem(error)
      }
    case .left(let node, let name, let notUsed, let claim):
      guard notUsed.isFault, isUsed(node.path) || claim.map({ isMissed($0.layout) }) ?? false else {
        return nil
      }
      return "\(name.map { "\"\($0)\" " } ?? "")(\(node.path)): \(notUsed.reason)"
    }
  }
}
