/// The `touchd` program, for a user's own `main.swift` as well as for ours.
public enum Touchd {
  /// Runs the command that the arguments of the process name, and exits with its status.
  public static func main() {}
}
