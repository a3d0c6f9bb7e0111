import Dispatcher

/// A key of a group of `thresholds`: the number of the event model that it changes, and what it may be.
struct ThresholdKey: Sendable {
  /// The group, such as `tap`.
  let group: String
  let name: String
  /// Puts what a layout says into the place of the default; a value that is wrong leaves it.
  let read: @Sendable (Setting, inout Thresholds) -> Void

  /// Every number of ``Thresholds``, a row each.
  static let all = [
    points("touch", "tap_distance", \.reuse.distance),
    time("touch", "tap_interval", \.reuse.interval),

    time("tap", "maximum_press", \.tap.maximumDuration),
    time("tap", "maximum_interval", \.tap.interval),
    points("tap", "maximum_distance", \.tap.distance),
    points("tap", "allowable_movement", \.tap.allowableMovement),

    time("long_press", "minimum", \.longPress.minimumDuration, orZero: true),
    points("long_press", "allowable_movement", \.longPress.allowableMovement),

    points("pan", "hysteresis", \.pan.hysteresis),
    time("pan", "velocity_window", \.pan.velocityWindow),

    time("swipe", "maximum_duration", \.swipe.maximumDuration),
    points("swipe", "primary_travel", \.swipe.primaryTravel),
    number("swipe", "primary_decay", \.swipe.primaryDecay, decays),
    points("swipe", "secondary_travel", \.swipe.secondaryTravel),
    number("swipe", "secondary_decay", \.swipe.secondaryDecay, decays),

    points("pinch", "hysteresis", \.pinch.hysteresis),
    time("pinch", "velocity_window", \.pinch.velocityWindow),

    angle("rotation", "hysteresis", \.rotation.hysteresis),
    time("rotation", "velocity_window", \.rotation.velocityWindow),

    points("edge_pan", "edge_distance", \.screenEdgePan.edgeDistance),
    points("edge_pan", "hysteresis", \.screenEdgePan.hysteresis),
    time("edge_pan", "maximum_duration", \.screenEdgePan.maximumDuration),

    points("control", "slop", \.control.slop),

    time("scroll", "content_delay", \.scroll.contentDelay),
    number("scroll", "deceleration_rate", \.scroll.decelerationRate, .from(0, below: 1)),
    number("scroll", "rubber_band", \.scroll.rubberBand, .from(0, to: 1)),
    number("scroll", "directional_lock", \.scroll.directionalLock, .from(0, to: 1)),
  ]

  /// The groups, in the order of the rows.
  static let groups = all.reduce(into: [String]()) { groups, key in
    if groups.last != key.group { groups.append(key.group) }
  }

  /// The part that each second takes away: all of it within a millisecond, or nothing.
  private static let decays = Bounds.from(0, to: 1000)

  private typealias Path<Value> = any WritableKeyPath<Thresholds, Value> & Sendable

  private static func number(
    _ group: String, _ name: String, _ path: Path<Double>, _ bounds: Bounds
  ) -> ThresholdKey {
    ThresholdKey(group: group, name: name) { setting, thresholds in
      if let value = setting.number(bounds) { thresholds[keyPath: path] = value }
    }
  }

  private static func points(_ group: String, _ name: String, _ path: Path<Double>) -> ThresholdKey {
    number(group, name, path, .distances)
  }

  private static func angle(_ group: String, _ name: String, _ path: Path<Double>) -> ThresholdKey {
    ThresholdKey(group: group, name: name) { setting, thresholds in
      if let value = setting.angle(.distances) { thresholds[keyPath: path] = value }
    }
  }

  private static func time(
    _ group: String, _ name: String, _ path: Path<Interval>, orZero: Bool = false
  ) -> ThresholdKey {
    ThresholdKey(group: group, name: name) { setting, thresholds in
      if let value = setting.duration(orZero: orZero) { thresholds[keyPath: path] = value }
    }
  }
}

extension KeyTable {
  static let thresholds = KeyTable("thresholds", "`thresholds`", built: ThresholdKey.groups)

  /// The keys of a group of `thresholds`.
  static func thresholds(of group: String) -> KeyTable {
    KeyTable(
      "\(group)_thresholds", "the thresholds of `\(group)`",
      built: ThresholdKey.all.filter { $0.group == group }.map(\.name))
  }
}

extension Setting {
  /// `thresholds`: the defaults, with a layout's numbers in their places.
  func thresholds() -> Thresholds {
    var thresholds = Thresholds()
    guard let groups = fields(.thresholds) else { return thresholds }
    for group in ThresholdKey.groups {
      guard let fields = groups[group]?.fields(KeyTable.thresholds(of: group)) else { continue }
      for key in ThresholdKey.all where key.group == group {
        if let setting = fields[key.name] { key.read(setting, &thresholds) }
      }
    }
    return thresholds
  }
}
