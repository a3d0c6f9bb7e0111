import TestTables

@testable import TouchdKit

@Suite("Views and recognizers of the program's own")
struct CustomTests {
  private final class Dial: View {
    let steps: Int

    init(frame: Rect, steps: Int) {
      self.steps = steps
      super.init(frame: frame)
    }
  }

  private final class Knock: GestureRecognizer {
    var within = Interval.seconds(1)
    var pattern = ""
  }

  private final class Wheel: ScrollView {}
  private final class Key: Control {}
  private final class Page: ViewController {
    var title = ""
  }
  private final class Overlay: Window {
    var events = 0
    override func sendEvent(_ event: Event) {
      events += 1
      super.sendEvent(event)
    }
  }
  private final class Kiosk: Application {
    var mode = ""
  }

  private static let registry: CustomRegistry = {
    var registry = CustomRegistry()
    registry.views.add("wheel") { frame, _ in Wheel(frame: frame) }
    registry.views.add("key") { frame, _ in Key(frame: frame) }
    registry.windows.add("overlay") { frame, _ in Overlay(frame: frame) }
    registry.controllers.add("page") { view, options in
      let page = Page(view: view)
      page.title = options["title"] ?? ""
      return page
    }
    registry.applications.add("kiosk") { options in
      let kiosk = Kiosk()
      kiosk.mode = options["mode"] ?? ""
      return kiosk
    }
    registry.views.add("dial") { Dial(frame: $0, steps: $1["steps"].flatMap(Int.init) ?? 12) }
    registry.views.add("map") { frame, _ in ImageView(frame: frame) }
    registry.recognizers.add("knock") { options in
      let knock = Knock()
      knock.within = options.duration("within") ?? knock.within
      knock.pattern = options["pattern"] ?? ""
      knock.delaysTouchesBegan = true
      return knock
    }
    return registry
  }()

  private func read(_ text: String) -> (layout: Layout?, problems: [String]) {
    let (layout, diagnostics) = LayoutReader(custom: Self.registry).read(Array(text.utf8), file: "test.yaml")
    return (layout, diagnostics.map(\.summary))
  }

