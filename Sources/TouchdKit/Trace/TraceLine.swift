import Dispatcher
import LinuxInput

/// A kind of lines, in a trace and at the events socket; the raw value is the word for it in both.
package enum LineKind: String, CaseIterable, Sendable {
  case event
  case touch
  /// The moves of a frame's touches in one line.
  case moves
  case gesture
  /// Gesture lines of recognizers that failed.
  case failed
  case deliver
  case forward
  case hit
  /// A contact as the page gets it.
  case screen
  /// An act of a person who explores by touch.
  case explore
  /// An act of the mouse that the plugin `pointer` is.
  case pointer
  case device
  /// A call of a responder, for the program that answers for it, and for no other.
  case call
  /// A change on the screen, such as a view that was hidden.
  case change
  /// Counts of everything that went through the layouts, at most once a second.
  case counters
  /// Counts of what visitors did, once an hour.
  case statistics
  /// Raw frames.
  case frame
  /// The last line of a trace.
  case summary

  /// Kinds that a trace can have.
  static let traced = allCases.filter { ![.moves, .counters, .statistics, .call].contains($0) }
  /// Kinds to which a client of the events socket may subscribe.
  package static let heard = allCases.filter { $0 != .summary && $0 != .call }
  /// The kind of this name to which a client may subscribe.
  init?(heard word: String) {
    guard let kind = Self.heard.first(where: { $0.rawValue == word }) else { return nil }
    self = kind
  }

  /// Kinds that a replay shows by default.
  static let standard: Set<LineKind> = [
    .touch, .deliver, .forward, .gesture, .event, .screen, .explore, .pointer,
  ]
  /// Kinds that a dump shows by default: the same, and the steps that lead to them.
  static let dumped = standard.union([.device, .hit, .change])

  /// The kind of a record's lines.
  init(of record: TraceRecord) {
    self =
      switch record {
      case .touch: .touch
      case .hitEntered, .hitLeft: .hit
      case .delivered: .deliver
      case .forwarded: .forward
      case .gesture(_, let state, _, _): state == .failed ? .failed : .gesture
      case .event, .progress, .control, .layout: .event
      case .screen: .screen
      case .explore: .explore
      case .pointer: .pointer
      case .displayChanged, .viewChanged: .change
      }
  }

  /// A set of kinds: one is looked for in it for each line and each client, where a hash would take longer than the
  /// rest.
  struct Bits: Equatable, Sendable {
    private let bits: UInt32

    init(_ kinds: Set<LineKind> = []) { bits = kinds.reduce(0) { $0 | $1.bit } }

    func contains(_ kind: LineKind) -> Bool { bits & kind.bit != 0 }
    func overlaps(_ other: Bits) -> Bool { bits & other.bits != 0 }
  }

  private var bit: UInt32 {
    switch self {
    case .event: 1
    case .touch: 1 << 1
    case .moves: 1 << 2
    case .gesture: 1 << 3
    case .failed: 1 << 4
    case .deliver: 1 << 5
    case .forward: 1 << 6
    case .hit: 1 << 7
    case .screen: 1 << 8
    case .device: 1 << 9
    case .change: 1 << 10
    case .counters: 1 << 11
    case .frame: 1 << 12
    case .summary: 1 << 13
    case .explore: 1 << 15
    case .pointer: 1 << 14
    case .statistics: 1 << 16
    case .call: 1 << 17
    }
  }
}

/// One fact, to be written as JSON or as text: a line of a trace, or of the events socket.
struct TraceLine {
  /// Lines of which a later one says all that an earlier one says: those of fingers that move on.
  enum Move: Hashable, Sendable {
    /// A contact's place.
    case touch(ContactID)
    /// The places of these contacts.
    case touches([ContactID])
    /// A contact as the page gets it.
    case screen(ContactID)
    /// A call of a responder with these contacts; the kinds of lines about calls are apart.
    case call(kind: String, from: String?, to: String, [ContactID])
  }

