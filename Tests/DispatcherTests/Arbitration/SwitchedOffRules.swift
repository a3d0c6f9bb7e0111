import TestTables

/// A recognizer that is switched off, taken away, or set to failed, in the middle of a decision: it counts at once.
@Suite("Switched off in an answer") struct SwitchedOffRules {
  enum Deed: CaseIterable {
    case disable, detach, removeView, fail

    /// Those that take it away from touches.
    static let removals: [Deed] = [.disable, .detach, .removeView]

    func happen(to recognizer: GestureRecognizer) {
      switch self {
      case .disable: recognizer.isEnabled = false
      case .detach: recognizer.view?.removeGestureRecognizer(recognizer)
      case .removeView: recognizer.view?.removeFromSuperview()
      case .fail: recognizer.state = .failed
      }
    }

    var reason: String {
      switch self {
      case .disable: "disabled"
      case .detach, .removeView: "removed"
      case .fail: "no reason"
      }
    }
  }

  static let taps = "window(0,0,400,400)[O(0,0,400,400)<tap:Outer>[V(0,0,400,400)<tap>]]"

  /// Question to a delegate, and the recognizer whose delegate it is.
  static let answers: [(of: String, question: String)] = [
    ("Tap", "shouldBegin"), ("Tap", company), ("Tap", "shouldRequireFailureOf"), ("Outer", company),
    ("Outer", "shouldBeRequiredToFailBy"),
  ]
  static let company = "shouldRecognizeSimultaneouslyWith"

  /// A delegate that does something when it is asked that; to be kept, as the recognizer does not.
  private func delegate(
    of recognizer: GestureRecognizer, asked question: String, _ deed: @escaping () -> Void
  ) -> SceneDelegate {
    let delegate = SceneDelegate(SceneLog())
    delegate.onQuestion = { if $0 == question { deed() } }
    recognizer.delegate = delegate
    return delegate
  }

  @Test(
    "In its own delegate's answer, or in another's: it fails, does not act, and prevents no recognizer",
    arguments: Deed.allCases, answers)
  func answer(deed: Deed, asked: (of: String, question: String)) {
    let scene = Scene(Self.taps)
    let tap = scene.recognizer("Tap")
    var wasAsked = false
    let delegate = delegate(of: scene.recognizer(asked.of), asked: asked.question) {
      wasAsked = true
      deed.happen(to: tap)
    }
    scene.play("dn(10,10)@0 up@0.1")
    #expect(scene.log.lines("act", "fail") == ["fail Tap: \(deed.reason)", "act Outer.Ended@O"])
    withExtendedLifetime(delegate) { #expect(wasAsked) }
  }

  @Test("One that waits for another is set to failed: it does not act", arguments: ["tap", "pan"])
  func waiting(kind: String) {
    let scene = Scene(
      "window(0,0,400,400)[V(0,0,400,400)<\(kind):Own,gate=fails|1>]", relations: "Own requires Gate")
    var misuses = 0
    scene.application.onMisuse = { _ in misuses += 1 }
    scene.play("dn(10,10)@0" + (kind == "tap" ? " up@0.1" : " mv(90,10)@0.1"))
    scene.recognizer("Own").state = .failed
    scene.wait(until: 2)
    #expect(scene.log.lines("act", "fail") == ["fail Own: no reason", "fail Gate: too slow"])
    #expect(misuses == 0)
  }

  @Test("One that is about to be prevented fails for its own reason", arguments: Deed.allCases)
  func loser(deed: Deed) {
    let scene = Scene(Self.taps)
    let outer = scene.recognizer("Outer")
    let delegate = delegate(of: scene.recognizer("Tap"), asked: Self.company) { deed.happen(to: outer) }
    withExtendedLifetime(delegate) { scene.play("dn(10,10)@0 up@0.1") }
    let reason = deed == .removeView ? "fail Tap: removed\nfail Outer: removed" : nil
    let expected = reason ?? "fail Outer: \(deed.reason)\nact Tap.Ended@V"
    scene.expect(expected, in: "act fail")
  }

  @Test(
    "While it is asked whether it takes a touch, or another that comes later: it takes none",
    arguments: Deed.removals, ["Tap", "Outer"])
  func receiving(deed: Deed, asked: String) {
    let scene = Scene(Self.taps)
    let tap = scene.recognizer("Tap")
    var wasAsked = false
    let delegate = delegate(of: scene.recognizer(asked), asked: "shouldReceive") {
      wasAsked = true
      deed.happen(to: tap)
    }
    scene.play("dn(10,10)@0 up@0.1")
    #expect(scene.log.lines("act", "fail") == ["act Outer.Ended@O"])
    withExtendedLifetime(delegate) { #expect(wasAsked) }
  }

  @Test("In an action, before its own: a discrete one does not act any more", arguments: Deed.removals)
  func othersAction(deed: Deed) {
    let scene = Scene(Self.taps, relations: "Outer with Tap")
    scene.recognizer("Tap").addAction { [unowned scene] _ in deed.happen(to: scene.recognizer("Outer")) }
    scene.play("dn(10,10)@0 up@0.1")
    #expect(scene.log.lines("act") == ["act Tap.Ended@V"])
  }

  @Test(
    "A continuous one, in its own action or in another's: its cancelled action follows the began one",
    arguments: Deed.removals)
  func continuous(deed: Deed) {
    for name in ["Pan", "Tap2"] {
      let scene = Scene(
        "window(0,0,400,400)[O(0,0,400,400)<pan>[V(0,0,400,400)<pan:Tap2>]]", relations: "Pan with Tap2")
      let pan = scene.recognizer("Pan")
      scene.recognizer(name).addAction { recognizer in if recognizer.state == .began { deed.happen(to: pan) }
      }
      scene.play("dn(10,10)@0 mv(50,10)@0.1 mv(90,10)@0.2")
      let acts = scene.log.lines("act").filter { $0.hasPrefix("act Pan.") }
      #expect(acts.map { $0.prefix { $0 != "@" } } == ["act Pan.Began", "act Pan.Cancelled"])
    }
  }

  @Test("A hover recognizer, while it is asked whether it may begin", arguments: Deed.removals)
  func hovering(deed: Deed) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<hover>]")
    let hover = scene.recognizer("Hover")
    let delegate = delegate(of: hover, asked: "shouldBegin") { deed.happen(to: hover) }
    withExtendedLifetime(delegate) { scene.play("hov(110,110)@0 mv(120,120)@0.1 away@0.3") }
    #expect(scene.log.lines("act", "fail") == ["fail Hover: \(deed.reason)"])
  }
}
