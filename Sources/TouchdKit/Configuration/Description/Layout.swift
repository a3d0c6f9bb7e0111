import Dispatcher

/// A layout file that has no error: plain values, from which the tree of windows and views is built.
package struct Layout: Equatable, Sendable {
  /// The file's name, for problems that show only when the layout meets a panel.
  var file: String
  package var screen: ScreenDescription
  var responders: [ResponderBinding]
  /// In the file's order; the later of two with one level is in front. Never empty.
  var windows: [WindowDescription]
  var application: ApplicationDescription
  var thresholds: Thresholds
  /// In the file's order.
  var idle: [IdleDescription] = []
  /// The names of the ``ResponderBinding``s that a touch goes to which is to wake the screen.
  var wake: [Located<String>] = []
  /// What programs on the events socket may do.
  var commands: Set<SocketCommand> = []
}

/// What a layout lets programs on the events socket do.
enum SocketCommand: String, LayoutChoice {
  /// To show and to hide views and windows.
  case show
  /// To cancel everything that is down.
  case cancel
  /// To say that the screen is dark, or lit.
  case screen
}

/// The application, the last but one of every responder chain.
struct ApplicationDescription: Equatable, Sendable {
  var onTouch: TouchBinding?
  /// `nil`: the chain ends at the application.
  var delegate: DelegateDescription?
  /// How often a hit test is run; the last answer counts.
  var hitTestPasses = 1
  var cancelOrder = CancelOrder.afterAction
  /// The class, if it is one of the program's own.
  var custom: CustomDescription?

  /// When a view receives `touchesCancelled` for touches that a recognizer took.
  enum CancelOrder: String, LayoutChoice {
    case afterAction = "after_action"
    case beforeAction = "before_action"
  }
}

/// The application's delegate, the end of every responder chain.
struct DelegateDescription: Equatable, Sendable {
  var onTouch: TouchBinding?
}