  let time: Timestamp
  let kind: LineKind
  /// The layout that it is about; `nil` for what belongs to none, and in a trace of one.
  var layout: LiveLayout?
  /// The view or responder that it is about, by which clients choose.
  var view: String?
  /// `nil` for a line that no later one replaces.
  var move: Move?
  /// Whether it is of something in a sensitive view: only the program that answers for the responder hears it.
  private(set) var isPrivate = false
  private let content: Content

  /// Most lines are about fingers that move. What these say is kept as values, and made into fields when the line is
  /// written: then all that waits for the frame has got it.
  private enum Content {
    case fields(JSON.Members)
    case contact(ContactReport)
    case call(CallReport)
    case moves([TouchMove])
  }

  /// Its fields, in order; made anew by each use.
  var fields: JSON.Members {
    switch content {
    case .fields(let fields): fields
    case .contact(let report): report.fields
    case .call(let report): report.fields
    case .moves(let moves): [("moves", .array(moves.map(\.json)))]
    }
  }

  init(_ kind: LineKind, at time: Timestamp, _ fields: KeyValuePairs<String, JSON>) {
    self.init(kind, at: time, fields.map { ($0.key, $0.value) })
  }

  init(_ kind: LineKind, at time: Timestamp, _ fields: JSON.Members) {
    (self.kind, self.time, content) = (kind, time, .fields(fields))
  }

  private init(_ kind: LineKind, at time: Timestamp, _ content: Content) {
    (self.kind, self.time, self.content) = (kind, time, content)
  }

  /// Line of the moves of a frame's touches.
  init(_ moves: [TouchMove], at time: Timestamp) {
    (kind, self.time, content) = (.moves, time, .moves(moves))
    move = .touches(moves.map(\.contact))
  }

  /// The same line, about a layout.
  func of(_ layout: LiveLayout) -> TraceLine {
    var line = self
    line.layout = layout
    return line
  }

  /// The same line with the moves on these views alone; `nil` if there are none, or it is no line of moves.
  func moves(on views: Set<String>) -> TraceLine? {
    guard case .moves(let all) = content else { return nil }
    let moves = all.filter { $0.view.map(views.contains) ?? true }
    guard !moves.isEmpty else { return nil }
    var line = TraceLine(moves, at: time)
    line.layout = layout
    return line
  }

  /// `{"t":…,"kind":…,…}`, the time in microseconds since the origin; a summary has none.
  func json(since origin: Timestamp) -> String { JSON.object(members(since: origin)).text }

  /// Members of the line's object, in order.
  ///
  /// - Parameter name: of the layout, if it is not the line's own; it stands after the kind.
  func members(since origin: Timestamp, in name: String? = nil) -> JSON.Members {
    var members: JSON.Members = []
    if kind != .summary { members.append(("t", .integer(Int((time - origin).microseconds)))) }
    members.append(("kind", .string(word)))
    if let name = name ?? layout?.layout.title { members.append(("layout", .string(name))) }
    return members + fields
  }

  /// The same facts for people: seconds, kind, and `key=value` in columns.
  func text(since origin: Timestamp) -> String {
    let seconds = kind == .summary ? "" : Self.seconds((time - origin).microseconds)
    let facts = fields.map { "\($0.key)=\(Self.plain($0.value))" }.joined(separator: " ")
    return seconds.padded(toFront: 12) + "  " + word.padded(to: 8) + " " + facts
  }

  private var word: String { kind == .failed ? LineKind.gesture.rawValue : kind.rawValue }

  /// Microseconds as seconds with six decimals.
  private static func seconds(_ microseconds: Int64) -> String {
    let digits = microseconds.magnitude.padded(7)
    return (microseconds < 0 ? "-" : "") + digits.dropLast(6) + "." + digits.suffix(6)
  }

