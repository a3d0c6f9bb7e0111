import LinuxInput

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

  /// These nodes, and those that are named: udev need not know them.
  func adding(to nodes: [DeviceNode]) -> [DeviceNode] {
    guard case .nodes(let paths) = self else { return nodes }
    return nodes
      + paths.filter { path in !nodes.contains { $0.path == path } }.map { DeviceNode(path: $0, number: 0) }
  }
}
