import Dispatcher

extension ViewDescription.Kind {
  func makeView(frame: Rect) -> View {
    switch self {
    case .view: View(frame: frame)
    case .image: ImageView(frame: frame)
    case .label: Label(frame: frame)
    case .control: Control(frame: frame)
    case .scroll: ScrollView(frame: frame)
    }
  }
}

extension ViewDescription.Hit {
  func behavior(_ view: (String) -> View?) -> HitBehavior {
    switch self {
    case .normal: .normal
    case .passThrough: .passThrough
    case .none: .none
    case .redirect(let target): .redirect(to: Weak(view(target.value)))
    }
  }
}

extension ControlDescription {
  /// Gives a control its options.
  ///
  /// - Parameter plugin: the plugin of a responder's name.
  func apply(to control: Control, plugin: (String) -> any ResponderPlugin) {
    control.isEnabled = isEnabled
    control.plugins = events.mapValues { names in names.map { plugin($0.value) } }
  }
}
