import Dispatcher

extension GestureDescription {
  /// - Parameters:
  ///   - thresholds: the layout's; the gesture's own numbers go before them.
  ///   - custom: the recognizers of the program's own.
  func makeRecognizer(_ thresholds: Thresholds, _ custom: CustomRegistry) -> GestureRecognizer {
    let recognizer = kind.makeRecognizer(thresholds, custom)
    recognizer.name = name.value
    recognizer.cancelsTouchesInView = cancelsTouches ?? true
    recognizer.delaysTouchesBegan = delaysBegan ?? false
    recognizer.delaysTouchesEnded = delaysEnded ?? true
    return recognizer
  }
}

extension GestureDescription.Kind {
  fileprivate func makeRecognizer(_ thresholds: Thresholds, _ custom: CustomRegistry) -> GestureRecognizer {
    switch self {
    case .tap(let description): return description.makeRecognizer(thresholds)
    case .longPress(let description): return description.makeRecognizer(thresholds)
    case .pan(let description): return description.makeRecognizer(thresholds)
    case .swipe(let description): return description.makeRecognizer(thresholds)
    case .pinch:
      let pinch = PinchGestureRecognizer()
      pinch.thresholds = thresholds.pinch
      return pinch
    case .rotation:
      let rotation = RotationGestureRecognizer()
      rotation.thresholds = thresholds.rotation
      return rotation
    case .edgePan(let edges):
      let pan = ScreenEdgePanGestureRecognizer()
      pan.thresholds = thresholds.pan
      pan.edgeThresholds = thresholds.screenEdgePan
      pan.edges = edges.reduce(into: []) { $0.insert($1.edge) }
      return pan
    case .hover: return HoverGestureRecognizer()
    case .custom(let description): return custom.makeRecognizer(description)
    }
  }
}

extension TapDescription {
  fileprivate func makeRecognizer(_ thresholds: Thresholds) -> GestureRecognizer {
    let tap = TapGestureRecognizer()
    tap.thresholds = thresholds.tap
    tap.numberOfTapsRequired = count
    tap.numberOfTouchesRequired = touches
    tap.within = within
    tap.holdLast = holdLast
    return tap
  }
}

extension LongPressDescription {
  fileprivate func makeRecognizer(_ thresholds: Thresholds) -> GestureRecognizer {
    let press = LongPressGestureRecognizer()
    press.thresholds = thresholds.longPress
    press.tapThresholds = thresholds.tap
    press.numberOfTapsRequired = taps
    press.numberOfTouchesRequired = touches
    press.progressInterval = progress
    if let minimum { press.thresholds.minimumDuration = minimum }
    if let allowableMovement { press.thresholds.allowableMovement = allowableMovement }
    return press
  }
}

extension PanDescription {
  fileprivate func makeRecognizer(_ thresholds: Thresholds) -> GestureRecognizer {
    let pan = PanGestureRecognizer()
    pan.thresholds = thresholds.pan
    pan.minimumNumberOfTouches = minTouches
    if let maxTouches { pan.maximumNumberOfTouches = maxTouches }
    pan.axis = axis.axis
    return pan
  }
}

extension SwipeDescription {
  fileprivate func makeRecognizer(_ thresholds: Thresholds) -> GestureRecognizer {
    let swipe = SwipeGestureRecognizer()
    swipe.thresholds = thresholds.swipe
    swipe.direction = directions.reduce(into: []) { $0.insert($1.direction) }
    swipe.numberOfTouchesRequired = touches
    return swipe
  }
}

// The layout's words in the model's.

extension PanDescription.Axis {
  fileprivate var axis: PanAxis {
    switch self {
    case .any: .any
    case .horizontal: .horizontal
    case .vertical: .vertical
    }
  }
}

extension SwipeDescription.Direction {
  fileprivate var direction: SwipeGestureRecognizer.Direction {
    switch self {
    case .left: .left
    case .right: .right
    case .up: .up
    case .down: .down
    }
  }
}

extension ScreenEdge {
  fileprivate var edge: RectEdge {
    switch self {
    case .top: .top
    case .left: .left
    case .bottom: .bottom
    case .right: .right
    }
  }
}
