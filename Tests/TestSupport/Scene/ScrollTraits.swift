public import Dispatcher

/// Makes scroll views and controls, from a trait and what it says of them, parted by `|`:
///
/// - `control`, `control=off` (not enabled);
/// - `scroll=400x1200` (the size of its content), and `hard` (it does not bounce), `undelayed`, `firm` (content keeps
///   its touches), `yields` (so do controls not), `refuses` (content gets no touch), `still` (it does not scroll),
///   `locked`.
enum ScrollTraits {
  /// `nil` where a view is neither.
  static func view(for traits: [String], frame: Rect) -> View? {
    if traits.contains("scroll") { return SceneScrollView(frame: frame) }
    return traits.contains("control") ? Control(frame: frame) : nil
  }

  static func apply(_ options: String, to view: View) {
    for option in options.split(separator: "|") {
      if let control = view as? Control, option == "off" { control.isEnabled = false }
      if let scrollView = view as? SceneScrollView { apply(String(option), to: scrollView) }
    }
  }

  private static func apply(_ option: String, to view: SceneScrollView) {
    switch option {
    case "hard": view.bounces = false
    case "undelayed": view.delaysContentTouches = false
    case "firm": view.canCancelContentTouches = false
    case "yields": view.yields = true
    case "refuses": view.refuses = true
    case "still": view.isScrollEnabled = false
    case "locked": view.isDirectionalLockEnabled = true
    default:
      let size = option.split(separator: "x").compactMap { Double($0) }
      precondition(size.count == 2, "no such option of a scroll view: \(option)")
      view.contentSize = Size(width: size[0], height: size[1])
    }
  }
}

/// A scroll view whose overrides a test chooses.
public final class SceneScrollView: ScrollView {
  /// Whether controls let go of their touches, too.
  public var yields = false
  /// Whether content gets no touches.
  public var refuses = false
  /// What it was asked, in words.
  public private(set) var questions: [String] = []

  /// Forgets the questions, for tests that count what is held.
  public func forgetQuestions() { questions.removeAll(keepingCapacity: true) }

  public override func touchesShouldBegin(_ touches: Set<Touch>, with event: Event, in view: View) -> Bool {
    questions.append("begin \(view.identifier){\(touches.count)}")
    return !refuses
  }

  public override func touchesShouldCancel(in view: View) -> Bool {
    questions.append("cancel \(view.identifier)")
    return yields || super.touchesShouldCancel(in: view)
  }
}

/// Writes what a scroll view tells its delegate: `drags S`, `lets go S` (`, decelerates`), `rests S`, `arrives S`.
public final class SceneScrollDelegate: ScrollViewDelegate {
  /// The offsets that the scroll view reported, in order.
  public private(set) var offsets: [Point] = []
  /// Called at each of them.
  public var onScroll: ((ScrollView) -> Void)?
  private let log: SceneLog

  init(_ log: SceneLog) { self.log = log }

  public func scrollViewDidScroll(_ scrollView: ScrollView) {
    offsets.append(scrollView.contentOffset)
    onScroll?(scrollView)
  }

  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {
    log.note("drags \(scrollView.identifier)")
  }

  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
    log.note("lets go \(scrollView.identifier)\(decelerate ? ", decelerates" : "")")
  }

  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    log.note("arrives \(scrollView.identifier)")
  }

  public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
    log.note("rests \(scrollView.identifier)")
  }
}

extension Scene {
  public func scrollView(_ name: String) -> SceneScrollView {
    guard let view = view(name) as? SceneScrollView else {
      preconditionFailure("no scroll view is called \(name)")
    }
    return view
  }

  public func control(_ name: String) -> Control {
    guard let control = view(name) as? Control else { preconditionFailure("no control is called \(name)") }
    return control
  }

  /// A delegate of a scroll view that writes to the log; to be kept, as the view does not.
  public func watch(_ name: String) -> SceneScrollDelegate {
    let delegate = SceneScrollDelegate(log)
    scrollView(name).delegate = delegate
    return delegate
  }
}
