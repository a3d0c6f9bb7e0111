/// What the daemon runs: layouts, and what they may do.
struct Configuration: Equatable, Sendable {
  /// Never empty.
  let layouts: [Layout]
  /// Whether the layouts may start programs.
  let allowsExec: Bool
}
