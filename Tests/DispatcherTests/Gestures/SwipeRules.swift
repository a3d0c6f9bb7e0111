import Dispatcher
import TestSupport
import Testing

/// What is a swipe, and what is not.
@Suite("Swipe") struct SwipeRules {
  static let right = "window(0,0,400,400)[V(0,0,400,400)<multi,swipe>]"
  static let recognized = "began V{1}\nact Swipe.Ended@V\ncancelled V{1}"

  static func any(_ directions: String) -> String {
    "window(0,0,400,400)[V(0,0,400,400)<swipe=\(directions)>]"
  }

  static let distances = [
    StrokeRow(
      what: "at 0.1 s it takes 45.3 points; the swipe is there while the finger is down", tree: right,
      fingers: "dn(100,100)@0 mv(145.3125,100)@0.1", log: recognized),
    StrokeRow(
      what: "45.28 points at 0.1 s are too short", tree: right,
      fingers: "dn(100,100)@0 mv(145.28125,100)@0.1 up@0.1",
      log: "began V{1}\nfail Swipe: too short\nended V{1}"),
    StrokeRow(
      what: "38.25 points at 0.25 s", tree: right, fingers: "dn(100,100)@0 mv(138.25,100)@0.25",
      log: recognized),
    StrokeRow(
      what: "38.23 points at 0.25 s are not enough yet", tree: right,
      fingers: "dn(100,100)@0 mv(138.234375,100)@0.25",
      log: "began V{1}\nmoved V{1}"),
    StrokeRow(
      what: "26.5 points at 0.500 s", tree: right, fingers: "dn(100,100)@0 mv(126.5,100)@0.500",
      log: recognized),
    StrokeRow(
      what: "26.48 points at 0.500 s are too short", tree: right,
      fingers: "dn(100,100)@0 mv(126.484375,100)@0.500 up@0.500001",
      log: "began V{1}\nmoved V{1}\nfail Swipe: too slow\nended V{1}"),
    StrokeRow(
      what: "at 0.501 s it is too slow, however far it goes then", tree: right,
      fingers: "dn(100,100)@0 mv(200,100)@0.501", log: "began V{1}\nfail Swipe: too slow\nmoved V{1}"),
    StrokeRow(
      what: "time alone brings a finger there that has gone far enough for later", tree: right,
      fingers: "dn(100,100)@0 mv(140,100)@0.1 fr@0.212 fr@0.213",
      log: "began V{1}\nmoved V{1}\nact Swipe.Ended@V\ncancelled V{1}"),
    StrokeRow(
      what: "what it does in the frame of its lift counts", tree: right,
      fingers: "dn(100,100)@0 mv(150,100)@0.05 up@0.05", log: recognized),
    StrokeRow(
      what: "nothing but a tap's way", tree: right, fingers: "dn(100,100)@0 up@0.1",
      log: "began V{1}\nfail Swipe: too short\nended V{1}"),
  ]

