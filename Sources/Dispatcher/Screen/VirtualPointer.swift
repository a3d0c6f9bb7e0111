/// One act of the mouse that a layout's plugin `pointer` is.
public struct PointerReport: Equatable, Sendable {
  /// A button of a mouse; its raw value is the word of layouts and traces.
  @frozen public enum Button: String, Sendable, CaseIterable {
    case left, right, middle

    var code: UInt16 { EventCode.btnLeft + (self == .left ? 0 : self == .right ? 1 : 2) }
  }

  /// Something that the mouse did.
  @frozen public enum Act: Equatable, Sendable {
    case moved
    case pressed(Button)
    case released(Button)
    /// The wheels turned, in notches with the kernel's signs; `nil` where that stays in the process.
    case scrolled(x: Double?, y: Double?)
  }

  /// The act.
  public let act: Act
  /// The place in points of the screen, not beyond its edges; `nil` if it stays in the process.
  public let location: Point?
}

/// Task of a responder of the plugin `pointer`, for the gestures that come to it.
package struct PointerTask: Sendable {
  package enum Act: Sendable { case press, drag, scroll }

  package var act = Act.scroll
  package var button = PointerReport.Button.left
  /// Number of presses of a press.
  package var count = 1
  /// Whether content follows the fingers that scroll; else, it goes the other way.
  package var isNatural = true
  /// Way of the fingers for a notch of a wheel, in points. (O)
  package var notch = 15.0
  package var axis = PanAxis.any
  /// Whether scrolling runs out after the lift.
  package var hasMomentum = true
  /// Whether the pointer leaves the place of an act some time later.
  package var parks = false

  package init() {}
}

/// The mouse that programs see of a layout's plugin `pointer`, as values: gestures go in, frames of the kernel's events
/// come out.
///
/// It does one act at a time.
///
///     press ──► button down ── 40 ms ──► up ──► the next of its count, or of the presses that wait
///     drag ──► button down, moves ── the gesture ends ──► up
///     scroll ──► wheel ── lift ──► momentum ── slow, a landing on the view, another act ──► rest
///
/// It belongs to the layout, and goes by the time of its present tree.
package final class VirtualPointer {
  /// Receives the events of each frame, its SYN_REPORT last. They are valid during the call.
  package var onFrame: (UnsafeBufferPointer<RawEvent>) -> Void = { _ in }
  private let size: Size
  private let thresholds: Thresholds.Pointer
  private weak var application: Application?
  private var frame = Slab<RawEvent>()
  /// Time of the last frame, which no other is before.
  private var frameTime = Timestamp.zero
  private var place = Place(point: .zero, isSecret: false)
  private var press: Press?
  /// Presses that wait until the last one's button is up.
  private var waiting: [Press] = []
  private var drag: Drag?
  private var scroll: Scroll?
  private var momentum: Momentum?
  private var parkTime: Timestamp?
  /// The deadline that the application knows.
  private var keptDeadline: Timestamp?
  /// Place and time of each button's last press.
  private var last: [PointerReport.Button: (place: Place, time: Timestamp)] = [:]
  /// The last contacts whose landing stopped momentum: none of their taps presses.
  private var stoppers: [ContactID] = []

  /// A place of the screen, and whether it stays in the process.
  private struct Place { var (point, isSecret): (Point, Bool) }

  private struct Press {
    /// Its count is the number of times that the button still goes down, this one included.
    var task: PointerTask
    let place: Place
    var isDown = true
    /// Time at which the button goes up, or down again.
    var next = Timestamp.zero
  }

  private struct Drag {
    weak var owner: GestureRecognizer?
    let button: PointerReport.Button
    /// The fingers that began it; others are ignored.
    let fingers: [ContactID]
    /// The place where the button goes down.
    let start: Place
    /// Mean of the fingers that are left, in points of the screen, and how many those are.
    var (centre, count): (Point, Int)
    /// Way from the fingers to the pointer.
    var offset: Point
    var isSecret = false
    var isDown = false
  }

  private struct Scroll {
    weak var owner: GestureRecognizer?
    let task: PointerTask
    /// The place where the fingers landed, under which content scrolls.
    var place: Place
    /// The way that has been taken into account.
    var travelled = Point.zero
    var x = WheelAxis()
    var y = WheelAxis()
  }

  private struct Momentum {
    var scroll: Scroll
    let (x, y): (Deceleration, Deceleration)
    /// Its start, and the time of its next frame.
    var (start, next): (Timestamp, Timestamp)
    var seconds: Double { (next - start).seconds }
    var speed: Double {
      Point(x: x.velocity(after: seconds), y: y.velocity(after: seconds)).distance(to: .zero)
    }
  }

  package init(size: Size, _ thresholds: Thresholds.Pointer) {
    (self.size, self.thresholds) = (size, thresholds)
  }

  /// Goes by another tree from now on. What goes on ends.
  package func use(_ application: Application) {
    end(at: frameTime)
    self.application?.pointer = nil
    (self.application, keptDeadline) = (application, nil)
    application.pointer = self
  }

  /// Ends everything: no button is down afterwards, nothing waits, and nothing goes on by itself.
  package func end(at time: Timestamp) {
    (waiting, scroll, momentum, parkTime) = ([], nil, nil, nil)
    let button = press?.isDown == true ? press?.task.button : drag?.isDown == true ? drag?.button : nil
    (press, drag) = (nil, nil)
    if let button { turn(button, down: false, at: time) }
    keepTime()
  }

  /// Ends momentum: another tree is to take the place of this one.
  package func stopMomentum(at time: Timestamp) {
    guard let momentum else { return }
    self.momentum = nil
    rest(momentum.scroll.task, at: time)
    keepTime()
  }

  /// Ends momentum whose view a finger of the frame has landed on.
  func landed(with event: Event) {
    guard let momentum else { return }
    event.frame.forEach { touch in
      guard touch.phase == .began else { return }
      if let view = momentum.scroll.owner?.view, touch.view?.isDescendant(of: view) != true { return }
      stoppers = stoppers.suffix(Self.mostStoppers - 1) + [touch.contact.id]
      stopMomentum(at: event.timestamp)
    }
  }

  private static let momentumInterval = Interval.milliseconds(16)
  /// Momentum ends below it, in points a second. (O)
  private static let leastSpeed = 30.0
  /// A finger across a large screen within 10 ms. (O)
  private static let greatestSpeed = 100_000.0
  /// libinput takes presses of less than 25 ms for those of a worn switch. (H)
  private static let pressDuration = Interval.milliseconds(40)
  private static let parkDelay = Interval.milliseconds(600)
  /// Presses that wait; more are left out. (O)
  private static let mostWaiting = 8
  /// More fingers than panels report. (O)
  private static let mostStoppers = 64
  /// The end of both axes, which begin with 0.
  private static let axisEnd: Int32 = 65_535
}

