/// Explore by touch: while it is on, each finger on the layout finds elements and activates them, and touches nothing.
///
/// It gets the contacts in the place of views and page (``Application/process(_:of:)``). ``ExploreGestures`` makes acts
/// of them; this gives the focus, activates, and reports each act to the trace. What it does not know, it leaves to
/// the program that speaks: words, and the elements of the page.
///
/// Recognizers whose actions control the mode are the only ones that get fingers meanwhile (``isExit``). Contacts that
/// are down when the mode begins or ends are cancelled, and muted until they lift: the change waits until the
/// application has none.
package final class ExploreMode {
  /// Which elements can get the focus.
  package enum Elements: String, CaseIterable, Sendable { case layout, page, both }

  /// The layout's choice.
  package struct Settings: Equatable, Sendable {
    package var elements = Elements.both
    /// Whether three fingers that flick down bring the upper half of the layout down.
    package var hasReach = false
    /// Whether a headset begins and ends it.
    package var followsHeadset = false
    package var thresholds = Thresholds.Explore()

    package init() {}
  }

  /// An element of the page, by the program that speaks.
  package struct PageElement: Equatable, Sendable {
    package let frame: Rect
    package let activationPoint: Point

    package init(frame: Rect, activationPoint: Point) {
      (self.frame, self.activationPoint) = (frame, activationPoint)
    }
  }

  /// A question to the program that speaks.
  package enum Question: Equatable, Sendable {
    case at(Point)
    case next, previous
  }

  private enum Focus {
    case view(Weak<View>)
    case page(PageElement)
  }

  /// A touch that activation makes, or a finger that is passed through.
  private struct MadeTouch {
    let contact: ContactID
    let panel: Int32
    var location: Point
    /// Time of its lift; `nil` for a finger that is passed through.
    var liftTime: Timestamp?
    /// From the finger that is passed through to the touch.
    var offset = Point.zero
  }

  /// Something to be done between two frames.
  private enum Step {
    case land(Point, offset: Point?)
    case move(Point)
    case end(TouchPhase)
  }

  package let settings: Settings
  /// Whether a recognizer goes on getting fingers in the mode.
  package var isExit: (GestureRecognizer) -> Bool = { _ in false }
  /// Asks the program that speaks; `nil` while there is none.
  package var ask: ((Question, Timestamp) -> Void)?
  /// Whether that program says that it speaks now.
  package var isSpeaking = false
  /// Spoken when the mode begins, and the language of now.
  package var (greeting, language): (String?, String?)
  /// Receives each report, also what leaves the process by no trace.
  package var onReport: (ExploreReport, Timestamp) -> Void = { _, _ in }
  /// Called when the mode has begun or ended.
  package var onChange: (Bool) -> Void = { _ in }
  /// Whether a headset is in: then the mode does not end by itself.
  private var hasHeadset = false { didSet { keepOffTime() } }
  package private(set) var isOn = false
  /// Whether a touch is being made, which lands as any other.
  private(set) var isMaking = false

  private weak var pipeline: Pipeline?
  private var application: Application? { pipeline?.application }
  /// The state that is to come once no contact is down.
  private var wanted: Bool?
  private var gestures: ExploreGestures
  private var focus: Focus?
  /// The element under the finger that explores.
  private var under: Focus?
  /// The focus at the landing of a second finger.
  private var splitFocus: Focus?
  private var isReached = false
  private var made: MadeTouch?
  private var steps: [Step] = []
  /// Activations that wait for the lift of the last.
  private var waiting: [Point] = []
  /// The panel of the last finger.
  private var panel: Int32 = 0
  /// The time of the last act.
  private var now = Timestamp.zero
  /// Since when no finger is down.
  private var lastLift: Timestamp?
  private var isDue = false
  private var off: Alarm?

  /// The time for which a touch that activation makes is down: WebKit's own synthetic fingers take as long. (O)
  private static let tapDuration = Interval.milliseconds(50)
  /// More activations than fingers can ask for before the first has lifted. (O)
  private static let mostWaiting = 4

  init(_ settings: Settings, in pipeline: Pipeline) {
    (self.settings, self.pipeline) = (settings, pipeline)
    gestures = ExploreGestures(settings.thresholds)
    off = Alarm(in: pipeline.application) { [weak self] in self?.set(false, at: $0) }
  }

  // MARK: On and off

  /// Begins or ends the mode, as soon as what is down is cancelled.
  package func set(_ isOn: Bool, at time: Timestamp) {
    guard isOn != wanted ?? self.isOn else { return }
    (wanted, waiting) = (isOn, [])
    giveUp(at: time)
    // A contact that waits in the queue has landed after this.
    if application?.touches.live.isEmpty == false { pipeline?.cancelAll(at: time) }
    settle(at: time)
  }

  /// A headset that is plugged in begins the mode, and one that is pulled out ends it, whatever began it.
  package func useHeadset(_ isThere: Bool, at time: Timestamp) {
    guard settings.followsHeadset, isThere != hasHeadset else { return }
    hasHeadset = isThere
    set(isThere, at: time)
  }

  package func toggle(at time: Timestamp) { set(!(wanted ?? isOn), at: time) }

  /// A recognizer that goes on in the mode has recognized its fingers.
  package func giveUp(at time: Timestamp) {
    gestures.giveUp { act($0, at: time) }
    if application?.touches.isInFrame == false { proceed(at: time) }
  }

  /// Changes the mode if no contact is down any more.
  func settle(at time: Timestamp) {
    guard let wanted, let application, !application.touches.isInFrame else { return }
    if !wanted { endMade(.cancelled, at: time) }
    guard application.touches.live.isEmpty else { return }
    (self.wanted, now) = (nil, time)
    guard wanted != isOn else { return }
    setReach(false)
    isOn = wanted
    (focus, under, splitFocus) = (nil, nil, nil)
    steps = []
    gestures = ExploreGestures(settings.thresholds)
    lastLift = time
    keepOffTime()
    report(.mode) { report in
      report.state = wanted ? .on : .off
      if wanted { (report.label, report.language) = (greeting, language) }
    }
    onChange(wanted)
    if isOn, settings.elements != .page, views.isEmpty { report(.empty) }
  }

  /// After a while without a touch, the next person is another one.
  private func keepOffTime() {
    off?.set(isOn && !hasHeadset ? lastLift.map { $0 + settings.thresholds.offAfter } : nil)
  }

  /// Goes on in the place of the mode of the same layout before a reload; the focus does if there is such an element.
  /// A mode that was to begin or to end while it had no tree does so now.
  package func takeOver(_ former: ExploreMode, at time: Timestamp) {
    (hasHeadset, now) = (former.hasHeadset && settings.followsHeadset, time)
    defer { if let wanted = former.wanted { set(wanted, at: time) } }
    guard former.isOn else { return }
    // What is down stays muted on this tree, and its lift is not seen.
    (isOn, lastLift) = (true, former.lastLift ?? time)
    if case .view(let view)? = former.focus, let name = view.object?.identifier {
      focus = views.first { $0.identifier == name }.map { .view(Weak($0)) }
    }
    keepOffTime()
    if former.isReached { report(.reach) { $0.state = .ended } }
  }

  // MARK: Fingers

  /// Takes in the contacts of a frame.
  func take(_ event: Event) {
    let time = event.timestamp
    now = time
    // Moves come first: a middle is that of a whole frame.
    event.frame.forEach { touch in
      let (phase, point) = (touch.values.phase, touch.values.location)
      let hasMoved = phase == .moved || phase == .ended && point != touch.values.previousLocation
      guard touch.contact.isExploring, hasMoved else { return }
      gestures.moved(touch.contact.id, to: point, at: time) { act($0, at: time) }
    }
    gestures.framed(at: time) { act($0, at: time) }
    event.frame.forEach { touch in
      guard touch.contact.isExploring else { return }
      let (contact, point) = (touch.contact.id, touch.values.location)
      panel = touch.values.sample.panel
      switch touch.values.phase {
      case .began:
        lastLift = nil
        if isSpeaking { report(.silence) }
        gestures.landed(contact, at: point, time) { act($0, at: time) }
      case .ended: gestures.lifted(contact, at: point, time) { act($0, at: time) }
      case .cancelled: gestures.cancelled(contact) { act($0, at: time) }
      case .moved, .stationary: break
      }
    }
    if gestures.isUp, lastLift == nil { lastLift = time }
    if event.phases.hasUpheaval { keepOffTime() }
  }

  /// Does what is due, and what the last frame left to be done, between two frames.
  func proceed(at time: Timestamp) {
    if isDue {
      isDue = false
      if let deadline = gestures.deadline, deadline <= time { gestures.deadlineReached { act($0, at: time) } }
      if let lift = made?.liftTime, lift <= time { endMade(.ended, at: time) }
    }
    while !steps.isEmpty { perform(steps.removeFirst(), at: time) }
    if made == nil, !waiting.isEmpty { land(at: waiting.removeFirst(), nil, at: time) }
    settle(at: time)
    application?.keepTime(for: self)
  }

  private func act(_ act: ExploreGestures.Act, at time: Timestamp) {
    now = time
    switch act {
    case .explored(let point, let isFirst):
      if isFirst { under = nil }
      explore(reached(point))
    case .tapped(let point):
      under = nil
      explore(reached(point))
    case .splitBegan: splitFocus = present(focus)
    case .splitTapped: activate(splitFocus)
    case .doubleTapped: activate(present(focus))
    case .holdBegan(let point):
      if let target = activationPoint(of: present(focus)) {
        steps.append(.land(target, offset: target - point))
      }
    case .holdMoved(let point): steps.append(.move(point))
    case .holdEnded(let point): steps += [.move(point), .end(.ended)]
    case .holdCancelled: steps.append(.end(.cancelled))
    case .flicked(let direction, let fingers): flick(direction, fingers)
    case .fingersTapped(2, let isSecond): isSecond ? perform(.magic) : report(.silence)
    case .fingersTapped(3, let isSecond): report(isSecond ? .curtain : .position)
    case .fingersTapped: break
    case .scrubbed: perform(.escape)
    }
  }

  private func flick(_ direction: SwipeGestureRecognizer.Direction, _ fingers: Int) {
    switch (fingers, direction) {
    case (1, .right): step(by: 1)
    case (1, .left): step(by: -1)
    case (1, .up): adjust(.increment)
    case (1, .down): adjust(.decrement)
    case (2, .down): report(.read)
    case (3, .down) where settings.hasReach: setReach(!isReached)
    case (3, _): perform(.scroll, AccessibilityScrollDirection(direction))
    default: break
    }
  }

  // MARK: The focus

  /// The views that can get the focus, in no order.
  private var views: [View] {
    settings.elements == .page ? [] : application?.accessibilityElementsInFront ?? []
  }

  /// The same in the order in which they are read.
  private var viewsInOrder: [View] {
    settings.elements == .page ? [] : application?.accessibilityElementsInOrder ?? []
  }

  /// Place on the layout of a finger on the screen; beyond the upper edge there is nothing.
  private func reached(_ point: Point) -> Point? {
    guard isReached, let screen = application?.screen else { return point }
    let moved = Point(x: point.x, y: point.y - screen.height / 2)
    return moved.y >= screen.minY ? moved : nil
  }

  private func explore(_ point: Point?) {
    let element = point.flatMap {
      settings.elements == .page ? nil : application?.accessibilityElement(at: $0)
    }
    if let element {
      if case .view(let known)? = under, known.object === element { return }
      under = .view(Weak(element))
      return focus(on: element)
    }
    if case .page(let element)? = under, let point, element.frame.contains(point) { return }
    under = nil
    if let point, settings.elements != .layout { ask?(.at(point), now) }
  }

  /// Whether the focus is on a sensitive view: the element to which a flick leads from there says which it was.
  private var isFocusSecret: Bool {
    if case .page(let element)? = focus { covers(element) } else { focusedView?.isInSensitiveView == true }
  }

  private func covers(_ element: PageElement) -> Bool {
    application?.windows.contains { $0.covers(element.activationPoint) } == true
  }

  private func focus(on element: View, isStep: Bool = false) {
    let isSecret = isStep && isFocusSecret
    focus = .view(Weak(element))
    report(.focus) { ($0.isStep, $0.isSecret) = (isStep, isSecret) }
  }

  /// The program that speaks answers: an element of the page has the focus.
  package func focus(on element: PageElement, _ label: String?, at time: Timestamp) {
    guard isOn else { return }
    let isSecret = isFocusSecret
    (focus, under, now) = (.page(element), .page(element), time)
    report(.focus) { ($0.location, $0.label, $0.isSecret) = (element.activationPoint, label, isSecret) }
  }

  /// The program that speaks says that an element of the page has gone, or is elsewhere, or for `nil`, it has left: no
  /// press goes to its place, and a finger there finds what is there now.
  package func drop(pageElementAt point: Point?) {
    func kept(_ focus: Focus?) -> Focus? {
      guard case .page(let element)? = focus else { return focus }
      return element.activationPoint == point ?? element.activationPoint ? nil : focus
    }
    (focus, under, splitFocus) = (kept(focus), kept(under), kept(splitFocus))
  }

  /// A focus that can still be used; `nil` where the element has gone.
  private func present(_ focus: Focus?) -> Focus? {
    guard case .view(let view)? = focus else { return focus }
    return view.object.map { view in views.contains { $0 === view } } == true ? focus : nil
  }

  /// Drops the focus if its view is no element any more.
  func viewsChanged() { (focus, splitFocus) = (present(focus), present(splitFocus)) }

  /// The view that has the focus.
  package var focusedView: View? {
    if case .view(let view)? = present(focus) { view.object } else { nil }
  }

  /// There is no element of the page before the focus: the last one of the layout gets it, if there is one.
  package func leavePage(at time: Timestamp) {
    guard isOn, case .page(let element)? = focus else { return }
    now = time
    guard let last = viewsInOrder.last else { return ask?(.at(element.activationPoint), time) ?? () }
    focus(on: last, isStep: true)
  }

  /// Gives the focus to the next element, as a flick does.
  package func stepForward(at time: Timestamp) {
    now = time
    if isOn { step(by: 1) }
  }

  /// Gives the focus to the next element, or to the one before; without a focus, to the first or the last.
  private func step(by distance: Int) {
    let elements = viewsInOrder
    let place = focusedView.flatMap { view in elements.firstIndex { $0 === view } }
    let isPage = if case .page? = focus { true } else { false }
    let target =
      place.map { $0 + distance } ?? (isPage ? elements.count : distance > 0 ? 0 : elements.count - 1)
    if elements.indices.contains(target) { return focus(on: elements[target], isStep: true) }
    guard settings.elements != .layout, let ask else {
      // At an end the focus is spoken again.
      return place.map { focus(on: elements[$0], isStep: true) } ?? ()
    }
    report(distance > 0 ? .next : .previous) {
      ($0.isPage, $0.isSecret) = (true, application?.sensitivity.isAtStake != false)
    }
    ask(distance > 0 ? .next : .previous, now)
  }

  /// Takes in a program's word of a change.
  fileprivate func take(_ notification: AccessibilityNotification, at time: Timestamp) {
    guard isOn, let application else { return }
    now = time
    viewsChanged()
    var target: View?
    switch notification {
    case .announcement(let text):
      return report(.announcement) { report in
        (report.label, report.language) = (text, language)
        report.isSecret = application.sensitivity.isAtStake
      }
    case .layoutChanged(let view): target = view
    case .screenChanged(let view):
      focus = nil
      target = view ?? viewsInOrder.first
    }
    if let target, views.contains(where: { $0 === target }) { focus(on: target) }
  }

  /// Speaks the focus once more.
  package func repeatFocus(at time: Timestamp) {
    now = time
    if isOn, present(focus) != nil { report(.focus) }
  }

  /// Tells the program that speaks of a change in how it speaks.
  package func tell(at time: Timestamp, change: (inout ExploreReport) -> Void) {
    now = time
    report(.mode) { report in
      (report.state, report.language) = (.on, language)
      change(&report)
    }
  }

  // MARK: What a person does to the focus

  private func activationPoint(of focus: Focus?) -> Point? {
    switch focus {
    case .view(let view)?: view.object?.accessibilityActivationPoint
    case .page(let element)?: element.activationPoint
    case nil: nil
    }
  }

  private func activate(_ focus: Focus?) {
    guard let focus = present(focus), let point = activationPoint(of: focus) else { return }
    report(.activate, about: focus) { $0.location = point }
    setReach(false)
    if case .view(let view) = focus, view.object?.accessibilityActivate() == true { return }
    guard made != nil || !waiting.isEmpty else { return steps.append(.land(point, offset: nil)) }
    if waiting.count < Self.mostWaiting { waiting.append(point) }
  }

  private func adjust(_ act: AccessibilityAct) {
    guard let focus = present(focus) else { return }
    if case .view(let view) = focus, view.object?.presentTraits.contains(.adjustable) != true { return }
    perform(act)
  }

  private func perform(_ act: AccessibilityAct, _ direction: AccessibilityScrollDirection? = nil) {
    guard let application, let word = ExploreReport.Act(rawValue: act.rawValue) else { return }
    // A place that keeps a press from the page keeps this, too.
    if case .page(let element)? = focus, application.keepsPress(at: element.activationPoint) { return }
    report(word) { $0.direction = direction }
    if case .page? = focus { return }
    let first: Responder? = focusedView ?? application.keyWindow
    for case let current? in sequence(first: first, next: { $0?.next }).prefix(Responder.chainLimit) {
      if let plugins = current.accessibility?.plugins[act] {
        var event = LayoutEvent("\(current.identifier).\(act.rawValue)", to: plugins, at: now)
        event.isPrivate = (current as? View)?.isPrivate ?? false
        return application.send(event)
      }
      if current.does(act, direction, isFirst: current === first) { return }
    }
  }

  private func setReach(_ isReached: Bool) {
    guard isReached != self.isReached else { return }
    self.isReached = isReached
    under = nil
    report(.reach) { $0.state = isReached ? .began : .ended }
  }

  // MARK: Touches that it makes

  private func perform(_ step: Step, at time: Timestamp) {
    switch step {
    case .land(let point, let offset): land(at: point, offset, at: time)
    case .move(let point): move(to: point, at: time)
    case .end(let phase): if made?.liftTime == nil { endMade(phase, at: time) }
    }
  }

  private func land(at point: Point, _ offset: Point?, at time: Timestamp) {
    guard made == nil, let contact = pipeline?.makeContact() else { return }
    let liftTime = offset == nil ? time + Self.tapDuration : nil
    made = MadeTouch(
      contact: contact, panel: panel, location: point, liftTime: liftTime, offset: offset ?? .zero)
    send(.began, at: time)
  }

  private func move(to finger: Point, at time: Timestamp) {
    guard let touch = made, touch.liftTime == nil else { return }
    let point = finger + touch.offset
    let clamped = application?.screen?.clamp(point) ?? point
    guard clamped != touch.location else { return }
    made?.location = clamped
    send(.moved, at: time)
  }

  private func endMade(_ phase: TouchPhase, at time: Timestamp) {
    guard made != nil else { return }
    send(phase, at: time)
    made = nil
  }

  private func send(_ phase: TouchPhase, at time: Timestamp) {
    guard let made, let pipeline else { return }
    isMaking = true
    defer { isMaking = false }
    let sample = TouchSample(made: made.contact, phase, on: made.panel, at: made.location)
    pipeline.count(sample)
    pipeline.application.process(sample, at: time)
  }

  // MARK: Reports

  private func report(_ act: ExploreReport.Act, change: (inout ExploreReport) -> Void = { _ in }) {
    report(act, about: act.isAboutFocus ? present(focus) : nil, change)
  }

  private func report(
    _ act: ExploreReport.Act, about focus: Focus?, _ change: (inout ExploreReport) -> Void
  ) {
    guard let application else { return }
    var report = ExploreReport(act)
    switch focus {
    case .view(let view)?:
      report.view = view.object
      if act == .focus || act == .position {
        let elements = viewsInOrder
        report.position = elements.firstIndex { $0 === view.object }.map { ($0 + 1, elements.count) }
      }
    case .page(let element)?:
      report.isPage = true
      report.isCovered = covers(element)
    case nil: break
    }
    change(&report)
    application.observer?.record(.explore(report), at: now)
    onReport(report, now)
  }
}

