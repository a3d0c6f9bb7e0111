import Dispatcher

extension Notes {
  /// A part of the screen that is smaller, in square points, is hit by chance alone. (O)
  private static let hardly = 1.0

  /// The views that are never hit, those first of which the layout does not say it.
  mutating func addReach(of views: [PicturedView]) {
    let obstacles = views.compactMap { view in view.obstacle.map { (view, $0) } }
    let above = Dictionary(
      grouping: obstacles.compactMap { view, obstacle in
        if case .above(let root, _) = obstacle { (root, view.view.identifier) } else { nil }
      }, by: \.0
    ).mapValues { $0.map(\.1) }
    func lines(_ intention: Obstacle.Intention) -> [String] {
      obstacles.filter { if case .above = $1 { false } else { $1.intention == intention } }.map {
        view, obstacle in
        "\(Self.short(view.view.identifier)): \(obstacle)"
          + Self.words(forWhatIsIn: above[view.view.identifier] ?? [])
      }
    }
    add("Never hit, and the layout does not say so", name: "never", lines(.accident))
    add("Never hit, as the layout says", name: "wanted", lines(.wanted))
    add("Never hit itself, but through its subviews", name: "through", lines(.usual))
    add("Hardly ever hit", name: "hardly", views.compactMap(Self.smallShare))
    add(
      "Not known", name: "undecided",
      Self.series(views.filter { $0.seen.reach == .undecided }.map(\.view.identifier)).map {
        ["too many views overlap to say whether these are hit: \($0)"]
      } ?? [])
    add("Decided by code of the program, and shown as if it were not", name: "custom", Self.custom(views))
  }

  private static func words(forWhatIsIn names: [String]) -> String {
    series(names).map { "; so is what is in it: \($0)" } ?? ""
  }

  private static func smallShare(_ view: PicturedView) -> String? {
    guard case .reached(let share) = view.seen.reach, share.area < hardly else { return nil }
    return "\(short(view.view.identifier)): \(share.area.pointWords) square points are left of it"
  }

  /// Classes of touchd's own whose hit test is that of any view, while nothing moves.
  private static let ownClasses = Set(
    [ScrollView.self, InterceptingWindow.self].map { ObjectIdentifier($0) })

  /// Views whose class may have a hit test of its own.
  private static func custom(_ views: [PicturedView]) -> [String] {
    let names = views.filter {
      !$0.view.hasStandardHitTest && !Self.ownClasses.contains(ObjectIdentifier(type(of: $0.view)))
    }
    .map(\.view.identifier)
    return series(names).map { ["of a class that may override hitTest or point(inside:): \($0)"] } ?? []
  }
}
