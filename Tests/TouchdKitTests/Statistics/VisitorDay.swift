import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

/// A day of visitors of whom is known what they meant, on a layout of a kiosk.
@Suite("A day of 10,000 visitors") struct VisitorDay {
  private static let visitors = 10_000
  /// A screen of 250 by 250 mm. Buttons of 20 mm, of which one is slow to answer; a picture that does nothing.
  private static let kiosk = """
    version: 1
    screen: { name: kiosk, size: [1000, 1000], size_mm: [250, 250] }
    responders: { act: { plugin: log } }
    statistics: {}
    views:
      - id: page
        frame: full
        gestures: [{ swipe: { direction: left }, to: act }]
        children:
          - { id: picture, frame: [300, 250, 400, 400] }
          - { id: back, type: control, frame: [40, 40, 80, 80], control: { events: { touch_up_inside: act } } }
          - { id: more, type: control, frame: [880, 40, 80, 80], control: { events: { touch_up_inside: act } } }
          - { id: buy, type: control, frame: [40, 880, 80, 80], control: { events: { touch_up_inside: act } } }
          - { id: card, frame: [460, 880, 80, 80], gestures: [{ tap: {}, to: act }] }
          - id: admin
            frame: [880, 880, 80, 80]
            gestures: [{ long_press: { minimum: 1s }, to: act }]
    """
  private static let places = ["back": (80, 80), "more": (920, 80), "buy": (80, 920), "card": (500, 920)]
    .mapValues { Point(x: Double($0.0), y: Double($0.1)) }

  /// A thing that a visitor meant, and a view.
  private struct Truth: Hashable {
    let figure: Figure
    let view: String
  }

  private var random = SplitMix(seed: 26)
  private var kernel = KernelPanel(.slots(count: KernelPanel.slotCount))
  private var time = Timestamp(seconds: 10)
  private var truths: [Truth: Int] = [:]

  private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

  /// A number of a bell curve around 0.
  private mutating func noise(_ deviation: Double) -> Double { random.normal() * deviation }

  @Test("Each class is found, and nothing else, in 98 of 100 at least") func day() throws {
    var day = self
    let (report, picture) = try day.run()
    #expect(report.count == 6)
    for (figure, precision, recall) in report {
      print("  \(figure.rawValue): precision \(precision), recall \(recall)")
      #expect(precision >= 0.98 && recall >= 0.98, "\(figure.rawValue): \(precision), \(recall)")
    }
    let path = Page.root + "docs/pictures/statistics.svg"
    if getenv("WRITE_PICTURES") != nil { try OutputFile.write(picture, to: path) }
    let isSame = try contentsOfFile(path, limit: 1 << 20) == Array(picture.utf8)
    #expect(isSame, "WRITE_PICTURES=1 swift test --filter VisitorDay")
  }

  private typealias Report = [(Figure, precision: Double, recall: Double)]

  /// - Returns: how well each class is counted, and the picture of the day.
  private mutating func run() throws -> (Report, picture: String) {
    let kiosk = try VisitedKiosk(layout(Self.kiosk), kernel)
    var all = VisitCounts()
    var found: [Figure: (meant: Int, counted: Int, both: Int)] = [:]
    for _ in 0..<Self.visitors {
      truths = [:]
      kiosk.play(visit(), until: time)
      let counts = kiosk.watch.takeCounts(at: time).values.reduce(into: VisitCounts()) { $0 += $1 }
      #expect(counts.sums[.sessions] == 1)
      all += counts
      for figure in Self.classes {
        for view in Set(counts.views.keys).union(truths.keys.map(\.view)) {
          let (meant, counted) = (
            truths[Truth(figure: figure, view: view)] ?? 0, counts.views[view]?[figure] ?? 0
          )
          found[figure, default: (0, 0, 0)].meant += meant
          found[figure, default: (0, 0, 0)].counted += counted
          found[figure, default: (0, 0, 0)].both += min(meant, counted)
        }
      }
    }
    var picture = LayoutPicture(of: try kiosk.layout.makeStillApplication(), title: "kiosk, 10,000 visitors")
    picture.visits = VisitPicture(columns: 48, rows: 27, counts: all, sums: all.sums)
    let report: Report = Self.classes.map { figure in
      let (meant, counted, both) = found[figure] ?? (0, 0, 0)
      return (figure, Double(both) / Double(max(counted, 1)), Double(both) / Double(max(meant, 1)))
    }
    return (report, picture.text)
  }

  private static let classes: [Figure] = [.controls, .gestures, .dead, .repeated, .nearMisses, .givenUp]

  private mutating func mean(_ figure: Figure, _ view: String) {
    truths[Truth(figure: figure, view: view), default: 0] += 1
  }

