import Dispatcher
import LinuxInput
import Logging
import TestSupport
import TestTables
import Testing

@testable import TouchdKit

/// The recipes of docs/page.md do what they promise: fingers on the panel, and what the page gets.
///
/// A finger is `SECONDS down SLOT X,Y`, `SECONDS move SLOT X,Y` or `SECONDS up SLOT`; the page's are the same without times.
@Suite("Recipes of docs/page.md") struct PageRecipes {
  struct Row: TableRow {
    let what: String
    let recipe: String
    let fingers: String
    let page: String
  }

  static let corner = "A service corner"
  static let cleaning = "A cleaning mode"
  static let edge = "An edge swipe as a key"
  static let browser = "Keep them in the browser"

  static let rows = [
    Row(
      what: "five taps, the last held: nothing", recipe: corner,
      fingers: taps(5, at: "1880,40", lastFor: 1.2), page: ""),
    Row(
      what: "four taps: all of them, when the gesture has failed", recipe: corner,
      fingers: taps(4, at: "1880,40", lastFor: 0.05), page: passed(4, at: "1880,40")),
    Row(
      what: "a tap beside it", recipe: corner, fingers: "0 down 0 900,500; 0.1 up 0",
      page: "down 0 900,500; up 0"),
    Row(
      what: "three fingers that rest: they slide, and a tap meanwhile is for no program", recipe: cleaning,
      fingers:
        "0 down 0 500,500; 0 down 1 600,500; 0 down 2 700,500; 2.5 up 0; 2.5 up 1; 2.5 up 2; 10 down 0 900,500; "
        + "10.1 up 0; 33 down 0 900,500; 33.1 up 0",
      page:
        "down 0 500,500; down 1 600,500; down 2 700,500; move 0 540,500; move 1 640,500; move 2 740,500; up 0; "
        + "up 1; up 2; down 0 900,500; up 0"),
    Row(
      what: "a swipe from the edge: nothing", recipe: edge,
      fingers: "0 down 0 2,500; 0.02 move 0 30,500; 0.04 move 0 80,500; 0.06 move 0 150,500; 0.1 up 0",
      page: ""),
    Row(
      what: "a tap there", recipe: edge, fingers: "0 down 0 2,500; 0.1 up 0", page: "down 0 2,500; up 0"),
    Row(
      what: "the second finger: nothing", recipe: browser,
      fingers: "0 down 0 500,500; 0.1 down 1 600,500; 0.2 up 1; 0.3 up 0", page: "down 0 500,500; up 0"),
    Row(
      what: "a finger that rests slides before the menu comes", recipe: browser,
      fingers: "0 down 0 500,500; 0.49 move 0 500,501; 1 up 0",
      page: "down 0 500,500; move 0 540,500; up 0"),
    Row(
      what: "from the upper edge: nothing", recipe: browser,
      fingers: "0 down 0 500,5; 0.1 move 0 500,300; 0.2 up 0", page: ""),
  ]

  private static func taps(_ count: Int, at place: String, lastFor hold: Double) -> String {
    (0..<count).map { index in
      let start = Double(index) * 0.2
      return "\(start) down 0 \(place); \(start + (index == count - 1 ? hold : 0.05)) up 0"
    }.joined(separator: "; ")
  }

  private static func passed(_ count: Int, at place: String) -> String {
    Array(repeating: "down 0 \(place); up 0", count: count).joined(separator: "; ")
  }

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let page = try #require(Page.all.first { $0.path == "docs/page.md" })
    let section = try #require(page.text.split(separator: "### ").first { $0.hasPrefix(row.recipe + "\n") })
    let parts = section.split(separator: "```")
    let text = try #require(parts.first { $0.hasPrefix("yaml\n") }).dropFirst("yaml\n".count)
    let layout = try #require(LayoutReader().read(Array(text.utf8), file: "recipe.yaml").layout)
    #expect(try RecipeRun(layout).play(row.fingers) == row.page)
  }
}

/// A layout on a panel of which a unit is a point.
private final class RecipeRun {
  private let pipeline: Pipeline
  private let panel: Panel
  private var reader: PageReader
  private var known: [Int32: PageReader.Contact] = [:]
  private var words: [String] = []

  init(_ layout: Layout) throws {
    let size = layout.screen.size
    let application = try layout.makeApplication(layout.makePlugins(.touchd(level: .error), launcher: nil))
    pipeline = Pipeline(application: application)
    let range = { (length: Double) in AxisRange(minimum: 0, maximum: Int32(length) - 1) }
    panel = Panel(
      name: "panel", path: "panel", touchProtocol: .slots(count: 10),
      calibration: Calibration(x: range(size.width), y: range(size.height), size: size))
    let page = try #require(pipeline.page)
    reader = PageReader(page.traits.description(DeviceDescription(name: "page")))
    page.onFrame = { [unowned self] events in
      reader.read(events)
      note(size)
    }
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  func play(_ fingers: String) throws -> String {
    for (index, step) in fingers.split(separator: "; ").enumerated() {
      let parts = step.split(separator: " ").map(String.init)
      let time = Timestamp(seconds: 1 + (try #require(Double(parts[0]))))
      pipeline.advance(to: time)
      var events = [
        RawEvent(time: time, type: EventType.abs, code: EventCode.absMTSlot, value: Int32(parts[2]) ?? 0)
      ]
      let id: Int32? = parts[1] == "down" ? Int32(index) : parts[1] == "up" ? -1 : nil
      if let id {
        events.append(RawEvent(time: time, type: EventType.abs, code: EventCode.absMTTrackingID, value: id))
      }
      if parts.count > 3 {
        let place = parts[3].split(separator: ",").compactMap { Int32($0) }
        for (code, value) in zip([EventCode.absMTPositionX, EventCode.absMTPositionY], place) {
          events.append(RawEvent(time: time, type: EventType.abs, code: code, value: value))
        }
      }
      events.append(RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0))
      _ = events.withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in nil } }
      pipeline.dispatch()
    }
    pipeline.advance(to: Timestamp(seconds: 60))
    #expect(reader.fault == nil)
    return words.joined(separator: "; ")
  }

  private func note(_ size: Size) {
    func place(_ contact: PageReader.Contact) -> String {
      let x = Double(contact.x) / 65_536 * size.width, y = Double(contact.y) / 65_536 * size.height
      return "\(Int(x.rounded())),\(Int(y.rounded()))"
    }
    for slot in Set(known.keys).union(reader.contacts.keys).sorted() {
      switch (known[slot], reader.contacts[slot]) {
      case (nil, let new?): words.append("down \(slot) \(place(new))")
      case (_?, nil): words.append("up \(slot)")
      case (let old?, let new?) where old != new: words.append("move \(slot) \(place(new))")
      default: break
      }
    }
    known = reader.contacts
  }
}
