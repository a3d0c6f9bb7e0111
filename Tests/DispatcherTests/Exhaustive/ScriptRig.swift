import TestSupport

@testable import Dispatcher

/// Facts of one frame, as an observer sees them. Sets of contacts are bits.
enum Fact: Hashable {
  case touch(Int, TouchPhase)
  case call(TouchPhase, view: Int, UInt32)
  case forward(TouchPhase, to: Int, UInt32)
  case state(Int, GestureRecognizer.State, UInt32, Loss?)
  case action(Int, GestureRecognizer.State)
  case page(TouchPhase, Int)

  /// Reason for which a recognizer failed.
  enum Loss: Hashable {
    case own(String)
    case prevented(by: Int)
    case required(Int)
  }

  /// The contacts of a recognizer that fails for its own reason.
  var ownFailure: UInt32? { if case .state(_, .failed, let contacts, .own) = self { contacts } else { nil } }

  /// The fact with other numbers of contacts. For what a recognizer gave up is its own matter, as are ids.
  func renumbered(_ number: (UInt32) -> Int) -> Fact {
    func bits(_ contacts: UInt32) -> UInt32 { UInt32(number(contacts)) }
    return switch self {
    case .touch(_, let phase): .touch(0, phase)
    case .call(let phase, let view, let contacts): .call(phase, view: view, bits(contacts))
    case .forward(let phase, let responder, let contacts): .forward(phase, to: responder, bits(contacts))
    case .state(let member, let state, let contacts, let loss):
      .state(member, state, bits(contacts), ownFailure == nil ? loss : nil)
    case .action: self
    case .page(let phase, let id): .page(phase, number(1 << UInt32(id & 31)))
    }
  }
}

extension UInt32 { init(_ contacts: [ContactID]) { self = contacts.reduce(0) { $0 | 1 << UInt32($1 & 31) } } }

/// An act of a finger in a frame.
enum Act: UInt8 {
  case rest, down, within, beyond, lift, palm

  /// Code of a frame in which no finger does anything, and time passes the next limit.
  static let limit: UInt8 = 36
}

/// A finger of a script: where it is, in steps of 3 and 60 points from where it comes down.
struct Finger: Hashable {
  var isDown = false
  var isPalm = false
  var place: UInt8 = 0

  /// The acts that it can do next.
  var acts: [Act] {
    isPalm ? [.rest, .lift] : isDown ? [.rest, .within, .beyond, .lift, .palm] : [.rest, .down]
  }

  mutating func take(_ act: Act) {
    switch act {
    case .rest: break
    case .down: self = Finger(isDown: true)
    case .within: place ^= 1
    case .beyond: place ^= 2
    case .lift: self = Finger()
    case .palm: (isDown, isPalm) = (false, true)
    }
  }
}

/// A pipeline with the views and recognizers of an arrangement, of which it plays frames.
final class ScriptRig: TraceObserver {
  let arrangement: Arrangement
  let pipeline: Pipeline
  let application = Application()
  let panel: Panel
  /// By the places of the members; `nil` for those that are left out.
  private(set) var recognizers: [GestureRecognizer?]
  /// Those that touches may reach, the page last.
  private(set) var responders: [Responder] = []
  private(set) var facts: [Fact] = []
  private(set) var reader: PageReader?
  private let companions: [Companions]
  private var trackingID: Int32 = 0
  private var places: [UInt8] = [0, 0]