// From gestures, controls and landings to acts. Each returns whether it was done, or left out.
extension VirtualPointer {
  /// Does a task for a recognizer's action.
  package func act(_ event: GestureEvent, _ task: PointerTask) -> Bool {
    defer { keepTime() }
    switch task.act {
    case .press:
      // A finger that stops what runs out does not mean what is under it.
      let isTap = event.recognizer is TapGestureRecognizer
      if !event.isRecognition || isTap && event.members.contains(where: { stoppers.contains($0.id) }) {
        return true
      }
      let spot = place(event.location, in: event.recognizer.view?.window, event.isSensitive)
      let isHeld = event.recognizer is LongPressGestureRecognizer
      return press(task, at: isHeld ? landing(of: event) : spot, event.timestamp)
    case .drag: return drag(event, task)
    case .scroll: return scroll(event, task)
    }
  }

  /// Does a press for an event of a control.
  package func act(_ event: ControlEvent, _ task: PointerTask) -> Bool {
    press(task, at: place(event.location, in: event.view.window, event.isSensitive), event.timestamp)
  }

  /// Does a press for a finger that landed.
  package func act(_ touch: Touch, _ task: PointerTask, at time: Timestamp) -> Bool {
    press(task, at: place(touch.contact.downLocation, touch.isSensitive), time)
  }

  /// A place of a window, or of the screen, not beyond its edges.
  private func place(_ point: Point, in window: Window? = nil, _ isSecret: Bool) -> Place {
    let place = window?.toScreen.apply(to: point) ?? point
    let point = Point(x: min(max(place.x, 0), size.width), y: min(max(place.y, 0), size.height))
    return Place(point: point, isSecret: isSecret || application?.sensitivity.covers(point) ?? true)
  }

