import Dispatcher
import LinuxInput

/// The screen behind the panels of a layout: knows whether it is dark, and has a touch wake it.
///
/// The system is asked when a finger lands or lifts, when a client asks for the status, and for some seconds after a
/// touch was to wake it; not while fingers move.
final class ScreenWatch {
  private(set) var light: ScreenLight
  /// Has the system light the screen (KEY_WAKEUP); does nothing where touchd only listens.
  let pressWakeKey: () -> Void
  private let output: DisplayOutput?
  private let backlight: Backlight?
  /// Name of the screen in the trace.
  let name: String
  /// They light what a program has darkened.
  private let plugins: [any ResponderPlugin]
  /// Changes since the last report, which is not made in the middle of a frame.
  private var news = News()
  private var isReportedDark = false
  /// The recording's word in the system's place; `nil` where the system is asked.
  private var recorded: ScreenLight.Reasons?
  /// Called when the screen goes dark or is lit, with since when it is.
  var onChange: (_ isDark: Bool, Timestamp) -> Void = { _, _ in }

  private struct News {
    var touch: Timestamp?
    var wake: Timestamp?
  }

  /// - Parameters:
  ///   - plugins: those of the event `wake`.
  ///   - sysfs: where the system says whether screens are lit; another folder in tests.
  ///   - pressWakeKey: must not wait.
  init(
    _ screen: ScreenDescription, _ plugins: [any ResponderPlugin], sysfs: String = "/sys/class",
    pressWakeKey: @escaping () -> Void
  ) {
    output = screen.output.map { DisplayOutput(name: $0, folder: "\(sysfs)/drm") }
    backlight = screen.backlight.map { Backlight(name: $0, folder: "\(sysfs)/backlight") }
    light = ScreenLight(settle: screen.settle)
    name = screen.output ?? screen.backlight ?? "screen"
    (self.plugins, self.pressWakeKey) = (plugins, pressWakeKey)
  }

  /// The names of what cannot be asked.
  var missing: [ScreenSource] {
    [
      output.flatMap { $0.exists ? nil : .output($0.name) },
      backlight.flatMap { $0.exists ? nil : .backlight($0.name) },
    ].compactMap(\.self)
  }

  /// Reasons for which the screen is dark, in words; empty if it is lit. Asks the system.
  var causes: [String] {
    let reasons = seen.union(light.reasons.intersection(.program))
    return [
      reasons.contains(.output) ? output.map { "output \($0.name)" } : nil,
      reasons.contains(.backlight) ? backlight.map { "backlight \($0.name)" } : nil,
      reasons.contains(.program) ? "a program said so" : nil,
    ].compactMap(\.self)
  }

  private var seen: ScreenLight.Reasons {
    if let recorded { return recorded }
    var reasons: ScreenLight.Reasons = []
    if output?.isOn == false { reasons.insert(.output) }
    if backlight?.isOn == false { reasons.insert(.backlight) }
    return reasons
  }

  /// Whether a finger may find it dark. Without a source only a program's word makes it so.
  var mayBeDark: Bool { output != nil || backlight != nil || recorded != nil || !light.isLit }

  /// Whether what a panel reports in this frame is for no view.
  ///
  /// It is called while the frame is made, so it reports nothing by itself: ``reportNews(to:at:)`` does.
  func isDark(hasLanding: Bool, at time: Timestamp) -> Bool {
    guard mayBeDark else { return false }
    light.see(seen, at: time)
    guard hasLanding else { return light.isDark }
    switch light.land(at: time) {
    case .counts: return false
    case .ignored: news.touch = time
    case .wakes(let reasons):
      news = News(touch: time, wake: time)
      if !reasons.isDisjoint(with: .system) { pressWakeKey() }
    }
    return true
  }

  /// Reports what happened, if anything did and there is a tree: touches to idle times, the wake touch to its plugins,
  /// and the state to the trace.
  func reportNews(to pipeline: Pipeline?, at time: Timestamp) {
    guard news.touch != nil || light.isDark != isReportedDark, let pipeline else { return }
    let (touch, wake) = (news.touch, news.wake)
    news = News()
    // A touch that wakes ends a program's word: it was dark when that landed.
    let wasDark = wake != nil || light.isDark
    note(wasDark, wake ?? time, pipeline)
    if let touch { pipeline.stir(at: touch) }
    if let wake, !plugins.isEmpty { pipeline.send(LayoutEvent(WakeEvent.name, to: plugins, at: wake)) }
    note(light.isDark, touch ?? time, pipeline)
  }

  private func note(_ isDark: Bool, _ time: Timestamp, _ pipeline: Pipeline) {
    guard isDark != isReportedDark else { return }
    isReportedDark = isDark
    pipeline.note(display: name, isDark: isDark, at: time)
    onChange(isDark, isDark ? time : light.litSince)
  }

  /// Takes in what a program says.
  func say(isDark: Bool, at time: Timestamp) { light.say(isDark: isDark, at: time) }

  func take(_ change: RecordedScreen) {
    let seen: ScreenLight.Reasons = change.isDark ? .output : []
    // It was dark until then, whenever a touch last found it so.
    if let recorded, !change.isDark { light.see(recorded, at: change.time.before) }
    recorded = seen
    light.see(seen, at: change.time)
  }

  /// Goes on with what a program, or the recording, said of the screen to the layout whose place this one takes.
  func takeOver(_ former: ScreenWatch, at time: Timestamp) {
    recorded = former.recorded
    light.takeOver(former.light, at: time)
  }

  var nextLook: Timestamp? { light.nextLook }

  /// Looks whether the screen is lit by now, if it was woken.
  func look(at time: Timestamp) {
    if let due = light.nextLook, due <= time { light.see(seen, at: time) }
  }
}

/// Source in the system that tells whether a screen is lit.
package enum ScreenSource: Equatable, Sendable {
  /// A connector of the graphics card.
  case output(String)
  /// A backlight.
  case backlight(String)
}

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
  /// Reasons for which a screen is dark.
  struct Reasons: OptionSet, Hashable {
    let rawValue: UInt8

    /// The connector of the graphics card says so.
    static let output = Reasons(rawValue: 1)
    static let backlight = Reasons(rawValue: 2)
    /// A program said so.
    static let program = Reasons(rawValue: 4)
    /// Reasons that the system knows by itself.
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

  /// Decision on a touch that lands.
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
  /// Interval of looks at a screen that was woken: below what the eye notices. (O)
  static let lookInterval = Interval.milliseconds(100)

  private(set) var state = State.lit
  /// Reasons for which it is dark, as last seen or reported.
  private(set) var reasons: Reasons = []
  /// End of the last darkness, as far as that is known: just after it was last seen or said to be dark.
  private(set) var litSince = Timestamp.zero
  let settle: Interval

  /// - Parameter settle: how long after it was dark a touch is ignored.
  init(settle: Interval = ScreenDescription.usualSettling) { self.settle = settle }

  var isDark: Bool { !reasons.isEmpty }

  /// Whether nothing makes it look dark, also not a moment ago.
  var isLit: Bool { state == .lit }

  /// Time of the next look at a screen that was woken; `nil` if there is no need.
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
