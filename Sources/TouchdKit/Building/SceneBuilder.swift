import Dispatcher
import YAML

/// Makes the application, windows and views that a layout describes.
///
/// The application holds everything but the plugins' host: let it go and the tree goes.
struct SceneBuilder {
  private let layout: Layout
  private let plugins: [String: any ResponderPlugin]
  private let pointsPerMillimetre: (x: Double, y: Double)?
  private var views: [String: View] = [:]
  private var controllers: [String: ViewController] = [:]

  /// - Parameters:
  ///   - plugins: by the responder's name.
  ///   - resolution: of the panel, in device units per millimetre; used where the layout does not say `size_mm`.
  init(
    _ layout: Layout, plugins: [String: any ResponderPlugin],
    pointsPerMillimetre: (x: Double, y: Double)? = nil
  ) {
    self.layout = layout
    self.plugins = plugins
    self.pointsPerMillimetre = layout.screen.pointsPerMillimetre ?? pointsPerMillimetre
  }

  /// - Throws: ``GeometryError`` where the layout speaks of millimetres and nobody knows how large the screen is.
  mutating func build() throws(GeometryError) -> LayoutApplication {
    let application = LayoutApplication()
    application.identifier = "application"
    application.screen = Rect(origin: .zero, size: layout.screen.size)
    application.hitTestPasses = layout.application.hitTestPasses
    application.cancelOrder =
      layout.application.cancelOrder == .afterAction ? .afterAction : .beforeAction
    application.thresholds = layout.thresholds.applied
    application.touchHandler = handler(for: layout.application.onTouch)
    application.setDelegate(layout.application.delegate.map { delegate in responder(for: delegate) })
    for window in layout.windows {
      application.addWindow(try build(window, scene: application.scene))
    }
    connect()
    application.controllers = Array(controllers.values)
    return application
  }

  private func responder(for delegate: DelegateDescription) -> Responder {
    let responder = Responder()
    responder.identifier = "delegate"
    responder.touchHandler = handler(for: delegate.onTouch)
    return responder
  }

  private mutating func build(
    _ description: WindowDescription, scene: @autoclosure () -> WindowScene
  ) throws(GeometryError) -> Window {
    let frame = try description.frame.resolve(
      in: layout.screen.size, pointsPerMillimetre: pointsPerMillimetre)
    let isBefore = description.onTouch?.isBefore ?? false
    let window = isBefore ? InterceptingWindow(frame: frame) : Window(frame: frame)
    (window as? InterceptingWindow)?.interceptor = handler(for: description.onTouch)
    window.level = description.level
    if description.hasScene { window.scene = scene() }
    try finish(
      window, id: description.id.value, onTouch: isBefore ? nil : description.onTouch,
      gestures: description.gestures, children: description.views)
    return window
  }

  private mutating func build(
    _ description: ViewDescription, in superview: Size
  ) throws(GeometryError) -> View {
    let frame = try description.frame.resolve(in: superview, pointsPerMillimetre: pointsPerMillimetre)
    let view = description.kind.makeView(frame: frame)
    view.isHidden = description.isHidden
    view.alpha = description.alpha
    if let isInteractive = description.isInteractive { view.isUserInteractionEnabled = isInteractive }
    view.isMultipleTouchEnabled = description.isMultipleTouch
    view.isExclusiveTouch = description.isExclusiveTouch
    view.reachesChildren = description.reachesChildren
    if let transform = description.transform { view.transform = transform.value }
    if let outset = description.hitOutset {
      view.hitOutset = try outset.resolve(pointsPerMillimetre: pointsPerMillimetre)
    }
    if let controller = description.controller { add(controller, to: view) }
    try finish(
      view, id: description.id.value, onTouch: description.onTouch, gestures: description.gestures,
      children: description.children)
    return view
  }

  private mutating func finish(
    _ view: View, id: String, onTouch: TouchBinding?, gestures: [GestureDescription],
    children: [ViewDescription]
  ) throws(GeometryError) {
    view.identifier = id
    views[id] = view
    view.touchHandler = handler(for: onTouch)
    for gesture in gestures { view.addGestureRecognizer(recognizer(for: gesture)) }
    for child in children { view.addSubview(try build(child, in: view.bounds.size)) }
  }

  private mutating func add(_ description: ControllerDescription, to view: View) {
    let controller = ViewController(view: view)
    controller.identifier = description.id.value
    controller.touchHandler = handler(for: description.onTouch)
    controllers[description.id.value] = controller
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

  private func recognizer(for description: GestureDescription) -> GestureRecognizer {
    let recognizer = description.kind.makeRecognizer(layout.thresholds.applied)
    recognizer.name = description.name.value
    recognizer.cancelsTouchesInView = description.cancelsTouches
    recognizer.delaysTouchesBegan = description.delaysBegan
    recognizer.delaysTouchesEnded = description.delaysEnded
    recognizer.plugins = description.to.map { plugin($0.value) }
    return recognizer
  }

  /// Ties the names that views and controllers use for each other.
  private func connect() {
    for window in layout.windows { connect(window.views) }
  }

  private func connect(_ descriptions: [ViewDescription]) {
    for description in descriptions {
      if let view = views[description.id.value] {
        view.hitBehavior = description.hit.behavior { views[$0] }
      }
      if let controller = description.controller, let presenting = controller.presenting,
        let presented = controllers[controller.id.value]
      {
        controllers[presenting.value]?.present(presented)
      }
      connect(description.children)
    }
  }
}
