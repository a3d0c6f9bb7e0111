import Dispatcher
internal import Glibc
import Logging
import YAML

/// Makes the application, windows and views that a layout describes.
///
/// The application holds everything but the plugins' host: let it go and the tree goes.
struct SceneBuilder {
  private let layout: Layout
  private let plugins: PluginSet
  private let custom: CustomRegistry
  private let pointsPerMillimetre: PointsPerMillimetre?
  private var views: [String: View] = [:]
  private var controllers: [String: ViewController] = [:]
  /// The scene that windows with `scene` share.
  private lazy var scene: WindowScene = {
    let scene = WindowScene()
    scene.identifier = "scene"
    return scene
  }()
  private let relations = RecognizerRelations()
  private let thresholds: Thresholds

  /// - Parameter pointsPerMillimetre: of the panel; used where the layout does not say `size_mm`.
  init(
    _ layout: Layout, plugins: PluginSet, custom: CustomRegistry, pointsPerMillimetre: PointsPerMillimetre?
  ) {
    (self.layout, self.plugins, self.custom) = (layout, plugins, custom)
    thresholds = layout.thresholds
    self.pointsPerMillimetre = layout.screen.pointsPerMillimetre ?? pointsPerMillimetre
  }

  /// - Throws: ``GeometryError`` where the layout speaks of millimetres and the size of the screen is not known.
  mutating func build() throws(GeometryError) -> Application {
    let application =
      layout.application.custom.map { custom.applications[$0.name]($0.pluginOptions) } ?? Application()
    application.identifier = "application"
    application.screen = Rect(origin: .zero, size: layout.screen.size)
    application.hitTestPasses = layout.application.hitTestPasses
    application.cancelOrder = layout.application.cancelOrder
    application.thresholds = thresholds
    application.touchHandler = handler(for: layout.application.onTouch)
    let delegate = layout.application.delegate.map { delegate in
      let responder = Responder()
      responder.identifier = "delegate"
      responder.touchHandler = handler(for: delegate.onTouch)
      return responder
    }
    // An application of the program's own may have made itself a delegate.
    if let delegate { application.delegate = delegate }
    for window in layout.windows { application.addWindow(try build(window)) }
    connect()
    application.kept = [relations] + controllers.values.map { $0 } + [delegate].compactMap(\.self)
    return application
  }

  private mutating func build(_ description: WindowDescription) throws(GeometryError) -> Window {
    let frame = try description.frame.resolve(
      in: layout.screen.size, pointsPerMillimetre: pointsPerMillimetre)
    let isBefore = description.onTouch?.isBefore ?? false
    let window =
      description.custom.map { custom.windows[$0.name](frame, $0.pluginOptions) }
      ?? (isBefore ? InterceptingWindow(frame: frame) : Window(frame: frame))
    (window as? InterceptingWindow)?
      .intercept(with: handler(for: description.onTouch), as: description.id.value)
    window.level = description.level
    window.isHidden = description.isHidden
    window.isMultipleTouchEnabled = description.isMultipleTouch ?? (layout.screen.page != nil)
    window.isExclusiveTouch = description.isExclusiveTouch
    window.hitBehavior = description.hit.behavior { _ in nil }
    if description.isSensitive { window.isSensitive = true }
    if description.hasScene { window.scene = scene }
    try finish(
      window, id: description.id.value, onTouch: isBefore ? nil : description.onTouch,
      gestures: description.gestures, children: description.views)
    return window
  }

