import Dispatcher

/// One view and those below it.
struct ViewDescription: Equatable, Sendable {
  /// Unique in the file; without one of its own, the parent's, `/` and the index from 0.
  var id: Located<String>
  var kind = Kind.view
  /// The whole superview, if the layout says nothing.
  var frame: FrameDescription
  /// The last one is in front.
  var children: [ViewDescription] = []
  var isHidden = false
  var alpha = 1.0
  /// `nil` leaves it to the kind: images and labels are not interactive.
  var isInteractive: Bool?
  /// `nil` leaves it to the screen: a page wants every finger.
  var isMultipleTouch: Bool?
  var isExclusiveTouch = false
  var hit = Hit.normal
  /// How far the target reaches beyond the view.
  var hitOutset: EdgeLengths?
  /// Whether children outside the bounds may be hit.
  var reachesChildren = false
  /// About the centre; `nil` for none.
  var transform: Located<AffineTransform>?
  var controller: ControllerDescription?
  var onTouch: TouchBinding?
  /// Whether places on it are kept out of everything that the program writes.
  var isSensitive = false
  var gestures: [GestureDescription] = []
  /// Of a scroll view, and of no other.
  var scroll: ScrollDescription?
  /// Of a control, and of no other.
  var control: ControlDescription?
  /// The class, instead of ``kind``, if it is one of the program's own.
  var custom: CustomDescription?

  /// The class of the view.
  enum Kind: String, LayoutChoice {
    case view
    case image
    case label
    case control
    case scroll
  }

  /// The name of the pan that a scroll view brings along; gestures can wait for it, or run beside it.
  var ownPan: String? { scroll.map { _ in "\(id.value).pan" } }

  /// Which view is the answer where a hit test arrives at the view itself.
  enum Hit: Equatable, Sendable {
    case normal
    case passThrough
    case none
    /// The view or window with that id.
    case redirect(to: Located<String>)
  }
}

/// The controller whose root view a view is.
struct ControllerDescription: Equatable, Sendable {
  /// Unique in the file; without one of its own, the view's and `.controller`.
  var id: Located<String>
  /// The id of the controller that presents this one.
  var presenting: Located<String>?
  var onTouch: TouchBinding?
  /// The class, if it is one of the program's own.
  var custom: CustomDescription?
}

/// The top of a tree of views.
struct WindowDescription: Equatable, Sendable {
  /// Unique in the file. Without one of their own, `window`, `window#2`, `window#3`, …
  var id: Located<String>
  /// A window of a higher level is hit first.
  var level = 0.0
  /// In the screen.
  var frame: FrameDescription
  /// Whether the scene stands between the window and the application in the responder chain.
  var hasScene = false
  var isHidden = false
  /// `nil` leaves it to the screen: a page wants every finger.
  var isMultipleTouch: Bool?
  var isExclusiveTouch = false
  /// Never a redirection.
  var hit = ViewDescription.Hit.normal
  /// Whether places on it are kept out of everything that the program writes.
  var isSensitive = false
  /// The last one is in front.
  var views: [ViewDescription] = []
  var onTouch: TouchBinding?
  var gestures: [GestureDescription] = []
  /// The class, if it is one of the program's own.
  var custom: CustomDescription?
}
