import Dispatcher
import LinuxInput
import Logging
import TestSupport
import TestTables
import Testing

@testable import TouchdKit

/// The recipes of docs/cookbook do what they promise: fingers on the panel, what the page gets, and what the layout's
/// responders do.
///
/// A finger is `SECONDS down SLOT X,Y`, `SECONDS move SLOT X,Y` or `SECONDS up SLOT`; the page's are the same without
/// times. An event is `NAME STATE`, a report of progress `NAME PERCENT%`.
@Suite("Cookbook") struct CookbookRules {
  struct Row: TableRow {
    let what: String
    /// The file of the recipe.
    let recipe: String
    let fingers: String
    var page = ""
    var events = ""
    /// How long after its landing the page gets the first finger, in seconds.
    var late = 0.0
  }

  static let corner = "service-corner"
  static let cleaning = "cleaning"
  static let edge = "edge-key"
  static let browser = "keep-in-browser"

  static let rows = [
    Row(
      what: "five taps, the last held: nothing", recipe: corner,
      fingers: taps(5, at: "1880,40", lastFor: 1.2), events: "service ended"),
    Row(
      what: "four taps: all of them, when the gesture has failed", recipe: corner,
      fingers: taps(4, at: "1880,40", lastFor: 0.05), page: passed(4, at: "1880,40"), late: 1),
    Row(
      what: "an ordinary tap: 0.35 s after its lift", recipe: corner, fingers: "0 down 0 1880,40; 0.1 up 0",
      page: "down 0 1880,40; up 0", late: 0.45),
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
        + "up 1; up 2; down 0 900,500; up 0", events: "clean began, clean ended"),
    Row(
      what: "a swipe from the edge: nothing", recipe: edge,
      fingers: "0 down 0 2,500; 0.02 move 0 30,500; 0.04 move 0 80,500; 0.06 move 0 150,500; 0.1 up 0",
      events: "back began, back changed, back changed, back ended"),
    Row(
      what: "a swipe from the strip's inner side: nothing", recipe: edge,
      fingers: "0 down 0 22,500; 0.02 move 0 80,500; 0.1 up 0", events: "back began, back ended"),
    Row(
      what: "a tap there: at its lift", recipe: edge, fingers: "0 down 0 2,500; 0.1 up 0",
      page: "down 0 2,500; up 0", late: 0.1),
    Row(
      what: "the second finger: nothing", recipe: browser,
      fingers: "0 down 0 500,500; 0.1 down 1 600,500; 0.2 up 1; 0.3 up 0", page: "down 0 500,500; up 0"),
    Row(
      what: "a finger that rests slides before the menu comes", recipe: browser,
      fingers: "0 down 0 500,500; 0.49 move 0 500,501; 1 up 0",
      page: "down 0 500,500; move 0 540,500; up 0", events: "no-menu began, no-menu changed, no-menu ended"),
    Row(
      what: "one that trembles by 12 points, too", recipe: browser,
      fingers: "0 down 0 500,500; 0.1 move 0 512,500; 0.2 move 0 500,488; 1 up 0",
      page: "down 0 500,500; move 0 512,500; move 0 500,488; move 0 540,488; up 0",
      events: "no-menu began, no-menu ended"),
    Row(
      what: "one that scrolls: all of it", recipe: browser,
      fingers: "0 down 0 500,500; 0.2 move 0 500,470; 0.6 move 0 500,400; 0.7 up 0",
      page: "down 0 500,500; move 0 500,470; move 0 500,400; up 0"),
    Row(
      what: "from the upper edge: nothing", recipe: browser,
      fingers: "0 down 0 500,5; 0.1 move 0 500,300; 0.2 up 0"),
    Row(
      what: "a finger that rests for a second", recipe: "start-program",
      fingers: "0 down 0 100,100; 1.2 up 0",
      events: "toggle began, toggle ended"),
    Row(
      what: "one that lifts earlier: nothing", recipe: "start-program", fingers: "0 down 0 100,100; 0.9 up 0"),
    Row(
      what: "one finger: nothing", recipe: "two-fingers", fingers: "0 down 0 1100,700; 2 up 0"),
    Row(
      what: "two that rest", recipe: "two-fingers",
      fingers: "0 down 0 1050,700; 0.05 down 1 1150,700; 1 up 0; 1 up 1", events: "halt began, halt ended"),
    Row(
      what: "held to the end: progress, and then it is confirmed", recipe: "hold-to-confirm",
      fingers: "0 down 0 600,660; 2.1 up 0",
      events: (0...19).map { "confirm \($0 * 5)%, " }.joined() + "confirm began, confirm ended"),
    Row(
      what: "let go too early: it has failed", recipe: "hold-to-confirm",
      fingers: "0 down 0 600,660; 0.25 up 0",
      events: "confirm 0%, confirm 5%, confirm 10%, confirm failed"),
    Row(
      what: "the page gets it as always", recipe: "pin-pad", fingers: "0 down 0 600,300; 0.1 up 0",
      page: "down 0 600,300; up 0"),
    Row(
      what: "three minutes later, once; and the next touch", recipe: "idle-restart",
      fingers: "0 down 0 600,300; 0.1 up 0; 600 down 0 600,300; 600.1 up 0",
      events: "restart ended, active ended"),
    Row(
      what: "a double tap", recipe: "journal",
      fingers: "0 down 0 1240,40; 0.05 up 0; 0.2 down 0 1240,40; 0.25 up 0", events: "service ended"),
    Row(
      what: "a tap that trembles counts once", recipe: "tremor",
      fingers: "0 down 0 600,400; 0.2 up 0; 0.25 down 0 640,400; 0.35 up 0; 0.4 down 0 600,420; 0.49 up 0",
      events: "call ended"),
    Row(
      what: "a short touch by accident does not keep the next one away", recipe: "tremor",
      fingers: "0 down 0 600,400; 0.05 up 0; 0.2 down 0 600,400; 0.4 up 0", events: "call ended"),
    Row(
      what: "a short touch does nothing", recipe: "tremor", fingers: "0 down 0 600,400; 0.05 up 0"),
    Row(
      what: "a tap that bounces counts once", recipe: "water",
      fingers: "0 down 0 600,400; 0.1 up 0; 0.12 down 0 600,400; 0.15 up 0", events: "start ended"),
    Row(
      what: "a glove that rolls by 20 points", recipe: "water",
      fingers: "0 down 0 600,400; 0.1 move 0 612,416; 0.2 up 0", events: "start ended"),
    Row(
      what: "without a program, the page gets the touch", recipe: "python",
      fingers: "0 down 0 100,100; 0.1 up 0", page: "down 0 100,100; up 0"),
    Row(
      what: "a tap, and one finger that goes: nothing", recipe: "old-program",
      fingers: "0 down 0 100,100; 0.1 up 0; 1 down 0 100,100; 1.1 move 0 300,100; 1.2 up 0",
      events: "old-program.tap ended, old-program.pan began, old-program.pan ended"),
  ]

  @Test("Each recipe is in the list, and has a row or needs a machine", arguments: Page.recipes)
  func complete(page: Page) {
    let name = page.path.dropFirst("docs/cookbook/".count).dropLast(".md".count)
    #expect(Page("docs/cookbook/README.md").text.contains("(\(name).md)"))
    // A dark output and two panels are shown in a virtual machine and on fake panels.
    #expect(["wake-touch", "two-screens"].contains(name) != Self.rows.contains { $0.recipe == name })
  }

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
    let block = try #require(Page("docs/cookbook/\(row.recipe).md").layouts.last)
    let layout = try #require(LayoutReader().read(Array(block.text.utf8), file: "recipe.yaml").layout)
    let run = try RecipeRun(layout)
    try run.play(row.fingers)
    #expect(run.page == row.page)
    #expect(run.events == row.events)
    #expect(run.arrival ?? 0 == row.late)
  }

  @Test(
    "docs/page.md has what each recognizer with `delays_began` does to a tap, to scrolling and to a long press"
  )
  func delays() throws {
    let scroll = (1...30).map { "\(Double($0) / 60) move 0 300,\(600 - 10 * $0); " }.joined()
    let fingers = ["0.1 up 0", scroll + "0.5 up 0", "1 up 0"].map { "0 down 0 300,600; \($0)" }
    let table = Page("docs/page.md").tables.first { $0.rows[0].cells.last == " a finger that rests for 1 s " }
    let rows = try #require(table).rows.dropFirst()
    #expect(rows.count > 10)
    for row in rows {
      let gesture = try #require(Page.codeSpans(of: row.cells[0]).first)
      let text = """
        version: 1
        screen: { size: [1280, 800], delivery: filter }
        views: [{ frame: { width: 50% }, multiple_touch: true, gestures: [{ \(gesture), delays_began: true }] }]
        """
      let layout = try #require(LayoutReader().read(Array(text.utf8), file: "half.yaml").layout, "\(gesture)")
      let cells = try fingers.map { finger in
        let run = try RecipeRun(layout)
        try run.play(finger)
        return run.arrival(lift: finger.split(separator: " ").dropLast(2).last.flatMap { Double($0) } ?? 0)
      }
      #expect(Array(row.cells.dropFirst()) == cells.map { " \($0) " }, "\(gesture)")
    }
  }
}

