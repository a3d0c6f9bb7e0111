import Dispatcher

extension ThresholdOverrides {
  /// The defaults with these numbers in their places.
  var applied: Thresholds {
    var thresholds = Thresholds()
    func set<Value>(_ value: Value?, _ path: WritableKeyPath<Thresholds, Value>) {
      if let value { thresholds[keyPath: path] = value }
    }
    set(touch.tapDistance, \.reuse.distance)
    set(touch.tapInterval, \.reuse.interval)
    set(tap.maximumPress, \.tap.maximumDuration)
    set(tap.maximumInterval, \.tap.interval)
    set(tap.maximumDistance, \.tap.distance)
    set(tap.allowableMovement, \.tap.allowableMovement)
    set(longPress.minimum, \.longPress.minimumDuration)
    set(longPress.allowableMovement, \.longPress.allowableMovement)
    set(pan.hysteresis, \.pan.hysteresis)
    set(pan.velocityWindow, \.pan.velocityWindow)
    set(swipe.maximumDuration, \.swipe.maximumDuration)
    set(swipe.primaryTravel, \.swipe.primaryTravel)
    set(swipe.primaryDecay, \.swipe.primaryDecay)
    set(swipe.secondaryTravel, \.swipe.secondaryTravel)
    set(swipe.secondaryDecay, \.swipe.secondaryDecay)
    set(pinch.hysteresis, \.pinch.hysteresis)
    set(pinch.velocityWindow, \.pinch.velocityWindow)
    set(rotation.hysteresis, \.rotation.hysteresis)
    set(rotation.velocityWindow, \.rotation.velocityWindow)
    set(edgePan.edgeDistance, \.screenEdgePan.edgeDistance)
    set(edgePan.hysteresis, \.screenEdgePan.hysteresis)
    set(edgePan.maximumDuration, \.screenEdgePan.maximumDuration)
    set(scroll.contentDelay, \.scroll.contentDelay)
    set(scroll.decelerationRate, \.scroll.decelerationRate)
    set(scroll.rubberBand, \.scroll.rubberBand)
    set(scroll.directionalLock, \.scroll.directionalLock)
    set(control.slop, \.control.slop)
    return thresholds
  }
}
