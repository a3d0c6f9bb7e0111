import TestTables

/// Whatever fingers do, a stroke's recognizer begins once and ends once, and its values are numbers.
@Suite("Random strokes") struct RandomStrokes {
  static let traits = [
    "pan", "pan=horizontal", "pan=2", "pan=min(2)|max(3)", "pan=max(1)", "swipe=right|left",
    "swipe=up|touches(2)", "edge=left|right|top|bottom", "edge=left|max(3)", "tap=2|hold(0.02)",
    "tap=2|touches(2)|within(0.1)", "press=taps(1)", "press=taps(1)|touches(2)", "press",
  ]

  /// Ordinary screens, ones beyond all measure, and such as flatten everything.
  static let sizes = [1000, 1e12, 1e300, 1.7e308, 0, -1000, .nan]

  @Test("Gestures, on screens of any size", arguments: sizes)
  func anything(size: Double) {
    // A value that is no number is not found.
    var random = SplitMix(seed: UInt64(Self.sizes.firstIndex(of: size) ?? Self.sizes.count) + 1)
    let application = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    application.addWindow(window)
    application.screen = window.bounds
    var watches: [StrokeWatch] = []
    for place in 0..<4 {
      let view = View(
        frame: Rect(x: Double(place % 2) * 500, y: Double(place / 2) * 500, width: 500, height: 500))
      if place == 1 {
        view.transform = AffineTransform(rotation: 1).concatenating(AffineTransform(scaleX: 3, y: 0.1))
      }
      if place == 2 { view.transform = AffineTransform(scaleX: 1e300, y: 1e300) }
      window.addSubview(view)
      for trait in Self.traits where random.next() % 3 != 0 {
        guard let recognizer = StrokeTraits.recognizer(trait) else { continue }
        view.addGestureRecognizer(recognizer)
        watches.append(StrokeWatch(recognizer))
      }
    }
    let panel = Panel(
      name: "random", path: "random", touchProtocol: .slots(count: 5),
      calibration: Calibration(x: PanelRig.range, y: PanelRig.range, size: Size(width: size, height: size)),
      scales: ContactScales())
    let pipeline = Pipeline(application: application)
    pipeline.attach(panel, state: DeviceState(slots: []))
    var traffic = KioskTraffic(seed: random.next(), size: 1000)
    for _ in 0..<(Build.isOptimised ? 1000 : 200) {
      let gesture = traffic.next()
      for frame in gesture.frames {
        _ = frame.withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in gesture.afterLoss } }
        pipeline.dispatch()
      }
      for watch in watches { watch.look() }
    }
    pipeline.detach(panel, at: traffic.time)
    pipeline.finish()
    for watch in watches { watch.end() }
    #expect(watches.flatMap(\.violations).prefix(5) == [])
    if size == 1000 { #expect(watches.reduce(0) { $0 + $1.balance.actions } > 1000) }
  }
}

/// Watches the values of one recognizer, and its balance.
private final class StrokeWatch: ResponderPlugin {
  let name = "watch"
  let balance = GestureBalance()
  private(set) var violations: [String] = []
  private let recognizer: GestureRecognizer

  init(_ recognizer: GestureRecognizer) {
    self.recognizer = recognizer
    recognizer.plugins = [balance, self]
  }

  func gesture(_ event: GestureEvent) {
    look()
    if let pan = recognizer as? PanGestureRecognizer, balance.actions % 7 == 0 {
      pan.setTranslation(Point(x: 1e308, y: -1), in: pan.view)
    }
  }

  /// Looks at the values.
  func look() {
    guard let pan = recognizer as? PanGestureRecognizer else { return }
    for view in [nil, pan.view] {
      for value in [pan.translation(in: view), pan.velocity(in: view)]
      where !value.x.isFinite || !value.y.isFinite { violations.append("\(pan.name) has \(value)") }
    }
  }

  func end() {
    recognizer.plugins = []
    violations += balance.violations
    if balance.open > 0 { violations.append("\(recognizer.name) never ended") }
    if recognizer.state != .possible { violations.append("\(recognizer.name) was not reset") }
  }
}
