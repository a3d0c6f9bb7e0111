internal import ArgumentParser
internal import Synchronization

/// The `touchd` program, for a user's own `main.swift` as well as for ours.
public enum Touchd {
  /// The version that `touchd --version` prints.
  public static let version = "0.1.0"

  /// Makes a plugin known under a name, which layouts may use from then on. Call before ``main()``.
  ///
  /// - Precondition: no plugin of that name is known.
  public static func register(_ name: String, _ factory: @escaping PluginFactory) {
    PluginRegistry.shared.withLock { $0.register(name, factory) }
  }

  /// Runs the command that the arguments of the process name, and exits with its status: 0 for success, 1 for bad
  /// input, 3 where the system refused, 64 for wrong arguments.
  public static func main() { RootCommand.main() }
}
