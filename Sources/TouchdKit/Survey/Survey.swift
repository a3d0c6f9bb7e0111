import Dispatcher
import LinuxInput

/// The targets on one panel: the first that is touched. What is touched elsewhere meanwhile does not count.
final class Survey {
  /// What came of it.
  enum Outcome {
    case found(SurveyedPanel, TargetSurvey.Finding)
    case failed(String)
  }

  /// What the person should do or know.
  enum Word: Equatable {
    case ask(TargetSurvey.Question)
    case note(String)

    /// As a terminal has it.
    var text: String {
      switch self {
      case .ask(let question): question.words
      case .note(let words): "  " + words
      }
    }
  }

  private(set) var outcome: Outcome?
  private let makePlan: (PanelFit.Panel) -> SurveyPlan
  private let say: (Word) -> Void
  private let panel: (String) -> SurveyedPanel?
  private var chosen: (device: String, panel: SurveyedPanel, targets: TargetSurvey)?

  /// The device whose panel is calibrated; `nil` before one is touched.
  var device: String? { chosen?.device }

  /// - Parameters:
  ///   - plan: what is touched, on a panel or one that is not known yet.
  ///   - panel: the panel at a path.
  ///   - say: receives what the person should know or do.
  init(
    _ plan: @escaping (PanelFit.Panel) -> SurveyPlan, panel: @escaping (String) -> SurveyedPanel?,
    say: @escaping (Word) -> Void
  ) {
    (makePlan, self.panel, self.say) = (plan, panel, say)
    say(.ask(TargetSurvey.Question(words: plan(.unknown).question(0), target: 0)))
  }

  /// Takes what becomes of fingers; after the outcome, nothing.
  func take(_ news: PressReader.News) {
    guard outcome == nil else { return }
    switch news {
    case .severalFingers: say(.note("several fingers; touch with one"))
    case .press(let press): take(press)
    }
  }

  /// The target that is due cannot be touched.
  func skip(on device: String) {
    guard outcome == nil, choose(device) else { return }
    if let step = chosen?.targets.skip() { follow(step) }
  }

  /// The panel at a path is gone. What was touched of it says nothing of the one that comes back.
  func lose(_ device: String) {
    guard outcome == nil, let chosen, chosen.device == device else { return }
    outcome = .failed("\(chosen.panel.title) is gone")
  }

  private func take(_ press: PressReader.Press) {
    guard choose(press.device) else { return }
    if let step = chosen?.targets.take(press) { follow(step) }
  }

  /// - Returns: whether it is the panel that is calibrated.
  private func choose(_ device: String) -> Bool {
    if chosen == nil, let panel = panel(device) {
      let targets = TargetSurvey(makePlan(panel.panel), panel.panel, isTwice: panel.isResistive)
      chosen = (device, panel, targets)
    }
    guard let chosen else { return false }
    if chosen.device != device {
      say(.note("that was another panel, \(device); go on with \(chosen.panel.title)"))
    }
    return chosen.device == device
  }

  private func follow(_ step: TargetSurvey.Step) {
    guard let panel = chosen?.panel else { return }
    switch step {
    case .wait: break
    case .ask(let question): say(.ask(question))
    case .found(let finding): outcome = .found(panel, finding)
    case .failed(let reason): outcome = .failed(reason)
    }
  }
}
