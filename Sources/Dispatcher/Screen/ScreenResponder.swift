/// The page: the responder after the application and its delegate, to which goes what nothing before it keeps.
///
/// What UIKit does to a view, it does to the page. It takes only the touches that the chain records for it, so one that
/// a program passes by hand does not reach it; and it goes by contacts, since a touch object may be used again. What it
/// began it ends, once. The page learns of it as from a touchscreen: see ``VirtualPanel``.
public final class ScreenResponder: Responder, TimedObject {
  /// The touchscreen that the page sees.
  public private(set) var panel: VirtualPanel
  /// The panels whose contacts the page gets, by their indices: those that other programs cannot read themselves. `nil`
  /// for all but pens with a node of their own, which are left to those programs.
  var heldPanels: Set<Int32>?
  /// Touches that hit no view.
  var unbound = TouchSetCache()
  /// The calls of the application whose page it is.
  weak var chain: ResponderChain?
  /// The held call of which changes wait to be sent; 0 for what was not held.
  private var releasedCall: UInt64 = 0
  private let scratch = TouchOrder()

  /// - Parameter panel: may be kept by others, since the page's device outlives a tree of views.
  public init(_ panel: VirtualPanel) {
    self.panel = panel
    super.init()
    identifier = "screen"
    // It does override them; but where nothing else does, its moves take a shorter way (`ViewDelivery`).
    mayOverrideTouches = false
  }

  /// Goes on with another touchscreen. What the page had on the former ends.
  func use(_ panel: VirtualPanel, at now: Timestamp) {
    self.panel.endAll(at: now, to: chain?.observer)
    self.panel = panel
    // Contacts that an earlier process left may rest.
    chain?.host?.keepTime(for: self)
  }

  public override func touchesBegan(_ touches: Set<Touch>, with event: Event) { take(.began, touches, event) }
  public override func touchesMoved(_ touches: Set<Touch>, with event: Event) { take(.moved, touches, event) }
  public override func touchesEnded(_ touches: Set<Touch>, with event: Event) { take(.ended, touches, event) }
  public override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    take(.cancelled, touches, event)
  }

  public override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
    press(presses, isDown: true, event)
  }
  public override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
    press(presses, isDown: false, event)
  }
  public override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
    press(presses, isDown: false, event)
  }

  private func press(_ presses: Set<Press>, isDown: Bool, _ event: PressesEvent) {
    for code in presses.compactMap(\.code).sorted() {
      panel.press(code, isDown: isDown, to: event.observer, at: event.timestamp)
    }
  }

  private func take(_ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event) {
    // A program passes touches by hand.
    guard event.chain.isCalling(self, in: phase) else { return }
    scratch.sort(touches) { receive(phase, $0, event) }
  }

  /// Takes in what a frame says of a touch.
  @inline(__always)
  func receive(_ phase: TouchPhase, _ touch: Touch, _ event: Event) {
    begin(phase, touch, event)
    let (now, observer) = (event.timestamp, event.observer)
    switch phase {
    case .began:
      touch.contact.isOnPage =
        touch.contact.isForPage && panel.land(touch.screenSample(panel.traits, event), to: observer, at: now)
    case .moved: panel.move(touch.screenSample(panel.traits, event), to: observer, at: now)
    case .ended, .cancelled:
      touch.contact.isOnPage = false
      phase == .ended
        ? panel.lift(touch.contact.id, to: observer, at: now)
        : panel.withdraw(touch.contact.id, to: observer, at: now)
    case .stationary: break
    }
  }

  /// Takes in a move that nothing observes, no held call brings, and no other responder does anything with; of a touch
  /// that the page does not have, nothing. A function of its own, so that the way of touches that go nowhere stays
  /// short.
  @inline(never)
  func move(_ touch: Touch, _ event: Event) {
    guard Borrowed(touch.contact).with({ $0.isOnPage }) else { return }
    if releasedCall != 0 { begin(.moved, touch, event) }
    Borrowed(panel).with { panel in
      panel.setTime(event.timestamp)
      panel.move(touch.screenSample(panel.traits, event), to: nil, at: event.timestamp)
    }
  }

  /// Whether the page gets what a panel sends, by its index.
  func holds(_ index: Int32, _ panel: Panel) -> Bool { heldPanels?.contains(index) ?? !panel.isPen }

  /// Goes on with the frame that is being made, or begins the next: each call that was held has its own. Of held moves
  /// only the last is sent, so that nothing looks like a fling.
  @inline(__always)
  private func begin(_ phase: TouchPhase, _ touch: Touch, _ event: Event) {
    let call = event.chain.releasedCall
    if call != releasedCall {
      if phase != .moved || !panel.onlyMoves { panel.flush(at: event.timestamp, to: event.observer) }
      releasedCall = call
    }
    // A call that was held is from when it was due; a withdrawal is from now.
    panel.setTime(phase == .cancelled ? event.timestamp : touch.values.timestamp)
  }

  /// Sends what the frame has changed.
  @inline(__always)
  func endFrame(_ event: Event) {
    guard !panel.changes.isEmpty || panel.hasNewRest else { return }
    panel.flush(at: event.timestamp, to: event.observer)
    releasedCall = 0
    guard panel.hasNewRest else { return }
    panel.hasNewRest = false
    event.chain.host?.keepTime(for: self)
  }

  var deadline: Timestamp? { panel.nextRestEnd }

  func deadlineReached(at time: Timestamp) { panel.endRests(upTo: time, to: chain?.observer, at: time) }
}

/// Puts the touches of a call into the order of their age, without an allocation once it has room.
private final class TouchOrder {
  private var touches = Slab<Borrowed<Touch>>()

  /// O(touches²); a hand has ten.
  @inline(__always)
  func sort(_ set: Set<Touch>, _ body: (Touch) -> Void) {
    if set.count == 1, let only = set.first { return body(only) }
    touches.removeAll()
    for touch in set { insert(touch) }
    touches.forEach(body)
    touches.removeAll()
  }

  private func insert(_ touch: Touch) {
    touches.append(Borrowed(touch))
    var place = touches.count - 1
    while place > 0, touches[place - 1].object.contact.id > touch.contact.id {
      touches[place] = touches[place - 1]
      place -= 1
    }
    touches[place] = Borrowed(touch)
  }
}

/// The end of a withdrawn touch as the page sees it.
///
/// Linux has no word for it that every compositor passes on, so the end looks like one that toolkits do not act upon.
#if hasAttribute(nonexhaustive)
  @nonexhaustive(warn)
#endif
public enum ScreenCancel: Equatable, Sendable {
  /// All contacts that are withdrawn in one frame move by one vector, so many points sideways towards the middle of the
  /// screen, rest there, and lift.
  case slide(by: Double)
  /// Each contact moves to the nearest edge of the screen, rests there, and lifts.
  case edge
  /// The contact lifts, as if the finger had.
  case lift
  /// The contact becomes a palm (MT_TOOL_PALM), and lifts in the next frame.
  case palm

  /// Length of a slide, in points. In Chromium 156 on Wayland, 33 to 64 points sideways end in `pointercancel`,
  /// without a click; 30 click, as a finger counts as still until then.
  public static let slideDistance = 40.0
  /// Rest of a contact before it lifts: Chromium takes a finger for stopped, and not for flinging, after 80 ms.
  public static let rest = Interval.milliseconds(100)

  /// Name of the end.
  var end: ScreenReport.End {
    switch self {
    case .slide: .slide
    case .edge: .edge
    case .lift: .lift
    case .palm: .palm
    }
  }
}
