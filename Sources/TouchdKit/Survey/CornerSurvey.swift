import Dispatcher

/// The questions of a calibration without a display: three corners that say how the panel lies, and the fourth, which
/// verifies it. It takes presses, and says what to ask next.
struct CornerSurvey {
  /// A corner of the screen, as a person sees it.
  enum Corner: String {
    case upperLeft = "upper left"
    case upperRight = "upper right"
    case lowerRight = "lower right"
    case lowerLeft = "lower left"
  }

  /// What comes of a press.
  enum Step: Equatable {
    /// It was the last press once more, and does not count.
    case wait
    /// What to say to the person.
    case ask(String)
    case found(Finding)
    /// The presses do not tell, and why.
    case failed(String)
  }

  /// What the corners say.
  struct Finding: Equatable {
    let fit: PanelFit
    let verification: PanelFit.Verification
  }

  private static let corners: [Corner] = [.upperLeft, .upperRight, .lowerRight, .lowerLeft]
  /// What there is to say before the first press, of whatever panel.
  static var firstQuestion: String { question(0) }

  /// The middle of a finger in a corner is so far from both edges, in millimetres: half of a fingertip. (O)
  private static let inset = 4.0
  /// The same as a fraction of the screen, where nothing says how large it is. (O)
  private static let insetFraction = 0.02
  /// How exactly a person touches a corner: within another fingertip, in millimetres, but on a small screen within a
  /// fraction of it. (O)
  private static let (noise, noiseFraction) = (8.0, 0.05)
  /// Two touches of a resistive panel in one place may be so far apart, as a fraction of the panel. (O)
  private static let agreement = 0.05
  /// What lands in the same place so soon after a lift is the same press: a worn panel bounces. A person takes longer
  /// from one touch to the next. (O)
  private static let bounce = Interval.milliseconds(150)

  private let panel: PanelFit.Panel
  private let isTwice: Bool
  private var presses: [PressedTarget] = []
  /// The first of two touches.
  private var first: Point?
  private var last: PressReader.Press?

  /// - Parameter isTwice: whether each corner is touched twice, as on a resistive panel.
  init(_ panel: PanelFit.Panel, isTwice: Bool) { (self.panel, self.isTwice) = (panel, isTwice) }

  mutating func take(_ new: PressReader.Press) -> Step {
    defer { last = new }
    guard presses.count < Self.corners.count else { return finish() }
    if let last, new.landed < last.lifted + Self.bounce, agree(new.place, last.place) { return .wait }
    var press = new.place
    let corner = Self.corners[presses.count]
    if isTwice {
      guard let first else {
        first = press
        return .ask("  touch the \(corner.rawValue) corner once more")
      }
      self.first = nil
      guard agree(first, press) else {
        return .ask("  these two touches are far apart; touch the \(corner.rawValue) corner twice again")
      }
      press = Point(x: (first.x + press.x) / 2, y: (first.y + press.y) / 2)
    }
    presses.append(PressedTarget(target: target(corner), press: press))
    return presses.count < Self.corners.count ? .ask(Self.question(presses.count)) : finish()
  }

  /// Whether two places of the panel are one for a finger.
  private func agree(_ one: Point, _ other: Point) -> Bool {
    let (a, b) = (panel.fraction(one), panel.fraction(other))
    return abs(a.x - b.x) <= Self.agreement && abs(a.y - b.y) <= Self.agreement
  }

  private static func question(_ index: Int) -> String {
    let aim = index == corners.count - 1 ? ", to verify" : ""
    return "\(index + 1) of \(corners.count): touch the \(corners[index].rawValue) corner of the screen\(aim)"
  }

  private func finish() -> Step {
    var survey = PanelFit.Survey(presses.dropLast())
    (survey.noise, survey.maySkew) = (noise, false)
    do throws(PanelFitFailure) {
      let fit = try PanelFit(survey, panel)
      let verification = fit.verification(of: presses[presses.count - 1], tolerance: 3 * noise)
      guard verification.isGood else {
        return .failed(
          "the touch in the \(Self.corners[presses.count - 1].rawValue) corner is "
            + "\(fit.measure.words(verification.error)) from where the other three say; one of the four was elsewhere"
        )
      }
      return .found(Finding(fit: fit, verification: verification))
    } catch {
      return .failed("\(error)")
    }
  }

  // MARK: Sizes

  private var millimetres: Size? {
    switch panel.size {
    case .screen(let size), .panel(let size): size
    case .points, .unknown: nil
    }
  }

  /// As a fraction of the screen.
  private var noise: Double {
    guard let millimetres else { return Self.noiseFraction }
    return min(Self.noiseFraction, Self.noise / (millimetres.width * millimetres.height).squareRoot())
  }

  private func target(_ corner: Corner) -> Point {
    let x = millimetres.map { min(0.1, Self.inset / $0.width) } ?? Self.insetFraction
    let y = millimetres.map { min(0.1, Self.inset / $0.height) } ?? Self.insetFraction
    return switch corner {
    case .upperLeft: Point(x: x, y: y)
    case .upperRight: Point(x: 1 - x, y: y)
    case .lowerRight: Point(x: 1 - x, y: 1 - y)
    case .lowerLeft: Point(x: x, y: 1 - y)
    }
  }
}
