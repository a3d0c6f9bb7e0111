import YAML

extension Setting {
  /// `application`.
  func application() -> ApplicationDescription? {
    guard let fields = fields(.application) else { return nil }
    return ApplicationDescription(
      onTouch: fields["on_touch"]?.binding(),
      delegate: fields["delegate"]?.delegate(),
      hitTestPasses: fields["hit_test_passes"]?.integer(1...10) ?? 1,
      cancelOrder: fields["cancel_order"]?.choice(ApplicationDescription.CancelOrder.self) ?? .afterAction,
      custom: fields["custom"]?.custom(.customApplication))
  }

  private func delegate() -> DelegateDescription? {
    fields(.delegate).map { DelegateDescription(onTouch: $0["on_touch"]?.binding()) }
  }
}
