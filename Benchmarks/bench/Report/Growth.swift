/// The curves of growth: what a frame and a hit test cost against fingers, recognizers and views.
struct Growth {
  private let results: Results

  init(_ results: Results) { self.results = results }

  /// The charts by the names of their files; none that has no figures.
  var charts: [(file: String, chart: Chart)] {
    [("fingers.svg", fingers), ("recognizers.svg", recognizers), ("views.svg", views)].filter { _, chart in
      chart.curves.allSatisfy { $0.points.count > 1 }
    }
  }

  /// Writes each into its file.
  func write(in folder: String) throws {
    for (file, chart) in charts { try writeFile(chart.text, "\(folder)/\(file)") }
  }

  private var fingers: Chart {
    Chart(
      title: "A frame, by how many fingers move", x: .init(name: "fingers"),
      y: .init(name: "instructions per frame"),
      curves: [
        curve("a plugin, 2 recognizers", "fingers/plugin/2"), curve("a plugin", "fingers/plugin/0"),
        curve("no listener", "fingers/nobody/0"),
      ])
  }

  private var recognizers: Chart {
    Chart(
      title: "A frame of ten fingers, by recognizers on each view",
      x: .init(name: "recognizers on each view"), y: .init(name: "instructions per frame"),
      curves: [curve("a plugin", "recognizers/plugin"), curve("no listener", "recognizers/nobody")])
  }

  private var views: Chart {
    Chart(
      title: "A hit test, by how many views there are", x: .init(name: "views", isLogarithmic: true),
      y: .init(name: "instructions per hit test", isLogarithmic: true),
      curves: [
        curve("flat, plain recursion", "views/flat/plain"), curve("flat", "views/flat/fast"),
        curve("nested, plain recursion", "views/nested/plain"), curve("nested", "views/nested/fast"),
      ])
  }

  /// The figures whose names begin so; the last part of a name is the place along the axis.
  private func curve(_ name: String, _ series: String) -> Chart.Curve {
    let prefix = "growth/\(series)/"
    let points = results.names.filter { $0.hasPrefix(prefix) }.compactMap {
      figure -> (x: Double, y: Double)? in
      guard let x = Double(figure.dropFirst(prefix.count)), let y = results[figure]?.median else {
        return nil
      }
      return (x, y)
    }
    return Chart.Curve(name: name, points: points)
  }
}
