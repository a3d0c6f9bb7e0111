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

/// Views that fill a window, and the frames of fingers on them.
final class FrameScene {
  private let pipeline: Pipeline
  private let panel = Panel(
    name: "Bench Panel", path: "/dev/input/event0", touchProtocol: .slots(count: 10),
    calibration: Fingers.calibration)
  private let counter: MoveCounter
  private let frames: PreparedFrames
  /// Remembers the frames as the daemon does; `nil` for not at all.
  private var track: FrameRing.Track?
  private var position = 0
  private var tally: TouchTally?
  private var hasNotes = false

  /// As many frames as a scene has: they are made beforehand, so that making them costs the same however many are
  /// played.
  static let frameLimit = 4096
  /// The frames until nothing is new any more: fingers come down, storage has grown.
  static let warmUp = 50
  /// Side by side.
  private static let views = 10

  private init(
    _ views: [View], _ counter: MoveCounter, _ frames: [[RawEvent]], page: ScreenResponder? = nil
  ) {
    (self.counter, self.frames) = (counter, PreparedFrames(frames))
    let window = Window(frame: Rect(origin: .zero, size: ViewTree.screen))
    for view in views { window.addSubview(view) }
    let application = Application()
    application.addWindow(window)
    application.screenResponder = page
    pipeline = Pipeline(application: application)
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  /// A finger on each of some views, which stand side by side, and the frames that move them.
  ///
  /// - Parameters:
  ///   - recognizers: of each view: a tap, a long press, a tap, …
  ///   - taps: whether the fingers land and lift in turn, and do not move.
  ///   - ring: remembers them.
  convenience init(
    fingers: Int, recognizers: Int, listener: Listener, taps: Bool = false, in ring: FrameRing? = nil
  ) {
    let screen = Rect(origin: .zero, size: ViewTree.screen)
    let rects = (0..<Self.views).map { screen.cell($0, columns: Self.views, rows: 1) }
    let counter = MoveCounter()
    let views = rects.map { rect in
      let view = listener == .override ? CountingView(frame: rect, counter) : View(frame: rect)
      if listener == .plugin { view.touchHandler = TouchHandler(plugin: counter, forwards: false) }
      for index in 0..<recognizers { view.addGestureRecognizer(.patient(index)) }
      return view
    }
    let hand = Fingers(in: Array(rects.prefix(fingers)))
    let frames = (0..<Self.frameLimit).map { number in
      let time = Timestamp(microseconds: Int64(number + 1) * (taps ? 50_000 : 1000))
      return taps ? hand.tap(number, at: time) : hand.frame(number, at: time)
    }
    self.init(views, counter, frames, page: listener == .page ? .counting(counter) : nil)
    let assembler = panel.assembler
    track = ring?.begin(
      "N: Bench Panel\n", slots: 10, isDark: false, at: .zero, slot: { assembler.state(of: $0) },
      currentSlot: { 0 })
  }

  /// One finger after the other on a view: each comes down, moves ten times and lifts, at 125 Hz.
  ///
  /// - Parameters:
  ///   - hasGestures: whether the view has a tap, which is recognized, and a long press, which is not.
  ///   - count: how many touches can be played.
  convenience init(hasGestures: Bool, touches count: Int) {
    let counter = MoveCounter()
    let view = View(frame: Rect(origin: .zero, size: ViewTree.screen))
    view.touchHandler = TouchHandler(plugin: counter, forwards: false)
    if hasGestures {
      for recognizer in [TapGestureRecognizer(), LongPressGestureRecognizer()] {
        recognizer.plugins = [counter]
        view.addGestureRecognizer(recognizer)
      }
    }
    let hand = Fingers(in: [view.frame])
    let frames = (0..<count * Self.framesPerTouch).map { number in
      let (touch, frame) = number.quotientAndRemainder(dividingBy: Self.framesPerTouch)
      // From one touch to the next it is a second: too long for a double tap.
      let time = Timestamp(microseconds: Int64(touch + 1) * 1_000_000 + Int64(frame) * 8000)
      return frame < Self.framesPerTouch - 1 ? hand.frame(frame, at: time) : hand.lift(at: time)
    }
    self.init([view], counter, frames)
  }

  /// To land, to move ten times, and to lift.
  private static let framesPerTouch = 12

  /// Takes notes as for statistics, and forgets them after each frame.
  func takeNotes() {
    tally = TouchTally { [unowned self] _ in hasNotes = true }
    pipeline.application.tally = tally
  }

  /// How many touches were delivered as moved.
  var moves: Int { counter.moves }

  /// Number of gestures that were recognized.
  var recognitions: Int { counter.recognitions }

  /// Plays the next touches of a scene of touches.
  func play(touches count: Int) { play(count * Self.framesPerTouch) }

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

/// Frames of raw events, one behind the other in memory.
private final class PreparedFrames {
  private let storage: UnsafeMutableBufferPointer<RawEvent>
  private let ranges: [Range<Int>]

  init(_ frames: [[RawEvent]]) {
    var (events, ranges) = ([RawEvent](), [Range<Int>]())
    for frame in frames {
      ranges.append(events.count..<events.count + frame.count)
      events += frame
    }
    self.ranges = ranges
    storage = .allocate(capacity: events.count)
    _ = storage.initialize(from: events)
  }

  deinit { storage.deallocate() }

  subscript(number: Int) -> UnsafeBufferPointer<RawEvent> {
    UnsafeBufferPointer(rebasing: storage[ranges[number]])
  }
}
