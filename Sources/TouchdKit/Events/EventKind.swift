import Dispatcher

/// What a client of the events socket may subscribe to; the raw value is the key `kind` of the lines.
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
  /// What went through the layouts, at most once a second.
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

  /// What clients call the lines of a record.
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

/// What a client of the events socket hears.
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
