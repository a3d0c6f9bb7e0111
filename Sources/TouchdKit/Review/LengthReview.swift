import Dispatcher
import YAML

/// Looks for lengths that cannot be meant as they are: they are likely in another unit.
struct LengthReview {
  /// More points on a millimetre than any screen has: telephones have up to 32 pixels. A size in centimetres or inches
  /// makes 10 or 25 times too many. (O)
  private static let mostPointsPerMillimetre = 36.0
  /// A tenth of the screen's shorter side: jitter is a part of a millimetre. (O)
  private static let mostHysteresis = 0.1
  /// What a fingertip leaves on a panel is 5 to 10 mm wide; a palm is much wider. (O)
  private static let narrowestPalm = 8.0

  private let layout: Layout
  private let findings: Findings

  init(_ layout: Layout, _ findings: Findings) { (self.layout, self.findings) = (layout, findings) }

  func run() {
    checkSize()
    for filter in layout.screen.touchscreen.filters { check(filter.value, at: filter.mark) }
    for gesture in layout.allGestures { check(gesture) }
  }

  private var screen: Size { layout.screen.size }

  private func checkSize() {
    guard let density = layout.screen.pointsPerMillimetre, let size = layout.screen.sizeInMillimetres,
      let mark = layout.screen.sizeInMillimetresMark,
      min(density.x, density.y) > Self.mostPointsPerMillimetre
    else { return }
    findings.warning(
      "a screen of \(words(for: screen.width)) × \(words(for: screen.height)) points is larger than "
        + "\(words(for: size.width)) × \(words(for: size.height)) mm", at: mark,
      help: "`size_mm` is in millimetres: a centimetre has 10, an inch 25.4")
  }

  private func check(_ filter: FilterDescription, at mark: Mark) {
    switch filter {
    case .edge(let length):
      guard let band = points(length), 2 * band.x >= screen.width || 2 * band.y >= screen.height else {
        return
      }
      findings.warning(
        "with this filter no finger lands anywhere: the band covers the whole screen", at: mark,
        help: Self.unitHelp)
    case .hysteresis(.length(let length)):
      guard let margin = points(length), max(margin.x, margin.y) > Self.mostHysteresis * shorterSide else {
        return
      }
      findings.warning(
        "with this filter a finger moves more than a tenth of the screen before anything follows it",
        at: mark,
        help: Self.unitHelp)
    case .size(.length(let length)):
      guard let width = millimetres(length), width < Self.narrowestPalm else { return }
      findings.warning(
        "with this filter fingers count as palms: it is \(words(for: (width * 10).rounded() / 10)) mm",
        at: mark,
        help: "a palm is wider than a fingertip, such as 40mm; a number without unit is points")
    case .hysteresis(.fuzz), .size(.axisMaximum), .median, .smooth, .debounce, .holdDuration, .ignoreRepeat,
      .skip, .pressure:
      break
    }
  }

  private static let unitHelp = "a number without unit is points; millimetres are written as 0.5mm"

  private var shorterSide: Double { min(screen.width, screen.height) }

  private func check(_ gesture: GestureDescription) {
    guard case .longPress(let press) = gesture.kind, let distance = press.allowableMovement,
      distance > max(screen.width, screen.height)
    else { return }
    findings.warning(
      "a finger may move \(words(for: distance)) points during \(quoted(gesture.name.value)), and the screen has "
        + "\(words(for: screen.width)) × \(words(for: screen.height))", at: gesture.name.mark,
      help: "`allowable_movement` is in points; 10 is usual")
  }

  /// `nil` for millimetres of a screen whose size is not known.
  private func points(_ length: Length) -> (x: Double, y: Double)? {
    try? length.pointsPerAxis(pointsPerMillimetre: layout.screen.pointsPerMillimetre)
  }

  private func millimetres(_ length: Length) -> Double? {
    if length.unit == .millimetres { return length.value }
    return layout.screen.pointsPerMillimetre.map { length.value / max($0.x, $0.y) }
  }
}
