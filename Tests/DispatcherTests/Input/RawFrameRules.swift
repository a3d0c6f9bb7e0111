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
}
