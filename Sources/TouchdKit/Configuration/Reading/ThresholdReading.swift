import YAML

extension Setting {
  /// `thresholds`.
  func thresholds() -> ThresholdOverrides? {
    guard let fields = fields(.thresholds) else { return nil }
    func group<Group>(_ key: String, _ table: KeyTable, _ read: (Fields) -> Group) -> Group? {
      fields[key]?.fields(table).map(read)
    }
    return ThresholdOverrides(
      touch: group("touch", .touchThresholds, ThresholdOverrides.Touch.init) ?? .init(),
      tap: group("tap", .tapThresholds, ThresholdOverrides.Tap.init) ?? .init(),
      longPress: group("long_press", .longPressThresholds, ThresholdOverrides.LongPress.init) ?? .init(),
      pan: group("pan", .panThresholds, ThresholdOverrides.Pan.init) ?? .init(),
      swipe: group("swipe", .swipeThresholds, ThresholdOverrides.Swipe.init) ?? .init(),
      pinch: group("pinch", .pinchThresholds, ThresholdOverrides.Pinch.init) ?? .init(),
      rotation: group("rotation", .rotationThresholds, ThresholdOverrides.Rotation.init) ?? .init(),
      edgePan: group("edge_pan", .edgePanThresholds, ThresholdOverrides.EdgePan.init) ?? .init(),
      control: group("control", .controlThresholds, ThresholdOverrides.Control.init) ?? .init(),
      scroll: group("scroll", .scrollThresholds, ThresholdOverrides.Scroll.init) ?? .init())
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

extension ThresholdOverrides.Pan {
  fileprivate init(_ fields: Fields) {
    hysteresis = fields["hysteresis"]?.number(.distances)
    velocityWindow = fields["velocity_window"]?.duration()
  }
}

extension ThresholdOverrides.Swipe {
  fileprivate init(_ fields: Fields) {
    maximumDuration = fields["maximum_duration"]?.duration()
    primaryTravel = fields["primary_travel"]?.number(.distances)
    primaryDecay = fields["primary_decay"]?.number(.decays)
    secondaryTravel = fields["secondary_travel"]?.number(.distances)
    secondaryDecay = fields["secondary_decay"]?.number(.decays)
  }
}

extension Bounds {
  /// What each second takes away: all of it within a millisecond, or nothing.
  fileprivate static let decays = Bounds.from(0, to: 1000)
}

extension ThresholdOverrides.Pinch {
  fileprivate init(_ fields: Fields) {
    hysteresis = fields["hysteresis"]?.number(.distances)
    velocityWindow = fields["velocity_window"]?.duration()
  }
}

extension ThresholdOverrides.Rotation {
  fileprivate init(_ fields: Fields) {
    hysteresis = fields["hysteresis"]?.angle(.distances)
    velocityWindow = fields["velocity_window"]?.duration()
  }
}

extension ThresholdOverrides.EdgePan {
  fileprivate init(_ fields: Fields) {
    edgeDistance = fields["edge_distance"]?.number(.distances)
    hysteresis = fields["hysteresis"]?.number(.distances)
    maximumDuration = fields["maximum_duration"]?.duration()
  }
}

extension ThresholdOverrides.Control {
  fileprivate init(_ fields: Fields) { slop = fields["slop"]?.number(.distances) }
}

extension ThresholdOverrides.Scroll {
  fileprivate init(_ fields: Fields) {
    contentDelay = fields["content_delay"]?.duration()
    decelerationRate = fields["deceleration_rate"]?.number(.from(0, below: 1))
    rubberBand = fields["rubber_band"]?.number(.from(0, to: 1))
    directionalLock = fields["directional_lock"]?.number(.from(0, to: 1))
  }
}
