import Testing

/// The build of the tests.
public enum Build {
  /// False in `make test`, which takes samples of many inputs, and counts no allocations: the compiler itself allocates
  /// there, for closures and the like.
  public static let isOptimised = !_isDebugAssertConfiguration()
}

extension Trait where Self == ConditionTrait {
  /// Of a test that counts allocations, or takes minutes, where the compiler does not optimise.
  public static var optimised: Self {
    .enabled(if: Build.isOptimised, "not optimised: `make test PARTS=exhaustive` makes a build that is")
  }
}
