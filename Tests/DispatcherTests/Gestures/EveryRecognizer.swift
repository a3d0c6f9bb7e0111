import TestTables

/// What keeps a recognizer from its gesture, whichever it is: each rule holds for all of them.
@Suite("Every recognizer") struct EveryRecognizer {
  struct Kind: Sendable, CustomTestStringConvertible {
    let trait: String
    /// Fingers that are not yet the gesture, and those that then make it one.
    let before: String
    let after: String
    /// Whether it goes on until the fingers lift, at 1.2 s.
    let isContinuous: Bool
    var testDescription: String { trait }

    var act: String { isContinuous ? "act G.Began@V" : "act G.Ended@V" }
  }

  static let kinds = [
    Kind(trait: "tap", before: "dn(100,100)@0", after: "up@0.1", isContinuous: false),
    Kind(
      trait: "tap=2", before: "dn(100,100)@0 up@0.05 dn(100,100)@0.1", after: "up@0.15", isContinuous: false),
    Kind(trait: "press", before: "dn(100,100)@0", after: "fr@0.6 up@1.2", isContinuous: true),
    Kind(trait: "pan", before: "dn(100,100)@0", after: "mv(130,100)@0.1 up@1.2", isContinuous: true),
    Kind(trait: "swipe", before: "dn(100,100)@0", after: "mv(160,100)@0.1 up@1.2", isContinuous: false),
    Kind(trait: "edge=left", before: "dn(5,100)@0", after: "mv(40,100)@0.1 up@1.2", isContinuous: true),
    Kind(
      trait: "pinch", before: "dn#1(100,100)@0 dn#2(150,100)@0", after: "mv#2(200,100)@0.1 up#1@1.2 up#2@1.2",
      isContinuous: true),
    Kind(
      trait: "rotation", before: "dn#1(100,100)@0 dn#2(150,100)@0",
      after: "mv#2(100,150)@0.1 up#1@1.2 up#2@1.2", isContinuous: true),
  ]

  @Test("The delegate says no: it fails, once, and the view keeps its touches", arguments: kinds)
  func refused(kind: Kind) {
    #expect(play(kind, relations: "G may not begin") == ["fail G: not allowed to begin"])
  }

  @Test("The delegate keeps the touch from it: it never had an attempt", arguments: kinds)
  func notReceived(kind: Kind) { #expect(play(kind, relations: "G gets no touch") == []) }

  @Test("A required recognizer that fails lets it act then, not sooner", arguments: kinds)
  func requiredFails(kind: Kind) {
    let scene = makeScene(kind, ",gate=fails|0.8", relations: "G requires Gate")
    scene.play(kind.before + " " + kind.after.replacingLifts)
    scene.wait(until: 0.799)
    #expect(scene.log.lines("act", "fail") == [])
    scene.wait(until: 0.8)
    #expect(scene.log.lines("act", "fail") == ["fail Gate: too slow", kind.act])
  }

  @Test("A required recognizer that recognizes makes it fail", arguments: kinds)
  func requiredRecognizes(kind: Kind) {
    let log = play(kind, ",gate=recognizes|0.8", relations: "G requires Gate")
    #expect(log.filter { $0.hasSuffix(" G: required Gate to fail") }.count == 1)
    #expect(!log.contains { $0.hasPrefix("act G.") })
  }

  @Test("A required recognizer that waits itself is waited for", arguments: kinds)
  func requiredWaits(kind: Kind) {
    let log = play(
      kind, ",gate=fails|0.8,gate=recognizes|0.7:Second", relations: "G requires Second; Second requires Gate"
    )
    #expect(
      log.prefix(3) == ["fail Gate: too slow", "fail G: required Second to fail", "act Second.Ended@V"])
  }

  @Test("A continuous one whose fingers lift while it waits fails", arguments: kinds.filter(\.isContinuous))
  func liftedWhileWaiting(kind: Kind) {
    let log = play(kind, ",gate=fails|2", relations: "G requires Gate")
    #expect(log == ["fail G: too early", "fail Gate: too slow"])
  }

  enum Interruption: CaseIterable {
    case disabled, removed, unplugged

    var reason: String { self == .unplugged ? "cancelled" : "\(self)" }

    func happen(to scene: Scene, at seconds: Double) {
      switch self {
      case .disabled: scene.recognizer("G").isEnabled = false
      case .removed: scene.view("V").removeFromSuperview()
      case .unplugged: scene.unplug(at: seconds)
      }
    }
  }

  @Test("Interrupted before it has recognized, it fails", arguments: kinds, Interruption.allCases)
  func interrupted(kind: Kind, by interruption: Interruption) {
    let scene = makeScene(kind)
    scene.play(kind.before)
    interruption.happen(to: scene, at: 0.12)
    if interruption != .unplugged { scene.play(kind.after) }
    #expect(scene.log.lines("act", "fail") == ["fail G: \(interruption.reason)"])
    #expect(scene.pipeline.nextDeadline == nil)
  }

  @Test(
    "Interrupted while it is active, it is cancelled, once", arguments: kinds.filter(\.isContinuous),
    Interruption.allCases)
  func interruptedWhileActive(kind: Kind, by interruption: Interruption) {
    let scene = makeScene(kind)
    scene.play(kind.before + " " + kind.after.replacingLifts)
    interruption.happen(to: scene, at: 0.9)
    if interruption != .unplugged { scene.play("fr@1 up@1.2") }
    let acts = scene.log.lines("act")
    #expect(acts.filter { $0 == "act G.Cancelled@V" }.count == 1, "\(acts)")
    #expect(acts.last == "act G.Cancelled@V")
  }

  @Test(
    "A system cancel while touches are held: the view gets their began, and then cancelled", arguments: kinds)
  func cancelledWhileHeld(kind: Kind) {
    let scene = makeScene(kind, relations: "G delays began")
    scene.play(kind.before)
    #expect(scene.log.lines("began", "cancelled", "ended") == [])
    scene.unplug(at: 0.12)
    let log = scene.log.lines("began", "cancelled", "fail")
    #expect(log.first == "fail G: cancelled")
    #expect(log.filter { $0.hasPrefix("began") }.count == (kind.trait == "tap=2" ? 2 : 1))
    #expect(log.last?.hasPrefix("cancelled V") == true)
  }

  private func makeScene(_ kind: Kind, _ more: String = "", relations: String = "") -> Scene {
    Scene("window(0,0,400,400)[V(0,0,400,400)<multi,\(kind.trait):G\(more)>]", relations: relations)
  }

  private func play(_ kind: Kind, _ more: String = "", relations: String = "") -> [String] {
    let scene = makeScene(kind, more, relations: relations)
    scene.play(kind.before + " " + kind.after)
    scene.pipeline.finish()
    return scene.log.lines("act", "fail")
  }
}

extension String {
  /// The same fingers, those that lift at the end still down.
  fileprivate var replacingLifts: String {
    split(separator: " ").filter { !$0.hasSuffix("@1.2") }.joined(separator: " ")
  }
}