  /// Mean of the places where a gesture's fingers landed.
  private func landing(of event: GestureEvent) -> Place {
    place(event.recognizer.touches.map(\.contact.downLocation).mean, event.wasSensitive)
  }
}

// MARK: - Presses and drags

extension VirtualPointer {
  private func press(_ task: PointerTask, at place: Place, _ time: Timestamp) -> Bool {
    defer { keepTime() }
    guard drag == nil, waiting.count < Self.mostWaiting else { return false }
    (momentum, parkTime) = (nil, nil)
    waiting.append(Press(task: task, place: place))
    if press == nil { beginNext(at: time) }
    return true
  }

  /// Begins the first of the presses that wait, else the drag that does; else, nothing is left to do.
  private func beginNext(at time: Timestamp) {
    guard !waiting.isEmpty else { return beginDrag(at: time) }
    let next = waiting.removeFirst()
    press = next
    press?.next = time + Self.pressDuration
    lower(next.task.button, at: snapped(next.place, next.task.button, at: time), time)
  }

  /// The place of the last press, if one there now is to be a double click with it: not where one of them is secret,
  /// and the other would say where.
  private func snapped(_ place: Place, _ button: PointerReport.Button, at time: Timestamp) -> Place {
    guard let last = last[button], last.place.isSecret == place.isSecret,
      time - last.time <= thresholds.clickInterval,
      last.place.point.distance(to: place.point) <= thresholds.clickDistance
    else { return place }
    return last.place
  }

  private func lower(_ button: PointerReport.Button, at place: Place, _ time: Timestamp) {
    move(to: place, at: time, always: true)
    turn(button, down: true, at: time)
    last[button] = (place, time)
  }

  /// Lets the button of a press up, or down again.
  private func proceed(_ former: Press, at time: Timestamp) {
    var press = former
    press.next = time + Self.pressDuration
    press.isDown.toggle()
    press.task.count -= press.isDown ? 0 : 1
    self.press = press.task.count > 0 ? press : nil
    if press.isDown { return lower(press.task.button, at: place, time) }
    turn(press.task.button, down: false, at: time)
    guard self.press == nil else { return }
    beginNext(at: time)
    rest(press.task, at: time)
  }

  private func drag(_ event: GestureEvent, _ task: PointerTask) -> Bool {
    if event.state == .began {
      guard drag == nil else { return false }
      (momentum, parkTime) = (nil, nil)
      let (contacts, landing) = (event.recognizer.touches.map(\.contact), landing(of: event))
      let start = snapped(landing, task.button, at: contacts.map(\.downTime).max() ?? event.timestamp)
      drag = Drag(
        owner: event.recognizer, button: task.button, fingers: contacts.map(\.id), start: start,
        centre: landing.point, count: contacts.count, offset: start.point - landing.point)
      follow(event)
      if press == nil { beginDrag(at: event.timestamp) }
      return true
    }
    guard let drag, drag.owner === event.recognizer else { return true }
    if event.state != .cancelled {
      follow(event)
      moveDrag(at: event.timestamp, always: false)
    }
    guard event.state.isOver else { return true }
    self.drag = nil
    if drag.isDown { turn(drag.button, down: false, at: event.timestamp) }
    rest(task, at: event.timestamp)
    return drag.isDown
  }

  /// Takes in where the fingers of a drag are. One that leaves it does not make it jump.
  private func follow(_ event: GestureEvent) {
    guard var drag else { return }
    var (sum, count) = (Point.zero, 0)
    for touch in event.recognizer.touches where drag.fingers.contains(touch.contact.id) {
      sum = sum + touch.values.location
      count += 1
    }
    guard count > 0 else { return }
    let centre = sum.divided(by: count)
    if count != drag.count { drag.offset = drag.offset + (drag.centre - centre) }
    (drag.centre, drag.count) = (centre, count)
    // The way from a finger says where it landed near the last press, or was when another left.
    drag.isSecret = event.isSensitive || drag.offset != .zero && (event.wasSensitive || drag.start.isSecret)
    self.drag = drag
  }

  /// Lets the button of the drag down, if there is one, and goes to where its fingers are.
  private func beginDrag(at time: Timestamp) {
    guard let drag else { return }
    self.drag?.isDown = true
    lower(drag.button, at: drag.start, time)
    moveDrag(at: time, always: true)
  }

