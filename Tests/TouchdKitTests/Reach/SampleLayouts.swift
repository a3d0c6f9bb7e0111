import Dispatcher

@testable import TouchdKit

/// Layouts as text, with the classes and plugins of the examples.
enum SampleLayouts {
  static let reader = LayoutReader(
    plugins: PluginDeclaration.builtIn
      + ["counter", "service-page", "spy"].map { PluginDeclaration($0, options: nil) }, custom: registry)

  private static let registry: CustomRegistry = {
    var registry = CustomRegistry()
    registry.views.add("draggable") { frame, _ in View(frame: frame) }
    registry.recognizers.add("corners") { _ in GestureRecognizer() }
    return registry
  }()

  /// The application, with plugins that do nothing.
  static func application(of layout: Layout) throws -> Application {
    try layout.makeApplication(RecordedLayout(layout).plugins, pointsPerMillimetre: (4, 4), custom: registry)
  }
}
