/// The responder that stands for a view and those below it.
open class ViewController: Responder {
  /// The root view; its next responder is this controller.
  @exclusivity(unchecked) public final var view: View {
    didSet {
      oldValue.controller = nil
      view.controller = self
    }
  }
  /// The controller that presents this one.
  @exclusivity(unchecked) public final internal(set) weak var presentingViewController: ViewController?
  @exclusivity(unchecked) public final private(set) var presentedViewController: ViewController?

  public init(view: View) {
    self.view = view
    super.init()
    view.controller = self
  }

  /// The presenting controller if there is one, else the root view's superview, else its window.
  open override var next: Responder? {
    presentingViewController ?? view.superview ?? view.window
  }

  /// Makes this controller the next responder of another.
  public final func present(_ controller: ViewController) {
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
}
