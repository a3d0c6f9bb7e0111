import Dispatcher

/// Views, fingers and changes of an exploration. Times are milliseconds, places points of the screen.
struct ExploreScript: Equatable {
  static let screen = Rect(x: 0, y: 0, width: 400, height: 400)

  /// A view; those after it are in front of it.
  struct Part: Equatable {
    var name: String
    var frame: Rect
    var isElement = true
    var order: Double?
    var isAdjustable = false
    var isDisabled = false
    var isModal = false
    /// The modal view that it is in.
    var parent: Int?
  }

  struct Move: Equatable {
    var time: Int
    var place: Point
  }

  struct Finger: Equatable {
    var slot: Int
    /// The landing, and each move.
    var path: [Move]
    var end: Int
    /// False of a palm, and of what a change of the mode cut off.
    var isLifted = true

    var start: Int { path[0].time }
    var downPlace: Point { path[0].place }
    func place(at time: Int) -> Point { path.last { $0.time <= time }?.place ?? downPlace }
    func strays(beyond limit: Double, from time: Int? = nil) -> Bool {
      let origin = place(at: time ?? start)
      return path.contains { $0.time > time ?? start && $0.place.distance(to: origin) > limit }
    }
  }

  enum Change: Equatable { case mode(Bool), hide(Int), show(Int), giveUp, unplug, reload }

  struct Timed: Equatable {
    var time: Int
    var change: Change
  }

  var parts: [Part] = []
  var hasReach = false
  /// Whether speech goes on.
  var isSpeaking = false
  var fingers: [Finger] = []
  var changes: [Timed] = []
  var end = 0
}

/// The rules of explore by touch, as a function of a whole script: the time is cut where the mode changes, then between
/// fingers; each piece is judged at once, with all that it has; then its acts are applied to the focus.
struct ExploreModel {
  static let (rest, slop, slow, tapInterval, hold) = (300, 10.0, 150.0, 300, 300)
  static let (flickTravel, flickDuration, stroke, scrubTime, offAfter) = (50.0, 300, 40.0, 1500, 5000)

  private typealias Finger = ExploreScript.Finger

  private enum Act {
    case landed, explored(Point, isFirst: Bool), tapped(Point), doubleTapped
    case splitBegan(Int), splitTapped(Int)
    case passed(Finger, from: Int), flicked(String, Int), fingersTapped(Int, isSecond: Bool), scrubbed
  }

  /// A time in which the mode is on.
  private struct Span {
    var start: Int
    var end = Int.max
    var fingers: [Finger] = []
  }

  /// The first of two taps.
  private struct FirstTap {
    var fingers: Int
    var time: Int
  }

  /// At one time, those of a lower rank come first; deadlines come last.
  private typealias Due = (time: Int, rank: Int, act: Act)

  /// The result of a gesture.
  private struct Judged {
    var acts: [Due] = []
    var first: FirstTap?
    /// Whether it ends the time for a second tap of several fingers.
    var isHand = false
  }

  private let script: ExploreScript
  private(set) var acts: [String] = []
  /// Of the touches that no finger makes.
  private(set) var touches: [String] = []
  private var focus: Int?
  private var under: Int?
  private var isReaching = false
  /// The time until which a touch is down.
  private var busy = 0

  init(_ script: ExploreScript) {
    self.script = script
    for span in spans() { play(span) }
  }

  // Pieces of time.