extension ExploreMode: TimedObject {
  var deadline: Timestamp? {
    isDue ? nil : [gestures.deadline, made?.liftTime].lazy.compactMap(\.self).min()
  }

  /// Acts after the frame of the deadline: it makes frames of its own.
  func deadlineReached(at time: Timestamp) { isDue = true }
}

/// One act of a person who explores by touch, for traces and for the program that speaks.
public struct ExploreReport {
  /// A kind of act; its raw value is the word of traces.
  public enum Act: String, Sendable, CaseIterable {
    /// The mode began or ended.
    case mode
    /// An element got the focus.
    case focus
    /// Speech is to end.
    case silence
    /// The focus was activated.
    case activate
    /// The next element of the page is to get the focus.
    case next
    /// The one before is to get it.
    case previous
    /// The value of the focus is raised.
    case increment
    /// The value of the focus is lowered.
    case decrement
    /// The person wants out.
    case escape
    /// The person wants what matters most.
    case magic
    /// The person wants the next part of what is shown.
    case scroll
    /// All from the focus on is to be read.
    case read
    /// The place of the focus among the elements.
    case position
    /// The person switches the curtain, which is not touchd's.
    case curtain
    /// The upper half of the layout came down, or went back.
    case reach
    /// The layout has no element.
    case empty
    /// A program has something to say.
    case announcement

