import Dispatcher

/// Views, recognizers and their relations, as text: `multi page pan press:keeps:began 0>1 0=1`.
///
/// The first word is the ``Views``, `page` adds a page, `flick` has the first finger move far in the frame of its lift.
/// The recognizers follow in the order of attachment, with `keeps` for one that cancels no touches, `began` for one
/// that delays began, `atonce` for one that does not delay ended. `0>1` is a requirement of the first towards the
/// second, `0=1` lets both recognize.
struct Arrangement: CustomStringConvertible, Hashable, Sendable {
  /// The views that two fingers come down on.
  enum Views: String, CaseIterable, Sendable {
    /// Both on a view that takes several touches; or one.
    case multi, single
    /// The second finger on a child of the view of the first. The first recognizer is the view's, others the child's.
    case nested
    /// Each on a child of the recognizers' view, the second finger's an exclusive one.
    case apart
  }

  /// The kinds of recognizers; `twin` is a tap of two fingers, and the last three are ``ProgramRecognizer``s.
  enum Kind: String, CaseIterable, Sendable {
    case tap, double, press, pan, swipe, pinch, rotation, edge, twin, idle, grip, spark

    /// Whether it is a gesture of fingers that leave their place.
    var strays: Bool { [.pan, .swipe, .pinch, .rotation, .edge].contains(self) }
    var isDiscrete: Bool { [.tap, .double, .swipe, .twin, .spark].contains(self) }
    var isOwn: Bool { [.idle, .grip, .spark].contains(self) }
  }

  /// A recognizer.
  struct Member: Hashable, Sendable {
    var kind: Kind
    var cancels = true
    var delaysBegan = false
    var delaysEnded = true
  }

  /// Two recognizers, by their places.
  struct Pair: Hashable, Sendable {
    let first: Int
    let second: Int
  }

  var views = Views.multi
  var (hasPage, hasFlicks) = (false, false)
  var members: [Member] = []
  var requirements: [Pair] = []
  var companions: [Pair] = []

  /// - Parameter text: as ``description`` writes it; `nil` for another.
  init?(_ text: String) {
    for word in text.split(separator: " ").map(String.init) {
      let parts = word.split(separator: ":").map(String.init)
      if let views = Views(rawValue: parts[0]) {
        self.views = views
      } else if parts[0] == "page" {
        hasPage = true
      } else if parts[0] == "flick" {
        hasFlicks = true
      } else if let kind = Kind(rawValue: parts[0]) {
        members.append(
          Member(
            kind: kind, cancels: !parts.contains("keeps"), delaysBegan: parts.contains("began"),
            delaysEnded: !parts.contains("atonce")))
      } else {
        let places = word.split { $0 == ">" || $0 == "=" }.compactMap { Int($0) }
        guard places.count == 2 else { return nil }
        let pair = Pair(first: places[0], second: places[1])
        if word.contains(">") { requirements.append(pair) } else { companions.append(pair) }
      }
    }
    guard !members.isEmpty,
      (requirements + companions).allSatisfy({ max($0.first, $0.second) < members.count })
    else { return nil }
  }

  var description: String {
    let words = members.map { member in
      member.kind.rawValue + (member.cancels ? "" : ":keeps") + (member.delaysBegan ? ":began" : "")
        + (member.delaysEnded ? "" : ":atonce")
    }
    return
      ([views.rawValue] + (hasPage ? ["page"] : []) + (hasFlicks ? ["flick"] : []) + words
      + requirements.map { "\($0.first)>\($0.second)" } + companions.map { "\($0.first)=\($0.second)" })
      .joined(separator: " ")
  }

  func requires(_ member: Int, _ other: Int) -> Bool {
    requirements.contains(Pair(first: member, second: other))
  }

  /// Whether a recognizer waits for another that, through others perhaps, waits for it.
  func circle(_ member: Int, _ other: Int) -> Bool {
    guard requires(member, other) else { return false }
    var (reached, rest) = (Set([other]), [other])
    while let place = rest.popLast() {
      for next in members.indices where requires(place, next) && reached.insert(next).inserted {
        rest.append(next)
      }
    }
    return reached.contains(member)
  }

