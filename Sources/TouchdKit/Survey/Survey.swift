import Dispatcher
import LinuxInput

/// The corners of one panel: the first that is touched. What is touched elsewhere meanwhile does not count.
final class Survey {
  /// What came of it.
  enum Outcome {
    case found(SurveyedPanel, CornerSurvey.Finding)
    case failed(String)
  }

  private(set) var outcome: Outcome?
  private let say: (String) -> Void
  private let panel: (String) -> SurveyedPanel?
  private var chosen: (device: String, panel: SurveyedPanel, corners: CornerSurvey)?

  /// - Parameters:
  ///   - panel: the panel at a path.
  ///   - say: receives what the person should know or do.
  init(panel: @escaping (String) -> SurveyedPanel?, say: @escaping (String) -> Void) {
    (self.panel, self.say) = (panel, say)
    say(CornerSurvey.firstQuestion)
  }

  /// Takes what becomes of fingers; after the outcome, nothing.
  func take(_ news: PressReader.News) {
    guard outcome == nil else { return }
    switch news {
    case .severalFingers: say("  several fingers; touch with one")
    case .press(let press): take(press)
    }
  }

  /// The panel at a path is gone. What was touched of it says nothing of the one that comes back.
  func lose(_ device: String) {
    guard outcome == nil, let chosen, chosen.device == device else { return }
    outcome = .failed("\(chosen.panel.title) is gone")
  }

  private func take(_ press: PressReader.Press) {
    if chosen == nil, let panel = panel(press.device) {
      chosen = (press.device, panel, CornerSurvey(panel.panel, isTwice: panel.isResistive))
    }
    guard var current = chosen else { return }
    guard current.device == press.device else {
      return say("  that was another panel, \(press.device); go on with \(current.panel.title)")
    }
    let step = current.corners.take(press)
    chosen = current
    switch step {
    case .wait: break
    case .ask(let question): say(question)
    case .found(let finding): outcome = .found(current.panel, finding)
    case .failed(let reason): outcome = .failed(reason)
    }
  }
}
