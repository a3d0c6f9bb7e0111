import Dispatcher
import LinuxInput

/// Which of the machine's devices are used, and why the others are not: the one answer for the start, for what is
/// plugged in, and for a reload.
struct PanelSelection {
  /// Decision on a device.
  enum Outcome {
    case taken(PanelCandidate)
    case left(DeviceNode, name: String?, NotUsed, PanelClaim?)
  }

  private(set) var layouts: [LiveLayout]
  let choice: PanelChoice
  /// The panels that the layouts had last, by the layouts' files. Each is its layout's when it comes back.
  private var owners: [String: String] = [:]

  init(_ layouts: [LiveLayout], _ choice: PanelChoice) { (self.layouts, self.choice) = (layouts, choice) }

  /// The selection for other layouts: a panel stays with its layout, if that is one of them.
  func replacing(_ layouts: [LiveLayout]) -> PanelSelection {
    var selection = self
    let names = Set(layouts.map(\.name))
    selection.layouts = layouts
    selection.owners = owners.filter { names.contains($0.key) }
    return selection
  }

  /// A panel is its layout's from now on.
  mutating func own(_ claim: PanelClaim) {
    if !claim.isPen { owners[claim.layout] = claim.identity }
  }

  /// Whether a layout has had no panel yet.
  func isFree(_ layout: String) -> Bool { owners[layout] == nil }

  /// Looks at devices that came. Those that come together have the same right: in which order they are numbered decides
  /// nothing. O(devices²).
  ///
  /// - Parameters:
  ///   - used: the panels that are in use.
  ///   - waiting: the claims of others that are there.
  ///   - open: opens a device node.
  func outcomes(
    _ nodes: [DeviceNode], used: [PanelCandidate] = [], waiting: [PanelClaim] = [],
    open: (String) throws -> InputDevice
  ) -> [Outcome] {
    var strayPens: [String: InputDevice] = [:]
    let first = nodes.map { node in inspect(node, open) { strayPens[node.path] = $0 } }
    let claims = first.compactMap(\.candidate?.claim)
    let owned = used.map(\.claim) + claims.filter(isOwner)
    let decided = first.map { outcome in
      guard choice == .decided, case .taken(let candidate) = outcome,
        let doubt = doubt(candidate, owned, claims + waiting)
      else { return outcome }
      return .left(candidate.node, name: candidate.name, .undecided(reason: doubt), candidate.claim)
    }
    let panels = used + decided.compactMap(\.candidate)
    return decided.map { outcome in
      // A pen that no `match` names is taken with the panel that it is a part of.
      guard case .left(let node, _, _, _) = outcome, let pen = strayPens[node.path],
        let candidate = panels.lazy.compactMap({ PanelCandidate(pen: node, pen, of: $0) }).first
      else { return outcome }
      return .taken(candidate)
    }
  }

  /// Problem of the layouts, by the decisions on all devices, for which those that get one are made ready: a panel that
  /// is in use, or that a layout had, would be lost because they do not fit it, or do not say which they want.
  ///
  /// - Parameter used: the paths of the devices in use.
  func problem(by outcomes: [Outcome], used: Set<String>) -> String? {
    let served = Set(outcomes.compactMap(\.candidate?.layout.name))
    for outcome in outcomes {
      switch outcome {
      case .taken(let candidate):
        do {
          try candidate.layout.makeReady(for: candidate.builder)
        } catch {
          return candidate.layout.layout.problem(error)
        }
      case .left(let node, let name, let notUsed, let claim):
        let isMissed = claim.map { !isFree($0.layout) && !served.contains($0.layout) } ?? false
        if notUsed.isFault, used.contains(node.path) || isMissed {
          return "\(name.map { "\"\($0)\" " } ?? "")(\(node.path)): \(notUsed.reason)"
        }
      }
    }
    return nil
  }

  private func isOwner(_ claim: PanelClaim) -> Bool { owners[claim.layout] == claim.identity }

  /// - Parameter keep: called with a pen that no layout asks for.
  private func inspect(
    _ node: DeviceNode, _ open: (String) throws -> InputDevice, keep: (InputDevice) -> Void
  ) -> Outcome {
    if node.isOwn {
      let isPointer = node.name?.hasSuffix(" pointer") == true
      return .left(node, name: node.name, isPointer ? .foreign(reason: "touchd made it") : .page, nil)
    }
    var device: InputDevice?
    var name: String? { device?.description.name }
    do {
      let opened = try open(node.path)
      device = opened
      return .taken(try PanelCandidate(node, opened, for: layouts))
    } catch NotUsed.foreign(let reason) where device.map(isPen) == true {
      device.map(keep)
      return .left(node, name: name, .strayPen(reason: reason), nil)
    } catch let reason as NotUsed {
      return .left(node, name: name, reason, nil)
    } catch let error as SystemError {
      return .left(node, name: name, .denied(error), nil)
    } catch {
      return .left(node, name: name, .foreign(reason: "\(error)"), nil)
    }
  }

  private func isPen(_ device: InputDevice) -> Bool {
    (try? TouchProtocol(of: device.description)).map(device.description.isPen) ?? false
  }

  /// Obstacle to a panel's being its layout's: another one that is, or could be with the same right.
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
  fileprivate var candidate: PanelCandidate? {
    if case .taken(let candidate) = self { candidate } else { nil }
  }
}
