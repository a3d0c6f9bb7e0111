import TestTables

/// Begin of a pan, its way, its velocity, and its place.
@Suite("Pan") struct PanRules {
  static let one = "window(0,0,400,400)[V(0,0,400,400)<multi,pan>]"
  static let two = "window(0,0,400,400)[V(0,0,400,400)<multi,pan=2>]"
  static let most = "window(0,0,400,400)[V(0,0,400,400)<multi,pan=max(2)>]"

  static let beginnings: Table<SceneRow> = [
    "10 points are no pan yet": SceneRow(
      fingers: "dn(10,10)@0 mv(20,10)@0.05 up@0.1",
      log: "began V{1}; moved V{1}; fail Pan: too short; ended V{1}"),
    "10.02 points begin one: the view gets cancelled after the action": SceneRow(
      fingers: "dn(10,10)@0 mv(20.02,10)@0.05 up@0.1",
      log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V"),
    "a long way around that stays near is no pan": SceneRow(
      fingers: "dn(50,50)@0 mv(59,50)@0.1 mv(50,59)@0.2 mv(41,50)@0.3 mv(50,41)@0.4 up@0.5",
      log: "began V{1}; moved V{1}; moved V{1}; moved V{1}; moved V{1}; fail Pan: too short; ended V{1}"),
    "it may take as long as it likes": SceneRow(
      fingers: "dn(10,10)@0 fr@5 mv(30,10)@60 up@61",
      log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V"),
    "the way in the frame of the lift counts": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.1",
      log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V"),
    "fingers that go apart leave their mean where it is": SceneRow(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#1(50,100)@0.1 mv#2(250,100)@0.1 up#1@0.2 up#2@0.2",
      log: "began V{2}; moved V{2}; fail Pan: too short; ended V{2}"),
    "a finger that joins does not take back the way before it: 6 of one and 5 of a mean are 11": SceneRow(
      fingers: "dn#1(100,100)@0 mv#1(106,100)@0.1 dn#2(200,100)@0.2 mv#1(116,100)@0.3",
      log: "began V{1}; moved V{1}; began V{1}; act Pan.Began@V; cancelled V{2}"),
    "a finger that leaves does not either": SceneRow(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#1(112,100)@0.1 up#2@0.2 mv#1(117,100)@0.3",
      log: "began V{2}; moved V{1}; act Pan.Began@V; cancelled V{2}"),
  ]

  static let numbersOfFingers: Table<SceneRow> = [
    "one finger of two is too few, however far it goes": SceneRow(
      tree: two, fingers: "dn(10,10)@0 mv(90,10)@0.1 up@0.2",
      log: "began V{1}; moved V{1}; fail Pan: too few touches; ended V{1}"),
    "one of the two goes double the way for both, though it alone is reported": SceneRow(
      tree: two, fingers: "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(30,10)@0.1 mv#1(30.04,10)@0.2",
      log: "began V{2}; moved V{1}; act Pan.Began@V; cancelled V{2}"),
    "what the first did alone does not count": SceneRow(
      tree: two,
      fingers:
        "dn#1(10,10)@0 mv#1(90,10)@0.1 dn#2(150,10)@0.2 mv#1(99,10)@0.3 mv#2(159,10)@0.3 up#1@0.4 up#2@0.5",
      log: "began V{1}; moved V{1}; began V{1}; moved V{2}; fail Pan: too short; ended V{1}; ended V{1}"),
    "one of two lifts: the other alone begins nothing": SceneRow(
      tree: two, fingers: "dn#1(10,10)@0 dn#2(90,10)@0 up#1@0.1 mv#2(150,10)@0.2 up#2@0.3",
      log: "began V{2}; moved V{1}; fail Pan: too short; ended V{1}; ended V{1}"),
    "one of two lifts, and another takes its place": SceneRow(
      tree: two,
      fingers: """
        dn#1(10,10)@0 dn#2(90,10)@0 up#1@0.1 dn#3(50,50)@0.2 mv#2(110,10)@0.3 mv#3(70,50)@0.3 up#2@0.4 up#3@0.5
        """,
      log: "began V{2}; began V{1}; act Pan.Began@V; cancelled V{3}; act Pan.Changed@V; act Pan.Ended@V"),
    "a finger beyond the most makes it fail before": SceneRow(
      tree: most, fingers: "dn#1(10,10)@0 dn#2(90,10)@0 dn#3(200,10)@0.1 mv#1(90,10)@0.2",
      log: "began V{2}; fail Pan: too many touches; began V{1}; moved V{1}"),
    "a finger beyond the most is ignored after: it is the view's": SceneRow(
      tree: most,
      fingers: """
        dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(90,10)@0.2 dn#3(200,10)@0.3 mv#3(250,10)@0.4 mv#1(40,10)@0.5 up#1@0.6
        up#2@0.7 up#3@0.8
        """,
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V; began V{1}
        moved V{1}; act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V; ended V{1}
        """),
    "of two that land in one frame, the second may be one too many": SceneRow(
      tree: most,
      fingers: "dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(90,10)@0.2 dn#3(200,10)@0.2 up#2@0.3 up#3@0.4 up#1@0.5",
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V
        began V{1}; act Pan.Changed@V; ended V{1}; act Pan.Ended@V
        """),
    "a finger that lifts makes room for another": SceneRow(
      tree: most,
      fingers: "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(50,10)@0.1 up#2@0.2 dn#3(200,10)@0.2 up#1@0.3 up#3@0.4",
      log: """
        began V{2}; act Pan.Began@V; cancelled V{2}; act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V
        """),
  ]

  /// The rest of a pan and its end, in one way or the other.
  static let courses: Table<SceneRow> = [
    "each frame that reports its finger is one change, also without a move": SceneRow(
      fingers: "dn(10,10)@0 mv(30,10)@0.1 mv(31,10)@0.2 fr@0.3 mv(10,10)@0.4 up@0.5",
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V
        act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V
        """),
    "one joins, one moves and one leaves in a frame: one change": SceneRow(
      fingers:
        "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(40,10)@0.1 dn#3(90,10)@0.2 mv#1(45,10)@0.2 up#2@0.2 up#1@0.3 up#3@0.3",
      log: "began V{2}; act Pan.Began@V; cancelled V{2}; act Pan.Changed@V; act Pan.Ended@V"),
    "it is where its fingers are that are down; at the end, where the last one lifts": SceneRow(
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(50,10)@0.1 up#1@0.2 mv#2(60,10)@0.3 up#2@0.4",
      kinds: "act where", places: "Pan",
      log: """
        act Pan.Began@V; where 50,10; act Pan.Changed@V; where 50,10
        act Pan.Changed@V; where 60,10; act Pan.Ended@V; where 60,10
        """),
  ]

  @Test("Rows", arguments: beginnings + numbersOfFingers + courses)
  func row(_ row: SceneRow) { #expect(row.difference(on: Self.one) == nil) }

  static let across = "V(0,0,400,400)<pan=horizontal>"
  static let upAndDown = "V(0,0,400,400)<pan=vertical>"
  static let quarterTurn: @Sendable (Scene) -> Void = {
    $0["V"].transform = AffineTransform(rotation: .pi / 2)
  }

  @Test(
    "Along an axis",
    arguments: [
      "horizontal: mainly along y": SceneRow(
        views: across, fingers: "dn(50,50)@0 mv(59,60)@0.1", log: "fail Pan: wrong direction"),
      "horizontal: to the left and up is along x, too": SceneRow(
        views: across, fingers: "dn(50,50)@0 mv(30,40)@0.1", log: "act Pan.Began@V"),
      "horizontal: exactly diagonal will do": SceneRow(
        views: across, fingers: "dn(50,50)@0 mv(60,60)@0.1", log: "act Pan.Began@V"),
      "horizontal: what it did within 10 points does not matter": SceneRow(
        views: across, fingers: "dn(50,50)@0 mv(50,59)@0.1 mv(70,59)@0.2", log: "act Pan.Began@V"),
      "vertical: mainly along x": SceneRow(
        views: upAndDown, fingers: "dn(50,50)@0 mv(60,59)@0.1", log: "fail Pan: wrong direction"),
      "vertical: exactly diagonal will do": SceneRow(
        views: upAndDown, fingers: "dn(50,50)@0 mv(40,60)@0.1", log: "act Pan.Began@V"),
      "of a view turned by a quarter, x runs down the screen": SceneRow(
        views: across, set: quarterTurn, fingers: "dn(50,50)@0 mv(51,70)@0.1", log: "act Pan.Began@V"),
      "of a view turned by a quarter, y runs across the screen": SceneRow(
        views: across, set: quarterTurn, fingers: "dn(50,50)@0 mv(70,51)@0.1",
        log: "fail Pan: wrong direction"),
    ] as Table<SceneRow>)
  func axis(_ row: SceneRow) { #expect(row.difference(in: "act fail") == nil) }

  static let translations: Table<SceneRow> = [
    "zero at the beginning, from where it counts on, and back": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.1 mv(45,30)@0.3 mv(30,10)@0.5 up@0.7",
      log: """
        pan began by 0,0 at 300,0; pan changed by 5,20 at 50,200
        pan changed by -10,0 at -150,-200; pan ended by -10,0 at 0,0
        """),
    "the mean of the fingers": SceneRow(
      fingers: "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(40,10)@0.5 mv#1(50,20)@1 mv#2(90,40)@2",
      log: "pan began by 0,0 at 150,0; pan changed by 5,5 at 50,50; pan changed by 5,20 at 0,150"),
    "a finger that joins does not make it jump, and counts from there": SceneRow(
      fingers: "dn#1(10,10)@0 mv#1(40,10)@1 mv#1(50,10)@2 dn#2(300,300)@3 mv#1(60,10)@4 mv#2(310,300)@5",
      log: """
        pan began by 0,0 at 300,0; pan changed by 10,0 at 100,0; pan changed by 10,0 at 0,0
        pan changed by 15,0 at 50,0; pan changed by 20,0 at 50,0
        """),
    "what others do in the frame in which one joins counts for them alone": SceneRow(
      fingers: "dn#1(10,10)@0 mv#1(40,10)@1 mv#1(50,10)@2 dn#2(300,300)@2 mv#2(310,300)@3",
      log: "pan began by 0,0 at 300,0; pan changed by 10,0 at 100,0; pan changed by 15,0 at 50,0"),
    "a finger that leaves does not make it jump; what it does in that frame counts": SceneRow(
      fingers: """
        dn#1(10,10)@0 dn#2(90,10)@0 mv#1(50,10)@1 mv#2(100,10)@2 up#2@2 mv#1(60,10)@3
        """, log: "pan began by 0,0 at 200,0; pan changed by 5,0 at 50,0; pan changed by 15,0 at 100,0"),
    "one leaves and one joins in a frame": SceneRow(
      fingers:
        "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(50,10)@1 up#1@2 dn#3(300,300)@2 mv#2(94,10)@3 mv#3(302,300)@3",
      log: "pan began by 0,0 at 200,0; pan changed by 0,0 at 0,0; pan changed by 3,0 at 30,0"),
    "a palm leaves as a lift does": SceneRow(
      fingers: "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(50,10)@1 palm#2@2 mv#1(60,10)@3",
      log: "pan began by 0,0 at 200,0; pan changed by 0,0 at 0,0; pan changed by 10,0 at 100,0"),
    "a lift and a palm in one frame leave one after the other": SceneRow(
      fingers: "dn#1(10,10)@0 dn#2(90,10)@0 dn#3(200,200)@0 mv#1(70,10)@1 up#1@2 palm#2@2 mv#3(205,200)@3",
      log: "pan began by 0,0 at 200,0; pan changed by 0,0 at 0,0; pan changed by 5,0 at 50,0"),
    "it stands still while there are fewer fingers than it needs, and goes on with a new one": SceneRow(
      tree: two,
      fingers: """
        dn#1(10,10)@0 dn#2(90,10)@0 mv#1(50,10)@1 mv#1(60,10)@2 up#1@3 mv#2(190,10)@4 dn#3(10,90)@5 mv#2(200,10)@6
        mv#3(20,90)@6
        """,
      log: """
        pan began by 0,0 at 200,0; pan changed by 5,0 at 50,0; pan changed by 5,0 at 0,0
        pan changed by 5,0 at 0,0; pan changed by 5,0 at 0,0; pan changed by 15,0 at 100,0
        """),
    "a finger beyond the most does not count": SceneRow(
      tree: "window(0,0,400,400)[V(0,0,400,400)<multi,pan=max(1)>]",
      fingers: "dn#1(10,10)@0 mv#1(40,10)@1 dn#2(300,300)@2 mv#2(350,300)@3 mv#1(45,10)@4",
      log: "pan began by 0,0 at 300,0; pan changed by 5,0 at 50,0"),
    "beyond the edge of the screen, too": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@1 mv(-20,-30.5)@2",
      log: "pan began by 0,0 at 300,0; pan changed by -60,-40.5 at -600,-405"),
  ]

  static let velocities: Table<SceneRow> = [
    "the straight way over the time, of the last 0.1 s": SceneRow(
      fingers: "dn(10,10)@0 mv(20,10)@0.05 mv(30,30)@0.1 mv(40,50)@0.15 mv(60,50)@0.2",
      log: "pan began by 0,0 at 200,200; pan changed by 10,20 at 200,400; pan changed by 30,20 at 300,200"),
    "a place 0.100 s ago counts": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.050 mv(50,10)@0.100",
      log: "pan began by 0,0 at 600,0; pan changed by 10,0 at 400,0"),
    "a place 0.101 s ago does not": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.051 mv(50,10)@0.101",
      log: "pan began by 0,0 at 588.235294,0; pan changed by 10,0 at 200,0"),
    "an older place counts as 100 ms old: a resting finger sends no frames": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.101", log: "pan began by 0,0 at 300,0"),
    "small moves before it begins are places": SceneRow(
      fingers: "dn(10,10)@0 mv(12,10)@0.5 mv(26,10)@0.54", log: "pan began by 0,0 at 350,0"),
    "a lift soon after a move does not slow it down": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.05 mv(70,10)@0.1 up@0.11",
      log: "pan began by 0,0 at 600,0; pan changed by 30,0 at 600,0; pan ended by 30,0 at 600,0"),
    "a lift 0.100 s after the last of two places": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.05 up@0.15",
      log: "pan began by 0,0 at 600,0; pan ended by 0,0 at 600,0"),
    "a finger that rested before its lift has no velocity": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.05 mv(70,10)@0.1 up@0.3",
      log: "pan began by 0,0 at 600,0; pan changed by 30,0 at 600,0; pan ended by 30,0 at 0,0"),
    "a report of the same place is a place": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.05 fr@0.1",
      log: "pan began by 0,0 at 600,0; pan changed by 0,0 at 300,0"),
    "a lift elsewhere is a place": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.05 mv(70,10)@0.1 up@0.1",
      log: "pan began by 0,0 at 600,0; pan ended by 30,0 at 600,0"),
    "two frames at one time, of a finger that lifts and lands: nothing is divided by zero": SceneRow(
      fingers: "dn#1(10,10)@0.1 dn#2(90,10)@0.1 mv#1(50,10)@0.15 up#2@0.15 dn#2(200,10)@0.15 mv#1(70,10)@0.2",
      log: "pan began by 0,0 at 400,0; pan changed by 0,0 at 400,0; pan changed by 10,0 at 300,0"),
    "a finger that joins or leaves does not make it jump": SceneRow(
      fingers: "dn#1(10,10)@0 mv#1(40,10)@0.05 dn#2(300,300)@0.05 mv#1(70,10)@0.1 mv#2(330,300)@0.1 up#1@0.1",
      log: "pan began by 0,0 at 600,0; pan changed by 30,0 at 600,0"),
    "two fingers that lift one after the other leave with their velocity": SceneRow(
      tree: two,
      fingers: """
        dn#1(10,10)@0 dn#2(90,10)@0 mv#1(40,10)@0.05 mv#2(120,10)@0.05 up#1@0.06 mv#2(130,10)@0.07 up#2@0.08
        """,
      log: """
        pan began by 0,0 at 600,0; pan changed by 0,0 at 600,0
        pan changed by 0,0 at 600,0; pan ended by 0,0 at 600,0
        """),
  ]

  @Test("Translations and velocities", arguments: translations + velocities)
  func values(_ row: SceneRow) {
    var row = row
    row.set = { $0.noteValues(of: "V") }
    #expect(row.difference(on: Self.one, in: "pan") == nil)
  }

  @Test("In the coordinates of a view that is turned and scaled, and of the window")
  func inViews() {
    let fingers = "dn(100,100)@0 mv(140,100)@0.05 mv(160,110)@0.1"
    let turned = Scene("window(0,0,400,400)[V(0,0,400,400)<pan>[A(10,10,50,50)]]")
    turned["A"].transform = AffineTransform(rotation: .pi / 2).concatenating(AffineTransform(scaleX: 2, y: 2))
    turned.noteValues(of: "V", in: "A")
    turned.play(fingers)
    #expect(turned.log.lines("pan") == ["pan began by 0,0 at 0,-400", "pan changed by 5,-10 at 50,-300"])
    let window = Scene("window(20,30,400,400)[V(7,9,400,400)<pan>]")
    var seen: [Point] = []
    let pan = window["V"].gestureRecognizers[0] as? PanGestureRecognizer
    pan?.addAction { _ in if let pan { seen += [pan.translation(in: nil), pan.velocity(in: nil)] } }
    window.play(fingers)
    #expect(seen == [.zero, Point(x: 800, y: 0), Point(x: 20, y: 10), Point(x: 600, y: 100)])
  }

  @Test("Before it begins, the translation counts from the down")
  func beforeItBegins() {
    final class Curious: PanGestureRecognizer {
      var seen: [String] = []
      override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
        seen.append("\(state) \(translation(in: view).short) \(velocity(in: view).short)")
      }
    }
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)]")
    let pan = Curious()
    scene["V"].addGestureRecognizer(pan)
    scene.play("dn(10,10)@0 mv(15,10)@0.05 mv(40,10)@0.1 mv(50,10)@0.15")
    #expect(pan.seen == ["possible 5,0 100,0", "began 30,0 300,0", "changed 10,0 350,0"])
  }

  @Test("setTranslation: it counts on from what was set, in the view's coordinates; the velocity stays")
  func setTranslation() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<pan>]")
    scene["V"].transform = AffineTransform(scaleX: 2, y: 2)
    let pan = scene["V"].gestureRecognizers[0] as? PanGestureRecognizer
    scene.noteValues(of: "V")
    pan?.addAction { _ in
      pan?.setTranslation(pan?.state == .began ? Point(x: 100, y: -1) : .zero, in: scene["V"])
    }
    scene.play("dn(10,10)@0 mv(40,10)@0.05 mv(60,10)@0.1 mv(60,20)@0.15 up@0.16")
    scene.expect(
      """
      pan began by 0,0 at 300,0; pan changed by 110,-1 at 250,0
      pan changed by 0,5 at 100,50; pan ended by 0,0 at 0,100
      """, in: "pan")
  }

  @Test("A pan that is over has forgotten how far it went")
  func forgets() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<pan>]")
    let pan = scene["V"].gestureRecognizers[0] as? PanGestureRecognizer
    scene.play("dn(10,10)@0 mv(40,10)@0.05 mv(60,10)@0.1")
    #expect(pan?.translation(in: nil) == Point(x: 20, y: 0))
    scene.play("up@0.1")
    #expect(pan?.translation(in: nil) == .zero)
    #expect(pan?.velocity(in: nil) == .zero)
  }

  @Test("A pan that ignores one of its fingers does not jump")
  func ignoredFinger() {
    final class Choosy: PanGestureRecognizer {
      override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        if let far = touches.first(where: { $0.location(in: nil).x > 300 }) { ignore(far, for: event) }
        super.touchesMoved(touches, with: event)
      }
    }
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi>]")
    scene["V"].addGestureRecognizer(Choosy())
    scene.noteValues(of: "V")
    scene.play("dn#1(10,10)@0 dn#2(290,10)@0 mv#1(40,10)@1 mv#2(310,10)@2 mv#1(42,10)@3")
    scene.expect(
      "pan began by 0,0 at 150,0; pan changed by 0,0 at 0,0; pan changed by 2,0 at 20,0", in: "pan")
  }
}
