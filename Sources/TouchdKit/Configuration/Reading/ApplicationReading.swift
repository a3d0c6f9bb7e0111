import YAML

extension Setting {
  /// `application`.
  func application() -> ApplicationDescription? {
    guard let fields = fields(.application) else { return nil }
    return ApplicationDescription(
      onTouch: fields["on_touch"]?.binding(),
      delegate: fields["delegate"]?.delegate(),
      hitTestPasses: fields["hit_test_passes"]?.integer(1...10) ?? 1,
      cancelOrder: fields["cancel_order"]?.choice(ApplicationDescription.CancelOrder.self) ?? .afterAction)
  }

  private func delegate() -> DelegateDescription? {
    fields(.delegate).map { DelegateDescription(onTouch: $0["on_touch"]?.binding()) }
  }
}

extension Setting {
  /// `thresholds`.
  func thresholds() -> ThresholdOverrides? {
    guard let fields = fields(.thresholds) else { return nil }
    return ThresholdOverrides(
      touch: fields["touch"]?.fields(.touchThresholds).map(ThresholdOverrides.Touch.init) ?? .init(),
      tap: fields["tap"]?.fields(.tapThresholds).map(ThresholdOverrides.Tap.init) ?? .init(),
      longPress: fields["long_press"]?.fields(.longPressThresholds).map(ThresholdOverrides.LongPress.init)
        ?? .init())
  }
}

extension ThresholdOverrides.Touch {
  fileprivate init(_ fields: Fields) {
    tapDistance = fields["tap_distance"]?.number(.distances)
    tapInterval = fields["tap_interval"]?.duration()
  }
}

extension ThresholdOverrides.Tap {
  fileprivate init(_ fields: Fields) {
    maximumPress = fields["maximum_press"]?.duration()
    maximumInterval = fields["maximum_interval"]?.duration()
    maximumDistance = fields["maximum_distance"]?.number(.distances)
    allowableMovement = fields["allowable_movement"]?.number(.distances)
  }
}

extension ThresholdOverrides.LongPress {
  fileprivate init(_ fields: Fields) {
    minimum = fields["minimum"]?.duration(orZero: true)
    allowableMovement = fields["allowable_movement"]?.number(.distances)
  }
}