  /// The visit of one person: a few acts, with pauses to read.
  private mutating func visit() -> [[RawEvent]] {
    var frames: [[RawEvent]] = []
    for _ in 0..<Int(number(2...6)) {
      frames += act()
      time = time + Interval.seconds(number(1.2...6))
    }
    time = time + .seconds(40)
    return frames
  }

  private mutating func act() -> [[RawEvent]] {
    let name = ["back", "more", "buy", "card"][Int(number(0...3.999))]
    let centre = Self.places[name] ?? .zero
    switch number(0...1) {
    case ..<0.55:
      // A finger ends up 2.5 mm from where it is meant, on average: seldom beside the button.
      let place = Point(x: centre.x + noise(10), y: centre.y + noise(10))
      let isIn = abs(place.x - centre.x) < 40 && abs(place.y - centre.y) < 40
      if isIn { mean(name == "card" ? .gestures : .controls, name) } else { miss(name) }
      return press(place, for: number(0.05...0.25))
    case ..<0.65:
      // Aimed badly, as children and people in wheelchairs do: up to 10 mm beside an edge.
      let away = 40 + number(2...40)
      let side = number(0...1) < 0.5 ? (away, noise(12)) : (noise(12), away)
      let sign = (centre.x < 500 ? 1.0 : -1, centre.y < 500 ? 1.0 : -1)
      miss(name)
      return press(
        Point(x: centre.x + side.0 * sign.0, y: centre.y + side.1 * sign.1), for: number(0.05...0.25))
    case ..<0.72:
      // In anger, at what does not answer.
      let (picture, count) = (Point(x: 500 + noise(50), y: 450 + noise(50)), Int(number(3...7)))
      mean(.repeated, "picture")
      return (0..<count).flatMap { _ in
        mean(.dead, "picture")
        return press(
          Point(x: picture.x + noise(3), y: picture.y + noise(3)), for: number(0.04...0.1),
          pause: number(0.06...0.2))
      }
    case ..<0.80:
      // Curious, once or twice.
      return (0...Int(number(0...1.999))).flatMap { _ in
        mean(.dead, "picture")
        return press(
          Point(x: 500 + noise(50), y: 450 + noise(50)), for: number(0.05...0.3), pause: number(0.2...0.5))
      }
    case ..<0.87:
      let place = Point(x: 920 + noise(8), y: 920 + noise(8))
      // Given up, or not even meant as a press.
      let time = number(0...1) < 0.7 ? number(0.55...0.95) : number(0.05...0.4)
      if time > 0.5 { mean(.givenUp, "admin") }
      mean(.dead, "admin")
      return press(place, for: time)
    case ..<0.92:
      mean(.gestures, "admin")
      return press(Point(x: 920 + noise(8), y: 920 + noise(8)), for: number(1.1...2))
    default:
      // From beside a button as well.
      mean(.gestures, "page")
      return swipe(from: Point(x: number(700...850), y: number(60...700)))
    }
  }

  private mutating func miss(_ name: String) {
    mean(.nearMisses, name)
    mean(.dead, "page")
  }

  private mutating func press(_ place: Point, for seconds: Double, pause: Double = 0) -> [[RawEvent]] {
    let landing = frame(place)
    time = time + Interval.seconds(seconds)
    let lift = frame(nil)
    time = time + Interval.seconds(pause)
    return [landing, lift]
  }

  private mutating func swipe(from place: Point) -> [[RawEvent]] {
    let frames = (0..<8).map { step in
      time = time + .milliseconds(12)
      return frame(Point(x: place.x - Double(step) * 30, y: place.y))
    }
    return frames + [frame(nil)]
  }

  private mutating func frame(_ place: Point?) -> [RawEvent] {
    let unit = place.map { (x: Int32(min(max($0.x, 0), 999)), y: Int32(min(max($0.y, 0), 999))) }
    return kernel.frame([KernelPanel.Step(finger: 0, place: unit)], at: time)
  }
}

/// A layout with statistics, and a panel.
private final class VisitedKiosk {
  let layout: Layout
  let watch: VisitorWatch
  private let (live, pipeline, panel): (LiveLayout, Pipeline, Panel)

  init(_ layout: Layout, _ kernel: KernelPanel) throws {
    self.layout = layout
    live = LiveLayout(layout, layout.makePlugins(Words().logger, launcher: nil))
    watch = VisitorWatch(layout, try #require(layout.statistics)) { _ in }
    live.visitors = watch
    pipeline = try #require(live.pipeline)
    panel = try PanelBuilder(kernel.description, for: layout.screen).makePanel(path: "panel")
    pipeline.attach(panel, state: kernel.answer)
  }

  func play(_ frames: [[RawEvent]], until time: Timestamp) {
    for frame in frames {
      frame.withUnsafeBufferPointer { _ = pipeline.receive($0, from: panel) { _ in nil } }
      pipeline.dispatch()
      watch.drain(clock: 0)
    }
    pipeline.advance(to: time)
    watch.drain(clock: 0)
  }
}
