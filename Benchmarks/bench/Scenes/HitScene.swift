import Dispatcher
internal import TestSupport

/// A window full of views, to be hit.
struct HitScene {
  /// How the views stand.
  enum Shape: String, CaseIterable {
    /// Ten in each.
    case nested
    /// All in one.
    case flat
    /// Nested, each turned by up to 30°.
    case rotated
    /// Nested, one in 25 with a `hitTest` of its own.
    case overriding
  }

  private let application = Application()
  /// 100,000 places, some of them beyond the edges of the screen.
  let points: [Point]

  /// One in so many views overrides `hitTest`.
  private static let overrideInterval = 25
  static let pointCount = 100_000
  private static let margin = 10.0

  init(_ shape: Shape, views: Int, points count: Int = pointCount) {
    var random = SplitMix(seed: 0x746f_7563_6864)
    let tree = shape == .flat ? ViewTree.flat(views) : ViewTree.nested(views)
    let window = Window(frame: Rect(origin: .zero, size: ViewTree.screen))
    application.addWindow(window)
    var number = 0
    func build(_ tree: ViewTree) -> View {
      number += 1
      let isOverriding = shape == .overriding && number % Self.overrideInterval == 0
      let view = isOverriding ? OwnHitTest(frame: tree.frame) : View(frame: tree.frame)
      if shape == .rotated {
        view.transform = AffineTransform(
          rotation: .random(in: -Double.pi / 6...Double.pi / 6, using: &random))
      }
      for child in tree.children { view.addSubview(build(child)) }
      return view
    }
    window.addSubview(build(tree))
    let range = -Self.margin...ViewTree.screen.width + Self.margin
    points = (0..<count).map { _ in
      Point(x: .random(in: range, using: &random), y: .random(in: range, using: &random))
    }
  }

  func fast(_ point: Point) -> View? { application.hitTest(point, with: nil) }

  /// The hit test as UIKit's documentation tells it, view by view: what the fast one is compared with.
  func plain(_ point: Point) -> View? { application.recursiveHitTest(point, with: nil) }
}

/// A view that asks its children itself, as one that enlarges or shields something does.
private final class OwnHitTest: View {
  override func hitTest(_ point: Point, with event: Event?) -> View? { super.hitTest(point, with: event) }
}
