import TestTables

/// The page is the last responder (`delivery: filter`). Each line `page` is one frame of the virtual touchscreen: its
/// time in milliseconds, and for each slot what happened and where. The screen has 4,096 × 4,096 points.
@Suite("What the page gets") struct ScreenRules {
  static let passing: Table<SceneRow> = [
    "a touch that nothing keeps goes up the chain to the page, and one frame is one frame": SceneRow(
      fingers: "dn(10,10)@0 mv(20,10)@0.01 up@0.02", kinds: "page began moved ended fwd",
      log: """
        began V{1}; fwd began window{1}; fwd began Application{1}; fwd began screen{1}
        page 0 0.began(10,10); moved V{1}; fwd moved window{1}; fwd moved Application{1}; fwd moved screen{1}
        page 10 0.moved(20,10)
        ended V{1}; fwd ended window{1}; fwd ended Application{1}; fwd ended screen{1}; page 20 0.ended:lift
        """),
    "fingers that move together, move together, whatever their views": SceneRow(
      views: "V(0,0,200,400)<multi>,W(200,0,200,400)<multi>",
      fingers: "dn#1(10,10)@0 dn#2(300,10)@0 mv#1(20,10)@0.01 mv#2(310,10)@0.01 up#2@0.02 up#1@0.02",
      log: """
        page 0 0.began(10,10) 1.began(300,10)
        page 10 0.moved(20,10) 1.moved(310,10); page 20 0.ended:lift 1.ended:lift
        """),
    "a touch that hits no view goes to the page after the windows, with a line of its own": SceneRow(
      views: "", fingers: "dn(500,500)@0 mv(510,500)@0.01 up@0.02", kinds: "page began moved ended",
      log: """
        began screen{1}; page 0 0.began(500,500); moved screen{1}
        page 10 0.moved(510,500); ended screen{1}; page 20 0.ended:lift
        """),
    "what keeps a touch keeps it from the page": SceneRow(
      overrides: "V swallows", fingers: "dn(10,10)@0 mv(20,10)@0.01 up@0.02", log: ""),
    "the page follows what was passed at began to its end, also if a view keeps later calls": SceneRow(
      overrides: "V.moved swallows; V.ended swallows", fingers: "dn(10,10)@0 mv(20,10)@0.01 up@0.02",
      log: "page 0 0.began(10,10); page 10 0.moved(20,10); page 20 0.ended:lift"),
    "a touch that is passed by hand does not reach the page": SceneRow(
      overrides: "V calls next", fingers: "dn(10,10)@0 up@0.02", log: ""),
    "a delegate comes before the page": SceneRow(
      overrides: "delegate is AppDelegate", fingers: "dn(10,10)@0", kinds: "fwd page",
      log: """
        fwd began window{1}; fwd began Application{1}; fwd began AppDelegate{1}; fwd began screen{1}
        page 0 0.began(10,10)
        """),
    "a second finger on a single-touch view does not reach the page": SceneRow(
      views: "V(0,0,400,400)", fingers: "dn#1(10,10)@0 dn#2(50,10)@0.01 up#2@0.02 up#1@0.03",
      log: "page 0 0.began(10,10); page 30 0.ended:lift"),
    "a control keeps its touches": SceneRow(
      views: "V(0,0,400,400)<control>", fingers: "dn(10,10)@0 mv(20,10)@0.01 up@0.02", log: ""),
    "a contact keeps its slot of the panel; what is less than a unit of the device is no frame": SceneRow(
      fingers: "dn#3(10,10)@0 mv#3(10.015625,10)@0.01 fr#3@0.02 mv#3(10.0625,10)@0.03 up#3@0.04",
      log: "page 0 2.began(10,10); page 30 2.moved(10.06,10); page 40 2.ended:lift"),
    "places beyond the edges of the screen are on the edge": SceneRow(
      views: "", fingers: "dn(4000,10)@0 mv(4095.99,10)@0.01 up@0.02",
      log: "page 0 0.began(4000,10); page 10 0.moved(4095.98,10); page 20 0.ended:lift"),
    "contacts of panels that were held when they landed, also if their calls waited": SceneRow(
      views: "V(0,0,400,400)<multi,tap=2:T>", relations: "T delays began", cancel: .lift,
      set: { $0.pipeline.hold([]) }, fingers: "dn#1(500,10)@0 dn#2(10,10)@0 up#2@0.01",
      then: { $0.pipeline.hold([$0.panel]) }, more: "mv#1(510,10)@0.02 up#1@0.03 dn#1(520,10)@0.5",
      log: "page 500 0.began(520,10)"),
  ]

