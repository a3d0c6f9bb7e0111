import TestTables

/// What people type who know UIKit, and what they expect of it.
@Suite("UIKit's names") struct UIKitNameRules {
  /// A view that notes the calls that changes of the tree make.
  final class Noting: View {
    var note: (String) -> Void = { _ in }

    override func willMove(toSuperview newSuperview: View?) {
      note("\(identifier) will move to \(name(newSuperview))")
    }
    override func didMoveToSuperview() { note("\(identifier) moved to \(name(superview))") }
    override func willMove(toWindow newWindow: Window?) {
      note("\(identifier) will move to window \(name(newWindow))")
    }
    override func didMoveToWindow() { note("\(identifier) moved to window \(name(window))") }
    override func didAddSubview(_ subview: View) { note("\(identifier) added \(subview.identifier)") }
    override func willRemoveSubview(_ subview: View) {
      note("\(identifier) will remove \(subview.identifier)")
    }

    private func name(_ view: View?) -> String { view?.identifier ?? "nil" }
  }

  struct Row: TableRow {
    var what = ""
    /// Of the views A and B of a window, and of V with its subview W, which stand nowhere.
    let deed: @Sendable ([String: Noting]) -> Void
    let calls: String
  }

  @Test(
    "Changes of the tree call methods in UIKit's order",
    arguments: [
      "into a window": Row(
        deed: { $0["A"]?.addSubview($0["V"] ?? View()) },
        calls: """
          V will move to window window; W will move to window window; V will move to A
          V moved to window window; W moved to window window; V moved to A; A added V
          """),
      "within the window: no call about a window": Row(
        deed: { $0["A"]?.addSubview($0["B"] ?? View()) }, calls: "B will move to A; B moved to A; A added B"),
      "out of the window": Row(
        deed: { $0["A"]?.removeFromSuperview() },
        calls: "A will move to window nil; A will move to nil; A moved to window nil; A moved to nil"),
      "out of a view": Row(
        deed: { $0["W"]?.removeFromSuperview() },
        calls: "V will remove W; W will move to nil; W moved to nil"),
      "out of nothing": Row(deed: { $0["V"]?.removeFromSuperview() }, calls: ""),
      "to another place among its siblings": Row(
        deed: { $0["A"]?.superview?.bringSubviewToFront($0["A"] ?? View()) }, calls: ""),
    ] as Table<Row>)
  func changes(_ row: Row) {
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    window.identifier = "window"
    var (views, calls): ([String: Noting], [String]) = ([:], [])
    for name in ["A", "B", "V", "W"] {
      let view = Noting()
      view.identifier = name
      views[name] = view
    }
    window.addSubview(views["A"] ?? View())
    window.addSubview(views["B"] ?? View())
    views["V"]?.addSubview(views["W"] ?? View())
    for view in views.values { view.note = { calls.append($0) } }
    row.deed(views)
    #expect(difference(calls, from: row.calls) == nil)
    for view in views.values { view.note = { _ in } }
  }

  @Test("A view by its tag: itself, then those below, from the back to the front")
  func tags() {
    let scene = Scene("window(0,0,9,9)[A(0,0,9,9)[B(0,0,9,9)],C(0,0,9,9)]")
    (scene["B"].tag, scene["C"].tag) = (7, 7)
    #expect(scene.window.viewWithTag(7) === scene["B"])
    #expect(scene["C"].viewWithTag(7) === scene["C"])
    #expect(scene.window.viewWithTag(8) == nil)
    #expect(View().tag == 0 && View().frame == .zero && ScrollView().frame == .zero)
  }

  @Test("Siblings in each other's places")
  func exchange() {
    let scene = Scene("window(0,0,9,9)[A(0,0,9,9),B(0,0,9,9),C(0,0,9,9)]")
    scene.window.exchangeSubview(at: 0, withSubviewAt: 2)
    #expect(scene.window.subviews.map(\.identifier) == ["C", "B", "A"])
    #expect(scene.application.hitTest(Point(x: 1, y: 1), with: nil) === scene["A"])
  }

  @Test("Children of a controller: their calls; the responder chain goes up the views")
  func children() {
    final class Child: ViewController {
      var calls: [String] = []
      override func willMove(toParent parent: ViewController?) {
        calls.append("will \(parent?.identifier ?? "nil")")
      }
      override func didMove(toParent parent: ViewController?) {
        calls.append("did \(parent?.identifier ?? "nil")")
      }
    }
    let (a, b) = (ViewController(view: View()), ViewController(view: View()))
    (a.identifier, b.identifier) = ("A", "B")
    let child = Child(view: View())
    a.addChild(child)
    #expect(child.parent === a && a.children.count == 1 && child.next == nil)
    a.addChild(child)
    b.addChild(child)
    child.didMove(toParent: b)
    #expect(child.parent === b && a.children.isEmpty)
    b.view.addSubview(child.view)
    #expect(child.next === b.view)
    child.willMove(toParent: nil)
    child.removeFromParent()
    child.removeFromParent()
    #expect(child.parent == nil && b.children.isEmpty)
    #expect(child.calls == ["will A", "will B", "did B", "will nil", "did nil"])
  }

  @Test("A view that another controller has taken stays that one's")
  func takenView() {
    let (a, b) = (ViewController(view: View()), ViewController(view: View()))
    b.view = a.view
    a.view = View()
    #expect(b.view.next === b)
  }