    fileprivate var isAboutFocus: Bool {
      switch self {
      case .focus, .activate, .increment, .decrement, .escape, .magic, .scroll, .read, .position: true
      case .mode, .silence, .next, .previous, .curtain, .reach, .empty, .announcement: false
      }
    }
  }

  /// State of the mode, or of the half that came down.
  public enum State: String, Sendable { case on, off, began, ended }

  /// The act.
  public let act: Act
  /// State after it, of ``Act/mode`` and ``Act/reach``.
  public var state: State?
  /// The element of the layout that it is about.
  public var view: View?
  /// Whether it is about the page.
  public var isPage = false
  /// The point that is touched, in points of the screen.
  public var location: Point?
  /// The place of the element in reading order, from 1 on, and the number of elements.
  public var position: (place: Int, count: Int)?
  /// The direction of the fingers that scroll.
  public var direction: AccessibilityScrollDirection?
  /// The words to greet with, and their language, of ``Act/mode``; those of an announcement, of an element of the page.
  package var (label, language): (String?, String?)
  /// `up` or `down`.
  package var (volume, rate): (String?, String?)
  /// Whether the focus came there by a flick.
  var isStep = false
  /// Whether it may have something of sensitive views in its words, or leads from one.
  fileprivate var isSecret = false
  /// Whether it is about an element of the page on a sensitive view.
  fileprivate var isCovered = false

