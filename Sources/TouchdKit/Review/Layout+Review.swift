import YAML

extension Layout {
  /// Where a view or a window stands, and whether anything waits for touches on it.
  struct Place {
    let id: Mark
    let frame: Mark
    let listens: Bool
    /// Whether touches on it go no further along the chain.
    var keepsTouches = false
    /// The kind of the view, if that alone decides that no finger touches it; `nil` otherwise.
    var refusingKind: ViewDescription.Kind?
  }

  /// The views and windows by their ids.
  var places: [String: Place] {
    var places: [String: Place] = [:]
    for window in windows {
      places[window.id.value] = Place(
        id: window.id.mark, frame: window.frame.mark,
        listens: window.onTouch != nil || !window.gestures.isEmpty,
        keepsTouches: window.onTouch?.keeps ?? false && !isForProgram(window.onTouch))
    }
    forEachView { view in
      places[view.id.value] = Place(
        id: view.id.mark, frame: view.frame.mark, listens: view.listens,
        keepsTouches: view.keepsTouches && !isForProgram(view.onTouch ?? view.controller?.onTouch),
        refusingKind: view.refusingKind)
    }
    return places
  }

  /// Whether a program on the events socket answers, which may let touches go on, or not be there.
  private func isForProgram(_ binding: TouchBinding?) -> Bool {
    binding.map { binding in
      responders.contains { $0.name.value == binding.to.value && $0.plugin.value == "socket" }
    } ?? false
  }

  /// The ids of views and windows that a responder shows or hides.
  var changingViews: Set<String> {
    Set(
      responders.flatMap(\.options.values).compactMap { option in
        switch option {
        case .view(let id), .window(let id): id.value
        default: nil
        }
      })
  }

  /// Whether classes or plugins of the program's own are part of it, which may move and hide what they like.
  var hasOwnCode: Bool {
    responders.contains { !$0.isBuiltIn } || application.custom != nil
      || windows.contains { $0.custom != nil }
      || !ofViews(\.custom).isEmpty || !ofViews { $0.controller?.custom }.isEmpty
      || allGestures.contains { if case .custom = $0.kind { true } else { false } }
  }
}

extension ViewDescription {
  fileprivate var refusingKind: Kind? {
    isInteractive == nil && [.image, .label].contains(kind) ? kind : nil
  }

  fileprivate var listens: Bool {
    kind == .control || onTouch != nil || !gestures.isEmpty || controller?.onTouch != nil
  }
}
