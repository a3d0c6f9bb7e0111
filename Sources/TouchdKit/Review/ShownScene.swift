import Dispatcher

/// Looks for views that no finger can touch: without area, outside, or covered by others.
///
/// ``Reachability`` says which these are. It knows a layout at rest; what `show` hides and shows, and what scrolls, is
/// given the benefit of the doubt. Layouts with code of the program's own, and those whose millimetres only a panel can
/// translate, are not looked at.
extension LayoutReview {
  func reach() {
    guard !layout.hasOwnCode, let application = try? layout.makeStillApplication() else { return }
    let (scene, places) = (ShownScene(application, changing: layout.changingViews), layout.places)
    let screen = Rect(origin: .zero, size: layout.screen.size)
    let effort = Reachability.effort / scene.states.count
    var (views, holders): ([Reachability.SeenView], Set<ObjectIdentifier>) = ([], [])
    var hasGap = false
    for state in scene.states {
      scene.show(state)
      guard let seen = Reachability(of: application.windowsFromFront, on: screen, effort: effort)
      else { return }
      holders.formUnion(Self.holders(of: seen.views))
      views += seen.views.filter { scene.state(of: $0.view) == state }
      hasGap = hasGap || seen.unclaimed.contains { $0.width >= Reachability.least }
      reviewElements(application, places) { scene.state(of: $0) == state }
    }
    report(views.sorted { $0.depth < $1.depth }, places, except: holders)
    if !hasGap { reportPage(views, places) }
  }

  /// With `delivery: filter`, the page gets what hits no view, and what views let go on. ``LayoutCheck`` looks at the
  /// chain's end.
  private func reportPage(_ views: [Reachability.SeenView], _ places: [String: Layout.Place]) {
    guard let page = layout.screen.page, layout.pointer == nil else { return }
    let reached = views.filter { if case .reached = $0.reach { true } else { false } }
    let hasTouches = reached.contains { seen in
      !seen.view.chainOfViews.contains { places[$0.identifier]?.keepsTouches == true }
    }
    guard !hasTouches, !reached.isEmpty else { return }
    findings.warning(
      "the page gets no touch: each view keeps those that it gets", at: page.mark,
      help: "with `forward: true` in an `on_touch`, touches go on to the page as well")
  }

  /// Looks, among the elements of explore by touch, for those that a person hears no name of, cannot find with a
  /// finger, or cannot reach, and those whose activation touches another view.
  private func reviewElements(
    _ application: Application, _ places: [String: Layout.Place], _ isMeant: (View) -> Bool
  ) {
    guard layout.explore != nil, layout.canExplore else { return }
    let highest = layout.highestReach ?? -.infinity
    // A fingertip, but for rounding: WCAG 2.1's 44 points (2.5.5), and the 9 mm of Windows' guide for touch.
    let (wide, high, words) =
      layout.screen.pointsPerMillimetre.map { (9 * $0.x, 9 * $0.y, "9 mm") } ?? (44, 44, "44 points")
    for element in application.accessibilityElementsInOrder where isMeant(element) {
      guard let place = places[element.identifier] else { continue }
      let name = quoted(element.identifier)
      if element.accessibilityLabel == nil {
        findings.warning(
          "a person who explores hears no name of \(name)", at: place.id,
          help: "write `label` in `accessible`")
      }
      let hit = application.hitTest(element.accessibilityActivationPoint, with: nil)
      if hit?.isDescendant(of: element) != true, !isTemporary(around: element) {
        findings.warning(
          "to activate \(name) touches \(hit.map { quoted($0.identifier) } ?? "nothing"), not it",
          at: place.frame, help: "write a `point` in `accessible` at which nothing is in front of it")
      }
      let target = element.toScreen.boundingBox(of: element.target)
      if target.width < wide - 1e-6 || target.height < high - 1e-6 {
        findings.warning(
          "\(name) is smaller than \(words), so a finger that explores misses it", at: place.frame,
          help: "make it larger, or give it a `hit_outset`")
      }
      if element.accessibilityFrame.center.y < highest {
        findings.warning(
          "\(name) is higher than 1220 mm, which not everyone reaches", at: place.frame,
          help: "write `reach: true` in `explore`, or move it down")
      }
    }
  }

  /// Of a view and what is in it, the outermost that is at fault.
  private func report(
    _ views: [Reachability.SeenView], _ places: [String: Layout.Place], except holders: Set<ObjectIdentifier>
  ) {
    var reported: Set<ObjectIdentifier> = []
    for seen in views {
      guard let place = places[seen.view.identifier] else { continue }
      let isInReported = seen.view.superview.map { reported.contains(ObjectIdentifier($0)) } ?? false
      let isHolder = holders.contains(ObjectIdentifier(seen.view))
      if isInReported || !isHolder && report(seen, place) { reported.insert(ObjectIdentifier(seen.view)) }
    }
  }

  /// The views that have something in them that can be touched: such a view may be there for that alone.
  private static func holders(of views: [Reachability.SeenView]) -> Set<ObjectIdentifier> {
    var holders: Set<ObjectIdentifier> = []
    for seen in views {
      guard case .reached = seen.reach else { continue }
      var view = seen.view.superview
      while let current = view, holders.insert(ObjectIdentifier(current)).inserted {
        view = current.superview
      }
    }
    return holders
  }

