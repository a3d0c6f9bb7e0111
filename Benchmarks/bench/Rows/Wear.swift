import Dispatcher
internal import Glibc
import TouchdKit

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
      { WearScene(scrollView(), recognizing: [PinchGestureRecognizer(), TapGestureRecognizer()]) }
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
      Subject(name: "clients/\(name)", rarity: 5) {
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
        return { _ = saving(text) { try Program.reload($0) } }
      }
    ]
  }

  /// Does something with a file that has a text.
  private static func saving<Value>(_ text: String, _ body: (String) throws -> Value) -> Value {
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

  // MARK: - What a device can repeat, beside what fingers do

  private static var devices: [Subject] {
    [
      subject("palms") {
        $0.land(0, 1000, 1000)
        $0.report()
        $0.add(EventCode.absMTToolType, ToolType.palm)
        $0.report()
        $0.add(EventCode.absMTToolType, 0)
        $0.lift(0)
        $0.report()
      },
      subject("lost events") {
        $0.land(0, 1000, 1000)
        $0.report()
        $0.add(EventCode.synDropped, 0, type: EventType.syn)
        $0.report()
        $0.lift(0)
        $0.report()
      },
      subject("replugs with a finger down") {
        $0.land(0, 1000, 1000)
        $0.report()
        $0.unplug()
        $0.plug()
      },
      subject("sleeps") {
        $0.land(0, 1000, 1000)
        $0.report()
        $0.resume()
        $0.lift(0)
        $0.report()
      },
      subject("dark screens") {
        $0.land(0, 1000, 1000)
        $0.report()
        $0.darken()
        $0.lift(0)
        $0.report()
      },
      subject("frames without anything") { $0.report() },
      subject("events that end in no frame") {
        $0.add(EventCode.absMTPressure, 1)
        $0.send()
      },
      subject("unknown events") {
        $0.add(0x3f, 7)
        $0.add(7, 7, type: 0x17)
        $0.report()
      },
      subject("slots that were not declared") {
        $0.add(EventCode.absMTSlot, 200)
        $0.add(EventCode.absMTPositionX, 1)
        $0.report()
      },
      subject("hovering fingers") {
        $0.land(0, 1000, 1000)
        $0.add(EventCode.absMTDistance, 5)
        $0.report()
        $0.add(EventCode.absMTDistance, 0)
        $0.report()
        $0.lift(0)
        $0.report()
      },
      subject("ten fingers") {
        for slot in Int32(0)..<10 { $0.land(slot, 300 * slot, 300 * slot) }
        $0.report()
        for slot in Int32(0)..<10 { $0.lift(slot) }
        $0.report()
      },
      Subject(name: "devices/taps through every filter") {
        let scene = WearScene(recognizing: [TapGestureRecognizer()], filters: filters)
        return { scene.tap(0, then: .milliseconds(500)) }
      },
    ]
  }

  private static let filters: [ContactFilter] = [
    .hysteresis(x: 1, y: 1), .median(3), .smooth(cutoff: 1, beta: 0.01), .debounce(.milliseconds(40)),
    .skip(first: 1, last: 1),
    .edge(inside: Rect(x: 10, y: 10, width: 900, height: 500)), .size(400),
  ]

  private static func subject(_ name: String, _ perform: @escaping (WearScene) -> Void) -> Subject {
    Subject(name: "devices/\(name)") {
      let scene = WearScene(recognizing: [
        TapGestureRecognizer(), PanGestureRecognizer(), HoverGestureRecognizer(),
      ])
      return {
        perform(scene)
        scene.wait(.seconds(1))
      }
    }
  }

  // MARK: - Taps in the largest layouts that are read

  private static var largest: [Subject] {
    texts.map { name, text in
      Subject(name: "largest layouts/\(name)", rarity: 20) {
        let live = saving(head + text) { LiveLayout(try LayoutLoading.layout($0), ["a": SilentPlugin()]) }
        guard let pipeline = live.pipeline else { preconditionFailure("the layout waits for a panel") }
        let scene = WearScene(pipeline)
        return { scene.tap(0, then: .milliseconds(500)) }
      }
    }
  }

  /// The layout reader's limits: LayoutBudget, of which a responder takes one, and `LayoutCheck.mostGestures`.
  private static let (mostParts, mostGestures) = (39_999, 128)

  private static let head =
    "version: 1\nscreen: { size: [\(Int(ViewTree.screen.width)), \(Int(ViewTree.screen.height))] }\n"
    + "responders: { a: { plugin: log, level: debug } }\n"

  private static var texts: [(String, String)] {
    [
      ("views", "views:\n" + times(mostParts, "- {}\n")),
      (
        "nested views",
        "views: " + times(100, "[{children: ") + "[" + times(mostParts - 100, "{},") + "]"
          + times(100, "}]") + "\n"
      ),
      ("scroll views", "views:\n" + times(mostParts / 3, "- {type: scroll}\n")),
      (
        "controls",
        "views:\n"
          + times(mostParts, "- {type: control, control: {events: {touch_down: a, touch_up_inside: a}}}\n")
      ),
      (
        "gestures",
        "views:\n"
          + times(mostParts / 4, "- gestures: [{tap: , to: a}, {pinch: , to: a}, {long_press: , to: a}]\n")
      ),
      ("windows", "windows:\n" + times(mostParts, "- {views: []}\n")),
      ("taps on a view", taps { _ in [Int]() }),
      ("a chain of taps", taps { ($0..<mostGestures - 1).prefix(1).map { $0 + 1 } }),
      ("taps that each wait for all the others behind them", taps { ($0 + 1)..<mostGestures }),
    ]
  }

  /// As many taps on a view as there may be, of one, two and three taps in turn, with the taps that each waits for.
  private static func taps(_ waitsFor: (Int) -> some Sequence<Int>) -> String {
    let words = (0..<mostGestures).map { index in
      let names = waitsFor(index).map { "g\($0)" }.joined(separator: ", ")
      return "{name: g\(index), tap: {count: \(1 + index % 3)}, to: a, requires_failure_of: [\(names)]}"
    }
    return "views:\n- gestures: [\(words.joined(separator: ", "))]\n"
  }

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
}

/// A recognizer that never makes up its mind.
private final class PatientRecognizer: GestureRecognizer {
  init(isDelaying: Bool = false) {
    super.init()
    delaysTouchesBegan = isDelaying
  }
}

/// Ignores what happens.
private final class SilentPlugin: ResponderPlugin {
  let name = "a"
}
