import Dispatcher

/// A tree as the text of a layout.
struct LayoutText {
  /// Whether the views at the ends of the tree give their touches to the plugin `meter`.
  var isHeard = false
  /// How many recognizers are on the path of a touch: a tap and a long press, in turn, on the deepest view, then on
  /// the one above it, and so on, at most ``recognizersPerView`` each.
  var recognizers = 0

  /// The name of the plugin that hears of the touches.
  static let plugin = "meter"
  private static let recognizersPerView = 4

  /// The layout. Its recognizers stay possible for an hour, so that the cost of an undecided gesture is measured.
  func layout(_ tree: ViewTree) -> String {
    var text =
      "version: 1\nscreen:\n  size: [\(words(ViewTree.screen.width)), \(words(ViewTree.screen.height))]\n"
    if isHeard { text += "responders:\n  meter: { plugin: \(Self.plugin) }\n" }
    if recognizers > 0 {
      text += "thresholds:\n  tap: { maximum_press: 3600s }\n  long_press: { minimum: 3600s }\n"
    }
    text += "views:\n"
    write(tree, indent: "  ", to: &text)
    return text
  }

  private func write(_ tree: ViewTree, indent: String, to text: inout String) {
    let frame = tree.frame
    let sides = [frame.minX, frame.minY, frame.size.width, frame.size.height].map(words)
    text += "\(indent)- id: \(tree.id)\n\(indent)  frame: [\(sides.joined(separator: ", "))]\n"
    if isHeard, tree.children.isEmpty { text += "\(indent)  on_touch: { to: meter }\n" }
    let count = recognizerCount(above: tree.height)
    if count > 0 { text += "\(indent)  gestures:\n" }
    for index in 0..<count { text += "\(indent)    - \(index % 2 == 0 ? "tap" : "long_press"): {}\n" }
    if !tree.children.isEmpty { text += "\(indent)  children:\n" }
    for child in tree.children { write(child, indent: indent + "    ", to: &text) }
  }

  /// How many recognizers a view has that is so many levels above the ends of the tree.
  private func recognizerCount(above height: Int) -> Int {
    min(max(recognizers - height * Self.recognizersPerView, 0), Self.recognizersPerView)
  }

  /// A number as layouts have it, without a point where it is whole.
  private func words(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\((number * 10000).rounded() / 10000)"
  }
}

extension ViewTree {
  /// How many levels there are below.
  fileprivate var height: Int { firstLine.count - 1 }
}