  static let gestures: Table<SceneRow> = [
    "a tap that delays began and succeeds: the page sees nothing of it": SceneRow(
      views: "V(0,0,400,400)<multi,tap=2:T>", relations: "T delays began",
      fingers: "dn(10,10)@0 up@0.05 dn(10,10)@0.1 up@0.15", kinds: "act page", until: 2, log: "act T.Ended@V"),
    "of held moves only the last is sent: the landing at its place, then where the finger is now": SceneRow(
      views: "V(0,0,400,400)<multi,press:P>", relations: "P delays began",
      fingers: "dn(10,10)@0 mv(11,10)@0.01 mv(12,10)@0.02 mv(13,10)@0.03 mv(40,10)@0.04 up@0.05",
      log: "page 0 0.began(10,10); page 40 0.moved(40,10); page 50 0.ended:lift"),
    "a pan that wins takes the finger from the page: it slides to the middle, rests, and lifts": SceneRow(
      views: "V(0,0,400,400)<multi,pan>", fingers: "dn(10,10)@0 mv(40,10)@0.01 mv(60,10)@0.02 up@0.05",
      until: 1, log: "page 0 0.began(10,10); page 10 0.moved(34,10); page 110 0.cancelled:slide"),
    "all that are withdrawn in one frame go by one vector": SceneRow(
      views: "V(0,0,400,400)<multi,pan=2>", relations: "",
      fingers: "dn#1(10,10)@0 dn#2(100,50)@0 mv#1(10,40)@0.01 mv#2(100,80)@0.01", until: 1,
      log: """
        page 0 0.began(10,10) 1.began(100,50); page 10 0.moved(34,10) 1.moved(124,50)
        page 110 0.cancelled:slide 1.cancelled:slide
        """),
    "towards the middle is to the left on the right half": SceneRow(
      views: "", fingers: "dn(4000,10)@0 palm@0.01", until: 1,
      log: "page 0 0.began(4000,10); page 10 0.moved(3976,10); page 110 0.cancelled:slide"),
    "a finger beyond the edge, which the page has on it, slides as far from there": SceneRow(
      views: "", fingers: "dn(-20,10)@0 palm@0.01", until: 1,
      log: "page 0 0.began(0,10); page 10 0.moved(24,10); page 110 0.cancelled:slide"),
    "`edge` goes to the nearest edge": SceneRow(
      cancel: .edge, fingers: "dn(30,10)@0 palm@0.01", until: 1,
      log: "page 0 0.began(30,10); page 10 0.moved(30,0); page 110 0.cancelled:edge"),
    "`lift` only lifts": SceneRow(
      cancel: .lift, fingers: "dn(30,10)@0 palm@0.01", log: "page 0 0.began(30,10); page 10 0.cancelled:lift"),
    "`palm` makes a palm of it, and lifts in the next frame": SceneRow(
      cancel: .palm, fingers: "dn(30,10)@0 palm@0.01",
      log: "page 0 0.began(30,10); page 10 0.moved(30,10); page 10 0.cancelled:palm"),
    "a landing ends a rest at once, the lift first, in a frame of its own": SceneRow(
      views: "V(0,0,200,400)<multi,pan>,W(200,0,200,400)<multi>",
      fingers: "dn#1(10,10)@0 mv#1(40,10)@0.01 dn#2(300,10)@0.05 up#2@0.06", until: 1,
      log: """
        page 0 0.began(10,10); page 10 0.moved(34,10)
        page 50 0.cancelled:slide; page 50 1.began(300,10); page 60 1.ended:lift
        """),
    "a double tap with the defaults keeps the page's finger down until it has failed": SceneRow(
      views: "V(0,0,400,400)<multi,tap=2>", fingers: "dn(10,10)@0 up@0.05", until: 2,
      log: "page 0 0.began(10,10); page 50 0.ended:lift"),
    "a finger that lands while the page's is still down gets another slot": SceneRow(
      views: "V(0,0,200,400)<multi,tap=2>,W(200,0,200,400)<multi>",
      fingers: "dn(10,10)@0 up@0.05 dn(300,10)@0.1 up@0.2", kinds: "page", until: 2,
      log: "page 0 0.began(10,10); page 100 1.began(300,10); page 200 1.ended:lift; page 200 0.ended:lift"),
    "a move that is too small for a frame leaves held calls their times": SceneRow(
      views: "V(0,0,200,400)<multi,tap=2:T>,W(200,0,200,400)<multi>", relations: "T delays began",
      fingers: "dn#2(300,10)@0 dn#1(10,10)@0.01 up#1@0.05 mv#2(300.015625,10)@0.2", until: 2,
      log: "page 0 1.began(300,10); page 10 0.began(10,10); page 50 0.ended:lift"),
    "a landing that finds no slot is not passed on": SceneRow(
      slots: 1, fingers: "dn#1(10,10)@0 dn#2(20,10)@0.01 dn#3(30,10)@0.02 up#3@0.03 up#1@0.04 up#2@0.05",
      log: "page 0 0.began(10,10); page 10 1.began(20,10); page 40 0.ended:lift; page 50 1.ended:lift"),
    "a panel that goes away under a finger": SceneRow(
      fingers: "dn(10,10)@0 unplug@0.1", until: 1,
      log: "page 0 0.began(10,10); page 100 0.moved(34,10); page 200 0.cancelled:slide"),
  ]