  /// Whether a recognizer that recognizes makes another fail with which it shares a touch.
  func excludes(_ winner: Int, _ loser: Int) -> Bool {
    if companions.contains(where: { [$0.first, $0.second].sorted() == [winner, loser].sorted() }) {
      return false
    }
    return ![.tap, .twin].contains(members[winner].kind) || members[loser].kind != .double
  }
}

// Which arrangements are explored.
extension Arrangement {
  /// Every pair of kinds with every relation: none, one requires the other, either way, a circle, both together.
  private static let pairs = Kind.allCases.prefix(8).enumerated().flatMap { first, kind in
    Kind.allCases.prefix(8).dropFirst(first).flatMap { other in
      ["", "0>1", "1>0", "0>1 1>0", "0=1"].compactMap { Arrangement("\($0) \(kind) \(other)") }
    }
  }

  /// The pairs with all that each does to touches, on one view and on two, with the page and without it. The order of
  /// attachment, the lifts, and of views the first two and the last two of ``Views`` take turns.
  static var product: [Arrangement] {
    pairs.enumerated().flatMap { number, pair in
      (0..<256).map { bits in
        let turn = number + bits.nonzeroBitCount
        return pair.varied(bits & 127 | (turn >> 1 & 3) << 7, Views.allCases[(bits >> 7) * 2 + turn % 2])
      }
    }
  }

  /// Chosen ones: waits along a chain and in circles, one winner of three, what only some views or orders show.
  private static let chosen = """
    multi tap double press 0>1, multi page tap double press 0>1 1>2, single tap:began double:began press 0>1
    multi tap pan swipe 0>1 1>2, multi page pan:keeps swipe:began edge 0>1 1>2 2>0, nested pan pinch rotation 1=2
    apart pan pinch rotation 1=2 0=1, multi pinch rotation pan 0=1 1=2 0=2, nested page tap tap double 0>2 1>2
    single press:began:keeps pan:atonce tap 0>1, apart press swipe:began tap:keeps 2>0
    multi tap:began tap press 0=1, nested double:began:keeps tap:atonce pan 1>0, multi edge pan swipe:atonce 1>0 2>0
    apart page double press pinch 0>1, multi tap press pan 0>1 0>2 1>0, multi tap pan press 0>1 1>2 2>1
    multi tap tap tap 0>1 1>2 2>1, multi press:began twin:began pinch 0>2, multi tap tap double 0>1 1>0 0>2
    nested pan tap:keeps double:atonce 1>0, nested pan:keeps:began tap:began, nested pan tap 1>0 0=1
    nested edge tap, multi tap double:atonce 0>1, multi tap double, nested flick pan double 0>1, multi pan pinch 0>1
    multi press tap 0>1, nested tap spark, nested pan pan, multi flick pan tap, nested pan tap, nested pan idle
    multi idle:atonce double, multi page grip tap 0>1, nested grip grip, multi grip spark double 0>2 1>2
    """.split { ",\n".contains($0) }.compactMap { Arrangement(String($0)) }

  /// Each pair with one of the combinations, and the chosen ones. 37 has no divisor in common with 512, so that the
  /// combinations come in turn.
  static let all = pairs.enumerated().map { $1.varied($0 * 37 % 512, Views.allCases[$0 % 4]) } + chosen

  /// The same kinds and relations with one of the combinations of the rest.
  private func varied(_ bits: Int, _ views: Views) -> Arrangement {
    var arrangement = self
    arrangement.views = views
    (arrangement.hasPage, arrangement.hasFlicks) = (bits & 64 != 0, bits & 256 != 0)
    for (place, shift) in [0, 3].enumerated() {
      arrangement.members[place].cancels = bits >> shift & 1 == 0
      arrangement.members[place].delaysBegan = bits >> (shift + 1) & 1 == 1
      arrangement.members[place].delaysEnded = bits >> (shift + 2) & 1 == 0
    }
    if bits & 128 != 0 {
      arrangement.members.reverse()
      arrangement.requirements = requirements.map { Pair(first: 1 - $0.first, second: 1 - $0.second) }
      arrangement.companions = companions.map { Pair(first: 1 - $0.first, second: 1 - $0.second) }
    }
    return arrangement
  }
}
