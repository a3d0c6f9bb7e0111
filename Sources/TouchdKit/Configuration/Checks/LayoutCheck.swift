import Dispatcher
import YAML

/// Rules for a layout whose values are right, each a function of the layout to findings.
struct LayoutCheck {
  let layout: Layout
  let findings: Findings
  /// Whether ``Layout/responders`` can be relied on, or was no good itself.
  private let respondersAreKnown: Bool
  let screenIsKnown: Bool
  private let custom: CustomRegistry
  private let pointerActs: [String: String]

  /// - Parameter custom: the classes of the program's own.
  init(_ reading: LayoutReading, _ custom: CustomRegistry, _ findings: Findings) {
    (layout, self.custom, self.findings) = (reading.layout, custom, findings)
    (respondersAreKnown, screenIsKnown) = (reading.responders != nil, reading.screen != nil)
    let acts = reading.layout.responders.compactMap { responder in
      responder.pointerAct.map { (responder.name.value, $0) }
    }
    pointerActs = Dictionary(acts, uniquingKeysWith: { first, _ in first })
  }

  func run() {
    for rule in [names, relations, fingers, page, explore, pointers, customNames, frames, edgePans] { rule() }
  }

  /// Names used twice, and names that nothing bears.
  private func names() {
    let controllers = layout.ofViews(\.controller)
    let gestures = layout.allGestures
    let targets = layout.windows.map(\.id) + layout.ofViews(\.id)
    reportDuplicates("id", targets + controllers.map(\.id))
    reportDuplicates("gesture name", gestures.map(\.name))
    // An empty name was no good, which has been reported.
    reportDuplicates("idle name", layout.idle.map(\.name).filter { !$0.value.isEmpty })
    if respondersAreKnown {
      findings.unknown(
        "responder", layout.usedResponders, among: layout.responders.map(\.name.value),
        help: "define it under `responders`")
    }
    checkRedirects(to: targets.map(\.value))
    let options = layout.responders.map(\.options)
    findings.unknown("view", options.compactMap { $0.value("view") }, among: layout.ofViews(\.id.value))
    let windows = layout.windows.map(\.id.value)
    findings.unknown("window", options.compactMap { $0.value("window") }, among: windows)
    checkPresentations(of: controllers)
  }

  /// Gestures from an edge that a filter of the panel keeps from beginning.
  private func edgePans() {
    guard screenIsKnown else { return }
    for problem in EdgePanCheck(layout).problems {
      findings.warning(problem.message, at: problem.mark, help: problem.help)
    }
  }

  private func reportDuplicates(_ what: String, _ names: [Located<String>]) {
    var first: [String: Mark] = [:]
    for name in names.sorted(by: { $0.mark < $1.mark }) {
      guard let mark = first[name.value] else {
        first[name.value] = name.mark
        continue
      }
      findings.error(
        "duplicate \(what) \(quoted(name.value))", at: name.mark,
        help: "it stands in line \(mark.line) already")
    }
  }

  private func checkRedirects(to targets: [String]) {
    let known = Set(targets)
    layout.forEachView { view in
      guard case .redirect(let target) = view.hit else { return }
      if target.value == view.id.value {
        findings.error("a view cannot redirect hits to itself", at: target.mark)
      } else if !known.contains(target.value) {
        findings.unknown("view", target, among: targets)
      }
    }
  }

  // MARK: Gestures and controllers that others of them name

  /// A gesture that is named must be there, be another one, and be named for one purpose.
  private func relations() {
    let gestures = layout.allGestures
    let ownPans = Set(layout.ofViews(\.ownPan))
    let names = gestures.map(\.name.value) + ownPans.sorted()
    let known = Set(names)
    for gesture in gestures {
      let own = gesture.name
      if ownPans.contains(own.value) {
        findings.error(
          "duplicate gesture name \(quoted(own.value))", at: own.mark,
          help: "it is that of the scroll view's own pan")
      }
      for name in gesture.requiresFailureOf where name.value == own.value {
        findings.error("a gesture cannot wait for its own failure", at: name.mark)
      }
      for name in gesture.simultaneousWith where name.value == own.value {
        findings.error("a gesture cannot be simultaneous with itself", at: name.mark)
      }
    }
    findings.unknown(
      "gesture", gestures.flatMap { $0.requiresFailureOf + $0.simultaneousWith }, among: names,
      help: "a gesture's name is its `name`, or its view and its kind, as in \"corner.tap\"")
    reportContradictions(gestures, among: known)
    reportCircles(gestures.sorted { $0.name.mark < $1.name.mark })
  }