  private func spans() -> [Span] {
    var spans = [Span(start: 0)]
    var (isOn, quiet, lastEnd) = (true, 0, 0)
    var borders = script.changes.map { (time: $0.time, change: Optional($0.change), finger: Finger?.none) }
    borders += script.fingers.map { ($0.start, nil, $0) }
    for border in borders.sorted(by: { $0.time < $1.time }) {
      quiet = max(spans[spans.count - 1].start, lastEnd)
      if isOn, quiet + Self.offAfter < border.time {
        spans[spans.count - 1].end = quiet + Self.offAfter
        isOn = false
      }
      if let finger = border.finger {
        lastEnd = max(lastEnd, finger.end)
        if isOn { spans[spans.count - 1].fingers.append(finger) }
      }
      switch border.change {
      case .mode(true) where !isOn:
        spans.append(Span(start: border.time))
        (isOn, lastEnd) = (true, min(lastEnd, border.time))
      case .mode(false) where isOn:
        spans[spans.count - 1].end = border.time
        isOn = false
      case .unplug: lastEnd = min(lastEnd, border.time)
      default: break
      }
    }
    if isOn, max(spans[spans.count - 1].start, lastEnd) + Self.offAfter <= script.end {
      spans[spans.count - 1].end = max(spans[spans.count - 1].start, lastEnd) + Self.offAfter
    }
    let unplugs = script.changes.filter { $0.change == .unplug }.map(\.time)
    for index in spans.indices {
      let cuts = unplugs + [spans[index].end]
      spans[index].fingers = spans[index].fingers.map { finger in cut(finger, at: cuts) }
    }
    return spans
  }

  private func cut(_ finger: Finger, at times: [Int]) -> Finger {
    guard let time = times.filter({ $0 > finger.start && $0 < finger.end }).min() else { return finger }
    var part = finger
    part.path.removeAll { $0.time > time }
    (part.end, part.isLifted) = (time, false)
    return part
  }

  /// Fingers that are down together, from the first landing to the last end.
  private func gestures(of span: Span) -> [[Finger]] {
    var gestures: [[Finger]] = []
    for finger in span.fingers.sorted(by: { ($0.start, $0.slot) < ($1.start, $1.slot) }) {
      if let last = gestures.last, finger.start < last.map(\.end).max() ?? 0 {
        gestures[gestures.count - 1].append(finger)
      } else {
        gestures.append([finger])
      }
    }
    return gestures
  }

  // Judging.

  private mutating func play(_ span: Span) {
    var found: [Due] = []
    var taps: [FirstTap] = []
    let surrenders = script.changes.filter { $0.change == .giveUp }.map(\.time)
    let gestures = gestures(of: span)
    for (index, gesture) in gestures.enumerated() {
      let (start, end) = (gesture[0].start, gesture.map(\.end).max() ?? 0)
      taps.removeAll { tap in surrenders.contains { $0 > tap.time && $0 < start } }
      var judged = judge(gesture, after: taps.filter { start <= $0.time + Self.tapInterval })
      if let time = surrenders.first(where: { $0 > start && $0 < end }) {
        judged.acts.removeAll { $0.time > time && $0.rank != 3 }
        (judged.first, judged.isHand) = (nil, true)
      }
      taps.removeAll { judged.isHand || $0.fingers == 1 }
      if let first = judged.first {
        taps.append(first)
        let limit = first.time + Self.tapInterval
        let next = (surrenders + [index + 1 < gestures.count ? gestures[index + 1][0].start : Int.max]).filter
        { $0 >= end }.min()
        if first.fingers == 1, limit < next ?? Int.max {
          judged.acts.append((limit, 9, .tapped(gesture[0].place(at: end))))
        }
      }
      found += judged.acts
    }
    if span.start > 0 { report(span.start, "mode on") }
    if elements(at: span.start).isEmpty { report(span.start, "empty") }
    (focus, under) = (nil, nil)
    let changes = script.changes.filter { $0.time >= span.start && $0.time < span.end }
    var due = found.filter { $0.time < span.end }.sorted { ($0.time, $0.rank) < ($1.time, $1.rank) }[...]
    var splits: [Int: Int] = [:]
    for change in changes + [ExploreScript.Timed(time: span.end, change: .mode(false))] {
      while let next = due.first, next.time < change.time {
        apply(next.act, at: next.time, splits: &splits, until: span.end)
        due.removeFirst()
      }
      if change.change == .reload, isReaching {
        isReaching = false
        report(change.time, "reach ended")
      }
      if let focused = focus, !elements(at: change.time).contains(focused) { focus = nil }
    }
    guard span.end < Int.max else { return }
    if isReaching { report(span.end, "reach ended") }
    isReaching = false
    report(span.end, "mode off")
  }

