import Dispatcher
import TouchdKit

// Taps in the largest layouts that are read.
extension Wear {
  static var largest: [Subject] {
    texts.map { name, text in
      Subject(name: "largest layouts/\(name)", rarity: 20) {
        let live = saving(head + text) { LiveLayout(try LayoutLoading.layout($0), ["a": SilentPlugin()]) }
        guard let pipeline = live.pipeline else { preconditionFailure("the layout waits for a panel") }
        let scene = WearScene(pipeline)
        return { scene.tap(0, then: .milliseconds(500)) }
      }
    }
  }

  /// The layout reader's limits: LayoutBudget, of which a responder takes one, and GestureLimitCheck.
  private static let (parts, gestures) = (39_999, 128)

  private static let head =
    "version: 1\nscreen: { size: [\(Int(ViewTree.screen.width)), \(Int(ViewTree.screen.height))] }\n"
    + "responders: { a: { plugin: log, level: debug } }\n"

  private static var texts: [(String, String)] {
    [
      ("views", "views:\n" + times(parts, "- {}\n")),
      (
        "nested views",
        "views: " + times(100, "[{children: ") + "[" + times(parts - 100, "{},") + "]" + times(100, "}]")
          + "\n"
      ),
      ("scroll views", "views:\n" + times(parts / 3, "- {type: scroll}\n")),
      (
        "controls",
        "views:\n"
          + times(parts, "- {type: control, control: {events: {touch_down: a, touch_up_inside: a}}}\n")
      ),
      (
        "gestures",
        "views:\n"
          + times(parts / 4, "- gestures: [{tap: , to: a}, {pinch: , to: a}, {long_press: , to: a}]\n")
      ),
      ("windows", "windows:\n" + times(parts, "- {views: []}\n")),
      ("taps on a view", taps { _ in [Int]() }),
      ("a chain of taps", taps { ($0..<gestures - 1).prefix(1).map { $0 + 1 } }),
      ("taps that each wait for all the others behind them", taps { ($0 + 1)..<gestures }),
    ]
  }

  /// As many taps on a view as there may be, of one, two and three taps in turn, with the taps that each waits for.
  private static func taps(_ waitsFor: (Int) -> some Sequence<Int>) -> String {
    let words = (0..<gestures).map { index in
      let names = waitsFor(index).map { "g\($0)" }.joined(separator: ", ")
      return "{name: g\(index), tap: {count: \(1 + index % 3)}, to: a, requires_failure_of: [\(names)]}"
    }
    return "views:\n- gestures: [\(words.joined(separator: ", "))]\n"
  }

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
}

/// Ignores what happens.
private final class SilentPlugin: ResponderPlugin {
  let name = "a"
}
