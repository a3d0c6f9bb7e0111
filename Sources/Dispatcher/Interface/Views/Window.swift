/// The topmost view of a tree, and the responder between its views and the application.
open class Window: View {
  /// Windows of a higher level are hit first; among equals, the one added last.
  public final var level = 0.0 {
    didSet { host?.windowOrder = nil }
  }
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
  /// The same as the views, controllers and recognizers of its tree know it: a tree that grows upwards, as in UIKit.
  final var host: Application? { application as? Application }
  /// The responder that presses, motion and remote control go to while this is the key window.
  public final internal(set) weak var firstResponder: Responder?
  /// The responder that receives what no finger points at: the first responder, else the window itself.
  final var eventResponder: Responder { firstResponder ?? self }
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