  /// - Parameters:
  ///   - order: the members that take part, in the order of attachment.
  ///   - contacts: how many there were before.
  init(_ arrangement: Arrangement, order: [Int], hasPage: Bool, contacts: Int = 0) {
    self.arrangement = arrangement
    let window = Window(frame: Rect(x: 0, y: 0, width: 1024, height: 1024))
    let root = View(frame: Rect(x: 0, y: 0, width: 512, height: 512))
    window.addSubview(root)
    responders = [root]
    root.isMultipleTouchEnabled = arrangement.views != .single
    if arrangement.views == .apart {
      responders.append(View(frame: Rect(x: 0, y: 0, width: 48, height: 512)))
    }
    if arrangement.views == .nested || arrangement.views == .apart {
      let child = View(frame: Rect(x: 48, y: 0, width: 400, height: 400))
      child.isExclusiveTouch = arrangement.views == .apart
      responders.append(child)
    }
    for case let view as View in responders.dropFirst() { root.addSubview(view) }
    recognizers = arrangement.members.map { _ in nil }
    companions = arrangement.members.indices.map { place in
      Companions(arrangement.companions.filter { $0.first == place }.map { "\($0.second)" })
    }
    panel = Panel(
      name: "", path: "", touchProtocol: .slots(count: 2),
      calibration: Calibration(
        x: AxisRange(minimum: 0, maximum: 1023), y: AxisRange(minimum: 0, maximum: 1023),
        size: Size(width: 1024, height: 1024)))
    let ids = ContactIDs()
    for _ in 0..<contacts { _ = ids.make() }
    pipeline = Pipeline(application: application, contacts: ids)
    for place in order {
      let recognizer = Self.recognizer(arrangement.members[place])
      recognizer.name = "\(place)"
      if !companions[place].names.isEmpty { recognizer.delegate = companions[place] }
      (place > 0 && arrangement.views == .nested ? responders[1] as? View : root)?.addGestureRecognizer(
        recognizer)
      recognizers[place] = recognizer
    }
    for pair in arrangement.requirements {
      if let second = recognizers[pair.second] { recognizers[pair.first]?.require(toFail: second) }
    }
    responders += [window, application]
    application.addWindow(window)
    application.observer = self
    if hasPage {
      let traits = VirtualPanelTraits(
        size: Size(width: 1024, height: 1024), panelSlots: 2, hasPressure: false)
      let page = VirtualPanel(traits, cancel: .slide(by: ScreenCancel.slideDistance))
      reader = PageReader(traits.description(DeviceDescription(name: "page")))
      page.onFrame = { [unowned self] in reader?.read($0) }
      let responder = ScreenResponder(page)
      application.screenResponder = responder
      responders.append(responder)
    }
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  private static func recognizer(_ member: Arrangement.Member) -> GestureRecognizer {
    let recognizer: GestureRecognizer
    switch member.kind {
    case .tap, .double, .twin:
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = member.kind == .double ? 2 : 1
      tap.numberOfTouchesRequired = member.kind == .twin ? 2 : 1
      recognizer = tap
    case .press: recognizer = LongPressGestureRecognizer()
    case .pan: recognizer = PanGestureRecognizer()
    case .swipe: recognizer = SwipeGestureRecognizer()
    case .pinch: recognizer = PinchGestureRecognizer()
    case .rotation: recognizer = RotationGestureRecognizer()
    case .edge:
      let edge = ScreenEdgePanGestureRecognizer()
      edge.edges = .left
      recognizer = edge
    case .idle, .grip, .spark: recognizer = ProgramRecognizer(member)
    }
    recognizer.cancelsTouchesInView = member.cancels
    recognizer.delaysTouchesBegan = member.delaysBegan
    recognizer.delaysTouchesEnded = member.delaysEnded
    return recognizer
  }

  /// Plays a frame; then has all facts of it.
  func play(_ frame: UInt8, _ fingers: [Finger], at time: Timestamp) {
    facts.removeAll(keepingCapacity: true)
    var events: [RawEvent] = []
    func add(_ code: UInt16, _ value: Int) {
      events.append(RawEvent(time: time, type: EventType.abs, code: code, value: Int32(value)))
    }
    for (slot, act) in [Act(rawValue: frame / 6), Act(rawValue: frame % 6)].enumerated() where act != .rest {
      add(EventCode.absMTSlot, slot)
      if act == .down {
        trackingID += 1
        add(EventCode.absMTToolType, 0)
        add(EventCode.absMTTrackingID, Int(trackingID))
      }
      if act == .palm { add(EventCode.absMTToolType, Int(ToolType.palm)) }
      if act != .lift || slot == 0 && arrangement.hasFlicks {
        let place = act == .lift ? places[slot] ^ 2 : fingers[slot].place
        places[slot] = place
        let way = Int(place & 1) * 3 + Int(place >> 1) * 60
        // The first goes right from the left edge, the second down: neither span nor angle stays.
        add(EventCode.absMTPositionX, slot == 0 ? 10 + way : 90)
        add(EventCode.absMTPositionY, slot == 0 ? 100 : 110 + way)
      }
      if act == .lift { add(EventCode.absMTTrackingID, -1) }
    }
    events.append(.report(at: time))
    _ = events.withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in nil } }
    pipeline.dispatch()
  }

  /// Lets time pass.
  func advance(to time: Timestamp) {
    facts.removeAll(keepingCapacity: true)
    pipeline.advance(to: time)
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    switch record {
    case .touch(let sample, _): facts.append(.touch(sample.contact, sample.phase))
    case .delivered(let phase, let responder, let contacts):
      facts.append(.call(phase, view: place(of: responder), UInt32(contacts)))
    case .forwarded(let phase, _, let responder, let contacts):
      facts.append(.forward(phase, to: place(of: responder), UInt32(contacts)))
    case .gesture(let recognizer, let state, let contacts, let reason):
      facts.append(.state(Int(recognizer.name) ?? 0, state, UInt32(contacts), reason.map(Self.loss)))
    case .event(let event): facts.append(.action(Int(event.name) ?? 0, event.state))
    // Where the page has a contact is no matter of this.
    case .screen(let report) where report.phase != .moved: facts.append(.page(report.phase, report.contact))
    default: break
    }
  }

  private static func loss(_ reason: FailureReason) -> Fact.Loss {
    switch reason {
    case .prevented(let name): .prevented(by: Int(name) ?? 0)
    case .required(let name): .required(Int(name) ?? 0)
    default: .own(reason.name)
    }
  }

  func place(of responder: Responder) -> Int { responders.firstIndex { $0 === responder } ?? 0 }

  /// The slots of the page that have a contact, by age.
  var slotsOnPage: [(number: Int, slot: VirtualSlot)] {
    guard let page = application.screenResponder?.panel else { return [] }
    return page.order.copy.map { (Int($0), page.slots[Int($0)]) }
  }

  func attempt(_ member: Int) -> Attempt? { recognizers[member]?.attempt }
}

