// Which view a point of the screen hits.
extension Application {
  /// The front-most view at a point of the screen; the first window with an answer binds.
  ///
  /// Mostly O(depth of the view); at worst, and after each change of a window for a while, O(views asked).
  ///
  /// - Parameter point: in points of the screen; one beyond its edges counts as on the edge.
  public final func hitTest(_ point: Point, with event: Event?) -> View? {
    guard event?.hitTesting == nil else { return recursiveHitTest(point, with: event) }
    let order = currentWindowOrder
    return withExtendedLifetime(order) {
      order.first { window in
        guard let local = convert(point, to: window) else { return nil }
        window.flattened.update(for: window)
        return window.flattened.ask(window, at: local, with: event)
      }
    }
  }

  /// The rule that ``hitTest(_:with:)`` must equal, in its answers and in its calls of overriding views: each view is
  /// asked in its turn. O(views asked).
  package final func recursiveHitTest(_ point: Point, with event: Event?) -> View? {
    let windows = WindowOrder(windows).windows
    for window in windows { window.flattened.suspensions += 1 }
    defer { for window in windows { window.flattened.suspensions -= 1 } }
    for window in windows {
      guard let local = convert(point, to: window) else { continue }
      if let view = window.ask(local, with: event) { return view }
    }
    return nil
  }

  /// The windows as a hit test asks them. O(windows · log windows).
  package final var windowsFromFront: [Window] { WindowOrder(windows).windows }

  private final func convert(_ point: Point, to window: Window) -> Point? {
    window.convert(fromSuperview: screen?.clamp(point) ?? point)
  }

  private final var currentWindowOrder: WindowOrder {
    if let windowOrder, windowOrder.isCurrent { return windowOrder }
    let order = WindowOrder(windows)
    windowOrder = order
    return order
  }

  /// The same as ``hitTest(_:with:)``; reports every call to the observer, under contact id 0. For tools.
  public final func traceHitTest(at point: Point) -> View? {
    let event = Event()
    event.chain.observer = observer
    event.hitTesting = 0
    return hitTest(point, with: event)
  }

  /// The view under a contact that comes down, by as many passes as ``hitTestPasses`` says.
  final func hitTest(for contact: Contact, with event: Event) -> View? {
    event.hitTesting = tracesHitTests ? contact.id : nil
    delivery.isDelivering = true
    defer { (event.hitTesting, delivery.isDelivering) = (nil, false) }
    var view: View?
    for _ in 0..<min(max(hitTestPasses, 1), 10) { view = hitTest(contact.downLocation, with: event) }
    return view
  }
}
