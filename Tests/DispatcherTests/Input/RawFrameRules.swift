import Dispatcher
import Testing

/// What a debugger is shown of the raw events.
@Suite("Raw frames") struct RawFrameRules {
  @Test("Each panel's frame is its own, though a read ends within a frame")
  func interleaved() {
    let bench = PanelBench()
    for name in ["a", "b"] {
      bench.attach(
        Panel(name: name, path: name, touchProtocol: .slots(count: 2), calibration: PanelBench.calibration))
    }
    var frames: [String] = []
    bench.pipeline.rawFrameObserver = { panel, events in
      frames.append(panel.path + events.map { " \($0.value)" }.joined())
    }
    var text = FrameText()
    let (first, second) = (text.events("id 1; x 2"), text.events("id 3; x 4"))
    for (events, name) in [(first[..<1], "a"), (second[...], "b"), (first[1...], "a")] {
      _ = events.withUnsafeBufferPointer { bench.pipeline.receive($0, from: bench[name]) { _ in nil } }
    }
    #expect(frames == ["b 3 4 0", "a 1 2 0"])
  }

  @Test("A frame without an end counts as lost events, and nothing of it is kept", arguments: [true, false])
  func endless(isShown: Bool) {
    let bench = PanelBench()
    bench.attach(
      Panel(
        name: "panel", path: "panel", touchProtocol: .slots(count: 2), calibration: PanelBench.calibration))
    var shown: [String] = []
    if isShown {
      bench.pipeline.rawFrameObserver = {
        shown.append($1.map { "\($0.type) \($0.code)" }.joined(separator: ", "))
      }
    }
    bench.feed("id 1; x 5; y 6", from: "panel")
    var text = FrameText()
    let moves = Array(text.events("x 7; y 8").dropLast())
    let read = Array(repeatElement(moves, count: 256).joined())
    func receive(_ events: [RawEvent]) {
      _ = events.withUnsafeBufferPointer {
        bench.pipeline.receive($0, from: bench["panel"]) { _ in .slots((1, 7, 8), (2, 9, 9)) }
      }
    }
    for _ in 0..<1000 { receive(read) }
    bench.forget()
    receive(text.events("x 9"))
    bench.pipeline.dispatch()
    // What was lost is read from the kernel: the contact that is still there has moved, another has come.
    #expect(bench.told.map { "\($0.sample.phase) \($0.sample.rawX)" } == ["moved 7", "began 9"])
    #expect(bench.pipeline.counters.dropped == 1)
    #expect(shown == (isShown ? ["3 57, 3 53, 3 54, 0 0", "0 3, 3 53, 0 0"] : []))
    receive(text.events("x 9"))
    bench.pipeline.dispatch()
    #expect(bench.told.last?.sample.rawX == 9)
    #expect(bench.pipeline.counters.dropped == 1)
  }

  @Test("Frames that are read in pieces are never too long together")
  func pieces() {
    let bench = PanelBench()
    bench.attach(
      Panel(
        name: "panel", path: "panel", touchProtocol: .slots(count: 2), calibration: PanelBench.calibration))
    var text = FrameText()
    for x in 0..<20_000 {
      let events = text.events("id 1; x \(x % 900)")
      for piece in [events[..<1], events[1...]] {
        _ = piece.withUnsafeBufferPointer { bench.pipeline.receive($0, from: bench["panel"]) { _ in nil } }
      }
      bench.pipeline.dispatch()
    }
    #expect(bench.pipeline.counters.dropped == 0)
  }
}
