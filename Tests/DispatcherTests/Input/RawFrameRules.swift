import TestTables

/// What a debugger is shown of the raw events.
@Suite("Raw frames") struct RawFrameRules {
  @Test("Each panel's frame is its own, though a read ends within a frame")
  func interleaved() {
    let rig = PanelRig()
    for name in ["a", "b"] { rig.attach(name) }
    var frames: [String] = []
    rig.pipeline.rawFrameObserver = { panel, events in
      frames.append(panel.path + events.map { " \($0.value)" }.joined())
    }
    var text = FrameText()
    let (first, second) = (text.events("id 1; x 2"), text.events("id 3; x 4"))
    for (events, name) in [(first[..<1], "a"), (second[...], "b"), (first[1...], "a")] {
      _ = events.withUnsafeBufferPointer { rig.pipeline.receive($0, from: rig[name]) { _ in nil } }
    }
    #expect(frames == ["b 3 4 0", "a 1 2 0"])
  }

  @Test("A frame without an end counts as lost events, and nothing of it is kept", arguments: [true, false])
  func endless(isShown: Bool) {
    let rig = PanelRig()
    rig.attach()
    var shown: [String] = []
    if isShown {
      rig.pipeline.rawFrameObserver = {
        shown.append($1.map { "\($0.type) \($0.code)" }.joined(separator: ", "))
      }
    }
    rig.feed("id 1; x 5; y 6")
    var text = FrameText()
    let moves = Array(text.events("x 7; y 8").dropLast())
    let read = Array(repeatElement(moves, count: 256).joined())
    func receive(_ events: [RawEvent]) {
      _ = events.withUnsafeBufferPointer {
        rig.pipeline.receive($0, from: rig["panel"]) { _ in .slots((1, 7, 8), (2, 9, 9)) }
      }
    }
    for _ in 0..<1000 { receive(read) }
    rig.forget()
    receive(text.events("x 9"))
    rig.pipeline.dispatch()
    // What was lost is read from the kernel: the contact that is still there has moved, another has come.
    #expect(rig.told.map { "\($0.sample.phase) \($0.sample.rawX)" } == ["moved 7", "began 9"])
    #expect(rig.pipeline.counters.dropped == 1)
    #expect(shown == (isShown ? ["3 57, 3 53, 3 54, 0 0", "0 3, 3 53, 0 0"] : []))
    receive(text.events("x 9"))
    rig.pipeline.dispatch()
    #expect(rig.told.last?.sample.rawX == 9)
    #expect(rig.pipeline.counters.dropped == 1)
  }

  @Test("Frames that are read in pieces are never too long together")
  func pieces() {
    let rig = PanelRig()
    rig.attach()
    for x in 0..<20_000 { rig.feed("id 1; x \(x % 900)", readsOf: 2) }
    #expect(rig.pipeline.counters.dropped == 0)
  }

  @Test("A late frame is reported whole, though its pen was silent for too long", arguments: [true, false])
  func late(isShown: Bool) {
    let rig = PanelRig()
    rig.attach(
      "pen", .singleTouch(button: EventCode.btnTouch),
      pairing: PenPairing(isPen: true, phys: "usb-1/input0", vendor: 1))
    if isShown { rig.pipeline.rawFrameObserver = { _, _ in } }
    rig.feed("pen 1; @0", from: "pen")
    var text = FrameText()
    let events = text.events("dropped; @1").dropLast() + text.events("@500")
    _ = Array(events).withUnsafeBufferPointer {
      rig.pipeline.receive($0, from: rig["pen"]) { _ in .slots((0, 7, 8)) }
    }
    rig.pipeline.dispatch()
    rig.pipeline.detach(rig["pen"], at: Timestamp(seconds: 1))
    #expect(rig.told.map { "\($0.sample.phase) \($0.sample.rawX)" } == ["began 7", "cancelled 7"])
    #expect(rig.imbalances.isEmpty)
  }
}
