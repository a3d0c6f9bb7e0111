import TestTables

/// A pipeline with views and recognizers, fed with random events.
final class RandomRun {
  let balance = Balance()
  let hoverBalance = GestureBalance()
  let panels: [RandomPanel]
  private let views: [BalancedView]
  private let hovers = [HoverGestureRecognizer(), HoverGestureRecognizer()]
  private let scrollView = ScrollView(frame: Rect(x: 750, y: 0, width: 250, height: 1000))
  private let drags = DragBalance()
  private let application = Application()
  private let pipeline: Pipeline
  private var attached: [Panel]
  private var time = Timestamp.zero
  private var imbalances: [String] = []
  private var states: SplitMix

  /// - Parameter isLate: whether moves are put together, unwatched, when deliveries lag.
  init(_ panels: [RandomPanel], isLate: Bool = false) {
    self.panels = panels
    let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    views = (0..<4).map { index in
      let view = BalancedView(frame: Rect(x: Double(index) * 250, y: 0, width: 250, height: 1000))
      view.isMultipleTouchEnabled = index % 2 == 0
      window.addSubview(view)
      return view
    }
    let (tap, double, press) = (TapGestureRecognizer(), TapGestureRecognizer(), LongPressGestureRecognizer())
    double.numberOfTapsRequired = 2
    tap.delaysTouchesBegan = true
    views[0].addGestureRecognizer(tap)
    views[1].addGestureRecognizer(double)
    window.addGestureRecognizer(press)
    for recognizer in [PinchGestureRecognizer(), RotationGestureRecognizer()] {
      views[2].addGestureRecognizer(recognizer)
    }
    for (hover, view) in zip(hovers, [views[2], window]) {
      hover.plugins = [hoverBalance]
      view.addGestureRecognizer(hover)
    }
    application.addWindow(window)
    application.screen = window.bounds
    if !isLate { application.observer = balance }
    pipeline = Pipeline(application: application)
    pipeline.coalescesLateMoves = isLate
    attached = panels.enumerated().map { $1.makePanel($0) }
    states = SplitMix(seed: UInt64(panels.count))
    for panel in attached { pipeline.attach(panel, state: DeviceState(slots: [])) }
    addContent(to: window)
    pipeline.onImbalance = { [unowned self] in imbalances.append("\($0)") }
  }

  /// Puts the last view into a scroll view, and a control beside it.
  private func addContent(to window: Window) {
    scrollView.contentSize = Size(width: 250, height: 3000)
    scrollView.delegate = drags
    window.addSubview(scrollView)
    views[3].frame = Rect(x: 0, y: 0, width: 250, height: 2000)
    scrollView.addSubview(views[3])
    let control = Control(frame: Rect(x: 0, y: 2000, width: 250, height: 1000))
    control.isMultipleTouchEnabled = true
    scrollView.addSubview(control)
    control.addAction(for: .touchDown) { [drags] _ in drags.pressed += 1 }
    control.addAction(for: [.touchUpInside, .touchUpOutside, .touchCancel]) { [drags] _ in drags.pressed -= 1
    }
  }

  func randomEvent(_ random: inout SplitMix, of panel: Int = 0) -> RawEvent {
    time = time + Interval(microseconds: Int64(random.next() % 2000))
    return panels[panel].event(at: time, &random)
  }

  /// How many samples were not delivered by themselves.
  var coalesced: Int { pipeline.counters.coalesced }

  func feed(_ events: [RawEvent], from panel: Int = 0) {
    var rest = events[...]
    while !rest.isEmpty {
      let taken = rest.withUnsafeBufferPointer { buffer in
        pipeline.receive(buffer, from: attached[panel]) { _ in panels[panel].state(&states) }
      }
      rest = rest.dropFirst(taken)
    }
    pipeline.dispatch()
  }

  /// Now and then something happens to a panel, whatever it is sending.
  func disturb(_ panel: Int, _ random: inout SplitMix) {
    let reason = random.next() % 2 == 0 ? Silence.outputOff : .disabled
    switch random.next() % 48 {
    case 0: pipeline.silence(attached[panel], reason, at: time)
    case 1...4: pipeline.endSilence(attached[panel], reason)
    case 5: pipeline.resume(attached[panel], state: panels[panel].state(&random), at: time)
    case 6: replug(panel, &random)
    case 7: pipeline.advance(to: time)
    case 8...10: hovers[Int(random.next() % 2)].isEnabled.toggle()
    case 11: remove(views[2])
    default: break
    }
  }

  private func replug(_ panel: Int, _ random: inout SplitMix) {
    pipeline.detach(attached[panel], at: time)
    attached[panel] = panels[panel].makePanel(panel)
    pipeline.attach(attached[panel], state: panels[panel].state(&random) ?? DeviceState(slots: []))
  }

  /// Takes a view away with the recognizers on it, and puts it back.
  private func remove(_ view: BalancedView) {
    view.removeFromSuperview()
    application.windows.first?.addSubview(view)
  }

  func end() {
    for panel in attached { pipeline.detach(panel, at: time) }
    pipeline.finish()
  }

  /// What broke the balance of phases, in words; all contacts must be up.
  var violations: [String] {
    var violations = balance.violations + imbalances + hoverBalance.violations
    if hoverBalance.open > 0 { violations.append("\(hoverBalance.open) hovers never ended") }
    if balance.open > 0 { violations.append("\(balance.open) contacts never ended") }
    for view in views where view.open > 0 || view.violations > 0 {
      violations.append("a view has \(view.open) contacts open and \(view.violations) calls out of order")
    }
    if drags.isUnbalanced || scrollView.isDragging || scrollView.isDecelerating {
      violations.append("a drag, a deceleration or a press has no end")
    }
    return violations
  }
}

/// Watches that drags, decelerations and presses each begin and end.
private final class DragBalance: ScrollViewDelegate {
  var pressed = 0
  private var dragging = 0
  private var decelerating = 0
  private var wasWrong = false

  var isUnbalanced: Bool { wasWrong || pressed != 0 || dragging != 0 || decelerating != 0 }

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    if scrollView.contentOffset.y.isNaN || abs(scrollView.contentOffset.y) > 1e9 { wasWrong = true }
  }

  func scrollViewWillBeginDragging(_ scrollView: ScrollView) {
    if dragging + decelerating != 0 { wasWrong = true }
    dragging += 1
  }

  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    dragging -= 1
    if decelerate { decelerating += 1 }
  }

  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { decelerating -= 1 }
}
