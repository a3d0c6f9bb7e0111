package import Dispatcher

/// What a person is asked to touch to calibrate a panel: targets in their order, of which the last verifies what the
/// others say.
package struct SurveyPlan: Equatable, Sendable {
  /// A place of the screen, as a person sees it.
  package struct Target: Equatable, Sendable {
    /// What a question calls it: `upper left corner`.
    let name: String
    /// As a fraction of the screen.
    package let place: Point
  }

  package let targets: [Target]
  /// Where the targets are, behind their names in a question.
  let whereabouts: String
  /// Where the last one is, in words.
  let last: String
  /// How exactly a person touches a target, as a fraction of the screen.
  let noise: Double
  /// Whether x may depend on y: three presses do not tell.
  let maySkew: Bool

  // MARK: Corners

  /// The middle of a finger in a corner is so far from both edges, in millimetres: half of a fingertip. (O)
  private static let inset = 4.0
  /// The same as a fraction of the screen, where nothing says how large it is. (O)
  private static let insetFraction = 0.02
  /// How exactly a person touches a corner: within another fingertip, in millimetres, but on a small screen within a
  /// fraction of it. (O)
  private static let (cornerNoise, cornerNoiseFraction) = (8.0, 0.05)

  /// The four corners, where nothing has to be shown.
  static func corners(of panel: PanelFit.Panel) -> SurveyPlan {
    let size = panel.size.millimetres
    let x = size.map { min(0.1, inset / $0.width) } ?? insetFraction
    let y = size.map { min(0.1, inset / $0.height) } ?? insetFraction
    return SurveyPlan(
      targets: [
        Target(name: "upper left corner", place: Point(x: x, y: y)),
        Target(name: "upper right corner", place: Point(x: 1 - x, y: y)),
        Target(name: "lower right corner", place: Point(x: 1 - x, y: 1 - y)),
        Target(name: "lower left corner", place: Point(x: x, y: 1 - y)),
      ], whereabouts: " of the screen", last: "in the lower left corner",
      noise: size.map { min(cornerNoiseFraction, cornerNoise / $0.side) } ?? cornerNoiseFraction,
      maySkew: false)
  }

  // MARK: Crosses

  /// How far the outer crosses are from the edges, as a fraction of the screen: near enough to tell what happens there,
  /// and far enough for a finger. (O)
  private static let margin = 0.1
  /// How exactly a person touches a cross: within a millimetre, as a fraction of the screen. (O)
  private static let (crossNoise, crossNoiseFractions) = (1.0, 0.003...0.02)
  /// Beside all nine, and in no line with them. (O)
  private static let verifying = Point(x: 0.3, y: 0.65)

  /// Nine crosses that a page shows, three by three, and one that verifies them.
  package static func crosses(of panel: PanelFit.Panel) -> SurveyPlan {
    let steps = [margin, 0.5, 1 - margin]
    let nine = steps.flatMap { y in steps.map { x in Point(x: x, y: y) } }
    let fractions = crossNoiseFractions
    return SurveyPlan(
      targets: (nine + [verifying]).map { Target(name: "cross", place: $0) }, whereabouts: "",
      last: "on the last cross",
      noise: panel.size.millimetres.map {
        min(fractions.upperBound, max(fractions.lowerBound, crossNoise / $0.side))
      }
        ?? fractions.lowerBound, maySkew: true)
  }
}

extension ScreenMeasure.Source {
  /// How large the screen is; `nil` where nothing says it.
  fileprivate var millimetres: Size? {
    switch self {
    case .screen(let size), .panel(let size): size
    case .points, .unknown: nil
    }
  }
}

extension Size {
  /// The side of a square that is as large.
  fileprivate var side: Double { (width * height).squareRoot() }
}
