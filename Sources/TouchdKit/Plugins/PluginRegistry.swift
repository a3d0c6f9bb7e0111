public import Dispatcher
public import Logging
internal import Synchronization
internal import YAML

/// What a plugin may use of its host.
public struct PluginHost {
  /// Where to write. A line begins with `plugin "NAME": `, by the name in the layout; write few of what a device can repeat.
  public let logger: Logger
  /// Starts programs, one at a time; `nil` where actions are not allowed (a dump, a replay without `--run-actions`).
  let launcher: Launcher?
}

/// Makes a plugin for one responder of a layout.
///
/// - Parameters:
///   - name: the responder's name in the layout.
public typealias PluginFactory =
  @Sendable (_ name: String, _ options: PluginOptions, _ host: PluginHost) -> any ResponderPlugin

/// The plugins that a layout may name.
struct PluginRegistry: Sendable {
  private(set) var declarations: [PluginDeclaration]
  private var factories: [String: PluginFactory]

  /// Those that touchd has.
  static let builtIn = PluginRegistry(
    declarations: PluginDeclaration.builtIn,
    factories: [
      "log": { LogPlugin(name: $0, options: $1, host: $2) },
      "exec": { ExecPlugin(name: $0, options: $1, host: $2) },
    ])

  /// Those of this program: the built-in ones and what its `main.swift` registered.
  static let shared = Mutex(builtIn)

  /// - Precondition: no plugin of that name is registered.
  mutating func register(_ name: String, _ factory: @escaping PluginFactory) {
    precondition(factories[name] == nil, "a plugin called \(name) is registered already; choose another name")
    declarations.append(PluginDeclaration(name, options: nil))
    factories[name] = factory
  }

  func makePlugin(_ binding: ResponderBinding, host: PluginHost) -> any ResponderPlugin {
    guard let factory = factories[binding.plugin.value] else {
      preconditionFailure("the layout reader let the unknown plugin \(binding.plugin.value) through")
    }
    return factory(binding.name.value, PluginOptions(values: binding.options), host)
  }
}
