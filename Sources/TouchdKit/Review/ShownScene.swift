import Dispatcher

/// The views of a layout in the states that `show` can bring them to, one after another.
///
/// Each state has one of the views and windows that come and go shown, with what it is in; all others of these are
/// hidden. So nothing is in front of a view that could go away.
struct ShownScene {
  /// The most states that are looked at; what comes and goes beyond them is not. (O)
  static let mostStates = 32

  /// What is shown of what comes and goes: an id, or `nil` for none of it.
  let states: [String?]
  private let changing: Set<String>
  private var views: [String: View] = [:]

  /// - Parameter changing: the ids of the views and windows that come and go.
  init(_ application: Application, changing: Set<String>) {
    self.changing = changing
    states = [nil] + changing.sorted().prefix(Self.mostStates - 1).map(Optional.some)
    for window in application.windows { note(window) }
  }

  private mutating func note(_ view: View) {
    if changing.contains(view.identifier) { views[view.identifier] = view }
    for subview in view.subviews { note(subview) }
  }

  /// Shows a state, in the application itself.
  func show(_ state: String?) {
    for view in views.values { view.isHidden = true }
    var view = state.flatMap { views[$0] }
    while let current = view {
      if changing.contains(current.identifier) { current.isHidden = false }
      view = current.superview
    }
  }

  /// The state in which to look at a view: that of the nearest view around it that comes and goes.
  func state(of view: View) -> String? {
    var view: View? = view
    while let current = view {
      if changing.contains(current.identifier) { return current.identifier }
      view = current.superview
    }
    return nil
  }
}
