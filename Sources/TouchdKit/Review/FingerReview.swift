import Dispatcher

/// Looks for gestures that want more fingers than the panel reports, if that panel is plugged in.
struct FingerReview {
  private let layout: Layout
  private let panels: (TouchscreenDescription) -> [ReviewedMachine.KnownPanel]
  private let findings: Findings

  init(
    _ layout: Layout, _ panels: @escaping (TouchscreenDescription) -> [ReviewedMachine.KnownPanel],
    _ findings: Findings
  ) {
    (self.layout, self.panels, self.findings) = (layout, panels, findings)
  }

  /// Devices are opened only for a layout with a gesture of several fingers.
  func run() {
    let gestures = layout.allGestures.filter { $0.kind.fingers > 1 }
    guard !gestures.isEmpty else { return }
    let panels = panels(layout.screen.touchscreen)
    // One of several may be the one that is meant.
    guard let best = panels.max(by: { $0.fingers ?? .max < $1.fingers ?? .max }), let most = best.fingers
    else {
      return
    }
    for gesture in gestures where gesture.kind.fingers > most {
      findings.warning(
        "\(quoted(gesture.name.value)) needs \(gesture.kind.fingers) fingers, and the panel \(quoted(best.name)) "
          + "(\(best.path)) reports \(most == 1 ? "one" : "at most \(most)")", at: gesture.name.mark,
        help:
          "use a gesture of \(most == 1 ? "one finger" : "fewer fingers"), such as several taps or a long press"
      )
    }
  }
}

extension GestureDescription.Kind {
  /// How many fingers it needs at least; 1 for what the program's own does.
  fileprivate var fingers: Int {
    switch self {
    case .tap(let tap): tap.touches
    case .longPress(let press): press.touches
    case .pan(let pan): pan.minTouches
    case .swipe(let swipe): swipe.touches
    case .pinch, .rotation: 2
    case .edgePan, .hover, .custom: 1
    }
  }
}