  private mutating func build(
    _ description: ViewDescription, in superview: Size
  ) throws(GeometryError) -> View {
    let frame = try description.frame.resolve(in: superview, pointsPerMillimetre: pointsPerMillimetre)
    let view =
      description.custom.map { custom.views[$0.name](frame, $0.pluginOptions) }
      ?? description.kind.makeView(frame: frame)
    view.isHidden = description.isHidden
    view.alpha = description.alpha
    if let isInteractive = description.isInteractive { view.isUserInteractionEnabled = isInteractive }
    view.isMultipleTouchEnabled =
      description.isMultipleTouch ?? (layout.screen.page != nil && !(view is Control))
    view.isExclusiveTouch = description.isExclusiveTouch
    view.reachesChildren = description.reachesChildren
    // A view of the program's own may have its own mind: what it keeps to itself, no layout lets out.
    if description.isSensitive { view.isSensitive = true }
    if let transform = description.transform { view.transform = transform.value }
    if let outset = description.hitOutset {
      view.hitOutset = try outset.resolve(pointsPerMillimetre: pointsPerMillimetre)
    }
    if let own = description.controller {
      let controller =
        own.custom.map { custom.controllers[$0.name](view, $0.pluginOptions) } ?? ViewController(view: view)
      controller.identifier = own.id.value
      controller.touchHandler = handler(for: own.onTouch)
      controllers[own.id.value] = controller
    }
    try finish(
      view, id: description.id.value, onTouch: description.onTouch, gestures: description.gestures,
      children: description.children)
    try finish(view, as: description)
    if let accessible = description.accessible { view.beAccessible(accessible, plugin: plugin) }
    return view
  }

  private mutating func finish(
    _ view: View, id: String, onTouch: TouchBinding?, gestures: [GestureDescription],
    children: [ViewDescription]
  ) throws(GeometryError) {
    view.identifier = id
    views[id] = view
    view.touchHandler = handler(for: onTouch)
    for gesture in gestures {
      let recognizer = gesture.makeRecognizer(thresholds, custom)
      recognizer.plugins = gesture.to.map { plugin($0.value) }
      relations.add(recognizer)
      view.addGestureRecognizer(recognizer)
    }
    for child in children { view.addSubview(try build(child, in: view.bounds.size)) }
  }

  /// Sets the properties that only views of certain types have.
  private func finish(_ view: View, as description: ViewDescription) throws(GeometryError) {
    if let scroll = description.scroll {
      guard let view = view as? ScrollView else { return warn(of: "scroll", description, "a ScrollView") }
      view.thresholds = thresholds.scroll
      view.panGestureRecognizer.thresholds = thresholds.pan
      try scroll.apply(to: view, pointsPerMillimetre: pointsPerMillimetre)
      relations.add(view.panGestureRecognizer)
    }
    if let options = description.control {
      guard let control = view as? Control else { return warn(of: "control", description, "a Control") }
      control.thresholds = thresholds.control
      options.apply(to: control, plugin: plugin)
    }
  }

  /// Which class a view of the program's own has shows only now.
  private func warn(of key: String, _ description: ViewDescription, _ wanted: String) {
    let name = description.custom?.name.value ?? description.kind.rawValue
    plugins.logger?.warning(
      "config error: \(layout.file):\(description.id.mark): `\(key)` of \"\(description.id.value)\" does nothing: the view \"\(name)\" is not \(wanted)"
    )
  }

  private func handler(for binding: TouchBinding?) -> TouchHandler? {
    binding.map { TouchHandler(plugin: plugin($0.to.value), forwards: $0.forwards) }
  }

  private func plugin(_ name: String) -> any ResponderPlugin {
    guard let plugin = plugins[name] else {
      preconditionFailure("the layout reader let the dangling responder \(name) through")
    }
    return plugin
  }

  /// Ties the names that views, controllers and gestures use for each other.
  private func connect() {
    for window in layout.windows {
      window.gestures.forEach(relations.connect)
      connect(window.views)
    }
  }

  private func connect(_ descriptions: [ViewDescription]) {
    for description in descriptions {
      description.gestures.forEach(relations.connect)
      if let view = views[description.id.value] { view.hitBehavior = description.hit.behavior { views[$0] } }
      if let controller = description.controller, let presenting = controller.presenting,
        let presented = controllers[controller.id.value]
      {
        controllers[presenting.value]?.present(presented)
      }
      connect(description.children)
    }
  }
}