  @Test("Rows", arguments: passing + gestures)
  func row(_ row: SceneRow) { #expect(row.difference(in: "page", hasPage: true) == nil) }

  @Test("An override of sendEvent may keep a touch from the page, which is cancelled if its end is kept")
  func sendEvent() {
    final class Gate: Application {
      var isShut = false
      override func sendEvent(_ event: Event) { if !isShut { super.sendEvent(event) } }
    }
    let application = Gate()
    let scene = Scene("window(0,0,400,400)", application: application)
    let page = Page(scene, cancel: .lift)
    scene.play("dn#1(500,10)@0")
    application.isShut = true
    scene.play("mv#1(510,10)@0.01 up#1@0.02 dn#2(600,10)@0.03")
    application.isShut = false
    scene.play("mv#2(610,10)@0.04 up#2@0.05")
    #expect(page.fault == nil)
    #expect(scene.log.lines("page") == ["page 0 0.began(500,10)", "page 20 0.cancelled:lift"])
  }

  @Test("A pen with a node of its own is left to the page's other programs, where nothing says what is held")
  func pen() {
    let scene = Scene("window(0,0,400,400)")
    let page = Page(scene, cancel: .lift)
    let pen = Panel(
      name: "pen", path: "pen", touchProtocol: .singleTouch(button: EventCode.btnTouch),
      calibration: scene.panel.calibration, pairing: PenPairing(isPen: true))
    scene.pipeline.attach(pen, state: DeviceState(slots: []))
    var text = FrameText()
    for frame in ["pen 1; touch 1; absx 5", "absx 900", "touch 0; pen 0"] {
      _ = text.events(frame).withUnsafeBufferPointer { scene.pipeline.receive($0, from: pen) { _ in nil } }
      scene.pipeline.dispatch()
    }
    #expect(page.fault == nil)
    #expect(scene.log.lines("page") == [])
  }

  @Test("A touchscreen in the place of another reports no pressure where the device has none")
  func withoutPressure() {
    let scene = Scene("window(0,0,400,400)")
    let traits = VirtualPanelTraits(size: TestScene.screen, panelSlots: 10)
    var reader = PageReader(traits.description(DeviceDescription(name: "page")))
    let panel = VirtualPanel(traits, cancel: .lift, after: Page(scene, cancel: .lift).panel)
    panel.onFrame = { reader.read($0) }
    scene.pipeline.usePage(panel, at: .zero)
    scene.play("dn(500,10)@0")
    #expect(reader.fault == nil && reader.landings == 1)
  }

  @Test("A landing that ends a rest leaves nothing to wait for")
  func endedRest() {
    let scene = Scene("window(0,0,400,400)")
    let page = Page(scene, cancel: .slide(by: 24))
    scene.play("dn#1(10,10)@0 palm#1@0.01 dn#2(300,10)@0.05")
    #expect(page.fault == nil && scene.pipeline.nextDeadline == nil)
  }
}
