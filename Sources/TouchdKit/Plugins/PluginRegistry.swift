public import Dispatcher
public import Logging
internal import Synchronization
internal import YAML

/// The host as a plugin may use it.
///
/// It may be sent: a block on `DispatchQueue.main` or a task of the main actor captures it, and asks it there for
/// views, which cannot be sent themselves. On any other thread than the main one it has no views.
public struct PluginHost: @unchecked Sendable {
  /// Log of the plugin. A line begins with `plugin "NAME": `, by the name in the layout; write few lines that a device
  /// can repeat.
  public let logger: Logger
  /// Starts programs, one at a time; `nil` where actions are not allowed (a dump, a replay without `--run-actions`).
  let launcher: Launcher?
  /// Presses keys; `nil` where that is not allowed.
  let keyboard: OwnDevice?
  /// The mouse of the layout; `nil` where no responder uses it.
  let pointer: VirtualPointer?
  /// Asks systemd; `nil` where actions are not allowed.
  let units: UnitRequests?
  /// Place of the program that answers for the responder; `nil` if there is no events socket.
  let seat: ClaimSeat?
  let tree: LayoutTree

  init(
    logger: Logger, launcher: Launcher?, keyboard: OwnDevice? = nil, pointer: VirtualPointer? = nil,
    units: UnitRequests? = nil, seat: ClaimSeat? = nil, tree: LayoutTree = LayoutTree()
  ) {
    (self.logger, self.launcher, self.keyboard, self.tree) = (logger, launcher, keyboard, tree)
    (self.pointer, self.units, self.seat) = (pointer, units, seat)
  }

  /// The application of the layout; `nil` while the plugin is made, since the tree comes after the plugins, and on any
  /// other thread than the main one.
  ///
  /// Ask when you need it and do not keep it: where a layout in millimetres meets another panel, it gets a new tree.
  public var application: Application? { tree.application }

  /// The window or view with an id of the layout; `nil` if there is none. O(views).
  public func view(_ identifier: String) -> View? { application?.view(identifier) }

  /// The controller with an id of the layout; `nil` if there is none. O(views).
  public func controller(_ identifier: String) -> ViewController? {
    application?.allViews.first { $0.controller?.identifier == identifier }?.controller
  }

  /// The recognizer with the name of a gesture of the layout; `nil` if there is none. O(views and gestures).
  public func gestureRecognizer(_ name: String) -> GestureRecognizer? {
    application?.allViews.lazy.flatMap(\.gestureRecognizers).first { $0.name == name }
  }
}

/// Makes a plugin for one responder of a layout.
///
/// - Parameter name: the responder's name in the layout.
public typealias PluginFactory =
  @Sendable (_ name: String, _ options: PluginOptions, _ host: PluginHost) -> any ResponderPlugin

/// The plugins that a layout may name.
struct PluginRegistry: Sendable {
  private(set) var declarations = PluginDeclaration.builtIn
  private var factories = Factories<PluginFactory>(
    "plugin",
    [
      "log": { LogPlugin(name: $0, options: $1, host: $2) },
      "exec": { ExecPlugin(name: $0, options: $1, host: $2) },
      "keys": { KeysPlugin(name: $0, options: $1, host: $2) },
      "pointer": { PointerPlugin(name: $0, options: $1, host: $2) },
      "unit": { ExecPlugin(unitOf: $0, options: $1, host: $2) },
      "explore": { ExplorePlugin(name: $0, options: $1, host: $2) },
      "show": { ShowPlugin(name: $0, options: $1, host: $2) },
      "socket": { SocketPlugin(name: $0, options: $1, host: $2) },
    ])

  /// Those of this program: the built-in ones and what its `main.swift` registered.
  static let shared = Mutex(PluginRegistry())

  /// - Precondition: no plugin of that name is registered.
  mutating func register(_ name: String, _ factory: @escaping PluginFactory) {
    factories.add(name, factory)
    declarations.append(PluginDeclaration(name, options: nil))
  }

  func makePlugin(_ binding: ResponderBinding, host: PluginHost) -> any ResponderPlugin {
    factories[binding.plugin](binding.name.value, PluginOptions(values: binding.options), host)
  }
}
