import Dispatcher

/// The keys of `thresholds`: each number of ``Thresholds``, by groups.
enum ThresholdKeys {
  /// `thresholds`: the defaults, with a layout's numbers in their places.
  static let all = Keys<Thresholds>(
    "thresholds", "`thresholds`", "Limits that replace the defaults of the event model, by recognizer.",
    sample: .init("tap", "{ allowable_movement: 16 }"), blank: { _ in Thresholds() },
    rows: groups.map { Key(String($0.table.name.dropLast("_thresholds".count)), $0, \.self) })

  static let groups = [
    group(
      "touch", "When a down counts on from the one before (tapCount).",
      Key("tap_distance", .distance, \.reuse.distance).help("The most points between the two downs"),
      Key("tap_interval", .duration(), \.reuse.interval)
        .help("The longest time from the lift to the next down")),
    group(
      "tap", "The tap recognizer's numbers.",
      Key("maximum_press", .duration(), \.tap.maximumDuration).help("The longest that one tap may stay down"),
      Key("maximum_interval", .duration(), \.tap.interval)
        .help("The longest time from a lift to the next down"),
      Key("maximum_distance", .distance, \.tap.distance)
        .help("The most points between a tap's down and that of the tap before"),
      Key("allowable_movement", .distance, \.tap.allowableMovement)
        .help("How far a finger may move while down, in points")),
    group(
      "long_press", "The long press recognizer's numbers.",
      Key("minimum", .duration(.from(0, to: 3600)), \.longPress.minimumDuration)
        .help("How long the fingers must stay"),
      Key("allowable_movement", .distance, \.longPress.allowableMovement)
        .help("How far they may move meanwhile, in points")),
    group(
      "pan", "The pan recognizer's numbers.",
      Key("hysteresis", .distance, \.pan.hysteresis)
        .help("How far the fingers must move before it begins, in points"),
      Key("velocity_window", .duration(), \.pan.velocityWindow)
        .help("The time over which the velocity is measured")),
    group(
      "swipe", "The swipe recognizer's numbers.",
      Key("maximum_duration", .duration(), \.swipe.maximumDuration)
        .help("The longest time from the down to the recognition"),
      Key("primary_travel", .distance, \.swipe.primaryTravel)
        .help("How far a finger must go along the direction at time 0, in points"),
      Key("primary_decay", .decay, \.swipe.primaryDecay)
        .help("The part of that distance which is subtracted each second"),
      Key("secondary_travel", .distance, \.swipe.secondaryTravel)
        .help("How far a finger may stray from the direction at time 0, in points"),
      Key("secondary_decay", .decay, \.swipe.secondaryDecay)
        .help("The part of that distance which is subtracted each second")),
    group(
      "pinch", "The pinch recognizer's numbers.",
      Key("hysteresis", .distance, \.pinch.hysteresis)
        .help("By how much the distance of the fingers must change, in points"),
      Key("velocity_window", .duration(), \.pinch.velocityWindow)
        .help("The time over which the velocity is measured")),
    group(
      "rotation", "The rotation recognizer's numbers.",
      Key("hysteresis", .turn, \.rotation.hysteresis)
        .help("By how much the line between the fingers must turn, as 6deg or 0.1rad; not negative"),
      Key("velocity_window", .duration(), \.rotation.velocityWindow)
        .help("The time over which the velocity is measured")),
    group(
      "edge_pan", "The numbers of a pan from the edge.",
      Key("edge_distance", .distance, \.screenEdgePan.edgeDistance)
        .help("How far from the edge a finger may come down, in points"),
      Key("hysteresis", .distance, \.screenEdgePan.hysteresis)
        .help("How far it must go inwards before it begins, in points"),
      Key("maximum_duration", .duration(), \.screenEdgePan.maximumDuration)
        .help("The longest time it may take to get there")),
    group(
      "control", "The numbers of controls.",
      Key("slop", .distance, \.control.slop)
        .help("How far beyond the control a finger still counts as inside, in points")),
    group(
      "scroll", "The numbers of scroll views.",
      Key("content_delay", .duration(), \.scroll.contentDelay)
        .help("How long the content waits for a touch, in case it becomes a drag"),
      Key("deceleration_rate", .number(.from(0, below: 1)), \.scroll.decelerationRate)
        .help("What is left of the velocity after each millisecond; less than 1"),
      Key("rubber_band", .number(.from(0, to: 1)), \.scroll.rubberBand)
        .help("How much of a drag beyond the end the content follows"),
      Key("directional_lock", .number(.from(0, to: 1)), \.scroll.directionalLock)
        .help("How steep a drag may be for a locked one to keep to an axis")),
    group(
      "explore", "The numbers of explore by touch.",
      Key("rest", .duration(), \.explore.rest)
        .help("How long a finger rests before it explores; a tap is shorter"),
      Key("slop", .distance, \.explore.slop).help("How far a finger may move and still tap, in points"),
      Key("slow", .distance, \.explore.slow)
        .help("The mean speed below which a finger that moves explores at once, in points a second"),
      Key("tap_interval", .duration(), \.explore.tapInterval)
        .help("The longest time from a lift to the next down"),
      Key("hold", .duration(), \.explore.hold)
        .help("How long a second tap is held before the finger is passed through"),
      Key("flick_travel", .distance, \.explore.flickTravel).help("How far a flick goes, in points"),
      Key("flick_duration", .duration(), \.explore.flickDuration)
        .help("The longest time from the down of a flick to its lift"),
      Key("scrub_stroke", .distance, \.explore.scrubStroke)
        .help("How far each of the three strokes of a scrub goes, in points"),
      Key("off_after", .duration(), \.explore.offAfter).help("The time without a touch after which it ends")),
    group(
      "pointer", "When a press of the plugin pointer is at the place of the one before.",
      Key("click_interval", .duration(), \.pointer.clickInterval)
        .help("The longest time from press to press"),
      Key("click_distance", .distance, \.pointer.clickDistance)
        .help("The most points from the place that the last press used")),
  ]

  /// - Parameter rows: each with a help that its default is added to.
  private static func group(_ name: String, _ help: String, _ rows: Key<Thresholds>...) -> Keys<Thresholds> {
    Keys(
      "\(name)_thresholds", "the thresholds of `\(name)`", help, blank: { _ in Thresholds() },
      rows: rows.map { $0.help("\($0.help): \($0.standard(Thresholds()) ?? "").") })
  }
}

extension Form<Double> {
  /// The part that each second takes away: all of it within a millisecond, or nothing.
  fileprivate static var decay: Form {
    Form(ref: "decay", written: { words(for: $0) }, { $0.number(.from(0, to: 1000)) })
  }

  fileprivate static var turn: Form {
    Form(ref: "turn", written: { words(for: $0) + "rad" }, { $0.angle(.distances) })
  }
}
