import Dispatcher
import LinuxInput
import Logging

/// The plugin `keys`: presses a chord on a keyboard of touchd's own, at the moments at which `exec` starts a program.
///
/// A key is a place on a keyboard; what it means is the session's matter.
final class KeysPlugin: ResponderPlugin {
  let name: String
  private let chord: [UInt16]
  private let states: ActingStates
  /// `nil` where no key is to be pressed.
  private let keyboard: KeyDevice?

  init(name: String, options: PluginOptions, host: PluginHost) {
    (self.name, keyboard) = (name, host.keyboard)
    if case .keys(let chord) = options.values["press"] { self.chord = chord.codes } else { chord = [] }
    states = ActingStates(options)
  }

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) { act(.began) }
  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) { act(.changed) }
  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) { act(.ended) }
  func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event) { act(.cancelled) }

  func gesture(_ event: GestureEvent) { if states.admits(event) { press() } }
  func progress(_ event: GestureEvent) { if states.admitsProgress(event) { press() } }
  func control(_ event: ControlEvent) { if states.admits(event) { press() } }
  func notice(_ event: LayoutEvent) { if states.admits(event) { press() } }

  private func act(_ state: PluginDeclaration.State) { if states.admitsTouches(state) { press() } }

  private func press() { keyboard?.press(chord) }
}

/// A keyboard of touchd's own, which is there while a layout in use needs it.
///
///     absent ── a layout needs keys ──► made ── other keys ──► made anew
///       ▲                                │
///       └──────── none does any more ────┘
///
/// One that cannot be made is tried again when it is to press something, at ``retry(at:)``, and at each reload; what it
/// was to press is lost.
final class KeyDevice {
  /// More often than this it is not tried to make it. (O)
  private static let retryPause = Interval.seconds(10)

  /// Its name for other programs; `touchd/` and the last word of it is its physical path.
  private let name: String
  private let uinput: String
  private let log: LimitedLog
  private var keyboard: VirtualKeyboard?
  /// The keys that layouts need.
  private var keys: Set<UInt16> = []
  private var tried: Timestamp?
  /// Takes the chords that are not pressed; `nil` where they are.
  var onPress: (([UInt16]) -> Void)?

  /// - Parameter uinput: the node of uinput; another one in tests.
  init(_ name: String, _ logger: Logger, uinput: String = "/dev/uinput") {
    (self.name, self.uinput) = (name, uinput)
    log = LimitedLog(logger, burst: 1, every: .seconds(600))
  }

  /// Has these keys from now on, and no others. Programs miss what is pressed in the first moments, until they have
  /// opened it.
  ///
  /// - Parameter isTriedAgain: whether ``retry(at:)`` follows: the right to make devices may come a moment after the
  ///   start, and is not missed before.
  func use(_ keys: Set<UInt16>, isTriedAgain: Bool = false, at now: Timestamp = MonotonicClock.now) {
    guard keys != self.keys || keyboard == nil else { return }
    (self.keys, keyboard) = (keys, nil)
    make(at: now, isSilent: isTriedAgain)
  }

  /// Tries again to make the keyboard, if it is needed and there is none.
  func retry(at now: Timestamp = MonotonicClock.now) {
    if keyboard == nil { make(at: now) }
  }

  /// Presses and releases keys, those that it has.
  func press(_ chord: [UInt16], at now: Timestamp = MonotonicClock.now) {
    if let onPress { return onPress(chord) }
    guard !keys.isEmpty else { return }
    guard let keyboard else {
      if let tried, now - tried < Self.retryPause { return }
      return make(at: now)
    }
    do {
      try keyboard.press(chord)
    } catch {
      log.error(about: "press", at: now, "\(name): a key could not be pressed: \(error)")
      self.keyboard = nil
    }
  }

  private func make(at now: Timestamp, isSilent: Bool = false) {
    guard !keys.isEmpty else { return }
    tried = now
    do {
      let phys = "touchd/\(name.split(separator: " ").last ?? "")"
      keyboard = try VirtualKeyboard(name: name, phys: phys, keys: keys, at: uinput)
    } catch {
      if isSilent { return }
      log.error(about: "make", at: now, "\(name): no key can be pressed: \(error)")
    }
  }
}
