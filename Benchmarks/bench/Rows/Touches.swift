internal import CBaselines

/// The time that a whole touch takes, inside the harness.
struct Touches {
  let options: Options
  let results: Results

  private static let count = 1000
  /// The touches until nothing is new any more.
  private static let warmUp = 10

  func measure() {
    for _ in 0..<options.rounds {
      for hasGestures in [false, true] { measure(hasGestures) }
    }
  }

  private func measure(_ hasGestures: Bool) {
    let name = "touch/\(hasGestures ? "gestures" : "bare")/time"
    guard options.includes(name) else { return }
    let count = options.isQuick ? 10 : Self.count
    let scene = FrameScene(hasGestures: hasGestures, touches: Self.warmUp + count)
    scene.play(touches: Self.warmUp)
    let start = bench_now()
    scene.play(touches: count)
    let time = bench_now() - start
    precondition(!hasGestures || scene.recognitions == count + Self.warmUp, "not every tap was recognized")
    results.add(name, Double(time) / Double(count), "ns")
  }
}