  /// - Returns: whether there was something to say.
  private func report(_ seen: Reachability.SeenView, _ place: Layout.Place) -> Bool {
    let view = seen.view
    let name = quoted(view.identifier)
    switch seen.reach {
    case .never(.empty):
      let hasArea = view.bounds.size.width > 0 && view.bounds.size.height > 0
      findings.warning(
        "\(name) has no area, so no finger can touch it", at: place.frame,
        help: hasArea
          ? "a `hit_outset` below 0 makes the target smaller than the frame"
          : "give its frame a width and a height above 0")
    case .never(.beyondScreen), .never(.outside):
      return view.isInScrollView ? reportUnscrolled(view, place) : reportOutside(seen, place)
    case .never(.covered(let by, let andMore)):
      guard place.listens, !isTemporary(around: view) else { return false }
      findings.warning(
        "no finger can touch \(name): \(Obstacle.covered(by: by, andMore: andMore))", at: place.id,
        help: "of two views in one place the later one is in front; let what is in front be smaller, or "
          + "`hit: pass_through`")
    case .never(.notInteractive):
      guard place.listens, let kind = place.refusingKind else { return false }
      findings.warning(
        "no finger can touch \(name): a view of type `\(kind.rawValue)` takes none by itself", at: place.id,
        help: "write `interactive: true` for it")
    case .reached(let share)
    where place.listens && share.width < 1 && view.hitOutset == .zero && !view.isInScrollView:
      findings.warning(
        "\(name) is less than a point wide where a finger can touch it", at: place.frame,
        help: "lengths are points; `50%` is half of the superview, `12mm` are millimetres")
    default: return false
    }
    return true
  }

  /// Whether what is in front of a view may go away, or the view come to another place.
  private func isTemporary(around view: View) -> Bool {
    layout.commands.contains(.show) || view.isInScrollView
  }

  private func reportOutside(_ seen: Reachability.SeenView, _ place: Layout.Place) -> Bool {
    let corner = seen.view.toScreen.boundingBox(of: seen.view.bounds)
    let spot =
      "its upper left corner is at \(corner.minX.pointWords), \(corner.minY.pointWords) of the screen"
    let name = quoted(seen.view.identifier)
    if case .never(.outside(let holder)) = seen.reach {
      findings.warning(
        "no finger can touch \(name), which is outside \(quoted(holder)): \(spot)", at: place.frame,
        help:
          "a frame counts from the upper left corner of the superview; move it, or give \(quoted(holder)) "
          + "`reaches_children: true`")
    } else {
      let size = layout.screen.size
      findings.warning(
        "no finger can touch \(name), which is outside the screen of \(words(for: size.width)) × "
          + "\(words(for: size.height)) points: \(spot)", at: place.frame,
        help: "lengths are points; `right: 0` and `bottom: 0` are the far edges")
    }
    return true
  }

  /// Reports parts of a scroll view's content beyond its end.
  private func reportUnscrolled(_ view: View, _ place: Layout.Place) -> Bool {
    guard let scroll = view.superview as? ScrollView else { return false }
    let (first, last) = scroll.offsetRange
    let content = Rect(
      x: first.x, y: first.y, width: last.x - first.x + scroll.bounds.size.width,
      height: last.y - first.y + scroll.bounds.size.height)
    guard !content.reaches(into: view.toSuperview.boundingBox(of: view.target)) else { return false }
    findings.warning(
      "no finger can touch \(quoted(view.identifier)): the content of \(quoted(scroll.identifier)) ends before it",
      at: place.frame, help: "make `content_size` larger, or leave it out: then it holds all children")
    return true
  }
}

extension View {
  /// The view, and those around it.
  fileprivate var chainOfViews: [View] { Array(sequence(first: self) { $0.superview }) }

  /// Whether it comes to other places when something is scrolled.
  fileprivate var isInScrollView: Bool { chainOfViews.dropFirst().contains { $0 is ScrollView } }
}

/// The views of a layout in the states that `show` can bring them to, one after another.
///
/// Each state has one of the views and windows that come and go shown, with what it is in; all others of these are
/// hidden. So nothing is in front of a view that could go away.
struct ShownScene {
  /// The most states that are looked at; what comes and goes beyond them is not. (O)
  static let mostStates = 32

  /// Views that come and go, as shown: an id each, or `nil` for none of them.
  let states: [String?]
  private let changing: Set<String>
  private var views: [String: View] = [:]

  /// - Parameter changing: the ids of the views and windows that come and go.
  init(_ application: Application, changing: Set<String>) {
    self.changing = changing
    states = [nil] + changing.sorted().prefix(Self.mostStates - 1).map(Optional.some)
    for view in application.allViews where changing.contains(view.identifier) {
      views[view.identifier] = view
    }
  }

  func show(_ state: String?) {
    for view in views.values { view.isHidden = true }
    for view in state.flatMap({ views[$0] })?.chainOfViews ?? [] where changing.contains(view.identifier) {
      view.isHidden = false
    }
  }

  /// The state in which to look at a view: that of the nearest view around it that comes and goes.
  func state(of view: View) -> String? {
    view.chainOfViews.first { changing.contains($0.identifier) }?.identifier
  }
}
