import Dispatcher

extension Application {
  /// The window or view with an id of the layout; `nil` if there is none. O(views).
  func view(_ identifier: String) -> View? {
    for window in windows {
      if let view = window.first(where: { $0.identifier == identifier }) { return view }
    }
    return nil
  }
}

extension View {
  /// The first of the view and those below it, in the layout's order, that something holds for.
  func first(where holds: (View) -> Bool) -> View? {
    if holds(self) { return self }
    for view in subviews {
      if let found = view.first(where: holds) { return found }
    }
    return nil
  }
}
