import TestTables

/// A layout of random views, one of them sensitive; the same for the same seed.
struct RandomPrivateLayout {
  private var random: SplitMix
  private var count = 0
  private var left: Int
  private let sensitive: Int
  private(set) var text = ""

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    let views = Int(random.next() % 12) + 1
    left = views
    sensitive = Int(random.next() % UInt64(views))
    let turn = [0, 90, 180, 270].randomElement(using: &random) ?? 0
    let flip = ["", "x", "y", "x, y"].randomElement(using: &random) ?? ""
    var list: [String] = []
    while left > 0 { list.append(view(depth: 0)) }
    let filters = ["[]", "[]", "[{ hysteresis: 30 }]", "[{ skip: { first: 1 } }, { median: 3 }]"]
      .randomElement(using: &random)
    let windowFrame = random.next() % 4 == 0 ? ", frame: [90, 40, 800, 900]" : ""
    text = """
      version: 1
      screen:
        size: [1000, 1000]
        touchscreen: { rotate: \(turn), flip: [\(flip)], filters: \(filters ?? "[]") }
      responders: { audit: { plugin: log }, spy: { plugin: spy } }
      windows:
        - { id: main, on_touch: { to: audit, forward: true }, gestures: \(gestures())\(windowFrame),
            views: [\(list.joined(separator: ",\n        "))] }
      application: { on_touch: { to: spy } }
      """
  }

  private mutating func view(depth: Int) -> String {
    var keys = ["id: v\(count)", "frame: \(frame())"]
    if count == sensitive { keys.append("sensitive: true") }
    count += 1
    left -= 1
    keys += appearance()
    var children: [String] = []
    while depth < 4, left > 0, random.next() % 3 != 0 { children.append(view(depth: depth + 1)) }
    keys.append("children: [\(children.joined(separator: ", "))]")
    if random.next() % 2 == 0 { keys.append("gestures: \(gestures())") }
    return "{ \(keys.joined(separator: ", ")) }"
  }

  private mutating func frame() -> String {
    let numbers = (0..<4).map { Int(random.next() % 500) + ($0 < 2 ? -50 : 20) }
    return "[\(numbers.map(String.init).joined(separator: ", "))]"
  }

  private mutating func appearance() -> [String] {
    var keys: [String] = []
    func maybe(_ key: String, _ random: inout SplitMix) { if random.next() % 5 == 0 { keys.append(key) } }
    maybe("hidden: true", &random)
    maybe("alpha: 0.005", &random)
    maybe("interactive: false", &random)
    maybe("multiple_touch: true", &random)
    maybe("reaches_children: true", &random)
    maybe("hit_outset: \(Int(random.next() % 40) - 10)", &random)
    maybe("transform: { rotate: \(random.next() % 360)deg, scale: 0.\(random.next() % 9 + 1) }", &random)
    let redirect = count - 1 == sensitive ? "hit: normal" : "hit_redirect: v\(sensitive)"
    maybe(["hit: pass_through", "hit: none", redirect][Int(random.next() % 3)], &random)
    maybe("on_touch: { to: spy, forward: true }", &random)
    maybe("type: \(["control", "image", "view"][Int(random.next() % 3)])", &random)
    return keys
  }

  private mutating func gestures() -> String {
    let kinds = [
      "tap: {}", "tap: { count: 2 }", "tap: { touches: 2 }", "long_press: { minimum: 30ms }", "pan: {}",
      "pan: { min_touches: 2 }", "pinch: {}", "rotation: {}", "swipe: {}", "tap: { hold_last: 20ms }",
    ]
    let chosen = (0..<random.next() % 4).map { _ in kinds.randomElement(using: &random) ?? "" }
    return "[\(chosen.map { "{ \($0), to: [audit, spy], cancels_touches: false }" }.joined(separator: ", "))]"
  }
}

/// What fingers do: some stay, some go far, some lift and come back in the same frame.
struct RandomFingers {
  private var random: SplitMix
  private var places: [Int: (x: Int32, y: Int32)] = [:]

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// What happens in the next frame.
  mutating func step(fingers: Int) -> [KernelPanel.Step] {
    var steps: [KernelPanel.Step] = []
    for finger in 0..<fingers {
      let choice = random.next() % 10
      if let place = places[finger] {
        if choice < 2 {
          steps.append(KernelPanel.Step(finger: finger, place: nil))
          places[finger] = nil
          if choice == 0 { steps.append(land(finger)) }
        } else if choice < 8 {
          let (dx, dy) = (Int32(random.next() % 121) - 60, Int32(random.next() % 121) - 60)
          let moved = (
            x: choice == 3 ? place.x : clamp(place.x + dx), y: choice == 4 ? place.y : clamp(place.y + dy)
          )
          places[finger] = moved
          steps.append(KernelPanel.Step(finger: finger, place: moved))
        }
      } else if choice < 3 {
        steps.append(land(finger))
      }
    }
    return steps
  }

  private mutating func land(_ finger: Int) -> KernelPanel.Step {
    let place = (x: Int32(random.next() % 1000), y: Int32(random.next() % 1000))
    places[finger] = place
    return KernelPanel.Step(finger: finger, place: place)
  }

  private func clamp(_ value: Int32) -> Int32 { min(max(value, 0), 999) }

  /// Whether something happens that does so once in so many times.
  mutating func chance(oneIn number: UInt64) -> Bool { random.next() % number == 0 }
}
