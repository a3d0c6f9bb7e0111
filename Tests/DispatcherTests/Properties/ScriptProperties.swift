import TestTables

/// What holds whatever fingers do, on any tree, with any recognizers.
@Suite("Properties over random finger scripts") struct ScriptProperties {
  static let batches = 40
  static let scriptsPerBatch = Build.isOptimised ? 2500 : 10

  @Test(
    "Random scripts: calls are balanced, one winner, no state against the rules, nothing held for ever, no chance",
    arguments: 0..<batches)
  func holds(batch: Int) {
    var actions = 0
    for seed in UInt64(batch * Self.scriptsPerBatch)..<UInt64((batch + 1) * Self.scriptsPerBatch) {
      let script = RandomScript(seed: seed)
      let (first, second) = (watch(script), watch(script))
      actions += first.actions
      if let violation = first.violation { return record(violation, seed, script) }
      if first.digest != second.digest { return record("two runs differ", seed, script) }
    }
    #expect(actions > Self.scriptsPerBatch / 4, "the scripts must mean something: \(actions) actions")
  }

  private func watch(_ script: RandomScript) -> ScriptWatch {
    let watch = ScriptWatch()
    let run = ScriptRun(script, observer: watch)
    run.play()
    let recognizers = run.scene.views.flatMap(\.gestureRecognizers)
    watch.finish(recognizers, isOpen: script.isOpen)
    // A recognizer that is interrupted, or fails because another recognized, gets no more calls.
    if script.isUndisturbed { watch.checkBalance(of: recognizers.filter { !script.makesWait($0.name) }) }
    if run.scene.pipeline.nextDeadline != nil { watch.report("a deadline is left") }
    if let wrong = hitTestDifference(in: run.scene) { watch.report(wrong) }
    return watch
  }

  /// The fast hit test against the recursion, on the tree as the script left it.
  private func hitTestDifference(in scene: Scene) -> String? {
    var random = SplitMix(seed: 1)
    for _ in 0..<4 {
      let point = Point(
        x: Double.random(in: -10...1010, using: &random), y: Double.random(in: -10...1010, using: &random))
      let (fast, plain) = (
        scene.application.hitTest(point, with: nil), scene.application.recursiveHitTest(point, with: nil)
      )
      if fast !== plain {
        return "\(point): \(fast?.identifier ?? "no view") instead of \(plain?.identifier ?? "no view")"
      }
    }
    return nil
  }

  private func record(_ violation: String, _ seed: UInt64, _ script: RandomScript) {
    let log = SceneLog()
    log.showsTimes = true
    ScriptRun(script, observer: log).play()
    Issue.record("seed \(seed): \(violation)\(script)\n\(log.lines.joined(separator: "\n"))")
  }
}
