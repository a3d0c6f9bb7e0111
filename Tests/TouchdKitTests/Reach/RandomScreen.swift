import TestSupport

/// A layout of random windows and views, on a screen of 800 × 600; the same for the same seed.
struct RandomScreen {
  private var random: SplitMix
  private var count = 0
  private var left: Int
  private let views: Int
  private(set) var text = ""

  /// - Parameter views: how many there are, beside the windows.
  init(seed: UInt64, views: Int) {
    random = SplitMix(seed: seed)
    (self.views, left) = (views, views)
    let number = Int.random(in: 1...3, using: &random)
    var windows: [String] = []
    for index in 0..<number {
      var list: [String] = []
      let rest = views * (number - 1 - index) / number
      while left > rest { list.append(view(depth: 0, rest: rest)) }
      var keys = ["id: w\(index)", "level: \(Int.random(in: 0...1, using: &random))"]
      if chance(0.4) { keys.append("frame: \(frame(most: 600))") }
      if chance(0.3) { keys.append("hit: pass_through") }
      if chance(0.05) { keys.append("hidden: true") }
      windows.append(
        "  - { \(keys.joined(separator: ", ")), views: [\(list.joined(separator: ",\n      "))] }")
    }
    text = "version: 1\nscreen: { size: [800, 600] }\nwindows:\n\(windows.joined(separator: "\n"))\n"
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private mutating func view(depth: Int, rest: Int) -> String {
    var keys = ["id: v\(count)", "frame: \(chance(0.1) ? "full" : frame(most: depth == 0 ? 500 : 250))"]
    count += 1
    left -= 1
    keys += ways()
    var children: [String] = []
    while depth < 6, left > rest, chance(0.6) { children.append(view(depth: depth + 1, rest: rest)) }
    keys.append("children: [\(children.joined(separator: ", "))]")
    return "{ \(keys.joined(separator: ", ")) }"
  }

  private mutating func frame(most: Int) -> String {
    let (x, y) = (Int.random(in: -60..<most, using: &random), Int.random(in: -60..<most, using: &random))
    let size = (0..<2).map { _ in chance(0.04) ? 0 : Int.random(in: 1...most, using: &random) }
    return "[\(x).\(Int.random(in: 0...9, using: &random)), \(y), \(size[0]), \(size[1])]"
  }

  /// What is said of a view beside its frame.
  private mutating func ways() -> [String] {
    var keys: [String] = []
    if chance(0.05) { keys.append("hidden: true") }
    if chance(0.04) { keys.append("alpha: 0.01") }
    if chance(0.04) { keys.append("interactive: false") }
    if chance(0.08) {
      keys.append("type: \(["image", "label", "control", "scroll"][Int.random(in: 0..<4, using: &random)])")
    }
    if chance(0.15) { keys.append("reaches_children: true") }
    if chance(0.15) { keys.append("hit_outset: \(Int.random(in: -30...40, using: &random))") }
    if chance(0.25) { keys.append("transform: \(transform())") }
    switch Int.random(in: 0..<20, using: &random) {
    case 0: keys.append("hit: pass_through")
    case 1: keys.append("hit: none")
    case 2:
      let other = Int.random(in: 0..<views, using: &random)
      if other != count - 1 { keys.append("hit_redirect: v\(other)") }
    default: break
    }
    return keys
  }

  private mutating func transform() -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: "{ rotate: \(Int.random(in: 1...3, using: &random) * 90)deg }"
    case 1: "{ matrix: [1, 0.3, -0.2, 1, 5, 9] }"
    case 2: "{ matrix: [-1, 0, 0, 1, 0, 0] }"
    case 3: "{ scale: \(["0.000001", "0.01", "20", "1000000"][Int.random(in: 0..<4, using: &random)]) }"
    default:
      "{ rotate: \(Int.random(in: 1..<360, using: &random))deg, scale: \(Int.random(in: 3...25, using: &random)).5e-1 }"
    }
  }
}
