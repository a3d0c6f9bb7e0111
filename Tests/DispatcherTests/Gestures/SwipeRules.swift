import TestTables

/// What is a swipe, and what is not.
@Suite("Swipe") struct SwipeRules {
  static let right = "window(0,0,400,400)[V(0,0,400,400)<multi,swipe>]"
  static let recognized = "began V{1}\nact Swipe.Ended@V\ncancelled V{1}"

  static func any(_ directions: String) -> String {
    "window(0,0,400,400)[V(0,0,400,400)<swipe=\(directions)>]"
  }

  static let distances: Table<SceneRow> = [
    "at 0.1 s it takes 45.3 points; the swipe is there while the finger is down": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(145.3125,100)@0.1", log: recognized),
    "45.28 points at 0.1 s are too short": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(145.28125,100)@0.1 up@0.1",
      log: "began V{1}; fail Swipe: too short; ended V{1}"),
    "38.25 points at 0.25 s": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(138.25,100)@0.25", log: recognized),
    "38.23 points at 0.25 s are not enough yet": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(138.234375,100)@0.25", log: "began V{1}; moved V{1}"),
    "26.5 points at 0.500 s": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(126.5,100)@0.500", log: recognized),
    "26.48 points at 0.500 s are too short": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(126.484375,100)@0.500 up@0.500001",
      log: "began V{1}; moved V{1}; fail Swipe: too slow; ended V{1}"),
    "time alone brings a finger there that has gone far enough for later": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(140,100)@0.1 fr@0.212 fr@0.213",
      log: "began V{1}; moved V{1}; act Swipe.Ended@V; cancelled V{1}"),
    "what it does in the frame of its lift counts": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(150,100)@0.05 up@0.05", log: recognized),
  ]

  static let strays: Table<SceneRow> = [
    "25.5 points aside at 0.500 s are allowed": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(126.5,125.5)@0.500", log: recognized),
    "25.52 points aside at 0.500 s are too far": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(126.5,125.515625)@0.500",
      log: "began V{1}; fail Swipe: too far; moved V{1}"),
    "37.75 points aside at 0.25 s are allowed, up as well as down": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(160,62.25)@0.25", log: recognized),
    "37.77 points aside at 0.25 s are too far: it fails at once": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(101,62.234375)@0.25 up@0.3",
      log: "began V{1}; fail Swipe: too far; moved V{1}; ended V{1}"),
    "at once, nearly 50 points aside are allowed": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(150,149.984375)@0.000001", log: recognized),
    "too far aside and back again is too far": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(110,160)@0.05 mv(160,100)@0.1",
      log: "began V{1}; fail Swipe: too far; moved V{1}; moved V{1}"),
    "what was allowed before is too far later": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(110,140)@0.1 fr@0.3",
      log: "began V{1}; moved V{1}; fail Swipe: too far"),
    "behind the down is the wrong direction, by however little": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(99.984375,100)@0.05 mv(190,100)@0.1",
      log: "began V{1}; fail Swipe: wrong direction; moved V{1}; moved V{1}"),
    "back, but not behind the down, is allowed": SceneRow(
      tree: right, fingers: "dn(100,100)@0 mv(130,100)@0.05 mv(100,100)@0.1 mv(145,100)@0.15",
      log: "began V{1}; moved V{1}; moved V{1}; act Swipe.Ended@V; cancelled V{1}"),
  ]

  static let directions: Table<SceneRow> = [
    "left, but to the right": SceneRow(
      tree: any("left"), fingers: "dn(200,200)@0 mv(260,200)@0.1",
      log: "began V{1}; fail Swipe: wrong direction; moved V{1}"),
    "up, but down": SceneRow(
      tree: any("up"), fingers: "dn(200,200)@0 mv(200,260)@0.1",
      log: "began V{1}; fail Swipe: wrong direction; moved V{1}"),
    "down, but up": SceneRow(
      tree: any("down"), fingers: "dn(200,200)@0 mv(200,140)@0.1",
      log: "began V{1}; fail Swipe: wrong direction; moved V{1}"),
    "left or right: a little to the right, then far to the left, is neither": SceneRow(
      tree: any("left|right"), fingers: "dn(200,200)@0 mv(205,200)@0.05 mv(130,200)@0.1",
      log: "began V{1}; moved V{1}; fail Swipe: wrong direction; moved V{1}"),
    "left or right: up is neither": SceneRow(
      tree: any("left|right"), fingers: "dn(200,200)@0 mv(200,140)@0.1",
      log: "began V{1}; fail Swipe: too far; moved V{1}"),
    "right or down: straying from the one is on the way of the other": SceneRow(
      tree: any("right|down"), fingers: "dn(200,200)@0 mv(205,252)@0.01 mv(205,260)@0.02", log: recognized),
    "right or down: behind for one of them": SceneRow(
      tree: any("right|down"), fingers: "dn(200,200)@0 mv(199,220)@0.05 mv(199,260)@0.1",
      log: "began V{1}; moved V{1}; act Swipe.Ended@V; cancelled V{1}"),
    "right or down: behind for both": SceneRow(
      tree: any("right|down"), fingers: "dn(200,200)@0 mv(199,199)@0.05",
      log: "began V{1}; fail Swipe: wrong direction; moved V{1}"),
    "right or down: astray for both, as the way is exactly between": SceneRow(
      tree: any("right|down"), fingers: "dn(200,200)@0 mv(244,244)@0.15",
      log: "began V{1}; fail Swipe: too far; moved V{1}"),
  ]

  static let two = "window(0,0,400,400)[V(0,0,400,400)<multi,swipe=right|touches(2)>]"

  /// Swipes of several fingers.
  static let numbersOfFingers: Table<SceneRow> = [
    "each by itself must have gone far enough": SceneRow(
      tree: two, fingers: "dn#1(50,50)@0 dn#2(50,150)@0 mv#1(150,50)@0.1 mv#2(90,150)@0.1 mv#2(100,150)@0.11",
      log: "began V{2}; moved V{2}; act Swipe.Ended@V; cancelled V{2}"),
    "time runs for each from its own down: 40.6 points for the one that came 0.1 s later": SceneRow(
      tree: two,
      fingers:
        "dn#1(50,50)@0 dn#2(50,150)@0.1 mv#1(86,50)@0.3 mv#2(90.59375,150)@0.3 mv#2(90.609375,150)@0.3001",
      log: "began V{1}; began V{1}; moved V{2}; act Swipe.Ended@V; cancelled V{2}"),
    "one of two is no swipe, however far it goes": SceneRow(
      tree: two, fingers: "dn(50,50)@0 mv(150,50)@0.1 up@0.2",
      log: "began V{1}; moved V{1}; fail Swipe: too few touches; ended V{1}"),
    "the second finger may come when the first is there": SceneRow(
      tree: two, fingers: "dn#1(50,50)@0 mv#1(150,50)@0.1 dn#2(50,150)@0.2 mv#2(100,150)@0.3",
      log: "began V{1}; moved V{1}; began V{1}; act Swipe.Ended@V; cancelled V{2}"),
    "0.5 s after the first down it is too late for both": SceneRow(
      tree: two, fingers: "dn#1(50,50)@0 dn#2(50,150)@0.4 mv#1(150,50)@0.501 mv#2(150,150)@0.501",
      log: "began V{1}; began V{1}; fail Swipe: too slow; moved V{2}"),
    "one of two lifts before": SceneRow(
      tree: two,
      fingers: "dn#1(50,50)@0 dn#2(50,150)@0 mv#1(70,50)@0.1 mv#2(70,150)@0.1 up#1@0.15 mv#2(150,150)@0.2",
      log: "began V{2}; moved V{2}; fail Swipe: too short; ended V{1}; moved V{1}"),
    "a second finger is one too many": SceneRow(
      tree: right, fingers: "dn#1(50,50)@0 dn#2(50,150)@0.1 mv#1(150,50)@0.2",
      log: "began V{1}; fail Swipe: too many touches; began V{1}; moved V{1}"),
    "a swipe beside a tap leaves it a tap's way": SceneRow(
      views: "V(0,0,400,400)<swipe,tap>",
      fingers: "dn(100,100)@0 mv(105,100)@0.05 up@0.1 dn(100,100)@2 mv(160,100)@2.1 up@2.2",
      kinds: "act fail", log: "fail Swipe: too short; act Tap.Ended@V; fail Tap: too far; act Swipe.Ended@V"),
  ]

  /// Location of a swipe, as its action sees it.
  static let places: Table<SceneRow> = [
    "its place is the mean of where its fingers came down": SceneRow(
      views: "V(0,0,400,400)<multi,swipe=right|touches(2)>",
      fingers: "dn#1(10,10)@0 dn#2(10,100)@0.05 mv#1(80,10)@0.1 mv#2(80,100)@0.1", kinds: "act where",
      places: "Swipe", log: "act Swipe.Ended@V; where 10,55"),
    "also when it has waited, and its finger is gone": SceneRow(
      views: "V(0,0,400,400)<swipe,gate=fails|0.8>", relations: "Swipe requires Gate",
      fingers: "dn(10,10)@0 mv(80,10)@0.1 up@0.2", kinds: "act where", until: 2, places: "Swipe",
      log: "act Swipe.Ended@V; where 10,10"),
  ]

  @Test("Rows", arguments: distances + strays + directions + numbersOfFingers + places)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

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
}
