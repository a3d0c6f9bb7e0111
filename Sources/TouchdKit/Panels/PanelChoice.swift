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
}
