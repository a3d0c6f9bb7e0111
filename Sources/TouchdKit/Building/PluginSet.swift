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
    let host = PluginHost(logger: logger, launcher: launcher)
    let registry = PluginRegistry.shared.withLock { $0 }
    return Dictionary(
      responders.map { ($0.name.value, registry.makePlugin($0, host: host)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The application with its windows.
  ///
  /// - Parameter panel: whose resolution helps where the layout does not say how large the screen is.
  func makeApplication(
    _ plugins: [String: any ResponderPlugin], panel: PanelBuilder? = nil
  ) throws(GeometryError) -> LayoutApplication {
    var builder = SceneBuilder(self, plugins: plugins, pointsPerMillimetre: panel?.pointsPerMillimetre)
    return try builder.build()
  }
}
