import Dispatcher

/// What stands below a picture, in words: the views that are never hit and why, and what belongs to a point or a recording.
struct PictureNotes {
  /// How many lines a list has; the rest is counted. It bounds the file. (O)
  static let mostLines = 200
  /// How many names a line has. (O)
  private static let mostNames = 12
  /// A part of the screen that is smaller, in square points, is hit by chance alone. (O)
  private static let hardly = 1.0

  /// A heading and its lines.
  struct Section {
    let head: String
    var lines: [String]
    /// For programs that read the drawing.
    let name: String
  }

  private(set) var sections: [Section] = []

  /// A list of its own, cut at ``mostLines``; nothing if there are no lines.
  mutating func add(_ head: String, name: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    let rest = lines.count - Self.mostLines
    sections.append(
      Section(
        head: head, lines: lines.prefix(Self.mostLines) + (rest > 0 ? ["and \(rest) more"] : []), name: name))
  }

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
        "\(view.view.identifier): \(obstacle)" + Self.words(forWhatIsIn: above[view.view.identifier] ?? [])
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
    return "\(view.view.identifier): \(share.area.pointWords) square points are left of it"
  }

  /// Views whose class may have a hit test of its own.
  private static func custom(_ views: [PicturedView]) -> [String] {
    let names = views.filter { !$0.view.hasStandardHitTest && type(of: $0.view) != ScrollView.self }
      .map(\.view.identifier)
    return series(names).map { ["of a class that may override hitTest or point(inside:): \($0)"] } ?? []
  }

  /// Names in a row; `nil` for none.
  static func series(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let rest = names.count - mostNames
    return TouchdKit.series(names.prefix(mostNames) + (rest > 0 ? ["\(rest) more"] : []))
  }

  /// The sections as text from a height down.
  ///
  /// - Returns: the elements, and where they end.
  func drawn(from top: Double, width: Double) -> (svg: SVG, bottom: Double) {
    var svg = SVG()
    var y = top
    // A letter of 12 units is half as wide, on average.
    let letters = max(20, Int(width / 6.2))
    for section in sections {
      y += 26
      svg.begin("g", ["class": "note", "data-list": "\(section.name)"])
      svg.add(
        "text", ["class": "head", "x": .number(PictureScale.margin), "y": .number(y)], content: section.head)
      for line in section.lines {
        for (index, part) in line.wrapped(to: letters).enumerated() {
          y += 17
          let x = PictureScale.margin + (index == 0 ? 0 : 16)
          svg.add("text", ["x": .number(x), "y": .number(y)], content: part)
        }
      }
      svg.end()
    }
    return (svg, y)
  }
}

extension String {
  /// The text in lines of at most so many letters, cut at blanks, words that are longer in the middle; at most 12 lines.
  func wrapped(to letters: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      var word = word[...]
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + word.count > letters {
        lines.append("")
      }
      while word.count > letters {
        lines[lines.count - 1] += word.prefix(letters)
        word = word.dropFirst(letters)
        lines.append("")
      }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      if lines.count > 12 { return lines.prefix(12) + ["…"] }
    }
    return lines
  }
}
