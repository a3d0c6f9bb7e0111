import Dispatcher
import Logging
internal import Synchronization
import YAML

extension Layout {
  /// One window without views.
  static func empty(_ size: Size) -> Layout {
    let window = WindowDescription(
      id: Located("window", at: .start), frame: FrameDescription(mark: .start))
    return Layout(
      file: "", screen: ScreenDescription(size: size, touchscreen: TouchscreenDescription()),
      responders: [], windows: [window], application: ApplicationDescription(),
      thresholds: ThresholdOverrides())
  }

  /// The plugins of the layout's responders, by the responders' names.
  func makePlugins(_ logger: Logger, launcher: Launcher?) -> [String: any ResponderPlugin] {
    let registry = PluginRegistry.shared.withLock { $0 }
    return Dictionary(
      responders.map { responder in
        let name = responder.name.value
        let host = PluginHost(logger: logger.ofPlugin(name), launcher: launcher)
        return (name, registry.makePlugin(responder, host: host))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The application with its windows.
  ///
  /// - Parameters:
  ///   - panel: whose resolution helps where the layout does not say how large the screen is.
  ///   - custom: the views and recognizers of the program's own.
  func makeApplication(
    _ plugins: [String: any ResponderPlugin], panel: PanelBuilder? = nil,
    custom: CustomRegistry = CustomRegistry.shared.withLock { $0 }
  ) throws(GeometryError) -> LayoutApplication {
    var builder = SceneBuilder(
      self, plugins: plugins, custom: custom, pointsPerMillimetre: panel?.pointsPerMillimetre)
    return try builder.build()
  }
}
