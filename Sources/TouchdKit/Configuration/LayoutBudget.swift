import YAML

/// How much the layouts of a configuration may ask for, all together.
///
/// Counted while they are read, before anything is made of them. ARCHITECTURE's table of bounds has what the largest
/// set takes: a reload holds the old set and the new one, and both fit the memory of the service.
struct LayoutBudget {
  /// The most bytes of all files together. Names and texts are kept for as long as the layouts are in use. (O)
  static let byteLimit = 16 << 20
  /// The most YAML nodes of all files together. (O)
  static let nodeLimit = 500_000
  /// The most windows, views, controllers, gestures and responders of all layouts together. (O)
  static let partLimit = 40_000

  private var bytes = 0
  private var nodes = 0
  private var parts = 0

  /// What the next file may have: 4 MiB, 256 levels (views nest to a depth of about 120), and what the others left.
  var limits: Limits {
    var limits = Limits(
      bytes: min(LayoutReader.limits.bytes, Self.byteLimit - bytes), depth: LayoutReader.limits.depth,
      nodes: min(LayoutReader.limits.nodes, Self.nodeLimit - nodes))
    let rest = ", which is what the files before this one leave"
    if limits.bytes < LayoutReader.limits.bytes { limits.bytesOrigin = rest }
    if limits.nodes < LayoutReader.limits.nodes { limits.nodesOrigin = rest }
    return limits
  }

  /// Takes out what a file had.
  mutating func spend(_ document: Document, of bytes: [UInt8]) {
    self.bytes += min(bytes.count, limits.bytes)
    nodes += min(document.nodeCount, limits.nodes)
  }

  /// Takes out the parts of a layout.
  ///
  /// - Returns: the first part that there is no room for; `nil` if all have their place.
  mutating func spend(_ layout: Node) -> LayoutPart? {
    var count = PartCount(left: Self.partLimit - parts)
    count.take(layout: layout)
    parts = Self.partLimit - max(count.left, 0)
    return count.excess
  }
}

/// A part of a layout that an object is made for.
struct LayoutPart: Equatable {
  /// What messages call it, such as `view`.
  let name: String
  let mark: Mark
}

/// Counts the parts of a layout in its YAML tree. It stops at the first one too many.
private struct PartCount {
  private(set) var left: Int
  private(set) var excess: LayoutPart?

  init(left: Int) { self.left = left }

  mutating func take(layout: Node) {
    for responder in layout["responders"]?.mapping ?? [] { take("responder", at: responder.key.mark) }
    takeViews(layout["views"])
    for window in layout["windows"]?.sequence ?? [] where excess == nil {
      take("window", at: window.mark)
      takeViews(window["views"])
      takeGestures(window["gestures"])
    }
  }

  private mutating func takeViews(_ views: Node?) {
    for view in views?.sequence ?? [] {
      guard excess == nil else { return }
      take("view", at: view.mark)
      // Its pan, and the recognizer that delays its content's touches.
      if view["type"]?.string == "scroll" || view["scroll"] != nil { take("scroll view", 2, at: view.mark) }
      if let controller = view["controller"] { take("controller", at: controller.mark) }
      takeGestures(view["gestures"])
      takeViews(view["children"])
    }
  }

  private mutating func takeGestures(_ gestures: Node?) {
    for gesture in gestures?.sequence ?? [] { take("gesture", at: gesture.mark) }
  }

  private mutating func take(_ name: String, _ count: Int = 1, at mark: Mark) {
    left -= count
    if left < 0, excess == nil { excess = LayoutPart(name: name, mark: mark) }
  }
}
