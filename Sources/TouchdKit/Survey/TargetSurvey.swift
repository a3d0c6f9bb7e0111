import Dispatcher

/// The questions of a calibration: where to touch, target by target, and last a target that verifies the others. It
/// takes presses, and says what to ask next.
struct TargetSurvey {
  /// Next task of the person.
  struct Question: Equatable {
    let words: String
    let target: Int
  }

  /// Result of a press.
  enum Step: Equatable {
    /// It was the last press once more, and does not count.
    case wait
    case ask(Question)
    case found(Finding)
    /// The presses do not tell, and why.
    case failed(String)
  }

  /// Result of the presses.
  struct Finding: Equatable {
    let fit: PanelFit
    let verification: PanelFit.Verification
    /// Targets whose presses fit none of the others.
    let refused: [Int]
  }

  /// Two touches of a resistive panel in one place may be so far apart, as a fraction of the panel. (O)
  private static let agreement = 0.05
  /// Time after a lift in which a landing in the same place is the same press: a worn panel bounces. A person takes
  /// longer from one touch to the next. (O)
  private static let bounce = Interval.milliseconds(150)
  /// Permitted error of the verifying press, as a multiple of a person's exactness. (O)
  private static let tolerance = 3.0

  private let plan: SurveyPlan
  private let panel: PanelFit.Panel
  private let isTwice: Bool
  private var presses: [PressedTarget] = []
  /// Which target each press is of: some may be left out.
  private var pressed: [Int] = []
  private var due = 0
  private var first: Point?
  private var last: PressReader.Press?

  /// - Parameter isTwice: whether each target is touched twice, as on a resistive panel.
  init(_ plan: SurveyPlan, _ panel: PanelFit.Panel, isTwice: Bool) {
    (self.plan, self.panel, self.isTwice) = (plan, panel, isTwice)
  }

  mutating func take(_ new: PressReader.Press) -> Step {
    defer { last = new }
    guard due < plan.targets.count else { return finish() }
    if let last, new.landed < last.lifted + Self.bounce, agree(new.place, last.place) { return .wait }
    var press = new.place
    let target = plan.targets[due]
    if isTwice {
      guard let first else {
        first = press
        return ask("  touch the \(target.name) once more")
      }
      self.first = nil
      guard agree(first, press)
      else { return ask("  these two touches are far apart; touch the \(target.name) twice again") }
      press = Point(x: (first.x + press.x) / 2, y: (first.y + press.y) / 2)
    }
    presses.append(PressedTarget(target: target.place, press: press))
    pressed.append(due)
    return goOn()
  }

  /// Goes on without the target that is due; the last one, which verifies, cannot be left out.
  mutating func skip() -> Step {
    first = nil
    return due == plan.targets.count - 1
      ? .failed("the touch \(plan.last) cannot be left out: it verifies the others") : goOn()
  }

  private mutating func goOn() -> Step {
    due += 1
    return due < plan.targets.count ? ask(plan.question(due)) : finish()
  }

  private func ask(_ words: String) -> Step { .ask(Question(words: words, target: due)) }

  /// Whether two places of the panel are one for a finger.
  private func agree(_ one: Point, _ other: Point) -> Bool {
    let (a, b) = (panel.fraction(one), panel.fraction(other))
    return abs(a.x - b.x) <= Self.agreement && abs(a.y - b.y) <= Self.agreement
  }

  private func finish() -> Step {
    guard let last = presses.last else { return .failed("\(PanelFitFailure.tooFew(0))") }
    do throws(PanelFitFailure) {
      let fit = try PanelFit(presses.dropLast(), panel, noise: plan.noise, maySkew: plan.maySkew)
      let verification = fit.verification(of: last, tolerance: Self.tolerance * plan.noise)
      guard verification.isGood else {
        return .failed(
          "the touch \(plan.last) is \(fit.measure.words(verification.error)) from where the others say; it, or "
            + "another one, was elsewhere")
      }
      return .found(Finding(fit: fit, verification: verification, refused: fit.refused.map { pressed[$0] }))
    } catch {
      return .failed("\(error)")
    }
  }
}
