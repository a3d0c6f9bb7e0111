import Dispatcher
import LinuxInput
import Logging

/// The plugin `keys`: presses a chord on a keyboard of touchd's own, at the moments at which `exec` starts a program.
///
/// A key is a place on a keyboard; what it means is the session's matter.
final class KeysPlugin: ActingPlugin {
  let name: String
  private let chord: [UInt16]
  let states: ActingStates
  /// `nil` where no key is to be pressed.
  private let keyboard: OwnDevice?

  init(name: String, options: PluginOptions, host: PluginHost) {
    (self.name, keyboard) = (name, host.keyboard)
    chord = (options.values.value("press") as KeyChord?)?.codes ?? []
    states = ActingStates(options)
  }

  func act(_ occasion: ActingOccasion, at time: Timestamp) { keyboard?.press(chord) }
}

/// A keyboard or a mouse of touchd's own, which is there while a layout in use needs it.
///
///     absent ── a layout needs it ──► made ── other traits ──► made anew
///       ▲                              │
///       └──────── none does any more ──┘
///
/// One that cannot be made is tried again when it is to do something, at ``retry(at:)``, and at each reload; what it
/// was to do is lost. It is in no store: the kernel releases its keys and buttons when it goes, and when the process
/// does.
final class OwnDevice {
  /// More often than this it is not tried to make it. (O)
  private static let retryPause = Interval.seconds(10)

  /// Its name for other programs; `touchd/` and the last word of it is the physical path of a keyboard.
  private let name: String
  /// Consequence of its absence, for messages: `no key can be pressed`.
  private let loss: String
  private let uinput: String
  private let log: LimitedLog
  private(set) var device: VirtualDevice?
  private var description: DeviceDescription?
  private var tried: Timestamp?
  /// Takes the chords that are not pressed; `nil` where they are.
  var onPress: (([UInt16]) -> Void)?

  /// - Parameter uinput: the node of uinput; another one in tests.
  init(
    _ name: String, _ logger: Logger, loss: String = "no key can be pressed", uinput: String = "/dev/uinput"
  ) {
    (self.name, self.loss, self.uinput) = (name, loss, uinput)
    log = LimitedLog(logger, burst: 1, every: .seconds(600))
  }

  /// Is as described from now on; `nil` for absent. Programs miss what is done in the first moments, until they have
  /// opened it.
  ///
  /// - Parameter isTriedAgain: whether ``retry(at:)`` follows: the right to make devices may come a moment after the
  ///   start, and is not missed before.
  func use(
    _ description: DeviceDescription?, isTriedAgain: Bool = false, at now: Timestamp = MonotonicClock.now
  ) {
    guard description != self.description || device == nil else { return }
    (self.description, device) = (description, nil)
    make(at: now, isSilent: isTriedAgain)
  }

  /// Is a keyboard with these keys from now on, and no others.
  func use(_ keys: Set<UInt16>, isTriedAgain: Bool = false, at now: Timestamp = MonotonicClock.now) {
    var keyboard = DeviceDescription(name: name)
    keyboard.phys = "\(PageRequest.physPrefix)\(name.split(separator: " ").last ?? "")"
    keyboard.bus = PageRequest.virtualBus
    keyboard.codes[EventType.key] = keys
    use(keys.isEmpty ? nil : keyboard, isTriedAgain: isTriedAgain, at: now)
  }

  /// Tries again to make the device, if it is needed and there is none.
  func retry(at now: Timestamp = MonotonicClock.now) { if device == nil { make(at: now) } }

  /// Presses keys in their order, each in a report of its own, and releases them in the opposite order.
  func press(_ chord: [UInt16], at now: Timestamp = MonotonicClock.now) {
    if let onPress { return onPress(chord) }
    let strokes = chord.map { ($0, Int32(1)) } + chord.reversed().map { ($0, 0) }
    let events = strokes.flatMap { code, value in
      [RawEvent(type: EventType.key, code: code, value: value), .report(at: .zero)]
    }
    events.withUnsafeBufferPointer { write($0, at: now) }
  }

  /// Sends whole frames in one write, which does not wait.
  func write(_ events: UnsafeBufferPointer<RawEvent>, at now: Timestamp = MonotonicClock.now) {
    guard description != nil else { return }
    guard let device else {
      if let tried, now - tried < Self.retryPause { return }
      return make(at: now)
    }
    do throws(SystemError) {
      try device.write(events)
    } catch {
      log.error(about: "write", at: now, "\(name): \(loss) for a while: \(error)")
      self.device = nil
    }
  }

  private func make(at now: Timestamp, isSilent: Bool = false) {
    guard let description else { return }
    tried = now
    do throws(SystemError) {
      device = try VirtualDevice(description, at: uinput)
    } catch {
      if !isSilent { log.error(about: "make", at: now, "\(name): \(loss): \(error)") }
    }
  }
}
