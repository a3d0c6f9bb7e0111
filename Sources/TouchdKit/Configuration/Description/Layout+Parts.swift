// What is found below a layout's windows, in the file's order, a view before its children. Only what is asked for is
// copied: a layout may have tens of thousands of views.
extension Layout {
  /// What the views of all windows have of something.
  func ofViews<Value>(_ value: (ViewDescription) -> Value?) -> [Value] {
    var values: [Value] = []
    forEachView { view in
      if let found = value(view) { values.append(found) }
    }
    return values
  }

  /// Every gesture of every window and view, but not the pans that scroll views bring along.
  var allGestures: [GestureDescription] { windows.flatMap(\.allGestures) }

  /// The keys that its responders press.
  var keys: [UInt16] {
    responders.flatMap { responder -> [UInt16] in
      if case .keys(let chord) = responder.options["press"] { chord.codes } else { [] }
    }
  }

  /// The names of responders wherever they are used, as often as they are.
  var usedResponders: [Located<String>] {
    let bindings =
      [application.onTouch, application.delegate?.onTouch].compactMap(\.self) + windows.compactMap(\.onTouch)
      + ofViews(\.onTouch) + ofViews { $0.controller?.onTouch }
    let events = ofViews(\.control).flatMap { $0.events.values.flatMap(\.self) }
    return bindings.map(\.to) + allGestures.flatMap(\.to) + events + idle.flatMap(\.to) + wake
  }

  /// Visits every view of every window.
  func forEachView(_ visit: (ViewDescription) -> Void) {
    for window in windows { window.views.forEachWithDescendants(visit) }
  }
}

extension WindowDescription {
  /// Its own gestures, then those of its views.
  var allGestures: [GestureDescription] {
    var gestures = gestures
    views.forEachWithDescendants { gestures += $0.gestures }
    return gestures
  }
}

extension [ViewDescription] {
  fileprivate func forEachWithDescendants(_ visit: (ViewDescription) -> Void) {
    for view in self {
      visit(view)
      view.children.forEachWithDescendants(visit)
    }
  }
}
