import TestTables
import YAML

@testable import TouchdKit

@Suite("What a layout file says")
struct LayoutValueTests {
  private func read(_ name: String) throws -> Layout {
    let (layout, diagnostics) = LayoutReader().read(try fixture(name), file: name)
    #expect(diagnostics.allSatisfy { "\($0)".contains("with `delivery: observe`") }, "\(diagnostics)")
    return try #require(layout)
  }

  @Test("the screen and its touchscreen")
  func screen() throws {
    let screen = try read("lobby.yaml").screen
    #expect(screen.name == "lobby")
    #expect(screen.size == Size(width: 1920, height: 1080))
    #expect(screen.sizeInMillimetres == Size(width: 480, height: 270))
    #expect(screen.pointsPerMillimetre?.x == 4 && screen.pointsPerMillimetre?.y == 4)
    #expect(screen.output == "HDMI-A-1" && screen.backlight == "10-0045" && screen.settle == .seconds(1.5))
    #expect(try read("lobby.yaml").wake.map(\.value) == ["audit"])
    let touchscreen = screen.touchscreen
    #expect(
      touchscreen.match
        == DeviceMatch(
          name: "eGalax*", vendor: 0x0eef, product: 1, path: "pci-*", serial: "12", phys: "usb-*/input0"))
    #expect(touchscreen.isForced)
    #expect(touchscreen.rangeX == 0...4095 && touchscreen.rangeY == -10...4095)
    #expect(touchscreen.position.rotation == .quarter)
    #expect(touchscreen.position.flips == ["x"])
    #expect(touchscreen.position.matrix == [1, 0, 0, 0, 1, 0.5])
    #expect(touchscreen.averagePressure == 80)
    #expect(touchscreen.stuckAfter == .seconds(30) && !touchscreen.penArbitration)
  }

  @Test("filters in their order, each at its key")
  func filters() throws {
    let filters = try read("lobby.yaml").screen.touchscreen.filters
    let margin = Length(value: 0.5, unit: .millimetres, mark: Mark(line: 19, column: 21))
    let band = Length(value: 1.5, unit: .points, mark: Mark(line: 24, column: 15))
    #expect(
      filters.map(\.value) == [
        .hysteresis(margin), .median(5), .debounce(.milliseconds(40)), .skip(first: 1, last: 2),
        .pressure(20), .edge(band), .size(nil), .smooth(cutoff: 1.5, beta: 0.02),
      ])
    #expect(filters.map(\.mark) == (19...26).map { Mark(line: $0, column: 9) })
  }

  @Test("responders, each with its plugin and typed options")
  func responders() throws {
    let responders = try read("lobby.yaml").responders
    func states(_ states: Set<PluginDeclaration.State>) -> OptionValue { OptionValue(states) }
    #expect(responders.prefix(5).map(\.name.value) == ["audit", "admin", "back", "kiosk", "open"])
    #expect(responders.prefix(5).map(\.plugin.value) == ["log", "exec", "keys", "unit", "show"])
    #expect(responders[0].options == ["level": OptionValue("notice")])
    #expect(
      responders[1].options == [
        "run": OptionValue(["/usr/local/bin/open-service-page", "--quiet"]),
        "timeout": OptionValue(ExecProgram.TimeLimit.duration(.seconds(5))),
        "env": OptionValue(["DISPLAY": ":0"]), "busy": OptionValue(PluginDeclaration.Busy.skip),
        "states": states([.began, .ended]),
      ])
    #expect(responders[2].options["press"] == OptionValue(KeyChord(codes: [56, 105])))
    #expect(
      responders[3].options == [
        "restart": OptionValue(Located("kiosk.service", at: Mark(line: 35, column: 35))),
        "states": states([.ended]),
      ])
    #expect(
      responders[4].options == [
        "view": OptionValue(Located("corner", at: Mark(line: 36, column: 31))),
        "hidden": OptionValue(Visibility.Change.toggle), "for": OptionValue(Interval.seconds(30)),
        "states": states([.cancelled]),
      ])
  }

  @Test("a view with everything set")
  func view() throws {
    let view = try #require(try read("lobby.yaml").windows.first?.views.first?.children.first)
    #expect(view.id == Located("corner", at: Mark(line: 45, column: 13)))
    #expect(view.kind == .view && view.alpha == 0.5 && view.isInteractive == true && !view.isHidden)
    #expect(view.hit == .passThrough)
    #expect(view.onTouch?.to.value == "audit" && view.onTouch?.forwards == true)
    #expect(view.controller?.id.value == "corner-controller")
    #expect(view.controller?.presenting?.value == "main")
    #expect(view.controller?.onTouch?.forwards == false)
    let corner = try #require(view.transform?.value.apply(to: Point(x: 1, y: 0)))
    #expect(abs(corner.x - 10) < 1e-9 && abs(corner.y - 22) < 1e-9, "scaled, then turned, then moved")
  }

  @Test("a sensitive view says so, and no other")
  func sensitive() throws {
    #expect(try read("lobby.yaml").allViews.filter(\.isSensitive).map(\.id.value) == ["side"])
  }

  @Test("gestures with their numbers and names")
  func gestures() throws {
    let gestures = try #require(try read("lobby.yaml").windows.first?.views.first?.children.first?.gestures)
    #expect(gestures.map(\.name.value) == ["service", "corner.long_press", "corner.tap", "corner.tap#2"])
    #expect(gestures[0].kind == .tap(TapDescription(count: 5, touches: 2, within: .seconds(3))))
    #expect(gestures[0].to.map(\.value) == ["admin", "audit"])
    let press = LongPressDescription(
      minimum: .milliseconds(250), allowableMovement: 4.5, touches: 3, progress: .milliseconds(100))
    #expect(gestures[1].kind == .longPress(press))
    #expect(gestures[1].to.map(\.value) == ["audit"])
    #expect(gestures[2].kind == .tap(TapDescription()))
    #expect(gestures[2].cancelsTouches == nil)
    #expect(gestures[2].delaysBegan == nil && gestures[2].delaysEnded == nil)
  }

  @Test("views and controllers without an id are named after their place")
  func defaultNames() throws {
    let views = try read("lobby.yaml").allViews
    #expect(
      views.map(\.id.value) == [
        "content", "corner", "content/1", "content/2", "side", "board", "feed", "order", "feed/1", "feed/2",
      ])
    #expect(views[2].controller?.id.value == "content/1.controller")
    #expect(views[2].kind == .image && views[2].isInteractive == nil)
    #expect(views[3].kind == .label)
    #expect(views[3].transform?.value == AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    guard case .redirect(let target) = views[2].hit else { return #expect(Bool(false), "a redirect") }
    #expect(target == Located("corner", at: Mark(line: 71, column: 23)))
  }

  @Test("each threshold takes the place of the model's own")
  func thresholds() throws {
    var expected = Thresholds()
    expected.reuse.interval = .milliseconds(351)
    expected.reuse.distance = 31
    expected.tap.maximumDuration = .milliseconds(751)
    expected.tap.interval = .milliseconds(352)
    expected.tap.distance = 32
    expected.tap.allowableMovement = 12
    expected.longPress.minimumDuration = .milliseconds(501)
    expected.longPress.allowableMovement = 11
    expected.pan.hysteresis = 11.5
    expected.pan.velocityWindow = .milliseconds(101)
    expected.swipe.maximumDuration = .milliseconds(502)
    expected.swipe.primaryTravel = 51
    expected.swipe.primaryDecay = 0.93
    expected.swipe.secondaryTravel = 52
    expected.swipe.secondaryDecay = 0.97
    expected.pinch.hysteresis = 9
    expected.pinch.velocityWindow = .milliseconds(102)
    expected.rotation.hysteresis = Double.pi / 2
    expected.rotation.velocityWindow = .milliseconds(103)
    expected.screenEdgePan.edgeDistance = 14
    expected.screenEdgePan.hysteresis = 16
    expected.screenEdgePan.maximumDuration = .milliseconds(251)
    expected.scroll.contentDelay = .milliseconds(151)
    expected.scroll.decelerationRate = 0.99
    (expected.scroll.rubberBand, expected.scroll.directionalLock) = (0.5, 0.4)
    expected.control.slop = 71
    (expected.pointer.clickInterval, expected.pointer.clickDistance) = (.milliseconds(400), 20)
    #expect(try lobby().thresholds == expected)
  }

  @Test("there is a threshold for each number of the model")
  func allThresholds() {
    let numbers = Mirror(reflecting: Thresholds()).children.reduce(0) {
      $0 + Mirror(reflecting: $1.value).children.count
    }
    #expect(ThresholdKeys.groups.map(\.rows.count).reduce(0, +) == numbers)
  }

  @Test("the application")
  func application() throws {
    let application = try read("lobby.yaml").application
    #expect(application.onTouch?.forwards == true)
    #expect(application.delegate?.onTouch?.to.value == "audit")
    #expect(application.hitTestPasses == 2)
    #expect(application.cancelOrder == .beforeAction)
  }

  @Test("what is not said is the model's default")
  func defaults() throws {
    let layout = try layout("{ version: 1, screen: { size: [10, 20] }, views: [{}] }")
    #expect(layout.application == ApplicationDescription())
    #expect(layout.thresholds == Thresholds() && layout.idle == [])
    #expect(layout.screen.touchscreen == TouchscreenDescription())
    #expect(layout.screen.page == nil)
    let window = try #require(layout.windows.first)
    #expect(window.id.value == "window" && window.level == 0 && !window.hasScene)
    let view = try #require(window.views.first)
    #expect(view == ViewDescription(id: view.id, frame: FrameDescription(mark: view.frame.mark)))
  }

  @Test("several windows")
  func windows() throws {
    let windows = try read("windows.yaml").windows
    #expect(windows.map(\.id.value) == ["window", "alert", "window#2"])
    #expect(windows[0].onTouch?.isBefore == true && windows[0].onTouch?.forwards == true)
    #expect(windows[1].level == 2000.5 && windows[1].hasScene)
    #expect(windows[1].views.map(\.id.value) == ["text", "alert/1"])
    #expect(windows[1].gestures.map(\.name.value) == ["alert.tap"])
    #expect(windows[2].views.map(\.id.value) == ["window#2/0"])
    #expect(windows[1].hit == .normal && !windows[1].isHidden && !windows[1].isSensitive)
    #expect(windows[1].isMultipleTouch == nil && !windows[1].isExclusiveTouch)
    let frame = try windows[1].frame.resolve(in: Size(width: 800, height: 480), pointsPerMillimetre: nil)
    #expect(frame == Rect(x: 100, y: 0, width: 600, height: 240))
  }

  @Test("a plugin that checks its own options gets them as they stand")
  func undeclaredOptions() throws {
    let reader = LayoutReader(plugins: [PluginDeclaration("mine", options: nil)])
    let text =
      "{ version: 1, screen: { size: [1, 1] }, views: [], responders: { a: { plugin: mine, x: [1, y] } } }"
    let (layout, _) = reader.read(Array(text.utf8), file: "f")
    let options = try #require(layout).responders[0].options
    let node: Node = try #require(options.value("x"))
    #expect(node.sequence?.first?.int == 1)
    #expect(PluginOptions(values: options)["x"] == "1 y")
  }

  @Test("each kind with its numbers")
  func kinds() throws {
    #expect(
      try lobbyView("board").gestures.map(\.kind) == [
        .pan(PanDescription(minTouches: 2, maxTouches: 3, axis: .horizontal)),
        .swipe(SwipeDescription(directions: [.up, .left], touches: 2)),
        .pinch,
        .rotation,
        .edgePan([.top, .right]),
        .edgePan([.bottom]),
        .hover,
        .pan(PanDescription()),
        .swipe(SwipeDescription()),
        .swipe(SwipeDescription(directions: [.down])),
        .tap(TapDescription(holdLast: .seconds(1))),
        .longPress(LongPressDescription(taps: 1)),
      ])
  }

  @Test("a gesture without a name is called after its view and its key")
  func names() throws {
    #expect(
      try lobbyView("board").gestures.map(\.name.value) == [
        "board.pan", "board.swipe", "board.pinch", "board.rotation", "board.edge_pan", "board.edge_pan#2",
        "board.hover", "board.pan#2", "board.swipe#2", "board.swipe#3", "board.tap", "board.long_press",
      ])
  }

  @Test("the first pan of a scroll view is its own")
  func ownPan() throws {
    let (feed, board) = (try lobbyView("feed"), try lobbyView("board"))
    #expect(feed.ownPan == "feed.pan" && board.ownPan == nil)
    #expect(feed.gestures.map(\.name.value) == ["feed.pan#2"])
    let views = try layout(layoutOfView("type: scroll\n    gestures: [{ pan: , name: b }, { pan: }]"))
      .allViews
    #expect(views[0].gestures.map(\.name.value) == ["b", "a.pan#2"])
  }

  @Test("relations name gestures, one or several")
  func relations() throws {
    let gestures = try lobbyView("board").gestures
    #expect(gestures[0].requiresFailureOf.map(\.value) == ["board.swipe", "service", "feed.pan"])
    #expect(gestures[0].simultaneousWith.map(\.value) == ["board.pinch"])
    #expect(gestures[1].requiresFailureOf.map(\.value) == ["board.swipe#2"])
    #expect(gestures[2].simultaneousWith.map(\.value) == ["board.rotation"])
    #expect(gestures[3].requiresFailureOf.isEmpty && gestures[3].simultaneousWith.isEmpty)
  }

  @Test("gestures of windows are of every kind, too, and related to those of views")
  func gesturesOfWindows() throws {
    let text = """
      version: 1
      screen: { size: [100, 200] }
      windows:
        - id: w
          gestures: [{ edge_pan: { edge: left }, simultaneous_with: v.tap }, { hover: }, { swipe: }]
          views: [{ id: v, gestures: [{ tap: , requires_failure_of: [w.swipe] }] }]
      """
    let window = try layout(text).windows[0]
    #expect(window.gestures.map(\.kind) == [.edgePan([.left]), .hover, .swipe(SwipeDescription())])
    #expect(window.gestures.map(\.name.value) == ["w.edge_pan", "w.hover", "w.swipe"])
    #expect(window.gestures[0].simultaneousWith.map(\.value) == ["v.tap"])
    #expect(window.views[0].gestures[0].requiresFailureOf.map(\.value) == ["w.swipe"])
  }
}
