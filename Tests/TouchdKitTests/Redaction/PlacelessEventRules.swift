import TestTables

@testable import TouchdKit

/// Where a view is sensitive, only events are shown that are known to have no place, or one that is taken out where it
/// must be.
@Suite("Axes that mirror places") struct PlacelessEventRules {
  private static let panel = """
    version: 1
    screen: { size: [1000, 1000] }
    responders: { audit: { plugin: log }, spy: { plugin: spy } }
    views: [{ id: pin, frame: [400, 400, 200, 200], sensitive: VALUE }]
    """

  /// Codes that some device uses for a place, by their types, and of each type one that none knows.
  private static let mirrors: [UInt16: [UInt16]] = [
    // REL_X, REL_Y, REL_MISC
    2: [0, 1, 9],
    // ABS_Z … ABS_RZ, ABS_THROTTLE, ABS_WHEEL, ABS_HAT0X … ABS_HAT3Y, ABS_VOLUME, ABS_MISC and beyond, 0x2e
    3: Array(0x02...0x0a) + Array(0x10...0x17) + [0x20, 0x28, 0x29, 0x2d, 0x2e, 0x3e, 0x3f],
    // MSC_SERIAL, MSC_PULSELED, MSC_GESTURE, MSC_RAW, MSC_SCAN
    4: [0, 1, 2, 3, 4],
    // EV_SW, EV_LED, EV_SND, EV_REP, EV_FF, EV_PWR, EV_FF_STATUS, none of the kernel's
    5: [0], 0x11: [0], 0x12: [0], 0x14: [0], 0x15: [0], 0x16: [0], 0x17: [0], 0x1e: [7],
  ]

  @Test(
    "A finger on the view, or beside it: what may mirror it is not shown",
    arguments: [TouchProtocol.slots(count: 5), .packets, .singleTouch(button: EventCode.btnTouch)],
    [450, 100])
  func hidden(touchProtocol: TouchProtocol, place: Int32) throws {
    let shown = try frames(touchProtocol, place, sensitive: true)
    for event in shown {
      #expect(
        Self.mirrors[event.type]?.contains(event.code) != true, "type \(event.type), code \(event.code)")
    }
    if touchProtocol.isSingleTouch {
      #expect(
        !shown.contains { $0.type == 3 && $0.code >= 0x2f },
        "an axis of a protocol that the panel does not speak")
    }
    if place == 450 { #expect(!shown.contains { $0.value == 450 }) }
    #expect(shown.contains { $0.type == EventType.msc && $0.code == EventCode.mscTimestamp })
  }

  @Test("Where no view is sensitive, a frame is shown as it is")
  func shown() throws {
    let events = events(.slots(count: 5), 450)
    #expect(try frames(.slots(count: 5), 450, sensitive: false) == events)
  }

  @Test("Lost events bring none of them either")
  func lost() throws {
    let rig = try rig(.slots(count: 5), sensitive: true)
    rig.receive(
      events(.slots(count: 5), 450).dropLast() + [syn(EventCode.synDropped), syn(EventCode.synReport)])
    for event in rig.frames.joined() {
      #expect(event.type != 3 && Self.mirrors[event.type] == nil || event.code == 5)
    }
  }

  private func rig(_ touchProtocol: TouchProtocol, sensitive: Bool) throws -> PrivateRig {
    let text = Self.panel.split(separator: "VALUE").joined(separator: "\(sensitive)")
    let rig = try PrivateRig(text, touchProtocol)
    rig.attach()
    return rig
  }

  private func frames(_ touchProtocol: TouchProtocol, _ place: Int32, sensitive: Bool) throws -> [RawEvent] {
    let rig = try rig(touchProtocol, sensitive: sensitive)
    rig.receive(events(touchProtocol, place))
    return Array(rig.frames.joined())
  }

  /// A contact that lands, and every other axis with the same value.
  private func events(_ touchProtocol: TouchProtocol, _ place: Int32) -> [RawEvent] {
    var events = [event(EventType.msc, EventCode.mscTimestamp, 7)]
    events +=
      touchProtocol.isSingleTouch
      ? [event(3, EventCode.absX, place), event(3, EventCode.absY, place), event(1, EventCode.btnTouch, 1)]
      : [event(3, EventCode.absMTTrackingID, 5)]
    events += [event(3, EventCode.absMTPositionX, place), event(3, EventCode.absMTPositionY, place)]
    if touchProtocol == .packets { events.append(syn(EventCode.synMTReport)) }
    for (type, codes) in Self.mirrors.sorted(by: { $0.key < $1.key }) {
      events += codes.map { event(type, $0, place) }
    }
    return events + [syn(EventCode.synReport)]
  }

  private func syn(_ code: UInt16) -> RawEvent { event(EventType.syn, code, 0) }

  private func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(time: Timestamp(microseconds: 2_000_000), type: type, code: code, value: value)
  }
}