  private func moveDrag(at time: Timestamp, always: Bool) {
    guard let drag, drag.isDown else { return }
    move(to: place(drag.centre + drag.offset, drag.isSecret), at: time, always: always)
  }
}

// MARK: - Wheels

extension VirtualPointer {
  private func scroll(_ event: GestureEvent, _ task: PointerTask) -> Bool {
    guard let pan = event.recognizer as? PanGestureRecognizer else { return true }
    // Under a button, wheels mean something else.
    let isFree = press == nil && drag == nil
    if event.state == .began {
      guard drag == nil, scroll == nil else { return false }
      (momentum, parkTime) = (nil, nil)
      let begun = Scroll(owner: pan, task: task, place: landing(of: event))
      if isFree { move(to: begun.place, at: event.timestamp, always: true) }
      scroll = begun
      return true
    }
    guard var scroll, scroll.owner === pan else { return true }
    if event.wasSensitive { scroll.place.isSecret = true }
    let way = pan.translation(in: nil) - scroll.travelled
    scroll.travelled = scroll.travelled + way
    if isFree, event.state != .cancelled { turn(&scroll, by: way, at: event.timestamp) }
    self.scroll = event.state.isOver ? nil : scroll
    guard event.state.isOver else { return true }
    if isFree, task.hasMomentum, event.state == .ended {
      begin(scroll, pan.velocity(in: nil), at: event.timestamp)
    }
    rest(task, at: event.timestamp)
    return true
  }

  private func begin(_ scroll: Scroll, _ velocity: Point, at time: Timestamp) {
    func glide(_ velocity: Double, without axis: PanAxis) -> Deceleration {
      let velocity = min(max(velocity, -Self.greatestSpeed), Self.greatestSpeed)
      return Deceleration(
        start: 0, velocity: scroll.task.axis == axis ? 0 : velocity,
        rate: Thresholds.Scroll().decelerationRate)
    }
    let (x, y) = (glide(velocity.x, without: .vertical), glide(velocity.y, without: .horizontal))
    var begun = Momentum(scroll: scroll, x: x, y: y, start: time, next: time)
    guard begun.speed >= Self.leastSpeed else { return }
    (begun.scroll.travelled, begun.next) = (.zero, time + Self.momentumInterval)
    momentum = begun
  }

  /// Lets the content go on to the next frame of its momentum.
  private func proceed(_ former: Momentum) {
    let (seconds, next) = (former.seconds, former.next + Self.momentumInterval)
    // At the end of time there is no next frame.
    guard former.speed >= Self.leastSpeed, next > former.next else { return stopMomentum(at: former.next) }
    var momentum = former
    let travelled = Point(x: momentum.x.position(after: seconds), y: momentum.y.position(after: seconds))
    turn(&momentum.scroll, by: travelled - momentum.scroll.travelled, at: momentum.next)
    (momentum.scroll.travelled, momentum.next) = (travelled, next)
    self.momentum = momentum
  }

  /// Turns the wheels by a way of the fingers, with the pointer where they landed.
  private func turn(_ scroll: inout Scroll, by way: Point, at time: Timestamp) {
    let (task, sign) = (scroll.task, scroll.task.isNatural ? 1.0 : -1.0)
    let x = scroll.x.turn(by: task.axis == .vertical ? 0 : -sign * way.x, task.notch)
    let y = scroll.y.turn(by: task.axis == .horizontal ? 0 : sign * way.y, task.notch)
    guard x.units != 0 || y.units != 0 else { return }
    move(to: scroll.place, at: time, always: false)
    place = scroll.place
    add(EventType.rel, EventCode.relWheel, y.notches, at: time)
    add(EventType.rel, EventCode.relWheelHiRes, y.units, at: time)
    add(EventType.rel, EventCode.relHWheel, x.notches, at: time)
    add(EventType.rel, EventCode.relHWheelHiRes, x.units, at: time)
    func shown(_ units: Int32) -> Double? { place.isSecret ? nil : Double(units) / WheelAxis.unitsPerNotch }
    finishFrame(.scrolled(x: shown(x.units), y: shown(y.units)), at: time)
  }
}

