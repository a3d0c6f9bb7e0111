import Dispatcher
import LinuxInput

/// A device that is open and would do for exactly one of the layouts.
struct PanelCandidate {
  /// As udev described it last.
  var node: DeviceNode
  let device: InputDevice
  let layout: LiveLayout
  let builder: PanelBuilder
}

extension PanelCandidate {
  /// - Throws: ``NotUsed`` where it is no touchscreen, or no layout or more than one wants it.
  init(_ node: DeviceNode, _ device: InputDevice, for layouts: [LiveLayout]) throws(NotUsed) {
    if device.description.isPage { throw .page }
    let answers = layouts.map { layout in (layout, Self.answer(layout, device.description, node)) }
    let all = answers.compactMap { layout, answer in (try? answer.get()).map { (layout, $0) } }
    // A layout that names the panel itself comes before those that would take any of its make.
    let named = all.filter(\.0.layout.screen.touchscreen.match.namesPanel)
    let takers = named.isEmpty ? all : named
    guard let (layout, builder) = takers.first else { throw Self.refusal(answers) }
    guard takers.count == 1 else {
      let names = series(takers.map(\.0.name))
      throw .undecided(reason: "\(names) all match it; \(TouchdKit.decision(device.description, node))")
    }
    self.init(node: node, device: device, layout: layout, builder: builder)
  }

  /// A pen beside a panel that a layout has: it is the layout's as well, whatever `match` says of the pen's own name.
  /// `nil` where the two are not parts of one device, or the layout does not have its pens silence fingers.
  init?(pen node: DeviceNode, _ device: InputDevice, of panel: PanelCandidate) {
    let screen = panel.layout.layout.screen
    guard screen.touchscreen.penArbitration, !panel.builder.isPen,
      let builder = try? PanelBuilder(device.description, for: screen), builder.isPen,
      panel.pairing.isPart(of: builder.pairing(node))
    else { return nil }
    self.init(node: node, device: device, layout: panel.layout, builder: builder)
  }

  var name: String { device.description.name }

  /// The key by which it is paired with a pen, or with a touchscreen.
  var pairing: PenPairing { builder.pairing(node) }

  /// Makes its layout ready for it, and opens it as a touchscreen.
  ///
  /// - Parameter predecessor: what read the device until now, from the same descriptor.
  func open(_ meter: InputMeter, after predecessor: Touchscreen?) throws(NotUsed) -> Touchscreen {
    let pipeline: Pipeline
    do {
      pipeline = try layout.makeReady(for: builder)
    } catch {
      throw .unfit(reason: layout.layout.problem(error))
    }
    do {
      return try Touchscreen(self, pipeline, meter, after: predecessor)
    } catch {
      throw .denied(error)
    }
  }

  /// Its panel for a page; `nil` if the layout has no page, or this is a pen.
  func pagePanel(_ touchscreen: Touchscreen) -> PagePanel? {
    builder.pageRequest(layout.layout).map { request in
      PagePanel(
        layout: layout.name, title: "\"\(name)\" (\(node.path))", device: device, panel: touchscreen.panel,
        pipeline: touchscreen.pipeline, request: request)
    }
  }

  var claim: PanelClaim {
    PanelClaim(
      layout: layout.name, identity: identity, isPen: builder.isPen, title: "\"\(name)\" (\(node.path))")
  }

  /// Its port, and where the kernel says that it hangs: nodes of one device have both in common. The node itself, if
  /// nothing is known of either.
  private var identity: String {
    let parts = [pairing.port, pairing.device].compactMap { $0 }
    return parts.isEmpty ? node.path : parts.joined(separator: " ")
  }

  /// The line that decides for it.
  var decision: String { TouchdKit.decision(device.description, node) }

  private static func answer(
    _ live: LiveLayout, _ device: DeviceDescription, _ node: DeviceNode
  ) -> Result<PanelBuilder, NotUsed> {
    let screen = live.layout.screen
    let mismatch = screen.touchscreen.match.mismatch(device, node)
    do {
      let builder = try PanelBuilder(device, for: screen)
      return mismatch.map { .failure(.foreign(reason: $0)) } ?? .success(builder)
    } catch {
      let isTouchscreen = (try? TouchProtocol(of: device, forced: screen.touchscreen.isForced)) != nil
      return .failure(
        isTouchscreen && mismatch == nil ? .unfit(reason: error.reason) : .foreign(reason: error.reason))
    }
  }

  /// Reason for which no layout takes it: that of the one it is for, else of all; once, if they agree.
  private static func refusal(_ answers: [(LiveLayout, Result<PanelBuilder, NotUsed>)]) -> NotUsed {
    var reasons: [(name: String, reason: String)] = []
    for (layout, answer) in answers {
      guard case .failure(let notUsed) = answer else { continue }
      if case .unfit(let reason) = notUsed { return .unfit(reason: "\(layout.name): \(reason)") }
      reasons.append((layout.name, notUsed.reason))
    }
    if let first = reasons.first, reasons.allSatisfy({ $0.reason == first.reason }) {
      return .foreign(reason: first.reason)
    }
    return .foreign(reason: reasons.map { "\($0.name): \($0.reason)" }.joined(separator: "; "))
  }
}

/// The line to add to the layout that a panel is meant for.
private func decision(_ device: DeviceDescription, _ node: DeviceNode) -> String {
  let key: (name: String, value: String)? =
    node.idPath.map { ("path", $0) } ?? device.phys.map { ("phys", $0) }
    ?? (device.serial ?? node.serial).map { ("serial", $0) }
  guard let key else {
    return "nothing tells it from others of its make: it has neither ID_PATH nor phys nor serial"
  }
  return "to decide, add to the layout it is meant for: "
    + "`touchscreen: { match: { \(key.name): \(JSON.string(key.value).text) } }`"
}

/// Which panels of a machine the layouts get.
package enum PanelChoice: Equatable, Sendable {
  /// One for each layout, as the daemon does it: of several that would do, none is taken until the layout decides.
  case decided
  /// All that would do, as a dump does it.
  case all
  /// Of those only these nodes.
  case nodes([String])

  func includes(_ path: String) -> Bool {
    guard case .nodes(let paths) = self else { return true }
    return paths.contains(path)
  }

  /// These nodes, and those that are named, each once: udev need not know them.
  func adding(to nodes: [DeviceNode]) -> [DeviceNode] {
    guard case .nodes(let paths) = self else { return nodes }
    let others = Set(paths).subtracting(nodes.map(\.path)).sorted()
    return nodes + others.map { DeviceNode(path: $0, number: 0) }
  }
}

/// Claim of a panel to be a layout's.
struct PanelClaim: Equatable {
  let layout: String
  /// Identity of the panel, whatever its number, and whichever node of its device it is.
  let identity: String
  /// A pen comes beside a panel.
  let isPen: Bool
  let title: String

  /// Whether both cannot be had.
  func rivals(_ other: PanelClaim) -> Bool {
    layout == other.layout && !isPen && !other.isPen && identity != other.identity
  }
}