  /// The views of a window, by id.
  private func views(_ text: String) throws -> [String: View] {
    let (layout, problems) = read(text)
    let application = try #require(layout, "\(problems)").makeApplication(
      ["audit": Silent(name: "audit")], custom: Self.registry)
    let all = application.windows.flatMap(\.subviews).flatMap { [$0] + $0.subviews }
    return Dictionary(all.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("a view is of the registered class, with its options, its frame and what the layout says of any view")
  func view() throws {
    let views = try views(
      layoutOfView(
        "custom: { view: dial, steps: 60 }\n    frame: [1, 2, 30, 40]\n    alpha: 0.5\n    multiple_touch: true\n"
          + "    children: [{ id: b, custom: { view: dial } }, { id: c, custom: { view: map } }]"))
    let dial = try #require(views["a"] as? Dial)
    #expect(dial.steps == 60 && dial.frame == Rect(x: 1, y: 2, width: 30, height: 40))
    #expect(dial.alpha == 0.5 && dial.isMultipleTouchEnabled && dial.isUserInteractionEnabled)
    #expect((views["b"] as? Dial)?.steps == 12)
    #expect(views["c"] is ImageView && views["c"]?.isUserInteractionEnabled == false)
  }

  @Test("a recognizer is of the registered class, with its options and what the layout says of any gesture")
  func recognizer() throws {
    let views = try views(
      layoutOfView(
        "gestures: [{ custom: { recognizer: knock, within: 250ms, pattern: [a, b] }, cancels_touches: false }]"
      ))
    let knock = try #require(views["a"]?.gestureRecognizers.first as? Knock)
    #expect(knock.within == .milliseconds(250) && knock.pattern == "a b")
    #expect(!knock.cancelsTouchesInView)
    #expect(!knock.delaysTouchesBegan, "the layout's default goes before what the factory set")
  }

  @Test("a view that is a scroll view or a control takes `scroll` and `control`")
  func scrollAndControl() throws {
    let views = try views(
      layoutOfView(
        "children:\n"
          + "      - { id: w, custom: { view: wheel }, scroll: { content_size: [100, 900], bounces: false } }\n"
          + "      - { id: k, custom: { view: key }, control: { enabled: false, events: { touch_down: audit } } }\n"
          + "      - { id: d, custom: { view: dial }, scroll: {}, gestures: [{ tap: , requires_failure_of: w.pan }] }"
      ))
    let wheel = try #require(views["w"] as? Wheel)
    #expect(wheel.contentSize == Size(width: 100, height: 900) && !wheel.bounces)
    let tap = try #require(views["d"]?.gestureRecognizers.first)
    #expect(tap.name == "d.tap")
    let key = try #require(views["k"] as? Key)
    #expect(!key.isEnabled && key.plugins[.touchDown]?.map(\.name) == ["audit"])
  }

  @Test("`scroll` on a view that is no scroll view is reported when the view is made, and has no effect")
  func noScrollView() throws {
    let journal = Words()
    let (layout, problems) = read(layoutOfView("custom: { view: dial }\n    scroll: {}\n    control: {}"))
    _ = try #require(layout, "\(problems)").makeApplication(
      PluginSet([:], LayoutTree(), journal.logger), custom: Self.registry)
    #expect(
      journal.lines == [
        #"config error: test.yaml:5:9: `scroll` of "a" does nothing: the view "dial" is not a ScrollView"#
      ])
  }

  @Test("windows, controllers and the application are of registered classes, too")
  func others() throws {
    let text = """
      version: 1
      screen: { size: [100, 200] }
      application: { hit_test_passes: 2, custom: { application: kiosk, mode: night } }
      windows:
        - id: over
          level: 3
          hit: pass_through
          custom: { window: overlay }
          views: [{ id: a, controller: { id: c, custom: { controller: page, title: Home } } }]
      """
    let (layout, problems) = read(text)
    let application = try #require(layout, "\(problems)").makeApplication([:], custom: Self.registry)
    let kiosk = try #require(application as? Kiosk)
    #expect(kiosk.mode == "night" && kiosk.hitTestPasses == 2 && kiosk.identifier == "application")
    let overlay = try #require(kiosk.windows.first as? Overlay)
    #expect(
      overlay.level == 3 && overlay.identifier == "over"
        && overlay.frame.size == Size(width: 100, height: 200))
    let page = try #require(overlay.subviews.first?.controller as? Page)
    #expect(page.title == "Home" && page.identifier == "c")
  }

  @Test("a window of the program's own comes before everything else by itself")
  func before() {
    let (layout, problems) = read(
      """
      version: 1
      screen: { size: [9, 9] }
      responders: { audit: { plugin: log } }
      windows:
        - views: []
          custom: { window: overlay }
          on_touch: { to: audit, before: true }
      """)
    #expect(layout == nil)
    #expect(
      problems == [
        "6:5: error: a window of the program's own has no `before` (what comes before everything else is its own `sendEvent`)"
      ])
  }

  @Test("a plugin's host knows the application and its views, controllers and gestures, once they are there")
  func host() throws {
    let text = layoutOfView(
      "controller: { id: c }\n    children: [{ id: b, gestures: [{ tap: , name: knock, to: audit }] }]")
    let layout = try #require(read(text).layout)
    let tree = LayoutTree()
    let host = PluginHost(logger: Words().logger, launcher: nil, tree: tree)
    #expect(host.application == nil && host.view("b") == nil)
    var application: Application? = try layout.makeApplication(
      PluginSet(["audit": Silent(name: "audit")], tree), custom: Self.registry)
    #expect(host.application === application)
    #expect(host.view("b")?.superview === host.view("a") && host.view("a")?.superview === host.view("window"))
    #expect(host.controller("c")?.view === host.view("a"))
    #expect(host.gestureRecognizer("knock")?.view === host.view("b"))
    #expect(host.view("z") == nil && host.controller("z") == nil && host.gestureRecognizer("z") == nil)
    application = nil
    #expect(host.application == nil && host.view("b") == nil)
  }

  @Test("a gesture without a name is called after its view and its class")
  func names() {
    let (layout, _) = read(
      layoutOfView(
        "gestures: [{ custom: { recognizer: knock } }, { tap: , requires_failure_of: a.knock }, "
          + "{ custom: { recognizer: knock } }, { custom: { recognizer: knock }, name: k }]"))
    #expect(layout?.allGestures.map(\.name.value) == ["a.knock", "a.tap", "a.knock#2", "k"])
  }

  @Test("what an option says that is no good counts as not given")
  func options() {
    let options = PluginOptions(values: ["a": "3", "b": "3h", "c": "2s"].mapValues(OptionValue.init))
    #expect(options.duration("a") == nil && options.duration("b") == nil && options.duration("d") == nil)
    #expect(options.duration("c") == .seconds(2) && options["d"] == nil)
  }

  @Test(
    "what is wrong with them",
    arguments: [
      "custom: { view: dail }": .inView(
        #"6:21: error: there is no custom view "dail" (did you mean "dial"?)"#),
      "custom: { view: thermometer }": .inView(
        #"6:21: error: there is no custom view "thermometer" (this program registers dial, key, map, wheel)"#),
      "gestures: [{ custom: { recognizer: dial } }]": .inView(
        #"6:40: error: there is no custom recognizer "dial" (this program registers knock)"#),
      "custom: { veiw: dial }": .inView(
        #"6:15: error: unknown key "veiw" in a view's `custom` (did you mean "view"?)"#),
      "custom: { steps: 60 }": .inView("6:13: error: a view's `custom` must have `view`"),
      "gestures: [{ custom: {} }]": .inView("6:26: error: a gesture's `custom` must have `recognizer`"),
      "custom: dial": .inView(
        #"6:13: error: `custom` must be a mapping such as { view: NAME }, not the string "dial""#),
      "gestures: [{ custom: }]": .inView(
        "6:26: error: `custom` must be a mapping such as { recognizer: NAME }, not nothing"),
      "custom: { view: dial, steps: 1, steps: 2 }": .inView(
        #"6:37: error: duplicate key "steps" in a view's `custom` (it stands in line 6 already)"#),
      "type: view\n    custom: { view: dial }": .inView("7:5: error: a view has either `type` or `custom`"),
      "custom: { view: dial }\n    scroll: { bounce: true }": .inView(
        #"7:15: error: unknown key "bounce" in `scroll` (did you mean "bounces"?)"#),
      "controller: { custom: { controller: pages } }": .inView(
        #"6:41: error: there is no custom controller "pages" (did you mean "page"?)"#),
      "application: { custom: { application: app } }": .inLayout(
        #"4:39: error: there is no custom application "app" (this program registers kiosk)"#),
      "application: { custom: {} }": .inLayout(
        "4:24: error: the application's `custom` must have `application`"),
    ] as Table<Mistake>)
  func mistakes(mistake: Mistake) { #expect(read(mistake.layout).problems == mistake.problems) }
}
