import Dispatcher
import LinuxInput

/// What `touchd record` goes by: a layout's sensitive views, how it reads the panel, and whether the screen is dark;
/// nothing else of it.
struct RecordedLayout {
  let layout: Layout
  /// Plugins that do nothing, by the responders' names.
  let plugins: PluginSet

  /// A panel without a layout: nothing is sensitive.
  init() { (layout, plugins) = (.empty(Size(width: 1, height: 1)), [:]) }

  /// - Parameter isAlone: whether it is the only one. Then any touchscreen is recorded, read as this layout says; of
  ///   several, each is for the panels that it matches.
  init(_ layout: Layout, isAlone: Bool = true) {
    let names = layout.responders.map(\.name.value)
    plugins = PluginSet(
      Dictionary(names.map { ($0, Deaf(name: $0)) }, uniquingKeysWith: { first, _ in first }))
    var recorded = layout
    (recorded.wake, recorded.idle) = ([], [])
    recorded.screen.touchscreen.filters = []
    if isAlone { recorded.screen.touchscreen.match = DeviceMatch() }
    self.layout = recorded
  }

  /// A plugin that does nothing.
  private final class Deaf: ResponderPlugin {
    let name: String

    init(name: String) { self.name = name }
  }
}
