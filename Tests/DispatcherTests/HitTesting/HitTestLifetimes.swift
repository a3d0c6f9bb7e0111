import Dispatcher
import Testing

/// The hit test keeps nothing alive, and comes to nothing that has gone.
@Suite("Hit test: lifetimes") struct HitTestLifetimes {
  /// A view that runs code when it is asked, and is hit like any other.
  final class Meddler: View {
    var meddle: (() -> Void)?
    private(set) var asked = 0

    override func hitTest(_ point: Point, with event: Event?) -> View? {
      asked += 1
      meddle?()
      return super.hitTest(point, with: event)
    }
  }

  static let frame = Rect(x: 0, y: 0, width: 100, height: 100)

  @Test("A view that is taken away goes at once")
  func removed() {
    let application = Application()
    let window = Window(frame: Self.frame)
    application.addWindow(window)
    weak var gone: View?
    do {
      let view = View(frame: Self.frame)
      view.addSubview(View(frame: Self.frame))
      gone = view.subviews[0]
      window.addSubview(view)
      #expect(application.hitTest(.zero, with: nil) === gone)
      #expect(window.isFlattened)
      view.removeFromSuperview()
    }
    #expect(gone == nil)
    #expect(application.hitTest(.zero, with: nil) === window)
  }

  @Test("A view outlives its window")
  func windowGone() {
    let view = View(frame: Self.frame)
    weak var gone: Window?
    do {
      let application = Application()
      let window = Window(frame: Self.frame)
      gone = window
      window.addSubview(view)
      application.addWindow(window)
      #expect(application.hitTest(.zero, with: nil) === view)
      #expect(view.convert(.zero, from: nil) == .zero)
    }
    #expect(gone == nil)
    view.center.x += 5
    #expect(view.hitTest(Point(x: 1, y: 1), with: nil) === view)
    #expect(view.convert(.zero, from: nil) == .zero)
  }

  @Test(
    "Code in the middle of a hit test takes everything away: it goes, but only afterwards",
    arguments: [0, 1, 25], [true, false])
  func takenAwayMeanwhile(siblings: Int, flattened: Bool) {
    let application = Application()
    var window: Window? = Window(frame: Self.frame)
    weak let gone = window
    weak var behind: View?
    let meddler = Meddler(frame: Self.frame)
    if let window {
      application.addWindow(window)
      let middle = View(frame: Self.frame)
      for _ in 0..<siblings { middle.addSubview(View(frame: Self.frame)) }
      middle.addSubview(meddler)
      behind = middle
      window.addSubview(middle)
      if flattened { #expect(application.hitTest(.zero, with: nil) === meddler) }
    }
    window = nil
    meddler.meddle = {
      guard let window = gone else { return }
      for view in behind?.subviews ?? [] { view.removeFromSuperview() }
      behind?.removeFromSuperview()
      application.removeWindow(window)
    }
    let asked = meddler.asked
    #expect(application.hitTest(.zero, with: nil) === gone)
    #expect(meddler.asked == asked + 1)
    #expect(gone == nil)
    #expect(behind == nil)
    #expect(application.hitTest(.zero, with: nil) == nil)
  }

  @Test("Code in the middle of a hit test may hit-test, change and flatten another window", arguments: 0..<3)
  func nested(depth: Int) {
    let application = Application()
    let (front, back) = (Window(frame: Self.frame), Window(frame: Self.frame))
    application.addWindow(back)
    application.addWindow(front)
    front.isUserInteractionEnabled = false
    #expect(application.hitTest(.zero, with: nil) === back)
    front.isUserInteractionEnabled = true
    let meddler = Meddler(frame: Self.frame)
    meddler.isUserInteractionEnabled = false
    front.addSubview(View(frame: Self.frame))
    front.addSubview(meddler)
    #expect(application.hitTest(.zero, with: nil) === front.subviews[0])
    var left = depth
    meddler.meddle = {
      guard left > 0 else { return }
      left -= 1
      back.addSubview(View(frame: Self.frame))
      #expect(application.hitTest(.zero, with: nil) === front.subviews[0])
    }
    #expect(application.hitTest(.zero, with: nil) === front.subviews[0])
    #expect(back.subviews.count == depth)
  }
}
