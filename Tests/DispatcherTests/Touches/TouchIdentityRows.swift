import Dispatcher
import TestSupport
import TestTables
import Testing

/// Which finger is which touch object, which sequence is which event, and which view gets two fingers.
@Suite("Touch and event identity") struct TouchIdentityRows {
  static let view = "window(0,0,300,300)[V(0,0,200,200)<multi>]"

  /// What V's own code saw, call by call.
  final class Seen {
    var phases: [TouchPhase] = []
    var touches: [Set<Touch>] = []
    var tapCounts: [Int] = []
  }

  func play(_ fingers: String, _ tree: String = view) -> (Seen, Scene) {
    let (seen, scene) = (Seen(), Scene(tree))
    scene["V"].onTouches = { _, phase, touches, _ in
      seen.phases.append(phase)
      seen.touches.append(touches)
      seen.tapCounts.append(touches.first?.tapCount ?? 0)
    }
    scene.play(fingers)
    return (seen, scene)
  }

  struct Reuse: TableRow {
    let what: String
    let second: String
    let tapCount: Int
  }

  @Test(
    "What counts as the same place in time, measured on both sides",
    arguments: [
      Reuse(what: "0.350 s after the lift is in time", second: "dn(10,10)@0.400", tapCount: 2),
      Reuse(what: "0.351 s after it is too late", second: "dn(10,10)@0.401", tapCount: 1),
      Reuse(what: "30 points away is the same place", second: "dn(40,10)@0.2", tapCount: 2),
      Reuse(what: "30.02 points away is another", second: "dn(40.02,10)@0.2", tapCount: 1),
    ])
  func reuse(_ row: Reuse) {
    let (seen, _) = play("dn(10,10)@0 up@0.050 \(row.second)")
    #expect(seen.tapCounts.last == row.tapCount)
    #expect(Set(seen.touches.flatMap { $0 }).count == (row.tapCount == 2 ? 1 : 2))
  }

  @Test("A cancelled touch is never used again")
  func cancelledIsNotReused() {
    let (seen, _) = play("dn(10,10)@0 palm@0.02 up@0.05 dn(10,10)@0.1")
    #expect(seen.phases == [.began, .cancelled, .began])
    #expect(seen.tapCounts.last == 1)
  }

  @Test("A touch that can no longer be re-used is let go")
  func letGo() {
    let scene = Scene(Self.view)
    weak var touch: Touch?
    scene["V"].onTouches = { _, _, touches, _ in touch = touches.first }
    scene.play("dn(10,10)@0 up@0.05")
    #expect(touch != nil)
    scene["V"].onTouches = nil
    scene.play("dn(100,100)@1")
    #expect(touch == nil)
  }

  @Test("A touch is updated in place: a kept one has the finger's present location")
  func updatedInPlace() {
    let (seen, _) = play("dn(30,30)@0 mv(40,35)@0.01 mv(41,36)@0.02")
    #expect(seen.touches[0].first?.location(in: nil) == Point(x: 41, y: 36))
  }

  @Test("A finger that only presses harder has not moved")
  func pressureAlone() {
    let (seen, _) = play("dn(30,30)@0 fr@0.01 fr@0.02 up@0.03")
    #expect(seen.phases == [.began, .ended])
  }

  @Test("A second finger is withheld from a single-touch view for its whole life")
  func withheld() {
    let (_, scene) = play(
      "dn#1(10,10)@0 dn#2(20,20)@0.01 up#1@0.02 mv#2(30,30)@0.03 up#2@0.04",
      "window(0,0,300,300)[V(0,0,200,200)]")
    #expect(scene.log.calls == ["began V{1}", "ended V{1}"])
  }

  @Test("An exclusive view takes no touch while another view does, and the other way round")
  func exclusive() {
    let tree = "window(0,0,300,300)[V(0,0,100,100)<exclusive>,W(100,0,100,100)]"
    let (_, first) = play("dn#1(110,10)@0 dn#2(10,10)@0.01 up#2@0.02 up#1@0.03", tree)
    #expect(first.log.calls == ["began W{1}", "ended W{1}"])
    let (_, second) = play("dn#1(10,10)@0 dn#2(110,10)@0.01 up#2@0.02 up#1@0.03", tree)
    #expect(second.log.calls == ["began V{1}", "ended V{1}"])
  }

  @Test("Calls go phase by phase, within a phase by view in order of its oldest touch")
  func phaseByPhase() {
    let (_, scene) = play(
      """
      dn#1(10,10)@0 dn#2(110,10)@0
      mv#1(11,10)@0.01 up#2@0.01 dn#3(20,20)@0.01
      """, "window(0,0,300,300)[V(0,0,100,100)<multi>,W(100,0,100,100)]")
    #expect(
      difference(
        scene.log.calls, from: "began V{1}\nbegan W{1}\nbegan V{1}\nmoved V{1}\nended W{1}") == nil)
  }

  @Test("A touch keeps its view when the finger leaves it")
  func keepsItsView() {
    let (_, scene) = play("dn(10,10)@0 mv(250,250)@0.01 up@0.02")
    #expect(scene.log.calls == ["began V{1}", "moved V{1}", "ended V{1}"])
  }
}
