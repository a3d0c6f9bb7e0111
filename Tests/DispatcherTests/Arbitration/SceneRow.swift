import Dispatcher
import TestSupport
import TestTables
import Testing

/// Views, what fingers do, and which lines of the log must come of it.
struct SceneRow: TableRow {
  let what: String
  /// What lies in the window, which has 400 × 400 points.
  var views = "V(0,0,400,400)<multi>"
  var relations = ""
  var overrides = ""
  let fingers: String
  /// The kinds of lines that are compared.
  var kinds = "began moved ended cancelled act fail"
  var showsTimes = false
  var showsStates = false
  /// How long to wait after the fingers, in seconds since the start.
  var until: Double?
  /// The pan or pinch whose actions note a `value`: its translation, its scale.
  var values: String?
  /// The recognizer whose actions note `where` it is.
  var places: String?
  let log: String

  /// How the lines of those kinds differ from what is expected; `nil` for not at all.
  func difference() -> String? {
    let scene = Scene("window(0,0,400,400)[\(views)]", relations: relations, overrides: overrides)
    scene.log.showsTimes = showsTimes
    scene.log.showsStates = showsStates
    if let values { scene.noteValue(of: values) }
    if let places { scene.notePlace(of: places) }
    scene.play(fingers)
    if let until { scene.wait(until: until) }
    return TestSupport.difference(scene.log.lines.filter(isCompared), from: log)
  }

  private func isCompared(_ line: String) -> Bool {
    let kinds = kinds.split(separator: " ")
    // A time stands before the kind, but not in a line that a test notes.
    return line.split(separator: " ").prefix(showsTimes ? 2 : 1).contains { kinds.contains($0) }
  }
}

extension Scene {
  fileprivate func noteValue(of name: String) {
    recognizer(name).addAction { [log] recognizer in
      switch recognizer {
      case let pan as PanGestureRecognizer: log.note("value \(pan.translation(in: nil).short)")
      case let pinch as PinchGestureRecognizer: log.note("value \(shortText(pinch.scale))")
      default: preconditionFailure("\(name) has no value; name a pan or a pinch")
      }
    }
  }

  fileprivate func notePlace(of name: String) {
    recognizer(name).addAction { [log] recognizer in
      log.note("where \(recognizer.location(in: nil).short)")
    }
  }
}