  /// Words without their quotes, unless they need them.
  private static func plain(_ value: JSON) -> String {
    guard case .string(let word) = value, !word.isEmpty,
      // By bytes: a mark that follows a letter makes one Character with it.
      word.utf8.allSatisfy({ 0x21...0x7e ~= $0 && $0 != UInt8(ascii: "\"") })
    else { return value == .null ? "-" : value.text }
    return word
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func padded(toFront width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

/// Place to which a touch has moved, in points of the window.
struct TouchMove {
  let contact: ContactID
  let location: Point
  let view: String?

  init(_ touch: Touch, _ sample: TouchSample) {
    contact = sample.contact
    location = touch.location(of: sample)
    view = touch.shownView()?.identifier
  }

  fileprivate var json: JSON { .array([.integer(contact), .decimal(location.x), .decimal(location.y)]) }
}

/// A panel's report of a contact, as values: the touch continues, and the line is of now.
private struct ContactReport {
  let sample: TouchSample
  let phase: TouchPhase
  /// `nil` where the view is sensitive.
  let location: Point?
  let tapCount: Int
  let isMade: Bool
  let view: String?
  let window: String?

  /// The line's members behind its kind.
  var fields: JSON.Members {
    let raw = [JSON.integer(Int(sample.rawX)), .integer(Int(sample.rawY))]
    let fields: JSON.Members = [
      ("touch", .integer(sample.contact)), ("phase", .string(phase.word)),
      ("slot", .integer(Int(sample.slot))), ("at", location.map(JSON.point) ?? .null),
      ("raw", location == nil || isMade ? .null : .array(raw)), ("type", .string(sample.type.word)),
      ("tapCount", .integer(tapCount)), ("force", .decimal(sample.force)),
      ("radius", .decimal(sample.majorRadius)), ("view", .text(view)), ("window", .text(window)),
    ]
    if isMade { return fields + [("made", .bool(true))] }
    // What only a pen has, angles in radians.
    guard sample.type == .stylus else { return fields }
    return fields + [
      ("altitude", .decimal(sample.pose.altitude)), ("azimuth", .decimal(sample.pose.azimuth)),
      ("eraser", .bool(sample.penKeys.contains(.eraser))),
      ("buttons", .integer(sample.penKeys.pressedButtons)),
    ]
  }
}

/// A call of a responder with touches, as values.
private struct CallReport {
  let phase: TouchPhase
  /// The responder that passed the call on; `nil` for the first call.
  let from: String?
  let responder: String
  let contacts: [ContactID]
  let plugin: String?

  /// The line's members behind its kind.
  var fields: JSON.Members {
    var fields: JSON.Members = [("call", .string(phase.call))]
    if let from { fields.append(("from", .string(from))) }
    fields.append(("to", .string(responder)))
    fields.append(("touches", .array(contacts.map(JSON.integer))))
    if let plugin { fields.append(("plugin", .string(plugin))) }
    return fields
  }
}

extension TraceLine {
  /// Line of a touch as it is now.
  ///
  /// - Parameters:
  ///   - phase: of the contact, or that of the call in which a responder gets it.
  ///   - responder: to which the line goes; `nil` for a trace.
  init(_ touch: Touch, _ phase: TouchPhase, to responder: Responder? = nil, at time: Timestamp) {
    self.init(touch, touch.sample, phase, touch.shownLocation, to: responder, at: time)
  }

  /// Line of a panel's report of a contact, with the place that the touch showed then.
  init(
    _ touch: Touch, _ sample: TouchSample, _ phase: TouchPhase, _ location: Point?,
    to responder: Responder? = nil, at time: Timestamp
  ) {
    let report = ContactReport(
      sample: sample, phase: phase, location: location, tapCount: touch.shownTapCount,
      isMade: touch.isMade, view: touch.shownView(by: responder)?.identifier,
      window: touch.window?.identifier)
    self.init(.touch, at: time, .contact(report))
    view = report.view
  }

  private init(
    _ kind: LineKind, _ phase: TouchPhase, from: Responder? = nil, to responder: Responder,
    _ contacts: [ContactID], at time: Timestamp
  ) {
    let report = CallReport(
      phase: phase, from: from?.identifier, responder: responder.identifier, contacts: contacts,
      plugin: responder.touchHandler?.plugin.name)
    self.init(kind, at: time, .call(report))
    view = report.responder
    if phase == .moved {
      move = .call(kind: kind.rawValue, from: report.from, to: report.responder, contacts)
    }
  }
}

extension PenKeys {
  /// The buttons of the barrel that are pressed, counted as bits: 1, 2 and 4.
  var pressedButtons: Int {
    let buttons: [PenKeys] = [.stylus, .stylus2, .stylus3]
    return buttons.enumerated().reduce(0) { $0 | (contains($1.element) ? 1 << $1.offset : 0) }
  }
}

extension TraceLine {
  /// An action, or a report before it: what plugins receive, with the values that the gesture has.
  init(_ event: GestureEvent, at time: Timestamp) {
    self.init(
      event.name, event.recognizer.view, event.state, event.recognizer.plugins,
      event.shownLocation, at: time,
      event.recognizer.values.map { ($0, $1.isMeasure ? event.shown($1) ?? .null : $1) }
        + (event.progress.map { [("progress", .decimal($0))] } ?? []))
    isPrivate = event.recognizer.isPrivate
  }

  /// Called for a finger on a control.
  init(_ event: ControlEvent, at time: Timestamp) {
    self.init(event.name, event.view, event.state, event.plugins, event.shownLocation, at: time)
    isPrivate = event.isPrivate
  }

  /// Line of an event of the layout as a whole.
  init(_ event: LayoutEvent, at time: Timestamp) {
    self.init(event.name, nil, event.state, event.plugins, nil, at: time)
    isPrivate = event.isPrivate
  }

  /// Line of a contact as the page gets it; the stamp counts from the origin, as `t` does.
  init(_ report: ScreenReport, since origin: Timestamp, at time: Timestamp) {
    self.init(
      .screen, at: time,
      [
        "touch": .integer(report.contact), "slot": .integer(report.slot), "phase": .string(report.phase.word),
        "at": report.location.map(JSON.point) ?? .null, "end": .text(report.end?.rawValue),
        "stamp": .integer(Int((report.stamp - origin).microseconds)),
      ])
    if report.phase == .moved { move = .screen(report.contact) }
  }

  /// Line of an act of the mouse: `at` alone for a move.
  init(_ report: PointerReport, at time: Timestamp) {
    let act: JSON.Members =
      switch report.act {
      case .moved: []
      case .pressed(let button): [("press", .string(button.rawValue))]
      case .released(let button): [("release", .string(button.rawValue))]
      case .scrolled(let x, let y): [("scroll", .array([x, y].map { $0.map(JSON.decimal) ?? .null }))]
      }
    self.init(.pointer, at: time, act + [("at", report.location.map(JSON.point) ?? .null)])
  }

  /// A view or a window was hidden or shown.
  static func change(of view: View, isHidden: Bool, at time: Timestamp) -> TraceLine {
    TraceLine(.change, at: time, ["what": "view", "id": .string(view.identifier), "hidden": .bool(isHidden)])
  }

  /// The screen went dark, or is lit again.
  static func change(of display: String, isDark: Bool, at time: Timestamp) -> TraceLine {
    TraceLine(.change, at: time, ["what": "display", "id": .string(display), "dark": .bool(isDark)])
  }

  /// A program answers for a responder, or does not any more.
  static func change(of responder: String, isClaimed: Bool, at time: Timestamp) -> TraceLine {
    TraceLine(
      .change, at: time, ["what": "responder", "id": .string(responder), "claimed": .bool(isClaimed)])
  }

  private init(
    _ name: String, _ view: View?, _ state: GestureRecognizer.State, _ plugins: [any ResponderPlugin],
    _ location: Point?, at time: Timestamp, _ values: JSON.Members = []
  ) {
    let fields: JSON.Members = [
      ("name", .string(name)), ("view", .text(view?.identifier)), ("state", .string(state.word)),
      ("responders", .array(plugins.map { .string($0.name) })), ("at", location.map(JSON.point) ?? .null),
    ]
    self.init(.event, at: time, fields + values)
    self.view = view?.identifier
  }
}

extension GestureRecognizer {
  /// Values that the recognizer measures; points and ways in those of the window, angles in radians, speeds a second.
  fileprivate var values: JSON.Members {
    switch self {
    case let tap as TapGestureRecognizer: [("tapCount", .integer(tap.numberOfTapsRequired))]
    case let pan as PanGestureRecognizer:
      [("translation", .point(pan.translation(in: nil))), ("velocity", .point(pan.velocity(in: nil)))]
    case let pinch as PinchGestureRecognizer:
      [("scale", .decimal(pinch.scale)), ("velocity", .decimal(pinch.velocity))]
    case let rotation as RotationGestureRecognizer:
      [("rotation", .decimal(rotation.rotation)), ("velocity", .decimal(rotation.velocity))]
    case let swipe as SwipeGestureRecognizer:
      [("direction", .text(SwipeDescription.word(for: swipe.recognizedDirection)))]
    default: []
    }
  }
}

extension JSON {
  /// Whether it is a way, a speed or the like, from which places follow; not a count or a word.
  fileprivate var isMeasure: Bool {
    switch self {
    case .array, .number: true
    case .null, .bool, .integer, .string, .object: false
    }
  }
}

extension TraceLine {
  /// - Parameter how: how the device is read and why, a fact each.
  static func device(
    name: String?, path: String, change: String, reason: String? = nil, how: [String] = [],
    at time: Timestamp
  ) -> TraceLine {
    var fields: JSON.Members = [("name", .text(name)), ("path", .string(path)), ("change", .string(change))]
    if let reason { fields.append(("reason", .string(reason))) }
    if !how.isEmpty { fields.append(("how", .array(how.map(JSON.string)))) }
    return TraceLine(.device, at: time, fields)
  }

  static func summary(_ counters: Pipeline.Counters) -> TraceLine {
    TraceLine(
      .summary, at: .zero,
      [
        "frames": .integer(counters.frames), "touches": .integer(counters.touches),
        "ended": .integer(counters.ended), "cancelled": .integer(counters.cancelled),
        "dropped": .integer(counters.dropped),
      ])
  }

  /// The raw events of a frame, in the kernel's names.
  static func frame(_ events: [RawEvent], of panel: Panel) -> TraceLine {
    TraceLine(
      .frame, at: events.last?.time ?? .zero,
      [
        "device": .string(panel.path),
        "events": .array(
          events.map { event in
            .array([
              .string(EventName.type(event.type)), .string(EventName.code(event.code, of: event.type)),
              .integer(Int(event.value)),
            ])
          }),
      ])
  }

  /// Line of a record of the application.
  ///
  /// - Parameter origin: what the times within the line count from.
  init(_ record: TraceRecord, since origin: Timestamp, at time: Timestamp) {
    switch record {
    case .touch(let sample, let touch): self.init(touch, sample, sample.phase, touch.shownLocation, at: time)
    case .hitEntered(let contact, let view):
      self.init(hitTestOf: contact, view, "enter", ("next", .text(view.next?.identifier)), at: time)
    case .hitLeft(let contact, let view, let result):
      self.init(hitTestOf: contact, view, "leave", ("result", .text(result?.identifier)), at: time)
    case .delivered(let phase, let responder, let contacts):
      self.init(.deliver, phase, to: responder, contacts, at: time)
    case .forwarded(let phase, let from, let responder, let contacts):
      self.init(.forward, phase, from: from, to: responder, contacts, at: time)
    case .gesture(let recognizer, let state, let contacts, let reason):
      self.init(recognizer, state, contacts, reason, at: time)
    case .event(let event), .progress(let event): self.init(event, at: time)
    case .control(let event): self.init(event, at: time)
    case .layout(let event): self.init(event, at: time)
    case .screen(let report): self.init(report, since: origin, at: time)
    case .explore(let report):
      self.init(report, at: time)
      // By a choice of views, a program would find out which it is.
      view = report.isSensitive ? nil : report.view?.identifier
    case .pointer(let report): self.init(report, at: time)
    case .displayChanged(let display, let isDark): self = .change(of: display, isDark: isDark, at: time)
    case .viewChanged(let view, let isHidden):
      self = .change(of: view, isHidden: isHidden, at: time)
      self.view = view.identifier
    }
  }

  private init(
    hitTestOf contact: ContactID, _ view: View, _ step: JSON, _ outcome: (key: String, value: JSON),
    at time: Timestamp
  ) {
    self.init(
      .hit, at: time,
      [("touch", .integer(contact)), ("step", step), ("view", .string(view.identifier)), outcome])
    self.view = view.identifier
  }

  private init(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ contacts: [ContactID],
    _ reason: FailureReason?, at time: Timestamp
  ) {
    var fields: JSON.Members = [
      ("gesture", .string(recognizer.name)), ("view", .text(recognizer.view?.identifier)),
      ("state", .string(state.word)), ("touches", .array(contacts.map(JSON.integer))),
    ]
    if let reason { fields.append(("reason", .string(recognizer.shown(reason)))) }
    self.init(state == .failed ? .failed : .gesture, at: time, fields)
    view = recognizer.view?.identifier
  }
}

// What a trace calls the cases of the model. Written out, for a description that Swift makes of a case takes thousands
// of instructions, and a line has two of them.

extension TouchPhase {
  /// The value of the key `phase`.
  var word: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }

  /// The name of the responder's method for this phase.
  var call: String {
    switch self {
    case .began: "touchesBegan"
    case .moved, .stationary: "touchesMoved"
    case .ended: "touchesEnded"
    case .cancelled: "touchesCancelled"
    }
  }
}

extension TouchType {
  /// The value of the key `type`.
  var word: String {
    switch self {
    case .direct: "direct"
    case .indirect: "indirect"
    case .stylus: "stylus"
    }
  }
}

extension GestureRecognizer.State {
  /// The value of the key `state`.
  var word: String {
    switch self {
    case .possible: "possible"
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}

/// Writes what an application, its pipeline and its panels report as lines of a trace.
final class TraceWriter: TraceObserver {
  /// Kinds that it makes lines of.
  var kinds: Set<LineKind>
  private let take: (TraceLine, _ origin: Timestamp) -> Void
  /// Origin of the times of the lines.
  var origin = Timestamp.zero

  /// - Parameter output: takes one line without its end.
  convenience init(_ kinds: Set<LineKind>, json: Bool, output: @escaping (String) -> Void) {
    self.init(kinds) { line, origin in output(json ? line.json(since: origin) : line.text(since: origin)) }
  }

  /// - Parameter take: takes each line, with what its time counts from.
  init(_ kinds: Set<LineKind>, take: @escaping (TraceLine, _ origin: Timestamp) -> Void) {
    (self.kinds, self.take) = (kinds, take)
  }

  var leavesProcess: Bool { true }

  func shows(_ kind: LineKind) -> Bool { kinds.contains(kind) }

  func write(_ line: TraceLine) {
    guard kinds.contains(line.kind) else { return }
    take(line, origin)
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    if let shown = record.shown { write(TraceLine(shown, since: origin, at: time)) }
  }
}

extension Pipeline.Interruption {
  /// Its words in lines of kind `device`.
  var changes: [String] {
    switch self {
    case .dropped: ["resynced"]
    case .suspended: ["suspended", "resumed"]
    }
  }
}

extension JSON: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}