/// Lets a recognizer recognize together with others.
private final class Companions: GestureRecognizerDelegate {
  let names: [String]

  init(_ names: [String]) { self.names = names }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { names.contains(other.name) }
}

/// A recognizer as a program may write it, which does what those of the library do not: `grip` begins and `spark` is
/// recognized as soon as a finger lands. While it waits, `grip` gives up if that moves; it goes on for 100 ms without
/// fingers, and does not say that it changes. `idle` decides nothing, and waits for half a second without fingers, or
/// until it sees that another finger is down; from the first move on, it delays began.
final class ProgramRecognizer: GestureRecognizer {
  private let rules: Arrangement.Member
  private var event: Event?
  private var lift: Timestamp?
  private var hasBegun = false
  private var shown: Set<ContactID> = []
  /// The first thing that it was shown in the wrong order; `nil` if there was none.
  private(set) var fault: String?

  init(_ rules: Arrangement.Member) {
    self.rules = rules
    super.init()
    addAction { [unowned self] _ in hasBegun = true }
  }

  private func note(_ touches: Set<Touch>, _ isDue: (ContactID) -> Bool) {
    for touch in touches where !isDue(touch.contactID) { fault = "\(touch.phase) out of turn" }
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    note(touches) { shown.insert($0).inserted }
    (self.event, lift) = (event, nil)
    guard state == .possible else { return }
    if rules.kind == .grip { state = .began } else if rules.kind == .spark { state = .recognized }
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    note(touches, shown.contains)
    if rules.kind == .idle { delaysTouchesBegan = true } else if !hasBegun { fail(.tooShort) }
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    note(touches) { shown.remove($0) != nil }
    lift = event.timestamp
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    note(touches) { shown.remove($0) != nil && lift != event.timestamp }
  }

  override var deadline: Timestamp? {
    guard let lift, let event, !touches.contains(where: \.contact.isDown) else { return nil }
    if rules.kind == .grip { return state.isActive ? lift + .milliseconds(100) : nil }
    return event.timestamp == lift || event.allTouches.isEmpty ? lift + .milliseconds(500) : nil
  }

  override func deadlineReached(with event: Event) {
    if rules.kind == .grip { state = .ended } else { fail(.tooSlow) }
  }

  override func reset() {
    (event, lift, hasBegun, shown) = (nil, nil, false, [])
    if rules.kind == .idle { delaysTouchesBegan = rules.delaysBegan }
  }
}
