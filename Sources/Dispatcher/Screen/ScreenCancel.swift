/// How a touch ends for the page that is withdrawn from it.
///
/// Linux has no word for it that every compositor passes on, so the end looks like one that toolkits do not act upon.
#if hasAttribute(nonexhaustive)
  @nonexhaustive(warn)
#endif
public enum ScreenCancel: Equatable, Sendable {
  /// All contacts that are withdrawn in one frame move by one vector, so many points sideways towards the middle of the
  /// screen, rest there, and lift.
  case slide(by: Double)
  /// Each contact moves to the nearest edge of the screen, rests there, and lifts.
  case edge
  /// The contact lifts, as if the finger had.
  case lift
  /// The contact becomes a palm (MT_TOOL_PALM), and lifts in the next frame.
  case palm

  /// How far a slide goes, in points. In Chromium 156 on Wayland, 33 to 64 points sideways end in `pointercancel`,
  /// without a click; 30 click, as a finger counts as still until then.
  public static let slideDistance = 40.0
  /// How long a contact rests before it lifts: Chromium takes a finger for stopped, and not for flinging, after 80 ms.
  public static let rest = Interval.milliseconds(100)

  /// What the end is called.
  var end: ScreenReport.End {
    switch self {
    case .slide: .slide
    case .edge: .edge
    case .lift: .lift
    case .palm: .palm
    }
  }
}
