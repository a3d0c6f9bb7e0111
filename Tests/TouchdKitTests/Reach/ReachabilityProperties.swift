import Glibc
import TestTables

@testable import TouchdKit

/// What is computed of the whole screen at once, against hit tests of single points through the model.
@Suite("Reachability: equal to hit tests") struct ReachabilityProperties {
  /// Hit tests of each layout: in an ordinary run; with `REACH_HIT_TESTS`, as many as that says.
  static let hitTests = getenv("REACH_HIT_TESTS").flatMap { Int(String(cString: $0)) } ?? 3_000

  struct Layouts: TableRow {
    var what = ""
    let seeds: Range<UInt64>
    let views: Int
  }

  @Test(
    "100 random layouts: a view that is never reached is not hit, and one that is reached is hit in its place",
    arguments: [
      "few views": Layouts(seeds: 0..<40, views: 6),
      "some views": Layouts(seeds: 40..<80, views: 25),
      "many views": Layouts(seeds: 80..<100, views: 120),
    ] as Table<Layouts>)
  func randomLayouts(_ layouts: Layouts) throws {
    var (reached, never) = (0, 0)
    for seed in layouts.seeds {
      let text = RandomScreen(seed: seed, views: layouts.views).text
      let application = try application(of: text, "seed \(seed)")
      let seen = try Self.check(application, seed: seed, hitTests: Self.hitTests)
      reached += seen.reached
      never += seen.never
    }
    // Both answers are common, or nothing was compared.
    #expect(
      reached > layouts.seeds.count && never > layouts.seeds.count, "\(reached) reached, \(never) never")
  }

  @Test("The layouts of the documents and examples", arguments: exampleFiles + fixtures)
  func examples(path: String) throws {
    let bytes = try ConfigurationFile.read(SourceFile.packageRoot + "/" + path)
    let application = try application(of: String(decoding: bytes, as: UTF8.self), path)
    _ = try Self.check(application, seed: 1, hitTests: Self.hitTests)
  }

  static let exampleFiles = [
    "Sources/TouchdKit/Demo/demo.yaml", "Examples/Kiosk/kiosk.yaml", "Examples/events/layout.yaml",
    "Examples/lobby/lobby.yaml", "Examples/wall-panel/hall.yaml", "Examples/wall-panel/kitchen.yaml",
    "Examples/machine-panel/machine.yaml", "Examples/museum-table/table.yaml", "etc/default.yaml",
  ]
  private static let fixtures = ["windows", "lobby"].map {
    "Tests/TouchdKitTests/Fixtures/layouts/\($0).yaml"
  }

  private func application(of text: String, _ name: String) throws -> Application {
    let (layout, problems) = SampleLayouts.reader.read(Array(text.utf8), file: name)
    return try SampleLayouts.application(of: try #require(layout, "\(name): \(problems)"))
  }

  private static func check(
    _ application: Application, seed: UInt64, hitTests: Int
  ) throws -> (reached: Int, never: Int) {
    let screen = try #require(application.screen)
    let reachability = try #require(Reachability(of: application.windowsFromFront, on: screen))
    var (reached, never): (Int, Set<ObjectIdentifier>) = (0, [])
    var area = reachability.unclaimed.map(\.area).reduce(0, +)
    for seen in reachability.views {
      switch seen.reach {
      case .reached(let share):
        reached += 1
        area += share.area
        let hit = application.hitTest(share.place, with: nil)
        #expect(
          hit === seen.view,
          "seed \(seed): \(share) of \(seen.view.identifier) hits \(hit?.identifier ?? "nil")")
      case .never: never.insert(ObjectIdentifier(seen.view))
      case .undecided: Issue.record("seed \(seed): \(seen.view.identifier) is undecided")
      }
    }
    let picture = LayoutPicture(of: application, title: "seed").text
    for (word, count) in [("never", never.count), ("reached", reached)] {
      let drawn = picture.split(separator: "data-reach=\"\(word)\"").count - 1
      #expect(drawn == count, "seed \(seed): the picture has \(drawn) views that are \(word), not \(count)")
    }
    for piece in reachability.unclaimed where piece.width >= Reachability.least {
      #expect(
        application.hitTest(piece.middle, with: nil) == nil, "seed \(seed): \(piece.middle) hits a view")
    }
    let whole = screen.width * screen.height
    #expect(abs(area - whole) < whole * 1e-6, "seed \(seed): the shares are \(area) of \(whole)")

    var random = SplitMix(seed: seed &+ 1_000_000)
    for _ in 0..<hitTests {
      // Not on the very edge, a line without width: a mirrored view leaves it to the one behind.
      let point = Point(
        x: Double.random(in: 0.001..<screen.width, using: &random),
        y: Double.random(in: 0.001..<screen.height, using: &random))
      guard let hit = application.hitTest(point, with: nil) else { continue }
      let isWrong = never.contains(ObjectIdentifier(hit))
      #expect(!isWrong, "seed \(seed): \(point) hits \(hit.identifier)")
    }
    return (reached, never.count)
  }
}
