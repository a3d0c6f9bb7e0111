internal import CAllocationCounter
internal import CBaselines

/// What is measured inside the harness: allocations of a frame, and the time that a whole touch takes.
struct InProcess {
  let options: Options
  let results: Results

  /// Number of recognizers of each view of a frame.
  static let recognizers = [0, 2]
  private static let touches = 1000
  /// The touches until nothing is new any more.
  private static let warmUp = 10

  func measure() {
    for listener in Listener.allCases {
      for recognizers in Self.recognizers { countAllocations(listener, recognizers) }
    }
    for _ in 0..<options.rounds {
      for hasGestures in [false, true] { timeTouches(hasGestures) }
    }
  }

  private func countAllocations(_ listener: Listener, _ recognizers: Int) {
    let name = "frame/\(listener)/\(recognizers)/allocations"
    guard options.includes(name) else { return }
    let frames = options.isQuick ? 10 : 1000
    let scene = FrameScene(fingers: 10, recognizers: recognizers, listener: listener)
    scene.play(FrameScene.warmUp)
    let before = (allocations: allocation_count(), moves: scene.moves)
    scene.play(frames)
    let count = allocation_count() - before.allocations
    precondition(
      listener == .nobody || scene.moves - before.moves == frames * 10, "not every move was delivered")
    results.add(name, Double(count) / Double(frames), "")
  }

  private func timeTouches(_ hasGestures: Bool) {
    let name = "touch/\(hasGestures ? "gestures" : "bare")/time"
    guard options.includes(name) else { return }
    let count = options.isQuick ? 10 : Self.touches
    let scene = FrameScene(hasGestures: hasGestures, touches: Self.warmUp + count)
    scene.play(touches: Self.warmUp)
    let start = bench_now()
    scene.play(touches: count)
    let time = bench_now() - start
    precondition(!hasGestures || scene.recognitions == count + Self.warmUp, "not every tap was recognized")
    results.add(name, Double(time) / Double(count), "ns")
  }
}