  init(_ act: Act) { self.act = act }

  /// Whether it is about a sensitive view: its name and place stay in the process.
  package var isSensitive: Bool { view?.isInSensitiveView == true }

  /// Whether its words are for headphones.
  package var isForHeadphones: Bool { isSensitive || isCovered }

  /// Whether nothing of it leaves the process but to the program that speaks: from how far a flick goes, and where an
  /// element is in the order, follows which it is.
  var isPrivate: Bool {
    isSecret || isCovered || isSensitive && (isStep || act != .focus && act != .activate)
  }
}

/// A change of which a program tells people who explore by touch: UIKit's `UIAccessibility.Notification` with its
/// argument.
public enum AccessibilityNotification {
  /// Most of what is shown is new: the focus goes to a view, by default to the first element, and is spoken.
  case screenChanged(View? = nil)
  /// A part is new: the focus goes to a view and is spoken. By default it stays, unless its element has gone.
  case layoutChanged(View? = nil)
  /// A text is to be spoken, at once, in the place of what is being spoken.
  case announcement(String)
}

extension Application {
  /// Tells people who explore by touch of a change, as UIKit's `UIAccessibility.post(notification:argument:)` does.
  ///
  /// Nothing happens while the mode is off. A view that is no element now, or is outside of a modal one, gets no focus.
  /// With sensitive views in the layout, an announcement is for the program that speaks alone. O(views + elements × log
  /// elements).
  public final func post(_ notification: AccessibilityNotification) { explore?.take(notification, at: now) }

