import TestTables

/// Which responder gets events without a place, and which performs an action.
@Suite("First responder and actions") struct FirstResponderRules {
  class Field: View {
    var agrees = true
    var resigns = true
    override var canBecomeFirstResponder: Bool { agrees }
    override var canResignFirstResponder: Bool { resigns }
  }

  let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  let a = Field(frame: .zero)
  let b = Field(frame: .zero)

  init() {
    window.addSubview(a)
    window.addSubview(b)
  }

  @Test("A view does not become first responder unless it says that it can")
  func defaults() {
    let plain = View(frame: .zero)
    window.addSubview(plain)
    #expect(!plain.canBecomeFirstResponder)
    #expect(plain.canResignFirstResponder)
    #expect(!plain.becomeFirstResponder())
    #expect(!plain.isFirstResponder)
  }

  @Test("The next one takes over after the present one resigned")
  func takesOver() {
    #expect(a.becomeFirstResponder())
    #expect(a.isFirstResponder)
    #expect(b.becomeFirstResponder())
    #expect(!a.isFirstResponder && b.isFirstResponder)
    #expect(b.resignFirstResponder())
    #expect(window.firstResponder == nil)
  }

  @Test("One that refuses to resign stays")
  func refuses() {
    a.becomeFirstResponder()
    a.resigns = false
    #expect(!b.becomeFirstResponder())
    #expect(a.isFirstResponder)
    #expect(!a.resignFirstResponder())
  }

  @Test("Outside a window there is no first responder")
  func withoutWindow() { #expect(!Field(frame: .zero).becomeFirstResponder()) }

  /// Can be the first responder; what its next is, a test says.
  final class Keeper: ViewController { override var canBecomeFirstResponder: Bool { true } }

  final class Loose: Responder {
    weak var after: Responder?
    override var next: Responder? { after }
    override var canBecomeFirstResponder: Bool { true }
  }

  @Test("A view that is removed from its window is no longer first responder; neither is one below it")
  func removedView() {
    let inner = Field(frame: .zero)
    a.addSubview(inner)
    for field in [a, inner] {
      #expect(field.becomeFirstResponder())
      a.removeFromSuperview()
      #expect(window.firstResponder == nil)
      window.addSubview(a)
      #expect(window.firstResponder == nil)
    }
  }

  @Test("Neither is the controller of a removed view, nor that of one below, presented or not")
  func removedController() {
    let inner = View(frame: .zero)
    let (outer, below, presenting) = (Keeper(view: a), Keeper(view: inner), ViewController(view: b))
    a.addSubview(inner)
    for controller in [outer, below] {
      for isPresented in [false, true] {
        window.addSubview(a)
        if isPresented { presenting.present(controller) } else { presenting.dismiss() }
        #expect(controller.becomeFirstResponder())
        a.removeFromSuperview()
        #expect(window.firstResponder == nil)
      }
    }
  }

  @Test("Neither is a responder that is no view and whose chain led through the removed one")
  func removedLoose() {
    let loose = Loose()
    let controller = ViewController(view: a)
    for after in [a, controller] as [Responder] {
      window.addSubview(a)
      loose.after = after
      #expect(loose.becomeFirstResponder())
      a.removeFromSuperview()
      #expect(window.firstResponder == nil)
    }
  }

  @Test("One that moves to another window is not the first of the one that it left")
  func movedToAnotherWindow() {
    let other = Window(frame: .zero)
    #expect(a.becomeFirstResponder())
    other.addSubview(a)
    #expect(window.firstResponder == nil)
    #expect(other.firstResponder == nil)
  }

  @Test("A responder that stays in the window stays first responder, wherever it moves")
  func staying() {
    let controller = Keeper(view: b)
    #expect(controller.becomeFirstResponder())
    a.removeFromSuperview()
    #expect(controller.isFirstResponder)
    window.addSubview(a)
    a.addSubview(b)
    #expect(controller.isFirstResponder)
  }

  @Test("One that leaves the window while the present one resigns does not become first responder")
  func leavesMeanwhile() {
    final class Closing: Field {
      var closed: View?
      override func resignFirstResponder() -> Bool {
        closed?.removeFromSuperview()
        return super.resignFirstResponder()
      }
    }
    let closing = Closing(frame: .zero)
    window.addSubview(closing)
    closing.becomeFirstResponder()
    closing.closed = b
    #expect(!b.becomeFirstResponder())
    #expect(window.firstResponder == nil)
  }

  @Test("A removed first responder gets resignFirstResponder, and cannot refuse")
  func toldToResign() {
    final class Stubborn: Field {
      var asked = 0
      override var canResignFirstResponder: Bool { false }
      override func resignFirstResponder() -> Bool {
        asked += 1
        return super.resignFirstResponder()
      }
    }
    let stubborn = Stubborn(frame: .zero)
    window.addSubview(stubborn)
    stubborn.becomeFirstResponder()
    stubborn.removeFromSuperview()
    #expect(stubborn.asked == 1)
    #expect(window.firstResponder == nil)
  }

  @Test("An action goes to the nearest responder that performs it")
  func actions() {
    final class Editor: View {
      override func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool {
        action == "undo"
      }
    }
    let editor = Editor(frame: .zero)
    window.addSubview(editor)
    let inner = View(frame: .zero)
    editor.addSubview(inner)
    #expect(inner.target(forAction: "undo", withSender: nil) === editor)
    #expect(inner.target(forAction: "print", withSender: nil) == nil)
  }
}