/// A layout on a panel of which a unit is a point.
private final class RecipeRun {
  private let pipeline: Pipeline
  private let panel: Panel
  private var reader: PageReader?
  private var known: [Int32: PageReader.Contact] = [:]
  private var words: [String] = []
  private let heard = HeardEvents()

  /// When the page got the first finger, in seconds after its landing; `nil` if it did not.
  var arrival: Double? { heard.arrival?.seconds }
  /// The same in words, for a finger that lifts then.
  func arrival(lift: Double) -> String {
    guard let arrival else { return "never" }
    let rounded = { (seconds: Double) in (seconds * 100).rounded() / 100 }
    return arrival == 0
      ? "at once"
      : arrival < lift
        ? "after \(rounded(arrival)) s"
        : arrival == lift ? "at its lift" : "\(rounded(arrival - lift)) s after its lift"
  }
  /// What the page got.
  var page: String { words.joined(separator: "; ") }
  /// What the responders got.
  var events: String { heard.words.joined(separator: ", ") }

  init(_ layout: Layout) throws {
    let size = layout.screen.size
    let plugins = layout.makePlugins(.touchd(level: .error), launcher: nil)
    let application = try layout.makeApplication(plugins)
    pipeline = Pipeline(application: application)
    let range = { (length: Double) in AxisRange(minimum: 0, maximum: Int32(length) - 1) }
    var device = DeviceDescription(name: "panel")
    device.properties = [InputProperty.direct]
    device.codes[EventType.key] = [EventCode.btnTouch]
    device.axes = [
      EventCode.absMTSlot: AxisRange(minimum: 0, maximum: 9), EventCode.absMTPositionX: range(size.width),
      EventCode.absMTPositionY: range(size.height),
      EventCode.absMTTrackingID: AxisRange(minimum: 0, maximum: 65535),
    ]
    panel = try PanelBuilder(device, for: layout.screen).makePanel(path: "panel")
    if let page = pipeline.page {
      reader = PageReader(page.traits.description(DeviceDescription(name: "page")))
      page.onFrame = { [unowned self] events in
        reader?.read(events)
        note(size)
      }
    }
    application.observer = heard
    let idle = layout.makeIdleWatch(plugins)
    application.use(idle)
    idle.start(at: Timestamp(seconds: 1))
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  func play(_ fingers: String) throws {
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
    // Not as far as an idle time.
    let end = fingers.split(separator: "; ").last.flatMap { Double($0.prefix { $0 != " " }) } ?? 0
    pipeline.advance(to: Timestamp(seconds: end + 60))
    #expect(reader?.fault == nil)
  }

  private func note(_ size: Size) {
    func place(_ contact: PageReader.Contact) -> String {
      let x = Double(contact.x) / 65_536 * size.width, y = Double(contact.y) / 65_536 * size.height
      return "\(Int(x.rounded())),\(Int(y.rounded()))"
    }
    let contacts = reader?.contacts ?? [:]
    for slot in Set(known.keys).union(contacts.keys).sorted() {
      switch (known[slot], contacts[slot]) {
      case (nil, let new?): words.append("down \(slot) \(place(new))")
      case (_?, nil): words.append("up \(slot)")
      case (let old?, let new?) where old != new: words.append("move \(slot) \(place(new))")
      default: break
      }
    }
    known = contacts
  }
}

/// What responders get, in words.
private final class HeardEvents: TraceObserver {
  private(set) var words: [String] = []
  private(set) var arrival: Interval?

  func record(_ record: TraceRecord, at time: Timestamp) {
    switch record {
    case .event(let event): words.append("\(event.name) \(event.state.word)")
    case .progress(let event):
      words.append(
        event.progress.map { "\(event.name) \(Int(($0 * 100).rounded()))%" } ?? "\(event.name) failed")
    case .layout(let event): words.append("\(event.name) \(event.state.word)")
    case .screen(let report) where report.phase == .began && arrival == nil: arrival = time - report.stamp
    default: break
    }
  }
}