  /// Whether a control or a plugin keeps a press there from the page. Classes of a program's own may pass it on.
  fileprivate final func keepsPress(at point: Point) -> Bool {
    hitTest(point, with: nil)?.responderChain.contains { responder in
      responder is Control || responder.touchHandler?.forwards == false
    } ?? false
  }
}

extension AccessibilityScrollDirection {
  fileprivate init(_ direction: SwipeGestureRecognizer.Direction) {
    self =
      switch direction {
      case .left: .left
      case .right: .right
      case .up: .up
      default: .down
      }
  }
}

extension Responder {
  /// Does what a person wants of it.
  ///
  /// - Parameter isFirst: whether it has the focus.
  /// - Returns: whether it is done.
  fileprivate final func does(
    _ act: AccessibilityAct, _ direction: AccessibilityScrollDirection?, isFirst: Bool
  ) -> Bool {
    switch act {
    case .increment:
      if isFirst { accessibilityIncrement() }
      return false
    case .decrement:
      if isFirst { accessibilityDecrement() }
      return false
    case .escape: return accessibilityPerformEscape()
    case .magic: return accessibilityPerformMagicTap()
    case .scroll: return direction.map { accessibilityScroll($0) } ?? false
    }
  }
}

extension TouchSample {
  /// A sample of a contact that no finger makes.
  fileprivate init(made contact: ContactID, _ phase: TouchPhase, on panel: Int32, at location: Point) {
    self.init()
    (self.contact, self.phase, self.panel, self.location) = (contact, phase, panel, location)
    slot = -1
  }
}
