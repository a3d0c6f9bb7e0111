import Dispatcher

/// One finger after the other on a view: each comes down, moves ten times and lifts, at 125 Hz.
final class TouchScene {
  private let pipeline: Pipeline
  private let panel = Panel(
    name: "Bench Panel", path: "/dev/input/event0", touchProtocol: .slots(count: 10),
    calibration: Fingers.calibration)
  private let frames: PreparedFrames
  private let counter = MoveCounter()
  private var position = 0

  /// The frames of a touch.
  private static let moves = 10
  private static let framesPerTouch = moves + 2
  /// The time between frames, and from one touch to the next: too long for a double tap.
  private static let interval = Interval.milliseconds(8)
  private static let pause = Interval.seconds(1)

  /// - Parameters:
  ///   - hasGestures: whether the view has a tap, which is recognized, and a long press, which is not.
  ///   - count: how many touches can be played.
  init(hasGestures: Bool, touches count: Int) {
    let rect = Rect(origin: .zero, size: ViewTree.screen)
    let window = Window(frame: rect)
    let view = View(frame: rect)
    view.touchHandler = TouchHandler(plugin: counter, forwards: false)
    if hasGestures {
      for recognizer in [TapGestureRecognizer(), LongPressGestureRecognizer()] {
        recognizer.plugins = [counter]
        view.addGestureRecognizer(recognizer)
      }
    }
    window.addSubview(view)
    let application = Application()
    application.addWindow(window)
    pipeline = Pipeline(application: application)
    pipeline.attach(panel, state: DeviceState(slots: []))
    frames = PreparedFrames(Self.frames(of: Fingers(in: [rect]), touches: count))
  }

  /// How many gestures were recognized.
  var recognitions: Int { counter.recognitions }

  /// Dispatches the next touches, each frame as a run loop does: it also asks for the deadline.
  func play(_ count: Int) {
    for _ in 0..<count * Self.framesPerTouch {
      pipeline.receive(frames[position], from: panel) { _ in nil }
      pipeline.dispatch()
      if let deadline = pipeline.nextDeadline { precondition(deadline > .zero, "a deadline has passed") }
      position += 1
    }
  }

  private static func frames(of fingers: Fingers, touches: Int) -> [[RawEvent]] {
    (0..<touches).flatMap { touch in
      let start = Timestamp.zero + Interval(microseconds: Int64(touch + 1) * pause.microseconds)
      return (0..<framesPerTouch).map { number in
        let time = start + Interval(microseconds: Int64(number) * interval.microseconds)
        return number <= moves ? fingers.frame(number, at: time) : fingers.lift(at: time)
      }
    }
  }
}