/// A window in which a plugin sees touches before all other responders (`before: true`).
final class InterceptingWindow: Window {
  /// Has the plugin, and is in no chain. The trace shows the plugin's calls as those of a responder with the window's
  /// name.
  private let interceptor = Responder()

  override init(frame: Rect) {
    super.init(frame: frame)
    mayOverrideTouches = false
  }

  /// Has a plugin receive all touches of the window; those that it keeps, no other responder receives.
  func intercept(with handler: TouchHandler?, as identifier: String) {
    (interceptor.touchHandler, interceptor.identifier) = (handler, identifier)
  }

  override func sendEvent(_ event: Event) {
    guard let handler = interceptor.touchHandler else { return super.sendEvent(event) }
    var goesOn = handler.forwards
    for phase in TouchPhase.allCases {
      let touches = event.touches(for: self).filter { $0.phase == phase }
      guard !touches.isEmpty else { continue }
      let rest = handler.intercept(phase, touches, on: self, shownAs: interceptor, with: event)
      if !rest.isEmpty { goesOn = true }
    }
    if goesOn { super.sendEvent(event) }
  }
}

/// Relations between recognizers as a layout states them; the delegate of those that run beside others.
final class RecognizerRelations: GestureRecognizerDelegate {
  private var recognizers: [String: GestureRecognizer] = [:]
  /// The names beside which each may recognize.
  private var companions: [ObjectIdentifier: Set<String>] = [:]

  /// Takes in a recognizer under the name that the layout knows it by.
  func add(_ recognizer: GestureRecognizer) { recognizers[recognizer.name] = recognizer }

  /// Ties a gesture to those that it names. Every recognizer has been added.
  func connect(_ gesture: GestureDescription) {
    guard let recognizer = recognizers[gesture.name.value] else { return }
    for name in gesture.requiresFailureOf {
      if let other = recognizers[name.value] { recognizer.require(toFail: other) }
    }
    guard !gesture.simultaneousWith.isEmpty else { return }
    companions[ObjectIdentifier(recognizer)] = Set(gesture.simultaneousWith.map(\.value))
    recognizer.delegate = self
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    companions[ObjectIdentifier(recognizer)]?.contains(other.name) ?? false
  }
}

/// The tree of a layout, as its plugins see it.
///
/// Plugins are made before the tree. Where a layout in millimetres meets a panel of another resolution, a new tree
/// takes the place of the old one, and the plugins stay.
///
/// It can be sent anywhere, and answers on the thread that it was made on, which is that of the tree.
final class LayoutTree: @unchecked Sendable {
  private let thread = pthread_self()
  private weak var found: Application?
  private var shown = Visibility()
  private var exploring: ExploreControls?
  /// The program that speaks while the layout is explored; `nil` where there is no socket.
  var speaker: ClaimSeat?

  /// `nil` before there is one, when it has gone, and on any other thread.
  var application: Application? {
    get { isOnItsThread ? found : nil }
    set { if isOnItsThread { (found, shown) = (newValue, Visibility()) } }
  }

  /// Explore by touch of the tree; `nil` where the layout has none, and on any other thread.
  var explore: ExploreControls? {
    get { isOnItsThread ? exploring : nil }
    set { if isOnItsThread { exploring = newValue } }
  }

  /// Views that plugins show and hide; those of a new tree are as the layout says. `nil` on any other thread.
  var visibility: Visibility? { isOnItsThread ? shown : nil }

  private var isOnItsThread: Bool { pthread_equal(thread, pthread_self()) != 0 }
}

extension Application {
  /// The window or view with an id of the layout; `nil` if there is none. O(views).
  func view(_ identifier: String) -> View? { allViews.first { $0.identifier == identifier } }

  /// All windows and views in the layout's order, each before those in it.
  var allViews: some Sequence<View> {
    sequence(state: Array(windows.reversed()) as [View]) { left -> View? in
      guard let view = left.popLast() else { return nil }
      left += view.subviews.reversed()
      return view
    }
  }
}
