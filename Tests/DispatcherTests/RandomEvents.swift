import Dispatcher
import TestSupport
import Testing

/// A device may send anything: nothing traps, and what began ends.
@Suite("Random events") struct RandomEvents {
  /// Ten million in all, over both protocols.
  static let eventsPerSeed = 1_250_000

  @Test(
    "Ten million random events: no trap, every began ends once, memory stays flat",
    arguments: 1...8 as ClosedRange<UInt64>)
  func anything(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let run = RandomRun(seed % 4 == 0 ? .singleTouch(button: EventCode.btnTouch) : .slots(count: 10))
    var before = 0
    for batch in 0..<(Self.eventsPerSeed / 500) {
      run.feed((0..<500).map { _ in run.randomEvent(&random) })
      if batch == 500 { before = residentPages() }
    }
    let growth = residentPages() - before
    run.end()
    #expect(run.balance.violations.isEmpty, "seed \(seed): \(run.balance.violations.prefix(3))")
    #expect(run.balance.open == 0, "seed \(seed)")
    #expect(run.views.allSatisfy { $0.open == 0 && $0.violations == 0 }, "seed \(seed)")
    #expect(run.balance.began == run.balance.ended, "seed \(seed)")
    #expect(run.balance.began > 1000, "seed \(seed): the events must mean something")
    // All seeds run at once in one process: a leak of one byte an event would be ten megabytes.
    #expect(growth < 2048, "seed \(seed): \(growth) pages more")
  }
}

extension RandomEvents {
  @Test("Two million events of nothing but random bytes", arguments: [21, 22] as [UInt64])
  func bytes(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let run = RandomRun(seed % 2 == 0 ? .singleTouch(button: EventCode.btnTouch) : .slots(count: 10))
    for _ in 0..<2000 {
      run.feed(
        (0..<500).map { _ in
          var event = RawEvent(type: 0, code: 0, value: 0)
          withUnsafeMutableBytes(of: &event) { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
          }
          return event
        })
    }
    run.end()
    #expect(run.balance.violations.isEmpty && run.balance.open == 0, "seed \(seed)")
  }
}

/// A pipeline with views and recognizers, fed with random events.
final class RandomRun {
  let balance = Balance()
  let views: [BalancedView]
  let panel: Panel
  private let application = Application()
  private let pipeline: Pipeline
  private var time = Timestamp.zero

  init(_ touchProtocol: TouchProtocol) {
    let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    views = (0..<4).map { index in
      let view = BalancedView(frame: Rect(x: Double(index) * 250, y: 0, width: 250, height: 1000))
      view.isMultipleTouchEnabled = index % 2 == 0
      window.addSubview(view)
      return view
    }
    let (tap, double, press) = (
      TapGestureRecognizer(), TapGestureRecognizer(), LongPressGestureRecognizer()
    )
    double.numberOfTapsRequired = 2
    tap.delaysTouchesBegan = true
    views[0].addGestureRecognizer(tap)
    views[1].addGestureRecognizer(double)
    window.addGestureRecognizer(press)
    application.addWindow(window)
    application.screen = window.bounds
    application.observer = balance
    let range = AxisRange(minimum: 0, maximum: 999)
    panel = Panel(
      name: "random", path: "random", touchProtocol: touchProtocol,
      calibration: Calibration(x: range, y: range, size: window.bounds.size),
      scales: ContactScales(pressure: range))
    pipeline = Pipeline(application: application)
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  /// Mostly events that a panel knows, with values at and beyond their limits.
  func randomEvent(_ random: inout SplitMix) -> RawEvent {
    let type = Self.types[Int(random.next() % UInt64(Self.types.count))]
    var code = UInt16(truncatingIfNeeded: random.next())
    if random.next() % 8 != 0 { code = Self.codes[Int(random.next() % UInt64(Self.codes.count))] }
    if type == EventType.syn { code = random.next() % 200 == 0 ? EventCode.synDropped : EventCode.synReport }
    if type == EventType.key { code = EventCode.btnTouch }
    var value = Int32(truncatingIfNeeded: random.next() % 14) - 2
    switch random.next() % 8 {
    case 0: value = Int32(truncatingIfNeeded: random.next())
    case 1...4 where code == EventCode.absMTPositionX || code == EventCode.absMTPositionY || code < 2:
      value = Int32(truncatingIfNeeded: random.next() % 1000)
    default: break
    }
    time = time + Interval(microseconds: Int64(random.next() % 2000))
    let isWild = random.next() % 10000 == 0
    return RawEvent(
      time: isWild ? Timestamp(microseconds: Int64(truncatingIfNeeded: random.next())) : time,
      type: type, code: code, value: value)
  }

  private static let types: [UInt16] = [3, 3, 3, 3, 3, 3, 1, 0, 0, 0, 4, 0x15]
  private static let codes: [UInt16] = [
    0x2f, 0x39, 0x39, 0x35, 0x36, 0x37, 0x3a, 0x30, 0x00, 0x01, 0x18, 0x34, 0x3b,
  ]

  func feed(_ events: [RawEvent]) {
    var rest = events[...]
    while !rest.isEmpty {
      let taken = rest.withUnsafeBufferPointer { buffer in
        pipeline.receive(buffer, from: panel) { _ in
          DeviceState(slots: [SlotState(trackingID: 3, x: 1, y: 1)])
        }
      }
      rest = rest.dropFirst(taken)
    }
    pipeline.dispatch()
  }

  func end() {
    pipeline.detach(panel, at: time)
    pipeline.finish()
  }
}
