/// The responder that stands for a view and those below it.
open class ViewController: Responder {
  /// The root view; its next responder is this controller.
  public final var view: View {
    didSet {
      if oldValue.controller === self { oldValue.controller = nil }
      view.controller = self
    }
  }
  /// The controllers whose views stand in this one's, in the order of adding.
  public final private(set) var children: [ViewController] = []
  /// The controller that has this one as a child.
  public final private(set) weak var parent: ViewController?
  /// The controller that presents this one.
  public final internal(set) weak var presentingViewController: ViewController?
  /// The controller that this one presents; `nil` for none.
  public final private(set) var presentedViewController: ViewController?

  /// A controller of a root view, which may stand in a tree already.
  public init(view: View) {
    self.view = view
    super.init()
    view.controller = self
    if type(of: self) == ViewController.self { mayOverrideTouches = false }
  }

  /// The presenting controller if there is one, else the root view's superview, else its window.
  open override var next: Responder? {
    presentingViewController ?? view.superview ?? view.window
  }

  /// Makes this controller the next responder of another. One that presents this one, itself or by others, is not
  /// presented, with a ``Misuse``.
  public final func present(_ controller: ViewController) {
    guard !sequence(first: self, next: \.presentingViewController).contains(where: { $0 === controller })
    else {
      return warn(.controller, "it was to present \(controller.identifier), which presents it; it does not")
    }
    dismiss()
    controller.presentingViewController?.dismiss()
    presentedViewController = controller
    controller.presentingViewController = self
  }

  /// Ends the presentation of whatever this controller presents.
  public final func dismiss() {
    presentedViewController?.presentingViewController = nil
    presentedViewController = nil
  }

  /// Makes another controller a child of this one, out of the parent that it had; its view is added by the program, as
  /// the chain goes up the tree of views. This controller itself, and one above it, is not taken, with a ``Misuse``.
  public final func addChild(_ child: ViewController) {
    guard child.parent !== self else { return }
    guard !isChild(of: child) else {
      return warn(.controller, "\(child.identifier), which is above it, was to be its child; it is not")
    }
    child.willMove(toParent: self)
    guard child.parent !== self, !isChild(of: child) else { return }
    child.parent?.children.removeAll { $0 === child }
    children.append(child)
    child.parent = self
  }

  /// Takes the controller out of its parent, and calls ``didMove(toParent:)``. Its view is taken out by the program.
  public final func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  /// The controller is about to get another parent. Called by ``addChild(_:)``; with `nil`, by the program, before
  /// ``removeFromParent()``.
  open func willMove(toParent parent: ViewController?) {}

  /// The controller has another parent. Called by ``removeFromParent()``, and by the program after ``addChild(_:)``.
  open func didMove(toParent parent: ViewController?) {}

  private final func isChild(of controller: ViewController) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === controller }
  }
}
