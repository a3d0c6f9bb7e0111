import TestTables

/// What a log shows of objects, in the manner of UIKit's logs. Addresses are `0x…`.
@Suite("Descriptions") struct DescriptionRules {
  struct Row: TableRow {
    var what = ""
    let object: @Sendable (Scene) -> AnyObject
    let text: String
  }

  static let rows: Table<Row> = [
    "a view": Row(
      object: { _ in View(frame: Rect(x: 0, y: 0.5, width: 320, height: 480)) },
      text: "<View: 0x…; frame = (0 0.5; 320 480)>"),
    "what differs from the default": Row(
      object: { _ in
        let view = Label(frame: .zero)
        (view.isHidden, view.alpha, view.tag, view.identifier) = (true, 0.5, 3, "title")
        view.addGestureRecognizer(TapGestureRecognizer())
        return view
      },
      text: """
        <Label: 0x…; id = title; frame = (0 0; 0 0); hidden = YES; alpha = 0.5; userInteractionEnabled = NO; tag = 3; \
        gestureRecognizers = [TapGestureRecognizer]>
        """),
    "a transform": Row(
      object: { _ in
        let view = View()
        view.transform = AffineTransform(scaleX: 2, y: 2)
        return view
      }, text: "<View: 0x…; frame = (0 0; 0 0); transform = [2, 0, 0, 2, 0, 0]>"),
    "a scroll view, whose own recognizers but the pan are its own matter": Row(
      object: { _ in ScrollView() },
      text: """
        <ScrollView: 0x…; frame = (0 0; 0 0); contentOffset = {0, 0}; contentSize = {0, 0}; \
        gestureRecognizers = [ScrollView.pan]>
        """),
    "a controller": Row(object: { _ in ViewController(view: View()) }, text: "<ViewController: 0x…>"),
    "a recognizer": Row(
      object: { $0.recognizer("Tap") },
      text: "<TapGestureRecognizer: 0x…; name = Tap; state = possible; view = <SceneView: 0x…>>"),
    "and what it waits for": Row(
      object: { scene in
        let press = LongPressGestureRecognizer()
        press.require(toFail: scene.recognizer("Tap"))
        press.delaysTouchesBegan = true
        return press
      },
      text: """
        <LongPressGestureRecognizer: 0x…; state = possible; delaysTouchesBegan = YES; view = (null); \
        must-fail = {<TapGestureRecognizer: 0x…>}>
        """),
    "a sensitive view": Row(object: { $0["S"] }, text: "<SceneView: 0x…; id = S; sensitive>"),
    "a view in a sensitive one": Row(
      object: { scene in
        let view = ScrollView(frame: Rect(x: 3, y: 4, width: 5, height: 6))
        scene["S"].addSubview(view)
        return view
      }, text: "<ScrollView: 0x…; sensitive; gestureRecognizers = [ScrollView.pan]>"),
  ]

  @Test("Views, controllers and recognizers", arguments: rows)
  func row(_ row: Row) {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)<tap>,S(200,0,100,100)]")
    scene["S"].isSensitive = true
    // Kept until its words are made: it shows what it refers to weakly.
    let object = row.object(scene)
    #expect(Self.text(object) == row.text)
  }

  struct TouchRow: TableRow {
    var what = ""
    let fingers: String
    /// The descriptions in each call of the view's own code.
    let text: String
  }

  @Test(
    "Touches: where they are, unless that is on a sensitive view",
    arguments: [
      "on a plain view": TouchRow(
        fingers: "dn(10,10)@0 mv(30.5,20)@0.1",
        text: """
          <Touch: 0x…> phase: began tap count: 1 force: 0 window: W view: V location in window: {10, 10} \
          previous location in window: {10, 10} location in view: {10, 10} previous location in view: {10, 10}
          <Touch: 0x…> phase: moved tap count: 1 force: 0 window: W view: V location in window: {30.5, 20} \
          previous location in window: {10, 10} location in view: {30.5, 20} previous location in view: {10, 10}
          """),
      "on a sensitive one": TouchRow(
        fingers: "dn(210,10)@0 mv(310,20)@0.1",
        text: """
          <Touch: 0x…> phase: began tap count: 1 force: 0 window: W view: S (sensitive)
          <Touch: 0x…> phase: moved tap count: 1 force: 0 window: W view: S (sensitive)
          """),
      "on a view in a sensitive one": TouchRow(
        fingers: "dn(260,10)@0 up@0.1 dn(260,10)@0.2",
        text: """
          <Touch: 0x…> phase: began tap count: 1 force: 0 window: W view: S (sensitive)
          <Touch: 0x…> phase: ended tap count: 1 force: 0 window: W view: S (sensitive)
          <Touch: 0x…> phase: began tap count: 1 force: 0 window: W view: S (sensitive)
          """),
      "that goes over a sensitive one, and leaves it": TouchRow(
        fingers: "dn(10,10)@0 mv(250,10)@0.1 mv(110,10)@0.2",
        text: """
          <Touch: 0x…> phase: began tap count: 1 force: 0 window: W view: V location in window: {10, 10} \
          previous location in window: {10, 10} location in view: {10, 10} previous location in view: {10, 10}
          <Touch: 0x…> phase: moved tap count: 1 force: 0 window: W view: V (sensitive)
          <Touch: 0x…> phase: moved tap count: 1 force: 0 window: W view: V location in window: {110, 10} \
          location in view: {110, 10}
          """),
    ] as Table<TouchRow>)
  func touches(_ row: TouchRow) {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100),S(200,0,100,100)[K(50,0,50,100)]]")
    scene["S"].isSensitive = true
    var texts: [String] = []
    for name in ["V", "S"] {
      scene[name].onTouches = { view, _, touches, event in
        let text = touches.map(\.description).joined()
        #expect(event.description.hasSuffix("touches: {\(text)}"))
        #expect(event.description.hasPrefix("<Event: 0x"))
        texts.append(
          text.replacing(view.description, with: view.identifier)
            .replacing(view.window?.description ?? "", with: "W"))
      }
    }
    scene.play(row.fingers)
    #expect(TestSupport.difference(texts.map(Self.withoutAddresses), from: row.text) == nil)
  }

  @Test("A press")
  func press() {
    final class Noter: Window {
      var text = ""
      override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        text = presses.map(\.description).joined()
      }
    }
    let (application, window) = (Application(), Noter(frame: .zero))
    application.addWindow(window)
    Pipeline(application: application).press(.select, .began, at: .zero)
    #expect(Self.withoutAddresses(window.text) == "<Press: 0x…> type: select phase: began force: 1")
  }

  private static func text(_ object: AnyObject) -> String { withoutAddresses("\(object)") }

  private static func withoutAddresses(_ text: String) -> String {
    text.replacing(/0x[0-9a-f]+/, with: "0x…")
  }
}
