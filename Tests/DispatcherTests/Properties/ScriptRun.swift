import TestTables

/// Plays a random script under the eyes of an observer.
final class ScriptRun {
  let scene: Scene
  private let script: RandomScript
  private var calls = 0
  /// Called after each step, between two frames.
  var onStep: () -> Void = {}

  init(_ script: RandomScript, observer: any TraceObserver) {
    self.script = script
    scene = Scene(script.tree, relations: script.relations)
    scene.application.observer = observer
    scene.application.tracesHitTests = false
    for case let view as SceneView in scene.views {
      view.onTouches = { [unowned self] _, _, _, _ in called() }
    }
  }

  func play() {
    for step in script.steps {
      perform(step)
      onStep()
    }
    if script.unplugs { scene.unplug(at: script.end + 0.02) }
    scene.pipeline.finish()
    onStep()
  }

  private func called() {
    calls += 1
    if let deed = script.deedInCall, deed.call == calls { perform(deed.step) }
  }

  private func perform(_ step: RandomScript.Step) {
    switch step {
    case .fingers(let text): scene.play(text)
    case .disable(let name): scene.recognizer(name).isEnabled = false
    case .enable(let name): scene.recognizer(name).isEnabled = true
    case .remove(let name): scene.view(name).removeFromSuperview()
    }
  }
}
