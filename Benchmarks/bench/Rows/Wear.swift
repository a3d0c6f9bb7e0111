import Dispatcher
internal import Glibc

/// What a device, a client or a file can repeat for as long as a kiosk stands: none of it may cost more the
/// hundred-thousandth time than the thousandth.
struct Wear {
  /// Something that can be done again and again.
  struct Subject {
    let name: String
    /// How many times rarer it is than a tap, and so repeated.
    var rarity = 1
    /// Makes what it takes; the result does it once.
    let prepare: () -> () -> Void
  }

  static var subjects: [Subject] { gestures + rests + drags + devices + clients + files + largest }

  /// What a view may have that follows touches.
  private static let listeners: [(name: String, make: @Sendable () -> WearScene)] = [
    ("nothing", { WearScene() }),
    ("tap", { WearScene(recognizing: [TapGestureRecognizer()]) }),
    ("double tap", { WearScene(recognizing: [doubleTap()]) }),
    ("tap that waits for a double tap", { WearScene(recognizing: waitingTap()) }),
    ("long press", { WearScene(recognizing: [LongPressGestureRecognizer()]) }),
    ("pan", { WearScene(recognizing: [PanGestureRecognizer()]) }),
    ("swipe", { WearScene(recognizing: [SwipeGestureRecognizer()]) }),
    ("pinch", { WearScene(recognizing: [PinchGestureRecognizer()]) }),
    ("rotation", { WearScene(recognizing: [RotationGestureRecognizer()]) }),
    ("edge pan", { WearScene(recognizing: [ScreenEdgePanGestureRecognizer()]) }),
    ("own", { WearScene(recognizing: [PatientRecognizer()]) }),
    ("delaying own", { WearScene(recognizing: [PatientRecognizer(isDelaying: true)]) }),
    (
      "all",
      {
        WearScene(recognizing: [
          TapGestureRecognizer(), doubleTap(), PanGestureRecognizer(), PinchGestureRecognizer(),
          RotationGestureRecognizer(), LongPressGestureRecognizer(), SwipeGestureRecognizer(),
        ])
      }
    ),
    ("tap that waits for a double tap that waits for a pan", { WearScene(recognizing: waitingForPan()) }),
    ("control", { WearScene(Control(frame: Rect(origin: .zero, size: ViewTree.screen))) }),
    ("scroll view", { WearScene(scrollView()) }),
    (
      "scroll view with gestures",
      { WearScene(scrollView(), [PinchGestureRecognizer(), TapGestureRecognizer()]) }
    ),
  ]

  /// A tap, with a pause behind it or a quick next one.
  private static var gestures: [Subject] {
    listeners.flatMap { listener in
      pauses.map { pause in
        Subject(name: "taps/\(pause.name)/\(listener.name)") {
          let scene = listener.make()
          return { scene.tap(0, then: pause.interval) }
        }
      }
    }
  }

  /// The same beside a finger that never lifts.
  private static var rests: [Subject] {
    listeners.flatMap { listener in
      pauses.map { pause in
        Subject(name: "taps beside a resting finger/\(pause.name)/\(listener.name)") {
          let scene = listener.make()
          scene.land(0, 3000, 3000)
          scene.report()
          scene.wait(.seconds(2))
          return { scene.tap(1, then: pause.interval) }
        }
      }
    }
  }

  private static let pauses = [(name: "slow", interval: Interval.seconds(2)), ("quick", .milliseconds(100))]

  /// A finger that moves and never lifts, and two that turn.
  private static var drags: [Subject] {
    listeners.map { listener in
      Subject(name: "moves of fingers that never lift/\(listener.name)") {
        let scene = listener.make()
        var step: Int32 = 0
        scene.land(0, 1000, 1000)
        scene.land(1, 3000, 1000)
        scene.report()
        return {
          step = (step + 1) % 64
          scene.move(0, 1000 + 20 * step, 1000)
          scene.move(1, 3000, 1000 + 20 * step)
          scene.report()
        }
      }
    }
  }

  private static var clients: [Subject] {
    [
      ("a state", "{\"subscribe\":[]}\n", true), ("nonsense", "\u{1b}[2J\n", true),
      ("a line that is too long", String(repeating: "x", count: 1000), true), ("nothing", "", false),
    ].map { name, text, waits in
      Subject(name: "clients/\(name)") {
        let clients = attempting { try WearClients() }
        return { attempting { try clients.converse(text, waits: waits) } }
      }
    }
  }

  /// Saved, read, built, and let go.
  private static var files: [Subject] {
    [
      Subject(name: "files/a layout", rarity: 20) {
        let text = LayoutText(recognizers: 2).layout(.nested(10))
        return { _ = saving(text) { try Reload(path: $0).time() } }
      }
    ]
  }

  /// Does something with a file that has a text.
  static func saving<Value>(_ text: String, _ body: (String) throws -> Value) -> Value {
    let path = "/tmp/touchd-wear-\(getpid()).yaml"
    return attempting {
      try writeFile(text, path)
      defer { unlink(path) }
      return try body(path)
    }
  }

  private static func attempting<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { preconditionFailure("\(error)") }
  }

  private static func doubleTap() -> TapGestureRecognizer {
    let tap = TapGestureRecognizer()
    tap.numberOfTapsRequired = 2
    return tap
  }

  private static func waitingTap() -> [GestureRecognizer] {
    let (once, twice) = (TapGestureRecognizer(), doubleTap())
    once.require(toFail: twice)
    return [once, twice]
  }

  private static func waitingForPan() -> [GestureRecognizer] {
    let (recognizers, pan) = (waitingTap(), PanGestureRecognizer())
    pan.delaysTouchesBegan = true
    recognizers[1].require(toFail: pan)
    return recognizers + [pan]
  }

  private static func scrollView() -> View {
    let view = ScrollView(frame: Rect(origin: .zero, size: ViewTree.screen))
    view.contentSize = Size(width: 4000, height: 4000)
    return view
  }
}

/// A recognizer that never makes up its mind.
private final class PatientRecognizer: GestureRecognizer {
  init(isDelaying: Bool = false) {
    super.init()
    delaysTouchesBegan = isDelaying
  }
}

extension WearScene {
  convenience init(recognizing recognizers: [GestureRecognizer], filters: [ContactFilter] = []) {
    self.init(View(frame: Rect(origin: .zero, size: ViewTree.screen)), recognizers, filters: filters)
  }

  /// A finger comes down for a moment.
  func tap(_ slot: Int32, then pause: Interval) {
    land(slot, 1000, 1000)
    report()
    lift(slot)
    report()
    wait(pause)
  }
}