  static let strays = [
    StrokeRow(
      what: "25.5 points aside at 0.500 s are allowed", tree: right,
      fingers: "dn(100,100)@0 mv(126.5,125.5)@0.500", log: recognized),
    StrokeRow(
      what: "25.52 points aside at 0.500 s are too far", tree: right,
      fingers: "dn(100,100)@0 mv(126.5,125.515625)@0.500", log: "began V{1}\nfail Swipe: too far\nmoved V{1}"),
    StrokeRow(
      what: "37.75 points aside at 0.25 s are allowed, up as well as down", tree: right,
      fingers: "dn(100,100)@0 mv(160,62.25)@0.25", log: recognized),
    StrokeRow(
      what: "37.77 points aside at 0.25 s are too far: it fails at once", tree: right,
      fingers: "dn(100,100)@0 mv(101,62.234375)@0.25 up@0.3",
      log: "began V{1}\nfail Swipe: too far\nmoved V{1}\nended V{1}"),
    StrokeRow(
      what: "at once, nearly 50 points aside are allowed", tree: right,
      fingers: "dn(100,100)@0 mv(150,149.984375)@0.000001", log: recognized),
    StrokeRow(
      what: "too far aside and back again is too far", tree: right,
      fingers: "dn(100,100)@0 mv(110,160)@0.05 mv(160,100)@0.1",
      log: "began V{1}\nfail Swipe: too far\nmoved V{1}\nmoved V{1}"),
    StrokeRow(
      what: "what was allowed before is too far later", tree: right,
      fingers: "dn(100,100)@0 mv(110,140)@0.1 fr@0.3",
      log: "began V{1}\nmoved V{1}\nfail Swipe: too far"),
    StrokeRow(
      what: "behind the down is the wrong direction, by however little", tree: right,
      fingers: "dn(100,100)@0 mv(99.984375,100)@0.05 mv(190,100)@0.1",
      log: "began V{1}\nfail Swipe: wrong direction\nmoved V{1}\nmoved V{1}"),
    StrokeRow(
      what: "back, but not behind the down, is allowed", tree: right,
      fingers: "dn(100,100)@0 mv(130,100)@0.05 mv(100,100)@0.1 mv(145,100)@0.15",
      log: "began V{1}\nmoved V{1}\nmoved V{1}\nact Swipe.Ended@V\ncancelled V{1}"),
    StrokeRow(
      what: "the other way", tree: right, fingers: "dn(100,100)@0 mv(40,100)@0.1",
      log: "began V{1}\nfail Swipe: wrong direction\nmoved V{1}"),
    StrokeRow(
      what: "across", tree: right, fingers: "dn(100,100)@0 mv(100,200)@0.1",
      log: "began V{1}\nfail Swipe: too far\nmoved V{1}"),
  ]

  static let directions = [
    StrokeRow(what: "left", tree: any("left"), fingers: "dn(200,200)@0 mv(140,200)@0.1", log: recognized),
    StrokeRow(
      what: "left, but to the right", tree: any("left"), fingers: "dn(200,200)@0 mv(260,200)@0.1",
      log: "began V{1}\nfail Swipe: wrong direction\nmoved V{1}"),
    StrokeRow(what: "up", tree: any("up"), fingers: "dn(200,200)@0 mv(200,140)@0.1", log: recognized),
    StrokeRow(
      what: "up, but down", tree: any("up"), fingers: "dn(200,200)@0 mv(200,260)@0.1",
      log: "began V{1}\nfail Swipe: wrong direction\nmoved V{1}"),
    StrokeRow(what: "down", tree: any("down"), fingers: "dn(200,200)@0 mv(200,260)@0.1", log: recognized),
    StrokeRow(
      what: "down, but up", tree: any("down"), fingers: "dn(200,200)@0 mv(200,140)@0.1",
      log: "began V{1}\nfail Swipe: wrong direction\nmoved V{1}"),
    StrokeRow(
      what: "left or right: right", tree: any("left|right"), fingers: "dn(200,200)@0 mv(260,200)@0.1",
      log: recognized),
    StrokeRow(
      what: "left or right: left", tree: any("left|right"), fingers: "dn(200,200)@0 mv(140,200)@0.1",
      log: recognized),
    StrokeRow(
      what: "left or right: a little to the right, then far to the left, is neither", tree: any("left|right"),
      fingers: "dn(200,200)@0 mv(205,200)@0.05 mv(130,200)@0.1",
      log: "began V{1}\nmoved V{1}\nfail Swipe: wrong direction\nmoved V{1}"),
    StrokeRow(
      what: "left or right: up is neither", tree: any("left|right"), fingers: "dn(200,200)@0 mv(200,140)@0.1",
      log: "began V{1}\nfail Swipe: too far\nmoved V{1}"),
    StrokeRow(
      what: "right or down: straying from the one is on the way of the other", tree: any("right|down"),
      fingers: "dn(200,200)@0 mv(205,252)@0.01 mv(205,260)@0.02", log: recognized),
    StrokeRow(
      what: "right or down: behind for one of them", tree: any("right|down"),
      fingers: "dn(200,200)@0 mv(199,220)@0.05 mv(199,260)@0.1",
      log: "began V{1}\nmoved V{1}\nact Swipe.Ended@V\ncancelled V{1}"),
    StrokeRow(
      what: "right or down: behind for both", tree: any("right|down"),
      fingers: "dn(200,200)@0 mv(199,199)@0.05",
      log: "began V{1}\nfail Swipe: wrong direction\nmoved V{1}"),
    StrokeRow(
      what: "right or down: astray for both, as the way is exactly between", tree: any("right|down"),
      fingers: "dn(200,200)@0 mv(244,244)@0.15", log: "began V{1}\nfail Swipe: too far\nmoved V{1}"),
    StrokeRow(
      what: "all four", tree: any("right|left|up|down"), fingers: "dn(200,200)@0 mv(200,140)@0.1",
      log: recognized),
  ]

