import Dispatcher
import LinuxInput

/// What gets the moves of fingers.
enum Listener: String, CaseIterable {
  /// A view that overrides `touchesMoved`, and counts.
  case override
  /// A plugin that is bound to the view, and counts.
  case plugin
  /// No code: all views are plain.
  case nobody
  /// The page: all views are plain, and pass their touches on.
  case page
}

/// Fingers on a view each, in a window that such views fill, and the frames that move them.
final class FrameScene {
  let pipeline: Pipeline
  private let panel = Panel(
    name: "Bench Panel", path: "/dev/input/event0", touchProtocol: .slots(count: 10),
    calibration: Fingers.calibration)
  private let counter = MoveCounter()
  private let frames: PreparedFrames
  /// Remembers the frames as the daemon does; `nil` for not at all.
  private let track: FrameRing.Track?
  private var position = 0
  private var tally: TouchTally?
  private var hasNotes = false

  /// As many frames as a scene has unless told otherwise: they are made beforehand, so that making them costs the same
  /// however many are played.
  static let frameLimit = 4096
  /// The frames until nothing is new any more: fingers come down, storage has grown.
  static let warmUp = 50
  /// Side by side.
  private static let views = 10

  /// - Parameters:
  ///   - recognizers: of each view: a tap, a long press, a tap, …
  ///   - count: how many frames can be played.
  ///   - taps: whether the fingers land and lift in turn, and do not move.
  ///   - ring: remembers them.
  init(
    fingers: Int, recognizers: Int, listener: Listener, frames count: Int = frameLimit,
    taps: Bool = false, in ring: FrameRing? = nil
  ) {
    let width = ViewTree.screen.width / Double(Self.views)
    let rects = (0..<Self.views).map {
      Rect(x: Double($0) * width, y: 0, width: width, height: ViewTree.screen.height)
    }
    let application = Application()
    let window = Window(frame: Rect(origin: .zero, size: ViewTree.screen))
    application.addWindow(window)
    for rect in rects {
      let view = listener == .override ? CountingView(frame: rect, counter) : View(frame: rect)
      if listener == .plugin { view.touchHandler = TouchHandler(plugin: counter, forwards: false) }
      for index in 0..<recognizers { view.addGestureRecognizer(.patient(index)) }
      window.addSubview(view)
    }
    if listener == .page { application.screenResponder = .counting(counter) }
    pipeline = Pipeline(application: application)
    pipeline.attach(panel, state: DeviceState(slots: []))
    let assembler = panel.assembler
    track = ring?.begin(
      "N: Bench Panel\n", slots: 10, isDark: false, at: .zero, slot: { assembler.state(of: $0) },
      currentSlot: { 0 })
    let hand = Fingers(in: Array(rects.prefix(fingers)))
    frames =
      taps
      ? PreparedFrames(
        (0..<count).map { number in
          let time = Timestamp(microseconds: Int64(number + 1) * 50_000)
          return number.isMultiple(of: 2) ? hand.frame(0, at: time) : hand.lift(at: time)
        }) : PreparedFrames(hand, count: count)
  }

  /// Takes notes as for statistics, and forgets them after each frame.
  func takeNotes() {
    tally = TouchTally { [unowned self] _ in hasNotes = true }
    pipeline.application.tally = tally
  }

  /// How many touches were delivered as moved.
  var moves: Int { counter.moves }

  /// Sends the next frames, one after the other, as a run loop does: it also asks for the deadline.
  func play(_ count: Int) {
    for _ in 0..<count {
      let events = frames[position]
      pipeline.receive(events, from: panel) { _ in nil }
      track?.append(events)
      pipeline.dispatch()
      if hasNotes {
        tally?.drain { _ in }
        hasNotes = false
      }
      if let deadline = pipeline.nextDeadline { precondition(deadline > .zero, "a deadline has passed") }
      position += 1
    }
  }
}

extension ScreenResponder {
  /// A page whose touchscreen counts the contacts that move.
  fileprivate static func counting(_ counter: MoveCounter) -> ScreenResponder {
    let panel = VirtualPanel(VirtualPanelTraits(size: ViewTree.screen, panelSlots: 10))
    panel.onFrame = { events in
      for event in events where event.code == EventCode.absMTPositionX { counter.countMove() }
    }
    return ScreenResponder(panel)
  }
}
