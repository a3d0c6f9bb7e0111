import Dispatcher
import TestSupport
import Testing

/// Who gets what no finger points at, and who performs an action.
@Suite("First responder and actions") struct FirstResponderRules {
  final class Field: View {
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
  func withoutWindow() {
    #expect(!Field(frame: .zero).becomeFirstResponder())
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
