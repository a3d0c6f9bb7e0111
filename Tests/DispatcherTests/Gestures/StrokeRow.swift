import Dispatcher
import TestSupport
import TestTables
import Testing

/// A tree, what fingers do, and what must come of it.
struct StrokeRow: TableRow {
  /// What happens to the view called V, or to the screen, after the fingers.
  enum Upheaval: Sendable {
    case none
    case disabled
    case viewRemoved
    case unplugged
  }

  let what: String
  let tree: String
  let fingers: String
  var upheaval = Upheaval.none
  /// What fingers do after that.
  var rest = ""
  let log: String

  /// How the calls of views, the actions and failures, or those of some kinds, differ from what is expected; `nil` for
  /// not at all.
  func difference(in kinds: String...) -> String? {
    let scene = Scene(tree)
    scene.play(fingers)
    switch upheaval {
    case .none: break
    case .disabled: for recognizer in scene["V"].gestureRecognizers { recognizer.isEnabled = false }
    case .viewRemoved: scene["V"].removeFromSuperview()
    case .unplugged: scene.unplug(at: 9)
    }
    scene.play(rest)
    let all = ["began", "moved", "ended", "cancelled", "act", "fail"]
    let lines = scene.log.lines.filter { line in
      (kinds.isEmpty ? all : kinds).contains { line.hasPrefix($0 + " ") }
    }
    return TestSupport.difference(lines, from: log)
  }
}

extension Scene {
  /// Writes a line at each action of a view's pans: state, translation and velocity, in that view or in another.
  func noteValues(of name: String, in other: String? = nil) {
    let view = other.map { self.view($0) } ?? view(name)
    for case let pan as PanGestureRecognizer in self.view(name).gestureRecognizers {
      pan.addAction { [unowned self] _ in
        let (translation, velocity) = (pan.translation(in: view), pan.velocity(in: view))
        log.note("pan \(pan.state) by \(translation.short) at \(velocity.short)")
      }
    }
  }
}

extension Point {
  /// The coordinates to a millionth, which is less than what a turned view rounds away.
  var short: String {
    func short(_ number: Double) -> String {
      let rounded = (number * 1e6).rounded() / 1e6
      return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
    }
    return "\(short(x)),\(short(y))"
  }
}
