import YAML

extension Fields {
  /// The windows of a layout: those of `windows`, or the one around `views`.
  func windows() -> [WindowDescription] {
    switch (self["windows"], self["views"]) {
    case (let windows?, let views?):
      findings.error(
        "a layout has either `views` or `windows`", at: max(windows.keyMark, views.keyMark),
        help: "`views` are those of the one window; put them into a window of `windows`")
      // Read for its problems; what it holds would only stand in the way of the windows' names.
      _ = WindowDescription.only(views)
      return windows.windows()
    case (let windows?, nil): return windows.windows()
    case (nil, let views?): return [.only(views)]
    case (nil, nil):
      // A key such as `view:` has been reported.
      if !hasOtherKeys {
        findings.error(
          "a layout must have `views` or `windows`", at: mark,
          help:
            "write `views:`, and below it `- id: NAME` for each view; `views: []` is a screen without views")
      }
      return []
    }
  }
}

extension WindowDescription {
  fileprivate static func only(_ views: Setting) -> WindowDescription {
    WindowDescription(
      id: Located("window", at: views.keyMark), frame: .full(at: views.keyMark),
      views: views.views(in: "window"))
  }
}

extension Setting {
  fileprivate func windows() -> [WindowDescription] {
    guard let items = items("a list of windows") else { return [] }
    if items.isEmpty { error("\(name) must hold at least one window") }
    var unnamed = 0
    return items.compactMap { item in
      item.named("a window").window { DefaultName.next("window", &unnamed) }
    }
  }

  private func window(defaultID: () -> String) -> WindowDescription? {
    guard let fields = fields(.window) else { return nil }
    // Unlike a view, a window may be called `window`.
    let id = fields["id"]?.ownID(except: ["window"]) ?? Located(defaultID(), at: mark)
    let custom = fields["custom"]?.custom(.customWindow)
    let binding = fields["on_touch"]?.windowBinding()
    if let binding, binding.isBefore, let custom = fields["custom"] {
      findings.error(
        "a window of the program's own has no `before`", at: custom.keyMark,
        help: "what comes before everything else is its own `sendEvent`")
    }
    return WindowDescription(
      id: id,
      level: fields["level"]?.number(.coordinates) ?? 0,
      frame: fields["frame"]?.frame() ?? .full(at: mark),
      hasScene: fields["scene"]?.flag() ?? false,
      isHidden: fields["hidden"]?.flag() ?? false,
      isMultipleTouch: fields["multiple_touch"]?.flag(),
      isExclusiveTouch: fields["exclusive_touch"]?.flag() ?? false,
      hit: fields["hit"]?.hit() ?? .normal,
      isSensitive: fields["sensitive"]?.flag() ?? false,
      views: fields["views"]?.views(in: id.value) ?? [],
      onTouch: binding,
      gestures: fields["gestures"]?.gestures(of: id.value) ?? [],
      custom: custom)
  }
}
