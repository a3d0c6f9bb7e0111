/// The windows in the order in which they are hit-tested, and the levels that they had.
final class WindowOrder {
  private struct Place {
    /// Kept alive by `windows`; counting references to it on each hit test would be most of the work.
    let window: Borrowed<Window>
    let level: Double
  }

  /// By level, highest first, then the last added first.
  let windows: [Window]
  private let places: ContiguousArray<Place>

  /// O(windows · log windows).
  init(_ windows: [Window]) {
    self.windows = windows.enumerated().sorted {
      ($0.element.level, $0.offset) > ($1.element.level, $1.offset)
    }.map(\.element)
    places = ContiguousArray(self.windows.map { Place(window: Borrowed($0), level: $0.level) })
  }

  /// Whether every window still has its level. O(windows).
  var isCurrent: Bool {
    places.allSatisfy { place in place.window.with { $0.level == place.level } }
  }

  /// The first answer that a window gives, from the front.
  @inline(__always)
  func first(_ answer: (Window) -> View?) -> View? {
    for place in places {
      if let view = place.window.with(answer) { return view }
    }
    return nil
  }
}