  /// A gesture that must have failed is not there to be recognized at the same time, whichever of the two says so.
  private func reportContradictions(_ gestures: [GestureDescription], among known: Set<String>) {
    func pair(_ gesture: GestureDescription, _ name: Located<String>) -> [String] {
      [gesture.name.value, name.value].sorted()
    }
    let required = Set(gestures.flatMap { gesture in gesture.requiresFailureOf.map { pair(gesture, $0) } })
    for gesture in gestures {
      for name in gesture.simultaneousWith where required.contains(pair(gesture, name)) {
        // What is wrong with such names has been reported.
        guard known.contains(name.value), name.value != gesture.name.value else { continue }
        findings.error(
          "\(quoted(gesture.name.value)) and \(quoted(name.value)) cannot be recognized at the same time: "
            + "one of them waits until the other has failed", at: name.mark,
          help: "leave out either `requires_failure_of` or `simultaneous_with`")
      }
    }
  }

  /// The most gestures of a circle that a message names.
  private static let longestCircle = 20

  /// Gestures that wait for each other to fail in a circle: none of them could be recognized first.
  ///
  /// - Parameter gestures: in the file's order.
  private func reportCircles(_ gestures: [GestureDescription]) {
    let indices = Dictionary(
      gestures.enumerated().map { ($1.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    // By gesture, none twice.
    let required = gestures.enumerated().map { own, gesture in
      var seen: Set<Int> = [own]
      return gesture.requiresFailureOf.compactMap { name -> (gesture: Int, mark: Mark)? in
        guard let index = indices[name.value], seen.insert(index).inserted else { return nil }
        return (index, name.mark)
      }
    }
    forEachCircle(from: gestures.indices, along: { required[$0].map(\.gesture) }) { circle, edge in
      let names = circle.map { unquoted(gestures[$0].name.value) }
      findings.error(
        "these gestures wait for each other to fail: \(Self.circleWords(names))",
        at: required[circle[circle.count - 1]][edge].mark, help: "leave out one of the requirements")
    }
  }

  /// `a -> b -> a`; of a very long one, the begin and the end.
  private static func circleWords(_ circle: [String]) -> String {
    let shown =
      circle.count > longestCircle
      ? circle.prefix(longestCircle / 2) + ["…"] + circle.suffix(longestCircle / 2) : circle[...]
    return (shown + circle.prefix(1)).joined(separator: " -> ")
  }

  /// Presentation must not lead a responder chain in a circle.
  private func checkPresentations(of controllers: [ControllerDescription]) {
    let ids = controllers.map(\.id.value)
    let known = Set(ids)
    var next: [String: String] = [:]
    for window in layout.windows { for view in window.views { follow(view, below: nil, &next) } }
    var inCircles: Set<String> = []
    forEachCircle(from: ids, along: { next[$0].map { [$0] } ?? [] }) { circle, _ in
      inCircles.formUnion(circle)
    }
    var busy: [String: String] = [:]
    for controller in controllers {
      guard let presenting = controller.presenting else { continue }
      let id = controller.id.value
      if !known.contains(presenting.value) {
        findings.unknown("controller", presenting, among: ids)
      } else if inCircles.contains(id) {
        findings.error(
          "the responder chain of \(quoted(id)) would come back to it: "
            + "\(quoted(presenting.value)) cannot present it", at: presenting.mark)
      } else if let other = busy.updateValue(id, forKey: presenting.value) {
        findings.error(
          "\(quoted(presenting.value)) presents \(quoted(other)) already; a controller presents one at a time",
          at: presenting.mark)
      }
    }
  }

  /// Notes each controller's way up the responder chain: to the one that presents it, else to the one around its view.
  private func follow(_ view: ViewDescription, below enclosing: String?, _ next: inout [String: String]) {
    if let controller = view.controller {
      next[controller.id.value] = controller.presenting?.value ?? enclosing
    }
    for child in view.children { follow(child, below: view.controller?.id.value ?? enclosing, &next) }
  }

  // MARK: What goes with the rest of the layout

  /// Explore by touch, where it cannot work.
  private func explore() {
    guard let explore = layout.explore, layout.screen.page == nil, screenIsKnown else { return }
    findings.error(
      "`explore` needs `delivery: filter`", at: explore.mark,
      help: "write `delivery: filter` in `screen`: while touchd only listens, other programs get each touch")
  }

  /// Classes of the program's own that it does not have.
  private func customNames() {
    check(layout.ofViews(\.custom), "view", among: custom.views.names)
    check(layout.windows.compactMap(\.custom), "window", among: custom.windows.names)
    check(layout.ofViews { $0.controller?.custom }, "controller", among: custom.controllers.names)
    check([layout.application.custom].compactMap(\.self), "application", among: custom.applications.names)
    let recognizers = layout.allGestures.compactMap { gesture in
      if case .custom(let description) = gesture.kind { description } else { nil }
    }
    check(recognizers, "recognizer", among: custom.recognizers.names)
  }

  private func check(_ used: [CustomDescription], _ kind: String, among names: [String]) {
    findings.unknown(
      "custom \(kind)", used.map(\.name), among: names,
      help: names.isEmpty
        ? "this program registers none; run the one that does"
        : "this program registers \(names.joined(separator: ", "))")
  }

  /// Limit of a view's gestures together with those of the views around it and its window, and of the others that a
  /// gesture may name for one purpose. Far more than a person can tell apart. (O)
  static let mostGestures = 128

  /// More gestures than a finger may have, and gestures that name more of them than they may.
  ///
  /// What a finger costs grows with the gestures of its view and of those around it, at worst with each pair of them;
  /// they are all asked when it lands and when it lifts. A tap on a view of the largest layout that passes takes a few
  /// milliseconds.
  private func fingers() {
    for window in layout.windows {
      guard let count = count(window.gestures, on: window.id.value, besides: 0) else { continue }
      for view in window.views { check(view, besides: count) }
    }
    for gesture in layout.allGestures {
      check(gesture.requiresFailureOf, of: gesture, "requires_failure_of")
      check(gesture.simultaneousWith, of: gesture, "simultaneous_with")
    }
  }

  private func check(_ view: ViewDescription, besides others: Int) {
    // A scroll view brings its pan along.
    let others = view.ownPan == nil ? others : others + 1
    guard let count = count(view.gestures, on: view.id.value, besides: others) else { return }
    for child in view.children { check(child, besides: count) }
  }

  /// The number of gestures of a finger on a view; `nil`, with everything below unknown too, if they are too many.
  private func count(_ gestures: [GestureDescription], on view: String, besides others: Int) -> Int? {
    let room = max(Self.mostGestures - others, 0)
    guard gestures.count > room else { return others + gestures.count }
    let around = others > 0 ? ", \(others) of them of what is around it" : ""
    findings.error(
      "a finger on \(quoted(view)) would have \(others + gestures.count) gestures\(around); at most "
        + "\(Self.mostGestures) are allowed", at: gestures[room].name.mark,
      help: "give them to several views, beside each other")
    return nil
  }

  private func check(_ names: [Located<String>], of gesture: GestureDescription, _ key: String) {
    guard names.count > Self.mostGestures else { return }
    findings.error(
      "\(quoted(gesture.name.value)) names \(names.count) gestures in `\(key)`; at most \(Self.mostGestures) are "
        + "allowed", at: names[Self.mostGestures].mark)
  }

  /// Part of the screen above which held touches make the page slow for whole hands. (O)
  private static let largestHold = 0.1

  /// Effects on the page, with `delivery: filter`, that the author may not have meant.
  private func page() {
    guard layout.screen.page != nil else { return }
    reportReservedIDs()
    guard !keepsAtEnd else { return }
    for window in layout.windows {
      let size = extent(of: window.frame, in: layout.screen.size)
      if window.onTouch?.keeps ?? false { continue }
      for gesture in window.gestures { check(gesture, share: share(of: size)) }
      for view in window.views { check(view, in: size) }
    }
  }

  private func reportReservedIDs() {
    let ids = layout.windows.map(\.id) + layout.ofViews(\.id) + layout.ofViews(\.controller).map(\.id)
    for id in ids where id.value == "screen" {
      findings.error(
        "the id \(quoted("screen")) is reserved with `delivery: filter`", at: id.mark,
        help: "it always names the page behind the application")
    }
  }

  /// Whether the end of every chain keeps all touches: then no gesture takes anything from the page.
  private var keepsAtEnd: Bool {
    let bindings = [layout.application.onTouch, layout.application.delegate?.onTouch].compactMap(\.self)
    guard let first = bindings.first(where: \.keeps) else { return false }
    findings.warning(
      "the page gets no touch: this `on_touch` keeps them all", at: first.to.mark,
      help: "with `forward: true` it listens, and lets them pass")
    return true
  }

  /// Checks a view and those below it: a view that consumes touches consumes theirs, too.
  private func check(_ view: ViewDescription, in superview: Size?) {
    guard !view.keepsTouches else { return }
    let size = superview.flatMap { extent(of: view.frame, in: $0) }
    for gesture in view.gestures { check(gesture, share: share(of: size)) }
    for child in view.children { check(child, in: size) }
  }

  /// One warning for each gesture; one that writes its flags out means what it says.
  private func check(_ gesture: GestureDescription, share: Double?) {
    if case .hover = gesture.kind { return }
    let delays = gesture.delaysBegan ?? false
    let name = quoted(gesture.name.value)
    if !delays, let pointer = gesture.to.first(where: { pointerActs[$0.value] != nil }) {
      return warn(name, at: pointer.mark)
    }
    if delays {
      let isWrittenOut = gesture.cancelsTouches != nil && gesture.delaysEnded != nil
      guard !isWrittenOut else { return }
      let cost = gesture.costOfTap(layout.thresholds)
      if let share, share >= Self.largestHold {
        findings.warning(
          "\(name) holds every touch on \(Int((share * 100).rounded())) % of the screen back until it has failed"
            + (cost.map { ", an ordinary tap until \($0)" } ?? ""),
          at: gesture.name.mark,
          help: "put it on a small view; or write out `cancels_touches` and `delays_ended` as well")
      } else if let cost {
        findings.warning(
          "\(name) holds an ordinary tap back until \(cost)", at: gesture.name.mark,
          help: (gesture.hasWithin
            ? "leave `within` out, then only the time between two taps counts; or " : "")
            + "write out `cancels_touches` and `delays_ended` as well, if that is meant")
      }
    } else if gesture.cancelsTouches == nil {
      findings.warning(
        "\(name) takes its touches from the page when it is recognized, and the page has seen them by then",
        at: gesture.name.mark,
        help: "`delays_began: true` hides them from the page, `cancels_touches: false` leaves them to it")
    } else if gesture.delaysEnded == nil, gesture.costOfTap(layout.thresholds) != nil {
      findings.warning(
        "\(name) makes taps long for the page: its finger stays down until the gesture has failed",
        at: gesture.name.mark, help: "write `delays_began: true`, or `delays_ended: false`")
    }
  }

  /// At most 1: a view may be larger than the screen.
  private func share(of size: Size?) -> Double? {
    size.map { min($0.width * $0.height / (layout.screen.size.width * layout.screen.size.height), 1) }
  }

  private func extent(of frame: FrameDescription, in superview: Size) -> Size? {
    try? frame.resolve(in: superview, pointsPerMillimetre: layout.screen.pointsPerMillimetre).size
  }

  private static let pointerUses = [
    "press": "a tap, a swipe, a long press, an event of a control or `on_touch`",
    "drag": "a pan, an edge pan or a long press", "scroll": "a pan or an edge pan",
  ]

  /// Uses of the plugin `pointer` that it can make nothing of, and touches that the page gets beside it.
  private func pointers() {
    let pressing = layout.touchBindings.map(\.to) + layout.controlResponders
    let uses: [([Located<String>], [String])] =
      layout.allGestures.map { ($0.to, $0.kind.pointerActs) }
      + [(pressing, ["press"]), (layout.idle.flatMap(\.to) + layout.wake, [])]
    for (names, acts) in uses {
      for name in names {
        guard let act = pointerActs[name.value], !acts.contains(act) else { continue }
        findings.error(
          "\(quoted(name.value)) has nothing to \(act) here", at: name.mark,
          help: "`\(act)` goes with \(Self.pointerUses[act] ?? "")")
      }
    }
    for responder in layout.responders where layout.screen.page == nil && responder.pointerAct != nil {
      findings.warning(
        "with `delivery: observe` the page gets the touches of \(quoted(responder.name.value)) as well",
        at: responder.plugin.mark, help: "write `delivery: filter` in `screen`")
    }
    for binding in layout.touchBindings where binding.forwards && layout.screen.page != nil {
      if pointerActs[binding.to.value] != nil { warn("this `on_touch`", at: binding.to.mark) }
    }
  }

  private func warn(_ what: String, at mark: Mark) {
    findings.warning(
      "\(what) moves a mouse, and the page gets its touches as well", at: mark,
      help: "keep them from the page: with an `on_touch` of a responder of `log`, or as a `type: control`")
  }
}

/// Finds the circles of a graph: walks along the edges from each node, and over each of them once; one that leads back
/// to where the walk came by closes a circle.
///
/// A loop and not a recursion: a file may have a chain of as many gestures as it has lines.
///
/// - Parameter report: receives the nodes of a circle, and which edge of the last of them closes it.
private func forEachCircle<Node: Hashable>(
  from starts: some Sequence<Node>, along edges: (Node) -> [Node], _ report: ([Node], _ edge: Int) -> Void
) {
  var walked: Set<Node> = []
  for start in starts where walked.insert(start).inserted {
    var way = [(node: start, next: edges(start), followed: 0)]
    /// By node on the way: its place there.
    var places = [start: 0]
    while let step = way.last {
      guard step.followed < step.next.count else {
        places[step.node] = nil
        way.removeLast()
        continue
      }
      way[way.count - 1].followed += 1
      let next = step.next[step.followed]
      if let place = places[next] {
        report(way[place...].map(\.node), step.followed)
      } else if walked.insert(next).inserted {
        places[next] = way.count
        way.append((next, edges(next), 0))
      }
    }
  }
}

extension ResponderBinding {
  fileprivate var pointerAct: String? {
    guard plugin.value == "pointer" else { return nil }
    return ["press", "drag", "scroll"].first { options[$0] != nil }
  }
}

extension GestureDescription.Kind {
  fileprivate var pointerActs: [String] {
    switch self {
    case .tap, .swipe: ["press"]
    case .longPress: ["press", "drag"]
    case .pan, .edgePan: ["drag", "scroll"]
    case .pinch, .rotation, .hover, .custom: []
    }
  }
}

extension TouchBinding {
  /// Whether it keeps touches from what comes after it in the chain.
  var keeps: Bool { !forwards }
}

extension ViewDescription {
  /// Whether touches on it, and on what is below it, go no further up the chain.
  var keepsTouches: Bool {
    if let onTouch { return onTouch.keeps }
    if controller?.onTouch?.keeps ?? false { return true }
    return kind == .control || kind == .scroll
  }
}

extension GestureDescription {
  /// A lift that comes later makes a tap a long press for the page. (O)
  private static let longestTap = Interval.milliseconds(300)

  /// True if a time from the first down to the last replaces the time between two taps.
  fileprivate var hasWithin: Bool { if case .tap(let tap) = kind { tap.within != nil } else { false } }

  /// Time at which a single tap has made it fail: `0.35 s after its lift`; `nil` if the page has it as a tap by then.
  fileprivate func costOfTap(_ thresholds: Thresholds) -> String? {
    let (wait, start): (Interval, String)
    switch kind {
    case .tap(let tap) where tap.count > 1:
      (wait, start) = tap.within.map { ($0, "landing") } ?? (thresholds.tap.interval, "lift")
    case .longPress(let press) where press.taps > 0: (wait, start) = (thresholds.tap.interval, "lift")
    default: return nil
    }
    return wait > Self.longestTap ? "\(words(for: wait.seconds)) s after its \(start)" : nil
  }
}
