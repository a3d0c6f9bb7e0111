import Dispatcher

/// Whether the screen of a layout is lit, as far as touchd knows, and what becomes of a touch that lands.
///
///            seen or said to be dark
///     lit ────────────────────────────► dark ──┐ a touch wakes it, and another one after 10 s
///      ▲                                │  ▲ ◄─┘
///      │ settle is over     seen or     │  │ seen or said to be dark
///      │                    said lit    ▼  │
///      └────────────────────────────── settling
///
/// A value: it has no clock and asks no file. The touch that wakes a screen which a program has darkened ends that
/// program's word, so that no program that crashed makes each touch a wake touch.
struct ScreenLight: Equatable {
  /// Why a screen is dark.
  struct Reasons: OptionSet, Hashable {
    let rawValue: UInt8

    /// The connector of the graphics card says so.
    static let output = Reasons(rawValue: 1)
    /// The backlight is off.
    static let backlight = Reasons(rawValue: 2)
    /// A program said so.
    static let program = Reasons(rawValue: 4)
    /// What the system knows by itself.
    static let system: Reasons = [.output, .backlight]
  }

  enum State: Equatable {
    case lit
    /// - Parameters:
    ///   - seen: when it was last seen or said to be dark.
    ///   - woken: when a touch was last to wake it.
    case dark(seen: Timestamp, woken: Timestamp?)
    /// It is lit again; the glass may still be black.
    case settling(until: Timestamp)
  }

  /// What becomes of a touch that lands.
  enum Landing: Equatable {
    /// It is for the views.
    case counts
    /// It is for nothing.
    case ignored
    /// It is for nothing, and wakes a screen that was dark for these reasons.
    case wakes(Reasons)
  }

  /// After how long a screen that is still dark is woken once more; slow monitors need some seconds. (O)
  static let patience = Interval.seconds(10)
  /// How often it is looked whether a screen that was woken is lit: what the eye takes for at once. (O)
  static let lookInterval = Interval.milliseconds(100)

  private(set) var state = State.lit
  /// Why it is dark, as it was last seen or said.
  private(set) var reasons: Reasons = []
  /// When the last darkness ended, as far as that is known: just after it was last seen or said to be dark.
  private(set) var litSince = Timestamp.zero
  let settle: Interval

  /// - Parameter settle: how long after it was dark a touch is ignored.
  init(settle: Interval = ScreenDescription.usualSettling) { self.settle = settle }

  var isDark: Bool { !reasons.isEmpty }

  /// Whether nothing makes it look dark, also not a moment ago.
  var isLit: Bool { state == .lit }

  /// When to look whether a screen that was woken is lit; `nil` if there is no need.
  var nextLook: Timestamp? {
    guard case .dark(let seen, let woken?) = state, seen - woken < Self.patience else { return nil }
    return seen + Self.lookInterval
  }

  /// Takes in what the system says.
  mutating func see(_ seen: Reasons, at now: Timestamp) {
    reasons = seen.intersection(.system).union(reasons.intersection(.program))
    follow(at: now)
  }

  /// Takes in what a program says.
  mutating func say(isDark: Bool, at now: Timestamp) {
    if isDark {
      reasons.insert(.program)
    } else if reasons.remove(.program) != nil, case .dark(_, let woken) = state {
      // It was dark until now, whenever it was last looked at.
      state = .dark(seen: now, woken: woken)
    }
    follow(at: now)
  }

  /// Takes over what a program said of the screen to the layout before this one.
  mutating func takeOver(_ former: ScreenLight, at now: Timestamp) {
    if former.reasons.contains(.program) { say(isDark: true, at: now) }
  }

  /// Takes in that a touch lands, after ``see(_:at:)``.
  mutating func land(at now: Timestamp) -> Landing {
    switch state {
    case .lit: return .counts
    case .settling: return .ignored
    case .dark(let seen, let woken):
      if let woken, now - woken < Self.patience { return .ignored }
      let causes = reasons
      reasons.remove(.program)
      state = .dark(seen: seen, woken: now)
      follow(at: now)
      return .wakes(causes)
    }
  }

  private mutating func follow(at now: Timestamp) {
    switch state {
    case .lit, .settling:
      if isDark {
        state = .dark(seen: now, woken: nil)
      } else if case .settling(let end) = state, now >= end {
        state = .lit
      }
    case .dark(let seen, let woken):
      if isDark {
        state = .dark(seen: max(seen, now), woken: woken)
      } else {
        litSince = seen + Interval(microseconds: 1)
        state = now < seen + settle ? .settling(until: seen + settle) : .lit
      }
    }
  }
}
