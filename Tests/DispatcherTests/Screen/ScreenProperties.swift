import TestTables

/// What holds for the page whatever fingers do, on any tree, with any recognizers.
@Suite("Properties of the page over random finger scripts") struct ScreenProperties {
  static let batches = 20
  static let scriptsPerBatch = Build.isOptimised ? 1000 : 10

  private static let cancels: [ScreenCancel] = [.slide(by: 24), .edge, .lift, .palm]

  @Test(
    "Random scripts: each contact that the page begins ends once, and it is where the chain says",
    arguments: 0..<batches)
  func holds(batch: Int) {
    var landings = 0
    for seed in UInt64(batch * Self.scriptsPerBatch)..<UInt64((batch + 1) * Self.scriptsPerBatch) {
      let (first, second) = (watch(seed), watch(seed))
      landings += first.landings
      if let violation = first.violation {
        Issue.record("seed \(seed): \(violation)\(script(seed))\n\(log(seed))")
        return
      }
      if first.digest != second.digest || first.frames != unobservedFrames(seed) {
        Issue.record("seed \(seed): two runs differ\(script(seed))")
        return
      }
    }
    #expect(landings > Self.scriptsPerBatch, "the scripts must mean something: \(landings) landings")
  }

  /// A third of the screen has no window.
  private func script(_ seed: UInt64) -> RandomScript {
    var script = RandomScript(seed: seed)
    if seed % 3 == 0 { script.tree.replace("window(0,0,1000,1000)", with: "window(0,0,600,1000)") }
    return script
  }

  private func watch(_ seed: UInt64) -> ScreenWatch {
    let watch = ScreenWatch()
    let (run, page) = prepare(seed, watch)
    run.onStep = { watch.compare(page) }
    run.play()
    watch.finish(page)
    return watch
  }

  /// A hash of what the page gets where nothing observes it: moves take a shorter way then.
  private func unobservedFrames(_ seed: UInt64) -> UInt64 {
    let (run, page) = prepare(seed, SceneLog())
    page.stopObserving(run.scene.application)
    run.play()
    return page.reader.digest
  }

  private func prepare(_ seed: UInt64, _ observer: any TraceObserver) -> (ScriptRun, Page) {
    let run = ScriptRun(script(seed), observer: observer)
    let cancel = Self.cancels[Int(seed / 3 % UInt64(Self.cancels.count))]
    return (run, Page(run.scene, cancel: cancel, slots: seed % 5 == 0 ? 2 : 10, next: observer))
  }

  private func log(_ seed: UInt64) -> String {
    let log = SceneLog()
    log.showsTimes = true
    let (run, page) = prepare(seed, log)
    run.play()
    return (log.lines + run.scene.log.lines + [page.fault ?? ""]).joined(separator: "\n")
  }
}
