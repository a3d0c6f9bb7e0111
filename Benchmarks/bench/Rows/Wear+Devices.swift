import Dispatcher

// What a device can repeat, beside what fingers do.
extension Wear {
  static var devices: [Subject] {
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
}
