import Testing

/// The build of the tests.
public enum Build {
  /// False in `make test`, which has no time to optimise: what goes over many inputs takes a sample there, and
  /// allocations cannot be counted, since the compiler itself allocates, for closures and the like.
  public static let isOptimised = !_isDebugAssertConfiguration()
}

extension Trait where Self == ConditionTrait {
  /// Of a test that counts allocations, or takes minutes, where the compiler does not optimise.
  public static var optimised: Self {
    .enabled(if: Build.isOptimised, "not optimised: `make test PARTS=exhaustive` makes a build that is")
  }
}
