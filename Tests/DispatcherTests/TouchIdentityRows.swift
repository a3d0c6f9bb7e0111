import Dispatcher
import TestSupport
import Testing

/// Which finger is which touch object, which sequence is which event, and who gets two fingers.
@Suite("Touch and event identity") struct TouchIdentityRows {
  static let view = "window(0,0,300,300)[V(0,0,200,200)<multi>]"

  /// What V's own code saw, call by call.
  final class Seen {
    var phases: [TouchPhase] = []
    var touches: [Set<Touch>] = []
    var events: [Event] = []
    var tapCounts: [Int] = []
    var allTouches: [Int] = []
    var locations: [Point] = []
    var previous: [Point] = []
  }

  func play(_ fingers: String, _ tree: String = view) -> (Seen, Scene) {
    let (seen, scene) = (Seen(), Scene(tree))
    scene["V"].onTouches = { _, phase, touches, event in
      seen.phases.append(phase)
      seen.touches.append(touches)
      seen.events.append(event)
      seen.tapCounts.append(touches.first?.tapCount ?? 0)
      seen.allTouches.append(event.allTouches.count)
      seen.locations.append(touches.first?.location(in: nil) ?? .zero)
      seen.previous.append(touches.first?.previousLocation(in: nil) ?? .zero)
    }
    scene.play(fingers)
    return (seen, scene)
  }

  @Test("T1: two fingers in one frame are one call with two touches")
  func T1() {
    let (_, scene) = play("dn#1(10,10)@0 dn#2(20,20)@0")
    #expect(scene.log.calls == ["began V{2}"])
  }

  @Test("T2: two fingers in two frames are two calls, and the event knows both")
  func T2() {
    let (seen, scene) = play("dn#1(10,10)@0 dn#2(20,20)@0.01")
    #expect(scene.log.calls == ["began V{1}", "began V{1}"])
    #expect(seen.allTouches == [1, 2])
  }

  @Test("T3: one finger from down to up is one touch object in one event object")
  func T3() {
    let (seen, _) = play("dn(10,10)@0 mv(11,10)@0.01 mv(12,10)@0.02 up@0.03")
    #expect(seen.phases == [.began, .moved, .moved, .ended])
    #expect(Set(seen.events.map(ObjectIdentifier.init)).count == 1)
    #expect(Set(seen.touches.flatMap { $0 }).count == 1)
  }

  @Test("T4: a second tap at the same place re-uses the object and counts")
  func T4() {
    let (seen, _) = play("dn(10,10)@0 up@0.05 dn(12,10)@0.2 up@0.25")
    #expect(seen.tapCounts == [1, 1, 2, 2])
    #expect(Set(seen.touches.flatMap { $0 }).count == 1)
    #expect(seen.events[0] !== seen.events[2])
  }

  struct Reuse: Sendable, CustomTestStringConvertible {
    let what: String
    let second: String
    let tapCount: Int
    var testDescription: String { what }
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

  @Test("T6: a palm, or the removal of the panel, cancels the touch", arguments: [true, false])
  func T6(byPalm: Bool) {
    let (seen, scene) = play("dn(10,10)@0" + (byPalm ? " palm@0.1" : ""))
    if !byPalm { scene.unplug(at: 0.1) }
    #expect(scene.log.calls == ["began V{1}", "cancelled V{1}"])
    #expect(seen.phases == [.began, .cancelled])
    #expect(seen.touches[1].first?.phase == .cancelled)
  }

  @Test("T7: nil means window coordinates; the previous location is the preceding frame's")
  func T7() {
    let (seen, _) = play(
      "dn(30,30)@0 mv(40,35)@0.01 mv(41,36)@0.02", "window(0,0,300,300)[V(20,20,200,200)<multi>]")
    #expect(seen.locations == [Point(x: 30, y: 30), Point(x: 40, y: 35), Point(x: 41, y: 36)])
    #expect(seen.previous == [Point(x: 30, y: 30), Point(x: 30, y: 30), Point(x: 40, y: 35)])
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
