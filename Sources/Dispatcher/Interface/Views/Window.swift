/// The topmost view of a tree, and the responder between its views and the application.
open class Window: View {
  /// Windows of a higher level are hit first; among equals, the one added last.
  public final var level = 0.0
  /// The scene between the window and the application in the responder chain; `nil` for none.
  public final var scene: WindowScene? {
    didSet { scene?.application = application }
  }
  /// The application that the window belongs to.
  public final internal(set) weak var application: (any WindowHost)? {
    didSet {
      scene?.application = application
      if application != nil { passOn() }
    }
  }
  /// The responder that presses, motion and remote control go to while this is the key window.
  public final internal(set) weak var firstResponder: Responder?
  /// Whether the frame that is being sent has touches of the window, and was not delivered to it yet.
  final var awaitsFrame = false
  /// State that hit tests of the window keep from one to the next.
  final let flattened = HitTree()
  /// The controller whose view holds the window's views. Setting it removes the former one's view, and adds the new
  /// one's in front.
  public final var rootViewController: ViewController? {
    didSet {
      oldValue?.view.removeFromSuperview()
      if let rootViewController { addSubview(rootViewController.view) }
    }
  }

  deinit { flattened.viewLeaves() }

  /// Whether hit tests of the window are answered without the recursion; from some while after its last change.
  package final var isFlattened: Bool { !flattened.isStale }

  override class var standardHitTestClass: View.Type { Window.self }

  /// The scene if there is one, else the application.
  open override var next: Responder? { scene ?? application }

  /// Delivers the frame's touches of this window: to recognizers first, then to views. Any other event goes to its
  /// responder.
  ///
  /// Override to see or to swallow events before anyone else does; `super` goes on with them.
  open func sendEvent(_ event: Event) { application?.deliver(event, in: self) }

  /// Makes this the window that presses, motion and remote control go to. It must have been added to its application.
  public final func makeKey() { application?.makeKey(self) }

  /// Whether presses, motion and remote control go to this window.
  public final var isKeyWindow: Bool { application?.keyWindow === self }
}

/// The application as a window sees it.
public protocol WindowHost: Responder {
  /// Delivers the frame's touches of a window to recognizers and views.
  func deliver(_ event: Event, in window: Window)
  /// The window that presses, motion and remote control go to.
  var keyWindow: Window? { get }
  /// Makes a window of its own the key window.
  func makeKey(_ window: Window)
}

/// Windows of one purpose; a responder between them and the application.
open class WindowScene: Responder {
  /// The application, its next responder. Windows with this scene set it.
  public final weak var application: (any WindowHost)?

  public override init() {
    super.init()
    if type(of: self) == WindowScene.self { mayOverrideTouches = false }
  }

  open override var next: Responder? { application }
}

/// The application as the views, controllers, windows and recognizers of its tree see it.
///
/// Theirs is a tree that grows upwards, as in UIKit: a view knows its window, and a window its application. This is the
/// one name by which they know it.
protocol TreeHost: WindowHost {
  /// The latest moment that is known: of the last frame, or of the last ``Pipeline/advance(to:)``.
  var now: Timestamp { get }
  /// Asks an object at its deadline from now on, until it has none; to be called when it gets another one. The object
  /// is kept until then.
  func keepTime(for object: any TimedObject)
  /// In the order of adding.
  var windows: [Window] { get }
  /// The extent of the screen in points; `nil` for no edge.
  var screen: Rect? { get }
  /// Answers what of the tree's touches may leave the process.
  var sensitivity: Sensitivity { get }
  /// Whether fingers explore, and touch nothing.
  var isExploring: Bool { get }
  /// The page, after a delegate that ends the chain; `nil` for any other responder.
  func responder(afterLast responder: Responder) -> Responder?
  /// A view of the tree, or a window, was hidden or shown.
  func hiddenChanged(of view: View)
  /// Views left their window; the touches of controls among them are to be cancelled.
  func viewsLeft()
  /// Reports a mistake of a program.
  func report(_ misuse: Misuse)
}

extension Window {
  /// The application, as the tree knows it.
  final var host: (any TreeHost)? { application as? any TreeHost }
}

/// The windows in the order in which they are hit-tested, and the levels that they had.
final class WindowOrder {
  /// By level, highest first, then the last added first.
  let windows: [Window]
  private let levels: [Double]

  /// O(windows · log windows).
  init(_ windows: [Window]) {
    self.windows = windows.enumerated().sorted {
      ($0.element.level, $0.offset) > ($1.element.level, $1.offset)
    }.map(\.element)
    levels = self.windows.map(\.level)
  }

  /// Whether every window still has its level. O(windows).
  var isCurrent: Bool { windows.indices.allSatisfy { windows[$0].level == levels[$0] } }
}
