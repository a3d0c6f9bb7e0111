import Dispatcher
import LinuxInput

/// The screen behind the panels of a layout: knows whether it is dark, and has a touch wake it.
///
/// The system is asked when a finger lands or lifts, when a client asks for the status, and for some seconds after a
/// touch was to wake it; not while fingers move.
final class ScreenWatch {
  @exclusivity(unchecked) private(set) var light: ScreenLight
  /// Has the system light the screen (KEY_WAKEUP); does nothing where touchd only listens.
  let pressWakeKey: () -> Void
  private let output: DisplayOutput?
  private let backlight: Backlight?
  /// What the trace calls the screen.
  let name: String
  /// They light what a program has darkened.
  private let plugins: [any ResponderPlugin]
  /// What happened since the last report, which is not made in the middle of a frame.
  @exclusivity(unchecked) private var news = News()
  /// Whether the trace has the screen dark.
  @exclusivity(unchecked) private var isReportedDark = false
  /// What a recording says in the system's place; `nil` where the system is asked.
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

  /// Why the screen is dark now, in words; empty if it is lit. Asks the system.
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

  /// Whether what a panel reports in this frame is for no view.
  ///
  /// It is called while the frame is made, so it reports nothing by itself: ``report(to:)`` does.
  func isDark(hasLanding: Bool, at time: Timestamp) -> Bool {
    // Without a source only a program's word makes it dark.
    guard output != nil || backlight != nil || recorded != nil || !light.isLit else { return false }
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

  /// Whether there is something to report.
  var hasNews: Bool { news.touch != nil || light.isDark != isReportedDark }

  /// Reports what happened, if anything did and there is a tree.
  func reportNews(to pipeline: Pipeline?, at time: Timestamp) {
    if hasNews, let pipeline { report(to: pipeline, at: time) }
  }

  /// Reports what happened: touches to idle times, the wake touch to its plugins, and the state to the trace.
  func report(to pipeline: Pipeline, at time: Timestamp) {
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

  /// Takes in what a recording says of the screen.
  func take(_ change: RecordedScreen) {
    let seen: ScreenLight.Reasons = change.isDark ? .output : []
    // It was dark until then, whenever a touch last found it so.
    if let recorded, !change.isDark { light.see(recorded, at: change.time.before) }
    recorded = seen
    light.see(seen, at: change.time)
  }

  /// Goes on with what a program said of the screen to the layout whose place this one takes.
  func takeOver(_ former: ScreenWatch, at time: Timestamp) { light.takeOver(former.light, at: time) }

  /// When ``look(at:)`` has something to do.
  var nextLook: Timestamp? { light.nextLook }

  /// Looks whether the screen is lit by now, if it was woken.
  func look(at time: Timestamp) {
    if let due = light.nextLook, due <= time { light.see(seen, at: time) }
  }
}

/// What the system says of whether a screen is lit.
package enum ScreenSource: Equatable, Sendable {
  /// A connector of the graphics card.
  case output(String)
  /// A backlight.
  case backlight(String)
}
