/// Where contacts get their numbers: shared by all pipelines of a program, so that no two contacts have the same.
public final class ContactIDs {
  @exclusivity(unchecked) private var last = 0

  /// A source whose first number is 1.
  public init() {}

  /// A number that no contact had before.
  func make() -> ContactID {
    last += 1
    return last
  }
}
