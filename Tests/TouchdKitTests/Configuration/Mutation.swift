import TestSupport

/// Makes layouts that are nearly right.
enum Mutation {
  /// Layouts of a few lines that together have most keys.
  static let smallLayouts = [
    """
    version: 1
    screen: { size: [1920, 1080], touchscreen: { match: { vendor: 0x0eef }, flip: [x], calibration: [1, 0, 0, 0, 1, 0], stuck_after: 30s, filters: [{ median: 3 }, { skip: { first: 1 } }, { edge: 1mm }] } }
    responders: { audit: { plugin: log, level: info } }
    views:
      - id: a
        frame: { top: 0, right: 0, width: 96, height: 50% }
        hit_outset: 8
        gestures:
          - tap: { count: 5, within: 3s }
            to: [audit]
    """,
    """
    version: 1
    screen: { size: [800, 480], size_mm: [80, 48] }
    views:
      - transform: { rotate: 30deg, scale: 2 }
        controller: { id: c }
        children: [{ id: b, controller: { presenting: c }, hit_redirect: d }, { id: d, frame: [1, 2mm, 3, 4] }]
    thresholds: { tap: { allowable_movement: 12 } }
    """,
    """
    version: 1
    screen: { size: [800, 480] }
    responders: { x: { plugin: log } }
    views:
      - id: l
        type: scroll
        scroll: { content_size: [100%, 2000], content_inset: [0, 0, 8, 0], bounces: false }
        gestures: [{ pan: { min_touches: 2, max_touches: 3 }, requires_failure_of: [l.pan, l.swipe] }, { swipe: { direction: [up] } }]
        children: [{ type: control, control: { events: { touch_down: x } }, gestures: [{ edge_pan: { edge: top } }, { pinch: , simultaneous_with: l.swipe }] }]
    thresholds: { rotation: { hysteresis: 6deg }, scroll: { rubber_band: 0.5 } }
    """,
    """
    {"version": 1, "screen": {"size": [10, 20]}, "responders": {"x": {"plugin": "exec", "run": ["a"], "timeout": "5s"}},
     "windows": [{"id": "w", "level": 1, "scene": true, "views": [{"on_touch": {"to": "x", "forward": true}}]}],
     "application": {"delegate": {}, "hit_test_passes": 2}}
    """,
  ]

  /// What is likely to upset a reader.
  private static let words = [
    "{", "}", "[", "]", ":", ": ", ",", "- ", "? ", "\n", "\n  ", "\t", " ", "#", "&a ", "*a", "!!int ", "! ",
    "---\n",
    "...\n", "%YAML 1.1\n", "|\n", ">-\n", "\"", "'", "\\", "\0", "\u{7}", "\u{85}", "\u{2028}", "\u{feff}",
    "😀", "漢",
    "null", "~", "true", ".nan", "-.inf", "1e999", "-1e-999", "99999999999999999999", "0x", "0o7", "-0",
    "1e308mm",
    "999999999999999999999999999999999s", "-5%", "mm", "0deg", "a", "version: 1", "screen: {size: [1, 1]}",
    "views: []",
    "views", "id: ", "tap: {}", "children: [{}]", "frame: full", "gestures: [{tap: }]", "layouts: [a]",
    "requires_failure_of: l.pan", "type: scroll", "type: control",
  ].map { Array($0.utf8) }

  /// One such word, or bytes that are not UTF-8.
  static func word(_ random: inout SplitMix) -> [UInt8] {
    let index = Int.random(in: 0..<words.count + 1, using: &random)
    return index < words.count ? words[index] : [UInt8.random(in: 0x80...0xff, using: &random)]
  }

  /// One of some files with up to four changes.
  static func mutate(_ bases: [[UInt8]], _ number: UInt64) -> [UInt8] {
    var random = SplitMix(seed: number)
    var bytes = bases[Int.random(in: bases.indices, using: &random)]
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes, &random) }
    return bytes
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: word(&random), at: start)
    case 2: bytes.replaceSubrange(start..<end, with: word(&random))
    case 3: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &random))
    default: bytes.removeSubrange(start..<(Bool.random(using: &random) ? end : bytes.count))
    }
  }
}