/// A wheel, and what it owes of a way that is no whole unit, and of units that are no whole notch.
private struct WheelAxis {
  /// Units of REL_WHEEL_HI_RES in a notch. (H)
  static let unitsPerNotch = 120.0
  /// More units than a finger can turn in a frame; such a way is left out. (O)
  private static let most = 1e6

  private var rest = 0.0
  private var units: Int32 = 0

  /// Turns by a way in points.
  mutating func turn(by way: Double, _ notch: Double) -> (notches: Int32, units: Int32) {
    let sum = rest + way * Self.unitsPerNotch / notch
    // Numbers that are added up lose less than a millionth of a unit.
    let whole = (sum + (sum < 0 ? -1e-6 : 1e-6)).rounded(.towardZero)
    guard abs(whole) < Self.most, let turned = Int32(exactly: whole) else { return (0, 0) }
    let (notches, left) = (units + turned).quotientAndRemainder(dividingBy: Int32(Self.unitsPerNotch))
    (rest, units) = (sum - whole, left)
    return (notches, turned)
  }
}

// MARK: - Time

extension VirtualPointer: TimedObject {
  package var deadline: Timestamp? {
    earlier(earlier(press?.next, momentum?.next), parkTime)
  }

  package func deadlineReached(at time: Timestamp) {
    while let due = deadline, due <= time {
      if let press, press.next == due {
        proceed(press, at: due)
      } else if let momentum, momentum.next == due {
        proceed(momentum)
      } else {
        parkTime = nil
        let corner = Point(x: size.width - 0.5, y: size.height - 0.5)
        move(to: place(corner, false), at: due, always: true)
      }
    }
    keptDeadline = deadline
  }

  /// An act is over: the pointer leaves its place some time later, unless another act begins.
  private func rest(_ task: PointerTask, at time: Timestamp) {
    guard task.parks, press == nil, drag == nil, scroll == nil, momentum == nil else { return }
    parkTime = time + Self.parkDelay
  }

  private func keepTime() {
    guard keptDeadline != deadline else { return }
    keptDeadline = deadline
    application?.keepTime(for: self)
  }
}

// MARK: - Frames

extension VirtualPointer {
  /// Goes to a place.
  ///
  /// - Parameter always: whether a frame says so also if the pointer is there already.
  private func move(to place: Place, at time: Timestamp, always: Bool) {
    if !always, self.place.point == place.point { return }
    self.place = place
    add(EventType.abs, EventCode.absX, Self.units(place.point.x, of: size.width), at: time)
    add(EventType.abs, EventCode.absY, Self.units(place.point.y, of: size.height), at: time)
    finishFrame(.moved, at: time)
  }

  private static func units(_ place: Double, of length: Double) -> Int32 {
    let units = (place / length * Double(axisEnd)).rounded()
    return units > 0 ? Int32(exactly: min(units, Double(axisEnd))) ?? 0 : 0
  }

  private func turn(_ button: PointerReport.Button, down isDown: Bool, at time: Timestamp) {
    add(EventType.key, button.code, isDown ? 1 : 0, at: time)
    finishFrame(isDown ? .pressed(button) : .released(button), at: time)
  }

  private func add(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Timestamp) {
    frameTime = max(frameTime, time)
    // A wheel that does not turn is left out.
    if type == EventType.rel, value == 0 { return }
    frame.append(RawEvent(time: frameTime, type: type, code: code, value: value))
  }

  private func finishFrame(_ act: PointerReport.Act, at time: Timestamp) {
    frame.append(.report(at: frameTime))
    onFrame(frame.buffer)
    frame.removeAll()
    let report = PointerReport(act: act, location: place.isSecret ? nil : place.point)
    application?.observer?.record(.pointer(report), at: time)
  }

  /// Description from which the kernel makes the device: a mouse of that name that says where it is on the screen.
  package static func description(_ identity: DeviceDescription) -> DeviceDescription {
    var device = identity
    let axis = AxisRange(minimum: 0, maximum: axisEnd)
    device.axes = [EventCode.absX: axis, EventCode.absY: axis]
    device.codes = [
      EventType.abs: Set(device.axes.keys), EventType.key: Set(PointerReport.Button.allCases.map(\.code)),
      EventType.rel: [
        EventCode.relWheel, EventCode.relWheelHiRes, EventCode.relHWheel, EventCode.relHWheelHiRes,
      ],
    ]
    return device
  }
}
