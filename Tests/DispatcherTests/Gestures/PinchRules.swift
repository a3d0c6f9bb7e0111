import TestTables

/// Two fingers that move apart or together.
@Suite("Pinch") struct PinchRules {
  static let tree = "window(0,0,500,500)[V(0,0,500,500)<multi,pinch>]"
  /// Two fingers, 100 points apart, and then 200.
  static let begun = "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(300,100)@0.2"

  typealias Row = SceneRow

  /// Its beginning.
  static let beginning: Table<Row> = [
    "8 points further apart are enough": Row(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(208,100)@0.2", log: "act Pinch.Began@V; value 1.08"),
    "7.98 are not": Row(fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(207.98,100)@0.2", log: ""),
    "8 points nearer are enough": Row(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#1(104,100)@0.2 mv#2(196,100)@0.2",
      log: "act Pinch.Began@V; value 0.92"),
    "7.98 are not": Row(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#1(104,100)@0.2 mv#2(196.02,100)@0.2", log: ""),
    "what counts is the distance, whichever way the fingers move": Row(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#1(300,300)@0.2 mv#2(400,300)@0.2", log: ""),
    "the distance counts from where the second finger lands, not from where the first did": Row(
      fingers: "dn#1(100,100)@0 mv#1(150,100)@0.1 dn#2(250,100)@0.2 mv#2(257,100)@0.3 mv#2(275,100)@0.4",
      log: "act Pinch.Began@V; value 1.25"),
    "two fingers, one after the other, are no pinch": Row(
      fingers: "dn#1(100,100)@0 up#1@0.1 dn#2(200,100)@0.2 mv#2(300,100)@0.3 up#2@0.4",
      log: "fail Pinch: too few touches; fail Pinch: too few touches"),
    "three in one frame are one too many": Row(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0 dn#3(300,300)@0", log: "fail Pinch: too many touches"),
    "both lift too early": Row(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(207,100)@0.2 up#1@0.3 up#2@0.4",
      log: "fail Pinch: too short"),
    "one lifts and another lands before it begins: it counts from that landing": Row(
      fingers:
        "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(207,100)@0.2 up#2@0.3 mv#1(150,100)@0.4 dn#2(250,100)@0.5 "
        + "mv#2(257,100)@0.6 mv#2(350,100)@0.7", log: "act Pinch.Began@V; value 2"),
    "a finger that only reports its pressure is no move": Row(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 fr#1@0.2 fr#2@0.3", log: ""),
    "the hysteresis is a number that may be changed": Row(
      set: { ($0.recognizer("Pinch") as? PinchGestureRecognizer)?.thresholds.hysteresis = 20 },
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(219.98,100)@0.2 mv#2(220,100)@0.3",
      log: "act Pinch.Began@V; value 1.2"),
  ]

  /// Its progress.
  static let goingOn: Table<Row> = [
    "a change in each frame that reports one of its touches, whatever it says, and ended with the last":
      Row(
        fingers: begun + " mv#1(99,100)@0.3 mv#2(299,100)@0.3 fr#1@0.4 up#1@0.5 mv#2(250,100)@0.6 up#2@0.7",
        log: """
          act Pinch.Began@V; value 2; act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 2
          act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 2; act Pinch.Ended@V; value 2
          """),
    "frozen while one finger is up, and on from there when one returns, wherever": Row(
      fingers: begun + " up#2@0.3 mv#1(150,100)@0.4 dn#2(160,100)@0.5 mv#2(170,100)@0.6",
      log: """
        act Pinch.Began@V; value 2; act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 2
        act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 4
        """),
    "one finger lifts and another lands in one frame": Row(
      fingers: begun + " up#1@0.3 dn#3(300,200)@0.3 mv#3(300,150)@0.4",
      log: "act Pinch.Began@V; value 2; act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 1"),
    "a third finger is ignored, wherever it goes": Row(
      fingers: begun + " dn#3(400,400)@0.3 mv#3(0,0)@0.4 up#3@0.5 mv#2(200,100)@0.6",
      log: "act Pinch.Began@V; value 2; act Pinch.Changed@V; value 1"),
    "the third stays ignored when one of the two lifts": Row(
      fingers: begun + " dn#3(400,400)@0.3 up#2@0.4 mv#3(0,0)@0.5 up#1@0.6",
      log: "act Pinch.Began@V; value 2; act Pinch.Changed@V; value 2; act Pinch.Ended@V; value 2"),
    "of two fingers that return at once, the older one counts": Row(
      fingers: begun + " up#2@0.3 dn#2(200,100)@0.4 dn#3(100,200)@0.4 mv#3(0,0)@0.5 mv#2(300,100)@0.6",
      log: """
        act Pinch.Began@V; value 2; act Pinch.Changed@V; value 2
        act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 4
        """),
  ]

  @Test(
    "The views",
    arguments: [
      "a finger that joins later is taken at once: neither began nor cancelled": Row(
        fingers: begun + " up#2@0.3 dn#2(200,100)@0.5 up#2@0.6 up#1@0.7",
        log: """
          began V{1}; began V{1}; act Pinch.Began@V; cancelled V{2}; act Pinch.Changed@V
          act Pinch.Changed@V; act Pinch.Changed@V; act Pinch.Ended@V
          """),
      "an ignored third finger is the view's": Row(
        fingers: begun + " dn#3(400,400)@0.3 mv#3(0,0)@0.4 up#3@0.5",
        log: "began V{1}; began V{1}; act Pinch.Began@V; cancelled V{2}; began V{1}; moved V{1}; ended V{1}"),
    ] as Table<Row>)
  func views(_ row: Row) { #expect(row.difference(on: Self.tree) == nil) }

  /// Palms.
  static let cancelled: Table<Row> = [
    "one finger becomes a palm before it begins: it fails, and takes no other until the rest is up": Row(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 palm#2@0.2 dn#3(200,100)@0.3 mv#3(300,100)@0.4",
      log: "fail Pinch: cancelled"),
    "one becomes a palm: it needs two": Row(
      fingers: begun + " palm#2(200,100)@0.3 up#1@0.4",
      log: "act Pinch.Began@V; value 2; act Pinch.Cancelled@V; value 2"),
    "one has lifted, and the other becomes a palm": Row(
      fingers: begun + " up#2@0.3 palm#1@0.4",
      log: "act Pinch.Began@V; value 2; act Pinch.Changed@V; value 2; act Pinch.Cancelled@V; value 2"),
  ]

  /// Fingers in one place.
  static let inOnePlace: Table<Row> = [
    "they land in one place: it begins at 8 points, and the scale counts from the first distance": Row(
      fingers: "dn#1(100,100)@0 dn#2(100,100)@0.1 mv#2(104,100)@0.2 mv#2(108,100)@0.3 mv#2(112,100)@0.4",
      log: "act Pinch.Began@V; value 2; act Pinch.Changed@V; value 3"),
    "they land in one place, and are 8 points apart at once": Row(
      fingers: "dn#1(100,100)@0 dn#2(100,100)@0.1 mv#2(108,100)@0.2 mv#2(116,100)@0.4",
      log: "act Pinch.Began@V; value 1; act Pinch.Changed@V; value 2"),
    "they meet: the scale stays as it was": Row(
      fingers: begun + " mv#2(150,100)@0.3 mv#2(100,100)@0.4 fr#1@0.5 mv#2(200,100)@0.6",
      log: """
        act Pinch.Began@V; value 2; act Pinch.Changed@V; value 0.5; act Pinch.Changed@V; value 0.5
        act Pinch.Changed@V; value 0.5; act Pinch.Changed@V; value 1
        """),
    "they meet at once: it begins, and the scale is 1": Row(
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(100,100)@0.2 up#1@0.3 up#2@0.3",
      log: "act Pinch.Began@V; value 1; act Pinch.Ended@V; value 1"),
    "the second returns to the place of the first": Row(
      fingers: begun + " up#2@0.3 dn#2(100,100)@0.4 mv#2(110,100)@0.5 mv#2(120,100)@0.6",
      log: """
        act Pinch.Began@V; value 2; act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 2
        act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 4
        """),
  ]

  @Test("Rows", arguments: beginning + goingOn + cancelled + inOnePlace)
  func row(_ row: Row) {
    #expect(row.difference(on: Self.tree, in: "act fail value", values: "Pinch") == nil)
  }

  /// Changes that an action may make to the recognizer that calls it, and values that it reads.
  struct Values: TableRow {
    var what = ""
    let fingers: String
    /// The value at each action.
    let values: String
  }

  @Test(
    "The scale that is set in each action",
    arguments: [
      "goes on from there": Values(
        fingers: begun + " mv#2(400,100)@0.3 mv#2(250,100)@0.4", values: "2 1.5 0.5"),
      "also while a finger is up": Values(
        fingers: begun + " up#2@0.3 dn#2(150,100)@0.4 mv#2(200,100)@0.5", values: "2 1 1 2"),
      "also while the fingers are in one place": Values(
        fingers: begun + " mv#2(100,100)@0.3 mv#2(150,100)@0.4 mv#2(200,100)@0.5", values: "2 1 1 2"),
    ] as Table<Values>)
  func setScale(_ row: Values) {
    let scene = Scene(Self.tree)
    var values: [String] = []
    scene.recognizer("Pinch").addAction { recognizer in
      guard let pinch = recognizer as? PinchGestureRecognizer else { return }
      values.append(shortText(pinch.scale))
      pinch.scale = 1
      values += pinch.velocity == 0 ? [] : ["velocity \(pinch.velocity)"]
    }
    scene.play(row.fingers)
    #expect(values.joined(separator: " ") == row.values)
  }

  @Test(
    "The velocity of a pinch, over the last 100 ms",
    arguments: [
      "steady: a scale of 10 a second": Values(
        fingers: """
          dn#1(100,100)@0 dn#2(200,100)@0 mv#2(220,100)@0.02 mv#2(240,100)@0.04 mv#2(260,100)@0.06
          mv#2(280,100)@0.08 mv#2(300,100)@0.10 mv#2(320,100)@0.12 mv#2(340,100)@0.14
          """, values: "10 10 10 10 10 10 10"),
      "at the lift it is that of the last moves": Values(
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#2(210,100)@0.05 up#2@0.06 up#1@0.15", values: "2 2 2"),
      "a lift after a rest of more than 100 ms": Values(
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#2(210,100)@0.05 up#1@0.16 up#2@0.2", values: "2 0 0"),
      "a thousand frames a second": Values(
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0 "
          + (1...300).map { "mv#2(\(200 + $0),100)@\(Double($0) / 1000)" }.joined(separator: " "),
        values: Array(repeating: "10", count: 293).joined(separator: " ")),
      "a clock that goes backwards": Values(
        fingers: "dn#1(100,100)@9 dn#2(200,100)@9 mv#2(210,100)@1 mv#2(220,100)@1.1 mv#2(230,100)@0",
        values: "0 1 0"),
    ] as Table<Values>)
  func velocity(_ row: Values) {
    let scene = Scene(Self.tree)
    var values: [String] = []
    scene.recognizer("Pinch").addAction {
      values.append(shortText(($0 as? PinchGestureRecognizer)?.velocity ?? .nan))
    }
    scene.play(row.fingers)
    #expect(values.joined(separator: " ") == row.values)
  }

  @Test("The place is the middle of the fingers, in the view's own coordinates; the scale is the screen's")
  func place() {
    let scene = Scene("window(0,0,500,500)[V(100,100,300,300)<multi,pinch>]")
    scene["V"].transform = AffineTransform(scaleX: 0.5, y: 0.5)
    var places: [Point] = []
    scene.recognizer("Pinch").addAction { places.append($0.location(in: scene["V"])) }
    scene.noteValue(of: "Pinch")
    scene.play("dn#1(200,250)@0 dn#2(240,250)@0.1 mv#2(280,250)@0.2 up#1@0.3")
    #expect(places == [Point(x: 130, y: 150), Point(x: 210, y: 150)])
    #expect(scene.log.lines("value") == ["value 2", "value 2"])
  }
}
