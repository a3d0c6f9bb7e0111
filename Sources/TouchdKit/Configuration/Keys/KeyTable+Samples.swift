import YAML

extension KeyTable {
  /// A key with a value, to show a person what a mapping looks like.
  struct Sample: Sendable {
    let key: String
    let value: String
    /// What a value that was given without its key must be, to be shown in the place of ``value``.
    let kind: Kind

    enum Kind: Sendable { case word, number, duration, none }

    init(_ key: String, _ value: String, _ kind: Kind = .none) {
      (self.key, self.value, self.kind) = (key, value, kind)
    }

    var pair: String { "\(key): \(value)" }

    /// Whether a value that was given without its key can be meant for ``key``.
    func takes(_ scalar: Scalar) -> Bool {
      switch kind {
      case .word: scalar.string?.isWord ?? false
      case .number: scalar.int != nil
      case .duration: scalar.string.flatMap(Quantity.init)?.interval != nil
      case .none: false
      }
    }

    /// ``pair``, with the value that was given, if it can be meant.
    func pair(for scalar: Scalar?) -> String {
      "\(key): \(scalar.flatMap { takes($0) ? $0.text : nil } ?? value)"
    }
  }

  /// By the mapping's name.
  static let samples: [String: Sample] = [
    "layout": Sample("version", "1"), "daemon": Sample("version", "1"),
    "screen": Sample("size", "[1920, 1080]"), "touchscreen": Sample("match", "{ name: \"eGalax*\" }"),
    "match": Sample("name", "\"eGalax*\"", .word), "range": Sample("x", "[0, 4095]"),
    "filter": Sample("debounce", "40ms"), "smooth": Sample("cutoff", "1", .number),
    "skip": Sample("first", "1", .number), "wake": Sample("to", "NAME", .word),
    "idle": Sample("after", "3min", .duration), "socket": Sample("commands", "[show]"),
    "responders": Sample("NAME", "{ plugin: log }"), "window": Sample("views", "[]"),
    "view": Sample("id", "NAME", .word), "gesture": Sample("tap", "{ count: 5 }"),
    "tap": Sample("count", "5", .number), "long_press": Sample("minimum", "2s", .duration),
    "pan": Sample("axis", "horizontal", .word), "swipe": Sample("direction", "left", .word),
    "edge_pan": Sample("edge", "left", .word), "scroll": Sample("content_size", "[100%, 2000]"),
    "control": Sample("events", "{ touch_up_inside: NAME }"),
    "control_events": Sample("touch_up_inside", "NAME", .word), "transform": Sample("rotate", "30deg"),
    "controller": Sample("id", "NAME", .word), "on_touch": Sample("to", "NAME", .word),
    "window_on_touch": Sample("to", "NAME", .word), "application": Sample("on_touch", "{ to: NAME }"),
    "delegate": Sample("on_touch", "{ to: NAME }"), "variables": Sample("DISPLAY", "\":0\""),
    "thresholds": Sample("tap", "{ allowable_movement: 16 }"),
  ]

  /// How a layout begins.
  static let beginning = "a layout begins with `version: 1` and `screen: { size: [1920, 1080] }`"

  /// What to write for a key that must be there.
  func sample(of key: String) -> String? {
    if let own = KeyTable.samples[name], own.key == key { return "write `\(own.pair)`" }
    return KeyTable.samples[key].map { "write `\(key): { \($0.pair) }`" }
  }

  /// The first key of an item, by the key of a list of mappings.
  static let items: [String: Sample] = [
    "views": Sample("id", "NAME", .word), "children": Sample("id", "NAME", .word),
    "gestures": Sample("tap", "{ count: 5 }"), "filters": Sample("debounce", "40ms"),
    "windows": Sample("id", "NAME", .word), "idle": Sample("after", "3min", .duration),
  ]
}