  @Test("Rows", arguments: distances + strays + directions)
  func row(_ row: StrokeRow) { #expect(row.difference() == nil) }

  @Test("A finger that rests fails it at 0.5 s by time alone, and a later one is a new swipe")
  func byTimeAlone() {
    let scene = Scene(Self.right)
    scene.play("dn(100,100)@1")
    #expect(scene.pipeline.nextDeadline == Timestamp(seconds: 1.5))
    scene.wait(until: 1.499999)
    #expect(scene.log.lines("fail") == [])
    scene.wait(until: 1.5)
    #expect(scene.log.lines("fail") == ["fail Swipe: too slow"])
    #expect(scene.pipeline.nextDeadline == nil)
    scene.play("up@2 dn(100,100)@3 mv(150,100)@3.1")
    #expect(scene.log.lines("act") == ["act Swipe.Ended@V"])
  }

  @Test("It knows in which direction of several it went, while it acts")
  func recognizedDirection() {
    let scene = Scene(Self.any("left|up"))
    let swipe = scene["V"].gestureRecognizers[0] as? SwipeGestureRecognizer
    var seen: [SwipeGestureRecognizer.Direction?] = []
    swipe?.addAction { _ in seen.append(swipe?.recognizedDirection) }
    scene.play("dn(200,200)@0 mv(140,200)@0.1 up@0.2 dn(200,200)@1 mv(200,140)@1.1 up@1.2")
    #expect(seen == [.left, .up])
    #expect(swipe?.recognizedDirection == [])
  }

  @Test("Directions are the view's, distances the screen's: a view that is turned, scaled and shifted")
  func turnedView() {
    func play(_ fingers: String) -> [String] {
      let scene = Scene("window(0,0,400,400)[V(100.3,50.7,200,200)<swipe>]")
      scene["V"].transform = AffineTransform(rotation: .pi / 2).concatenating(
        AffineTransform(scaleX: 2, y: 2))
      scene.play(fingers)
      return scene.log.lines("act", "fail")
    }
    #expect(play("dn(200,200)@0 mv(200,203.3)@0.2 mv(200,226.5)@0.500") == ["act Swipe.Ended@V"])
    #expect(play("dn(200,200)@0 mv(200,226.484375)@0.500") == [])
    #expect(play("dn(200,200)@0 mv(260,200)@0.1") == ["fail Swipe: too far"])
    #expect(play("dn(200,200)@0 mv(200,140)@0.1") == ["fail Swipe: wrong direction"])
  }

  @Test("A pan that is nearer gets the touch before a swipe can; a swipe beside a tap leaves it a tap's way")
  func besideOthers() {
    let pan = Scene("window(0,0,400,400)[P(0,0,400,400)<swipe>[V(0,0,400,400)<pan>]]")
    pan.play("dn(100,100)@0 mv(160,100)@0.1")
    #expect(pan.log.lines("act", "fail") == ["fail Swipe: prevented by Pan", "act Pan.Began@V"])
    let tap = Scene("window(0,0,400,400)[V(0,0,400,400)<swipe,tap>]")
    tap.play("dn(100,100)@0 mv(105,100)@0.05 up@0.1 dn(100,100)@2 mv(160,100)@2.1 up@2.2")
    #expect(
      tap.log.lines("act", "fail") == [
        "fail Swipe: too short", "act Tap.Ended@V", "fail Tap: too far", "act Swipe.Ended@V",
      ])
  }
}