  private func judge(_ gesture: [Finger], after taps: [FirstTap]) -> Judged {
    let first = gesture[0]
    var acts: [Due] = []
    for finger in gesture where script.isSpeaking { acts.append((finger.start, 3, .landed)) }
    let second = gesture.count > 1 ? gesture[1].start : Int.max
    if taps.contains(where: { $0.fingers == 1 }), second > min(first.end, first.start + Self.hold),
      !first.path.contains(where: {
        $0.time <= first.start + Self.hold && $0.place.distance(to: first.downPlace) > Self.slop
      })
    {
      if first.end > first.start + Self.hold {
        acts.append((first.start + Self.hold, 9, .passed(first, from: first.start + Self.hold)))
      } else if first.isLifted {
        acts.append((first.end, 1, .doubleTapped))
      }
      return Judged(acts: acts)
    }
    let explores = exploreTime(of: first)
    if second < explores ?? first.end || second == explores && second == first.start + Self.rest {
      var judged = judge(hand: gesture, after: taps)
      judged.acts += acts
      return judged
    }
    if let explores {
      acts.append(
        (
          explores, explores == first.start + Self.rest ? 9 : 1,
          .explored(first.place(at: explores), isFirst: true)
        ))
      acts += first.path.filter { $0.time > explores }.map {
        ($0.time, 1, .explored($0.place, isFirst: false))
      }
      for (id, finger) in gesture.enumerated().dropFirst() where isSplit(finger, id, of: gesture) {
        acts += [(finger.start, 2, .splitBegan(id)), (finger.end, 2, .splitTapped(id))]
      }
      return Judged(acts: acts)
    }
    guard first.isLifted else { return Judged(acts: acts) }
    if !first.strays(beyond: Self.slop) {
      return Judged(acts: acts, first: FirstTap(fingers: 1, time: first.end))
    }
    if let direction = flick(first) { acts.append((first.end, 1, .flicked(direction, 1))) }
    return Judged(acts: acts)
  }

  /// The time at which a finger alone begins to explore.
  private func exploreTime(of finger: Finger) -> Int? {
    let slowly = finger.path.first { move in
      let travel = move.place.distance(to: finger.downPlace)
      return move.time <= finger.start + Self.rest && travel > Self.slop
        && travel * 1000 < Self.slow * Double(move.time - finger.start)
    }
    if let slowly { return slowly.time }
    return finger.end > finger.start + Self.rest ? finger.start + Self.rest : nil
  }

  private func isSplit(_ finger: Finger, _ id: Int, of gesture: [Finger]) -> Bool {
    let first = gesture[0]
    let others = gesture.enumerated().filter { $0.offset != 0 && $0.offset != id }.map(\.element)
    return finger.isLifted && finger.end - finger.start <= Self.rest && !finger.strays(beyond: Self.slop)
      && finger.end < first.end && others.allSatisfy { $0.end <= finger.start || $0.start >= finger.end }
      && !first.path.contains {
        $0.time > finger.start && $0.time <= finger.end
          && $0.place.distance(to: first.place(at: finger.start)) > 30
      }
  }

  /// Fingers of which a second one lands before the first explores.
  private func judge(hand: [Finger], after taps: [FirstTap]) -> Judged {
    let end = hand.map(\.end).max() ?? 0
    if let time = scrub(hand) { return Judged(acts: [(time, 1, .scrubbed)]) }
    let isTogether = (hand.map(\.start).max() ?? 0) < hand.map(\.end).min() ?? 0
    guard hand.count <= 3, isTogether, hand.allSatisfy(\.isLifted) else { return Judged() }
    if hand.allSatisfy({ $0.end - $0.start <= Self.rest && !$0.strays(beyond: Self.slop) }) {
      let isSecond = taps.contains { $0.fingers == hand.count }
      let first = isSecond ? nil : FirstTap(fingers: hand.count, time: end)
      return Judged(
        acts: [(end, 1, .fingersTapped(hand.count, isSecond: isSecond))], first: first, isHand: true)
    }
    let flicks = Set(hand.map { flick($0) })
    guard flicks.count == 1, let flick = flicks.first ?? nil else { return Judged(isHand: true) }
    return Judged(acts: [(end, 1, .flicked(flick, hand.count))], isHand: true)
  }

