import CAllocationCounter
import TestTables

/// A month of a busy kiosk in virtual time: nothing may add up.
@Suite("Thirty days") struct ThirtyDays {
  static let gesturesPerDay = 10_800

  @Test("a month of touches: the counters are exact, every touch ends, and memory is flat", .optimised)
  func month() {
    let seed: UInt64 = 20_300
    let kiosk = Kiosk()
    var traffic = KioskTraffic(seed: seed, size: Kiosk.axis.maximum + 1)
    var held: [Int64] = []
    for day in 1...30 {
      for _ in 0..<Self.gesturesPerDay { kiosk.play(traffic.next()) }
      traffic.closeForTheNight()
      kiosk.pipeline.advance(to: traffic.time)
      #expect(kiosk.pipeline.counters == traffic.sent, "seed \(seed), day \(day)")
      #expect(kiosk.pipeline.isIdle, "seed \(seed), day \(day)")
      held.append(allocated_bytes())
    }
    let growth = (held[29] - held[1]) >> 10
    print(
      "thirty days: \(traffic.sent.frames) frames, \(traffic.sent.touches) touches, "
        + "\(growth) KiB more held on the last night than on the second")
    #expect(growth < 16, "seed \(seed), bytes held each night: \(held)")
  }
}

/// A page with everything that takes touches, and a panel.
private final class Kiosk {
  static let axis = AxisRange(minimum: 0, maximum: 65535)
  private static let size = Size(width: 4096, height: 4096)

  let pipeline: Pipeline
  private let panel: Panel

  init() {
    let application = Application()
    let window = Window(frame: Rect(origin: .zero, size: Self.size))
    application.addWindow(window)
    Self.fill(window)
    panel = Panel(
      name: "kiosk", path: "kiosk", touchProtocol: .slots(count: 10),
      calibration: Calibration(x: Self.axis, y: Self.axis, size: Self.size))
    pipeline = Pipeline(application: application)
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  func play(_ gesture: KioskTraffic.Gesture) {
    for frame in gesture.frames {
      frame.withUnsafeBufferPointer { events in
        _ = pipeline.receive(events, from: panel) { _ in gesture.afterLoss }
      }
      pipeline.dispatch()
    }
  }

  private static func fill(_ window: Window) {
    let twice = TapGestureRecognizer()
    twice.numberOfTapsRequired = 2
    let list = ScrollView(frame: Rect(x: 100, y: 1200, width: 1900, height: 2700))
    list.contentSize = Size(width: 1900, height: 9000)
    add(View(frame: Rect(x: 0, y: 0, width: 1900, height: 400)), to: list, [TapGestureRecognizer()])
    add(
      View(frame: Rect(x: 100, y: 100, width: 900, height: 900)), to: window, [TapGestureRecognizer(), twice])
    add(
      View(frame: Rect(x: 1200, y: 100, width: 900, height: 900)), to: window, [LongPressGestureRecognizer()])
    add(list, to: window, [])
    add(Control(frame: Rect(x: 2200, y: 100, width: 1800, height: 300)), to: window, [])
    add(
      View(frame: Rect(x: 2200, y: 600, width: 1800, height: 3400)), to: window,
      [
        PanGestureRecognizer(), PinchGestureRecognizer(), RotationGestureRecognizer(),
        SwipeGestureRecognizer(),
      ])
  }

  private static func add(_ view: View, to superview: View, _ recognizers: [GestureRecognizer]) {
    view.isMultipleTouchEnabled = true
    recognizers.forEach(view.addGestureRecognizer)
    superview.addSubview(view)
  }
}
