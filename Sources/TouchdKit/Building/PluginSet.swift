public import Dispatcher
internal import Logging
internal import Synchronization
internal import YAML

/// The plugins of a layout's responders, by the responders' names, and the tree that they can ask for its views.
package struct PluginSet: ExpressibleByDictionaryLiteral {
  private let plugins: [String: any ResponderPlugin]
  /// Empty until an application is made with these plugins.
  let tree: LayoutTree
  /// Of what the layout says and its program makes nothing of; `nil` for silence.
  let logger: Logger?
  /// The mouse that responders of `pointer` share; `nil` without any.
  let pointer: VirtualPointer?

  init(
    _ plugins: [String: any ResponderPlugin], _ tree: LayoutTree = LayoutTree(), _ logger: Logger? = nil,
    pointer: VirtualPointer? = nil
  ) {
    (self.plugins, self.tree, self.logger, self.pointer) = (plugins, tree, logger, pointer)
  }

  /// Plugins that ask for no view; of two with one name, the first.
  package init(dictionaryLiteral plugins: (String, any ResponderPlugin)...) {
    self.init(Dictionary(plugins, uniquingKeysWith: { first, _ in first }))
  }

  subscript(name: String) -> (any ResponderPlugin)? { plugins[name] }
}

extension Layout {
  /// The plugins of the layout's responders.
  ///
  /// - Parameter mouse: the device of the layout's mouse; `nil` where that only stands in the trace.
  func makePlugins(
    _ logger: Logger, launcher: Launcher?, keyboard: OwnDevice? = nil, mouse: OwnDevice? = nil,
    units: UnitRequests? = nil, claims: Claims? = nil
  ) -> PluginSet {
    let registry = PluginRegistry.shared.withLock { $0 }
    let tree = LayoutTree()
    if explore != nil { tree.speaker = claims?.seat(Claims.Key(file: file, name: "")) }
    let pointer = self.pointer.map { _ in VirtualPointer(size: screen.size, thresholds.pointer) }
    if let mouse { pointer?.onFrame = { mouse.write($0) } }
    let plugins = responders.map { responder in
      let name = responder.name.value
      let host = PluginHost(
        logger: logger.ofPlugin(name), launcher: launcher, keyboard: keyboard, pointer: pointer,
        units: units, seat: claims?.seat(Claims.Key(file: file, name: name)), tree: tree)
      return (name, registry.makePlugin(responder, host: host))
    }
    return PluginSet(
      Dictionary(plugins, uniquingKeysWith: { first, _ in first }), tree, logger, pointer: pointer)
  }

  /// The layout's idle times, of which no count has begun.
  func makeIdleWatch(_ plugins: PluginSet) -> IdleWatch {
    let silent = Set(responders.filter { !$0.actsAtActive }.map(\.name.value))
    return IdleWatch(
      idle.map { time in
        let names = time.to.map(\.value)
        return IdleWatch.Entry(
          time.name.value, after: time.after, to: names.compactMap { plugins[$0] },
          active: names.filter { !silent.contains($0) }.compactMap { plugins[$0] })
      })
  }

  /// The application with its windows; the plugins' hosts know it from then on.
  ///
  /// - Parameters:
  ///   - pointsPerMillimetre: of the panel, for a layout that does not say how large the screen is.
  ///   - page: what the page sees, for a layout that has one; `nil` for that of a panel of ten fingers.
  ///   - custom: the classes of the program's own.
  func makeApplication(
    _ plugins: PluginSet, pointsPerMillimetre: PointsPerMillimetre? = nil, page: VirtualPanel? = nil,
    custom: CustomRegistry = CustomRegistry.shared.withLock { $0 }
  ) throws(GeometryError) -> Application {
    var builder = SceneBuilder(
      self, plugins: plugins, custom: custom, pointsPerMillimetre: pointsPerMillimetre)
    let application = try builder.build()
    if let description = screen.page {
      application.screenResponder = ScreenResponder(page ?? description.makePanel(for: screen))
    }
    plugins.tree.application = application
    plugins.pointer?.use(application)
    return application
  }

  /// Has people explore what is built of the layout, once that is turned on, or if it was on for another panel.
  func useExplore(_ plugins: PluginSet, _ pipeline: Pipeline, at time: Timestamp) {
    guard let explore else { return }
    let controls = ExploreControls(explore, of: self, plugins, pipeline)
    if let former = plugins.tree.explore { controls.takeOver(former, at: time) }
    plugins.tree.explore = controls
  }
}

/// The options that a layout gives a plugin, or a view or recognizer of the program's own, by key.
///
/// Only the plugin, view or recognizer knows what they mean, so it checks them; what is no good counts as not given.
public struct PluginOptions {
  let values: [String: OptionValue]

  /// An option's text, or `nil` if the layout does not give it. Of a list, the texts of its items with blanks between.
  public subscript(name: String) -> String? {
    if let node: Node = values.value(name) {
      return node.scalar?.text ?? node.sequence?.compactMap(\.scalar?.text).joined(separator: " ")
    }
    // Other types have only touchd's own plugins, which take the values.
    return values.value(name) ?? (values.value(name) as Located<String>?)?.value
  }

  /// An option that is a length of time, such as `250ms` or `3s`; `nil` if the layout gives none.
  public func duration(_ name: String) -> Interval? { self[name].flatMap(Quantity.init)?.interval }
}