  private func flick(_ finger: Finger) -> String? {
    guard finger.isLifted, finger.end - finger.start <= Self.flickDuration else { return nil }
    let (last, down) = (finger.place(at: finger.end), finger.downPlace)
    let (dx, dy) = (last.x - down.x, last.y - down.y)
    let isAcross = abs(dx) >= abs(dy)
    guard max(abs(dx), abs(dy)) >= Self.flickTravel else { return nil }
    let isForward = isAcross ? dx > 0 : dy > 0
    let isStraight = (finger.path + [.init(time: finger.end, place: last)]).allSatisfy { move in
      let (x, y) = (move.place.x - down.x, move.place.y - down.y)
      let bound = 50 * (1 - 0.98 * Double(move.time - finger.start) / 1000)
      return (isAcross ? x : y) * (isForward ? 1 : -1) >= 0 && abs(isAcross ? y : x) <= bound
    }
    guard isStraight else { return nil }
    return isAcross ? (isForward ? "right" : "left") : (isForward ? "down" : "up")
  }

  /// The first time at which the middle of two fingers has gone to and fro and to: four places, each 40 points from the
  /// one before, to another side.
  private func scrub(_ hand: [Finger]) -> Int? {
    let (one, other) = (hand[0], hand[1])
    let limit = min(
      one.end, other.end, hand.count > 2 ? hand[2].start : Int.max, other.start + Self.scrubTime)
    let times = Set((one.path + other.path).map(\.time)).filter { $0 >= other.start && $0 <= limit }.sorted()
    return [1.0, -1.0].compactMap { side in
      // The best place after so many strokes: as far as can be to the side from which the next one begins.
      var best: [Double?] = [nil, nil, nil]
      return times.first { time in
        let x = (one.place(at: time).x + other.place(at: time).x) / 2 * side
        if let second = best[2], x - second >= Self.stroke { return true }
        if let first = best[1], first - x >= Self.stroke { best[2] = min(best[2] ?? x, x) }
        if let zero = best[0], x - zero >= Self.stroke { best[1] = max(best[1] ?? x, x) }
        best[0] = min(best[0] ?? x, x)
        return false
      }
    }.min()
  }

  // Applying.

  private mutating func apply(_ act: Act, at time: Int, splits: inout [Int: Int], until end: Int) {
    switch act {
    case .landed: report(time, "silence")
    case .explored(let place, let isFirst):
      let found = element(at: place, time)
      if let found, isFirst || found != under { setFocus(found, time) }
      under = found
    case .tapped(let place): if let found = element(at: place, time) { setFocus(found, time) }
    case .doubleTapped: if let focus { activate(focus, time, until: end) }
    case .splitBegan(let id): splits[id] = focus
    case .splitTapped(let id):
      if let element = splits[id], elements(at: time).contains(element) {
        activate(element, time, until: end)
      }
      splits[id] = nil
    case .passed(let finger, let start): if let focus { pass(finger, to: focus, from: start, until: end) }
    case .flicked(let direction, 1): flick(direction, time)
    case .flicked("down", 2): report(time, "read", focus)
    case .flicked(_, 2): break
    case .flicked("down", _) where script.hasReach:
      isReaching.toggle()
      report(time, "reach \(isReaching ? "began" : "ended")")
    case .flicked(let direction, _): report(time, "scroll \(direction)", focus)
    case .fingersTapped(2, let isSecond): isSecond ? report(time, "magic", focus) : report(time, "silence")
    case .fingersTapped(_, let isSecond): isSecond ? report(time, "curtain") : report(time, "position", focus)
    case .scrubbed: report(time, "escape", focus)
    }
  }