  @Test("Targets of a control and of a recognizer are not kept, and can be removed")
  func targets() {
    final class Menu {
      var calls: [String] = []
      func opened(_ control: Control) { calls.append("opened by \(control.identifier)") }
      func closed() { calls.append("closed") }
      func tapped(_ recognizer: GestureRecognizer) { calls.append("tapped \(recognizer.name)") }
    }
    let scene = Scene("window(0,0,400,400)[C(0,0,100,100)<control>,V(200,0,100,100)<tap>]")
    let (control, menu) = (scene.control("C"), Menu())
    var others = 0
    control.addTarget(menu, action: Menu.opened, for: .touchDown)
    control.addTarget(menu, action: Menu.closed, for: [.touchUpInside, .touchCancel])
    control.addAction(for: .touchDown) { _ in others += 1 }
    scene.recognizer("Tap").addTarget(menu, action: Menu.tapped)
    scene.recognizer("Tap").addTarget(menu, action: Menu.closed)
    scene.play("dn(10,10)@0 up@0.1 dn(210,10)@1 up@1.1")
    #expect(menu.calls == ["opened by C", "closed", "tapped Tap", "closed"])
    menu.calls = []
    control.removeTarget(menu, for: .touchUpInside)
    scene.recognizer("Tap").removeTarget(menu)
    scene.play("dn(10,10)@2 up@2.1 dn(10,10)@3 palm@3.1 dn(210,10)@4 up@4.1")
    #expect(menu.calls == ["opened by C", "opened by C", "closed"])
    control.removeTarget(menu)
    scene.play("dn(10,10)@5 up@5.1")
    #expect(menu.calls.count == 3 && others == 4)
    control.removeTarget(nil, for: .touchDown)
    scene.play("dn(10,10)@6 up@6.1")
    #expect(others == 4)
  }

  @Test("A target that has gone is not called")
  func goneTarget() {
    final class Menu { func opened(_ control: Control) { Issue.record("it has gone") } }
    let control = Control(frame: .zero)
    control.addTarget(Menu(), action: Menu.opened, for: .touchDown)
    control.sendActions(for: .touchDown)
  }

  @Test("What an action kept removes its own targets as it goes")
  func removesOwnTargets() {
    final class Menu {
      let close: (Menu) -> Void
      init(_ close: @escaping (Menu) -> Void) { self.close = close }
      func opened() { Issue.record("it was removed") }
      deinit { close(self) }
    }
    let (control, tap) = (Control(frame: .zero), TapGestureRecognizer())
    do {
      let (first, second) = (Menu { control.removeTarget($0) }, Menu { tap.removeTarget($0) })
      control.addAction(for: .touchDown) { _ in first.opened() }
      tap.addAction { _ in second.opened() }
    }
    control.removeTarget(nil)
    tap.removeTarget(nil)
    control.sendActions(for: .touchDown)
  }

  @Test("Rectangles as CoreGraphics has them")
  func rectangles() {
    let ten = Rect(x: 10, y: 10, width: 10, height: 10)
    #expect(ten.insetBy(dx: 1, dy: 2) == Rect(x: 11, y: 12, width: 8, height: 6))
    #expect(ten.insetBy(dx: -1, dy: 0) == Rect(x: 9, y: 10, width: 12, height: 10))
    #expect(ten.insetBy(dx: 5, dy: 5) == Rect(x: 15, y: 15, width: 0, height: 0))
    #expect(ten.insetBy(dx: 6, dy: 0).isNull && Rect.null.insetBy(dx: -9, dy: -9).isNull)
    #expect(ten.offsetBy(dx: 1, dy: -2) == Rect(x: 11, y: 8, width: 10, height: 10))
    let other = Rect(x: 15, y: 0, width: 10, height: 15)
    #expect(ten.union(other) == Rect(x: 10, y: 0, width: 15, height: 20))
    #expect(ten.intersection(other) == Rect(x: 15, y: 10, width: 5, height: 5))
    #expect(ten.intersects(other) && !ten.intersects(Rect(x: 30, y: 0, width: 1, height: 99)))
    #expect(ten.intersection(Rect(x: 30, y: 30, width: 1, height: 1)).isNull)
    #expect(
      ten.intersection(Rect(x: 20, y: 10, width: 5, height: 5)) == Rect(x: 20, y: 10, width: 0, height: 5))
    #expect(ten.union(.null) == ten && Rect.null.union(ten) == ten && ten.intersection(.null).isNull)
    #expect(
      ten.contains(Rect(x: 10, y: 10, width: 10, height: 1)) && !ten.contains(other)
        && !ten.contains(Rect.null))
    // 24 + 1080 · 0.52 is no sum that a union gives again.
    let rounded = Rect(x: 24, y: 68, width: 1920 * (1000.0 / 1920), height: 1080 * (1000.0 / 1920))
    #expect(rounded.contains(Rect(x: 30.1, y: 70.3, width: 17.7, height: 14)))
    #expect(Rect(x: 20, y: 20, width: -10, height: -10).standardized == ten)
    #expect(Rect(x: 0.5, y: 0.5, width: 1, height: 1).integral == Rect(x: 0, y: 0, width: 2, height: 2))
    #expect((ten.midX, ten.midY, ten.width, ten.height) == (15, 15, 10, 10))
    #expect(Rect.zero.isEmpty && Rect.null.isEmpty && !ten.isEmpty && !Rect.zero.isNull)
    #expect(!Rect.null.contains(Point(x: 0, y: 0)))
  }
}
