/// What the daemon runs: layouts, and what they may do.
struct Configuration: Equatable, Sendable {
  /// Never empty.
  let layouts: [Layout]
  /// What the layouts may do.
  let grants: Grants

  /// The keys that layouts name for `keys`, if these may be pressed.
  var keys: Set<UInt16> { grants.keys ? Set(layouts.flatMap(\.keys)) : [] }
}