  private mutating func flick(_ direction: String, _ time: Int) {
    let elements = elements(at: time)
    switch (direction, focus) {
    case ("up", let focus?) where script.parts[focus].isAdjustable: report(time, "increment", focus)
    case ("down", let focus?) where script.parts[focus].isAdjustable: report(time, "decrement", focus)
    case ("right", _), ("left", _):
      let place = focus.flatMap { elements.firstIndex(of: $0) }
      let next = direction == "right" ? (place ?? -1) + 1 : (place ?? elements.count) - 1
      if !elements.isEmpty { setFocus(elements[min(max(next, 0), elements.count - 1)], time) }
    default: break
    }
  }

  private mutating func setFocus(_ element: Int, _ time: Int) {
    focus = element
    report(time, "focus", element)
  }

  private mutating func activate(_ element: Int, _ time: Int, until end: Int) {
    report(time, "activate", element)
    if isReaching { report(time, "reach ended") }
    isReaching = false
    let begin = max(time, busy)
    busy = begin + 50
    guard begin < end else { return }
    touches.append("\(begin) began \(words(script.parts[element].frame.center))")
    touches.append(
      busy < end ? "\(busy) ended \(words(script.parts[element].frame.center))" : "\(end) cancelled")
  }

  private mutating func pass(_ finger: Finger, to element: Int, from start: Int, until end: Int) {
    let (middle, place) = (script.parts[element].frame.center, finger.place(at: start))
    let places = finger.path.filter { $0.time > start }.map { move in
      let (x, y) = (middle.x + move.place.x - place.x, middle.y + move.place.y - place.y)
      return (move.time, Point(x: min(max(x, 0), 400), y: min(max(y, 0), 400)))
    }
    let gaveUp = script.changes.first { $0.change == .giveUp && $0.time > start && $0.time < finger.end }?
      .time
    touches.append("\(start) began \(words(middle))")
    touches += places.filter { $0.0 < gaveUp ?? Int.max }.map { "\($0.0) moved \(words($0.1))" }
    let isEnded = gaveUp == nil && finger.isLifted
    touches.append(
      "\(gaveUp ?? finger.end) \(isEnded ? "ended \(words(places.last?.1 ?? middle))" : "cancelled")")
  }

  private mutating func report(_ time: Int, _ act: String, _ element: Int? = nil) {
    acts.append("\(time) \(act)\(element.map { " \(script.parts[$0].name)" } ?? "")")
  }

  /// A place in whole points.
  private func words(_ place: Point) -> String { "\(Int(place.x.rounded())),\(Int(place.y.rounded()))" }

  // Elements.

  private func isShown(_ part: Int, at time: Int) -> Bool {
    let last = script.changes.last {
      $0.time <= time && ($0.change == .hide(part) || $0.change == .show(part))
    }
    return last?.change != .hide(part) && script.parts[part].parent.map { isShown($0, at: time) } ?? true
  }

  /// Those that can get the focus, the last one in front.
  private func candidates(at time: Int) -> [Int] {
    let shown = script.parts.indices.filter { isShown($0, at: time) }
    let modal = shown.last { script.parts[$0].isModal }
    return shown.filter { script.parts[$0].isElement && (modal == nil || script.parts[$0].parent == modal) }
  }

  /// In reading order.
  private func elements(at time: Int) -> [Int] {
    let all = candidates(at: time)
    let numbers = Set(all.compactMap { script.parts[$0].order }).sorted()
    let groups = (numbers.map(Optional.some) + [nil]).map { number in
      all.filter { script.parts[$0].order == number }
    }
    return groups.flatMap { rows(of: $0) }
  }

  private func rows(of elements: [Int]) -> [Int] {
    guard let top = elements.min(by: { script.parts[$0].frame.minY < script.parts[$1].frame.minY }) else {
      return []
    }
    let row = elements.filter { script.parts[$0].frame.center.y < script.parts[top].frame.maxY }
    return row.sorted { script.parts[$0].frame.minX < script.parts[$1].frame.minX }
      + rows(of: elements.filter { !row.contains($0) })
  }

  private func element(at place: Point, _ time: Int) -> Int? {
    let point = Point(x: place.x, y: isReaching ? place.y - ExploreScript.screen.height / 2 : place.y)
    return candidates(at: time).last { script.parts[$0].frame.contains(point) }
  }
}
