import Dispatcher

/// A line for clients of the events socket, encoded once for all of them.
struct EventLine: Equatable, Sendable {
  /// Which later line says all that this one says: a finger that moves on.
  enum Move: Hashable, Sendable {
    /// A contact's place.
    case touch(ContactID)
    /// A contact as the page gets it.
    case screen(ContactID)
    /// A call of a responder with these contacts; the kinds of lines about calls are apart.
    case call(kind: String, from: String?, to: String, [ContactID])
  }

  /// With its line feed.
  let bytes: [UInt8]
  /// `nil` for a line that no later one replaces.
  let move: Move?

  /// Size of most lines, in bytes.
  private static let usual = 320

  // A function of its own, so that Tests/guards/events.py can count its calls.
  @inline(never)
  init(_ members: [(key: String, value: JSON)], move: Move? = nil) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.usual)
    JSON.write(members, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    self.bytes = bytes
    self.move = move
  }
}

extension EventLine.Move {
  /// The move of a record; `nil` if it is not a move.
  init?(_ record: TraceRecord) {
    switch record {
    case .screen(let report) where report.phase == .moved: self = .screen(report.contact)
    case .delivered(.moved, let responder, let contacts):
      self = .call(kind: "deliver", from: nil, to: responder.identifier, contacts)
    case .forwarded(.moved, let from, let responder, let contacts):
      self = .call(kind: "forward", from: from.identifier, to: responder.identifier, contacts)
    default: return nil
    }
  }
}

/// A kind of line to which a client of the events socket may subscribe; the raw value is the key `kind` of the lines.
package enum EventKind: String, CaseIterable, Sendable {
  case event
  case touch
  case gesture
  /// Gesture lines of recognizers that failed.
  case failed
  case deliver
  case forward
  case hit
  case screen
  case device
  case change
  /// Counts of everything that went through the layouts, at most once a second.
  case counters
  /// Raw frames.
  case frame

  /// The kinds that an application reports itself.
  static let observed: Set<EventKind> = [
    .event, .touch, .gesture, .failed, .deliver, .forward, .hit, .screen, .change,
  ]

  /// One bit for each.
  fileprivate var bit: UInt16 {
    switch self {
    case .event: 1
    case .touch: 1 << 1
    case .gesture: 1 << 2
    case .failed: 1 << 3
    case .deliver: 1 << 4
    case .forward: 1 << 5
    case .hit: 1 << 6
    case .screen: 1 << 7
    case .device: 1 << 8
    case .change: 1 << 9
    case .counters: 1 << 10
    case .frame: 1 << 11
    }
  }

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
      case .displayChanged, .viewChanged: .change
      }
  }

  /// A set of kinds: one is looked for in it for each line and each client, where a hash would take longer than the
  /// rest.
  struct Bits: Equatable, Sendable {
    private let bits: UInt16

    init(_ kinds: Set<EventKind> = []) { bits = kinds.reduce(0) { $0 | $1.bit } }

    func contains(_ kind: EventKind) -> Bool { bits & kind.bit != 0 }
    func overlaps(_ other: Bits) -> Bool { bits & other.bits != 0 }
  }
}

/// Lines that a client of the events socket hears.
struct Subscription: Equatable, Sendable {
  let kinds: Set<EventKind>
  /// The layout that it is about, by a name that a person may mean it by; `nil` for all.
  let layout: String?
  /// The views whose lines it wants, by their ids; lines that are about no view come as well. `nil` for all.
  let views: Set<String>?
  private let bits: EventKind.Bits

  init(kinds: Set<EventKind> = [], layout: String? = nil, views: Set<String>? = nil) {
    (self.kinds, self.layout, self.views) = (kinds, layout, views)
    bits = EventKind.Bits(kinds)
  }

  /// Nothing at all.
  static let none = Subscription()

  /// Whether it is about a layout.
  func isAbout(_ layout: Layout) -> Bool { self.layout.map(layout.isCalled) ?? true }

  /// Whether it wants a line.
  ///
  /// - Parameter view: the view or the responder that the line is about; `nil` if it is about none.
  func admits(_ kind: EventKind, about view: String?) -> Bool {
    guard bits.contains(kind) else { return false }
    guard let views, let view else { return true }
    return views.contains(view)
  }
}
