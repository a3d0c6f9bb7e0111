extension KeyTable {
  static let gesture = KeyTable(
    "gesture", "a gesture",
    built: gestureKinds + [
      "name", "to", "cancels_touches", "delays_began", "delays_ended", "requires_failure_of",
      "simultaneous_with",
    ])

  /// The keys of ``gesture`` that say which recognizer it is: a gesture has exactly one of them.
  static let gestureKinds = [
    "tap", "long_press", "pan", "swipe", "pinch", "rotation", "edge_pan", "hover", "custom",
  ]

  /// Mappings that may be empty, and so are taken for switches.
  static let switches = gestureKinds + ["broker_tls"]

  static let tap = KeyTable("tap", "`tap`", built: ["count", "touches", "within", "hold_last"])

  static let longPress = KeyTable(
    "long_press", "`long_press`", built: ["minimum", "allowable_movement", "taps", "touches", "progress"])

  static let pan = KeyTable("pan", "`pan`", built: ["min_touches", "max_touches", "axis"])

  static let swipe = KeyTable("swipe", "`swipe`", built: ["direction", "touches"])

  static let pinch = KeyTable("pinch", "`pinch`", built: [])

  static let rotation = KeyTable("rotation", "`rotation`", built: [])

  static let edgePan = KeyTable("edge_pan", "`edge_pan`", built: ["edge"], required: ["edge"])

  static let hover = KeyTable("hover", "`hover`", built: [])

  static let customGesture = KeyTable(
    "custom_gesture", "a gesture's `custom`", built: ["recognizer"], required: ["recognizer"], isOpen: true)
}

extension KeyTable {
  static let allOfGestures =
    [gesture, tap, longPress, pan, swipe, pinch, rotation, edgePan, hover, customGesture, thresholds]
    + ThresholdKey.groups.map(thresholds(of:))
}
