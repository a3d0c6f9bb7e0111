extension Obstacle {
  /// One or two words, for a label.
  var word: String {
    switch self {
    case .hidden: "hidden"
    case .transparent: "transparent"
    case .notInteractive: "not interactive"
    case .hitsNothing: "hit: none"
    case .passesThrough: "pass_through"
    case .redirects: "redirects"
    case .above(_, let obstacle): obstacle.word
    case .flattened: "flattened"
    case .empty: "empty"
    case .beyondScreen: "off the screen"
    case .outside: "outside"
    case .covered: "covered"
    case .coveredBySubviews: "covered by its subviews"
    }
  }
}

extension Obstacle: CustomStringConvertible {
  /// The reason as a clause, such as `"menu" covers it`.
  var description: String {
    switch self {
    case .hidden: "it is hidden"
    case .transparent(let alpha): "its alpha is \(words(for: alpha)), and 0.01 or less takes no touches"
    case .notInteractive: "it is not interactive"
    case .hitsNothing: "its `hit` is `none`"
    case .passesThrough: "its `hit` is `pass_through`: only its subviews are hit"
    case .redirects(let target):
      "its touches go to \(target.map { quoted($0) } ?? "no view") (`hit_redirect`)"
    case .above(let view, let obstacle): "it is in \(quoted(view)), of which is said: \(obstacle)"
    case .flattened: "its transform leaves no area of it"
    case .empty: "it has no area"
    case .beyondScreen: "it is outside the screen"
    case .outside(let view): "it is outside \(quoted(view)), which takes no touches beyond itself"
    case .covered(let views, let andMore):
      views.isEmpty
        ? "other views cover it"
        : "\(series(views.map(quoted) + (andMore ? ["others"] : []))) \(views.count == 1 && !andMore ? "covers" : "cover") it"
    case .coveredBySubviews: "its subviews cover it"
    }
  }
}
