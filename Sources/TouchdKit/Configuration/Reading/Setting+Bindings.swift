import YAML

extension Setting {
  /// `on_touch` of anything but a window.
  func binding() -> TouchBinding? { fields(.onTouch).flatMap(binding) }

  /// `on_touch` of a window, which may also come before everything else.
  func windowBinding() -> TouchBinding? {
    guard let fields = fields(.windowOnTouch) else { return nil }
    let isBefore = fields["before"]?.flag() ?? false
    return binding(fields).map { TouchBinding(to: $0.to, forwards: $0.forwards, isBefore: isBefore) }
  }

  private func binding(_ fields: Fields) -> TouchBinding? {
    let forwards = fields["forward"]?.flag() ?? false
    return fields["to"]?.label().map { TouchBinding(to: $0, forwards: forwards) }
  }
}
