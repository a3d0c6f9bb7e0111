import Dispatcher
import TestSupport
import TestTables

/// Views, fingers on them, and what the page gets. Each line of `log` that begins with `page` is one frame of the
/// virtual touchscreen: its time in milliseconds, and for each slot what happened and where.
struct ScreenRow: TableRow {
  let what: String
  /// What lies in the window, which has 400 × 400 points; the screen has 4,096 × 4,096.
  var views = "V(0,0,400,400)<multi>"
  var relations = ""
  var overrides = ""
  var cancel = ScreenCancel.slide(by: 24)
  /// The slots of the real panel, as the page's device was made for it.
  var slots = 10
  let fingers: String
  /// How long to wait after the fingers, in seconds since the start.
  var until: Double?
  /// The kinds of lines that are compared.
  var kinds = "page"
  let log: String

  /// How the lines differ from what is expected, or what was wrong with the frames; `nil` for neither.
  func difference() -> String? {
    let tree = "window(0,0,400,400)<multi>" + (views.isEmpty ? "" : "[\(views)]")
    let scene = Scene(tree, relations: relations, overrides: overrides)
    let page = Page(scene, cancel: cancel, slots: slots)
    scene.play(fingers)
    if let until { scene.wait(until: until) }
    return page.fault
      ?? TestSupport.difference(
        scene.log.lines(of: kinds.split(separator: " ").map(String.init)), from: log)
  }
}
