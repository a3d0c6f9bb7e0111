import Dispatcher
import YAML

extension Setting {
  /// The views of a list, with ids where they have none.
  func views(in parent: String) -> [ViewDescription] {
    (items("a list of views") ?? []).enumerated().compactMap { index, item in
      item.named("a view").view(defaultID: "\(parent)/\(index)")
    }
  }

  private func view(defaultID: String) -> ViewDescription? {
    guard let fields = fields(.view) else { return nil }
    let id = fields["id"]?.ownID() ?? Located(defaultID, at: mark)
    var view = ViewDescription(id: id, frame: fields["frame"]?.frame() ?? .full(at: mark))
    view.readType(fields)
    view.children = fields["children"]?.views(in: id.value) ?? []
    view.readAppearance(fields)
    view.readHitTesting(fields)
    view.controller = fields["controller"]?.controller(of: id.value)
    view.onTouch = fields["on_touch"]?.binding()
    view.isSensitive = fields["sensitive"]?.flag() ?? false
    view.gestures = fields["gestures"]?.gestures(of: id.value, hasOwnPan: view.ownPan != nil) ?? []
    return view
  }

  private func controller(of view: String) -> ControllerDescription? {
    guard let fields = fields(.controller) else { return nil }
    return ControllerDescription(
      id: fields["id"]?.ownID() ?? Located("\(view).controller", at: mark),
      presenting: fields["presenting"]?.label(),
      onTouch: fields["on_touch"]?.binding(),
      custom: fields["custom"]?.custom(.customController))
  }
}

extension ViewDescription {
  fileprivate mutating func readAppearance(_ fields: Fields) {
    isHidden = fields["hidden"]?.flag() ?? false
    alpha = fields["alpha"]?.number(.from(0, to: 1)) ?? 1
    isInteractive = fields["interactive"]?.flag()
    isMultipleTouch = fields["multiple_touch"]?.flag()
    isExclusiveTouch = fields["exclusive_touch"]?.flag() ?? false
    transform = fields["transform"]?.transform()
  }

  fileprivate mutating func readHitTesting(_ fields: Fields) {
    hitOutset = fields["hit_outset"]?.edgeLengths()
    reachesChildren = fields["reaches_children"]?.flag() ?? false
    hit = fields["hit"]?.hit() ?? .normal
    guard let redirect = fields["hit_redirect"] else { return }
    if let other = fields["hit"] {
      fields.findings.error(
        "a view has either `hit` or `hit_redirect`", at: max(other.keyMark, redirect.keyMark))
    }
    if let target = redirect.label() { hit = .redirect(to: target) }
  }
}

extension Setting {
  /// `hit` of a view or a window.
  func hit() -> ViewDescription.Hit? {
    switch choice(HitWord.self) {
    case .normal: .normal
    case .passThrough: .passThrough
    case .none?: ViewDescription.Hit.none
    case nil: nil
    }
  }

  private enum HitWord: String, LayoutChoice {
    case normal
    case passThrough = "pass_through"
    case none
  }
}
