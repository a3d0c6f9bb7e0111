import TestTables

/// Two fingers that turn about each other.
@Suite("Rotation") struct RotationRules {
  static let tree = "window(0,0,1000,1000)[V(0,0,1000,1000)<multi,rotation>]"
  /// Two fingers side by side, then one below the other: a quarter turn clockwise.
  static let begun = "dn#1(500,500)@0 dn#2(600,500)@0.1 mv#2(500,600)@0.2"

  typealias Row = SceneRow

  /// Its beginning: a line of 400 points has turned by 0.1 rad at 40.134 points, by 0.0999 at 40.093.
  static let beginning: Table<Row> = [
    "0.1 rad clockwise are enough": Row(
      fingers: "dn#1(500,500)@0 dn#2(900,500)@0.1 mv#2(900,540.15)@0.2",
      log: "act Rotation.Began@V; value 5.7"),
    "0.099 are not": Row(fingers: "dn#1(500,500)@0 dn#2(900,500)@0.1 mv#2(900,539.73)@0.2", log: ""),
    "0.1 rad counter-clockwise are enough": Row(
      fingers: "dn#1(500,500)@0 dn#2(900,500)@0.1 mv#2(900,459.85)@0.2",
      log: "act Rotation.Began@V; value -5.7"),
    "0.099 are not": Row(fingers: "dn#1(500,500)@0 dn#2(900,500)@0.1 mv#2(900,460.27)@0.2", log: ""),
    "in small steps": Row(
      fingers: "dn#1(500,500)@0 dn#2(900,500)@0.1 mv#2(900,520)@0.2 mv#2(900,540)@0.3 mv#2(900,541)@0.4",
      log: "act Rotation.Began@V; value 5.9"),
    "there and back is nothing": Row(
      fingers: "dn#1(500,500)@0 dn#2(900,500)@0.1 mv#2(900,539)@0.2 mv#2(900,500)@0.3 mv#2(900,461)@0.4",
      log: ""),
    "fingers that move together, or apart, do not turn": Row(
      fingers: "dn#1(500,500)@0 dn#2(600,500)@0.1 mv#1(300,700)@0.2 mv#2(900,700)@0.2", log: ""),
    "on a view that is turned and flipped, it is the screen's turn all the same": Row(
      set: {
        $0["V"].transform = AffineTransform(scaleX: -1, y: 1).concatenating(AffineTransform(rotation: 1))
      }, fingers: begun, log: "act Rotation.Began@V; value 90"),
  ]

  /// Its progress, also where fingers in one place have no angle.
  static let goingOn: Table<Row> = [
    "the older finger lifts and returns as the younger": Row(
      fingers: begun + " up#1@0.3 dn#1(500,500)@0.4 mv#1(400,600)@0.5",
      log: """
        act Rotation.Began@V; value 90; act Rotation.Changed@V; value 90
        act Rotation.Changed@V; value 90; act Rotation.Changed@V; value 0
        """),
    "they land in one place: it counts from the first angle": Row(
      fingers: "dn#1(500,500)@0 dn#2(500,500)@0.1 mv#2(510,500)@0.2 mv#2(500,510)@0.3",
      log: "act Rotation.Began@V; value 90"),
    "they meet before it begins": Row(
      fingers: "dn#1(500,500)@0 dn#2(600,500)@0.1 mv#2(500,500)@0.2 fr#1@0.3", log: ""),
    "they meet: nothing changes, and it goes on from the last angle": Row(
      fingers: begun + " mv#2(500,500)@0.3 mv#2(400,500)@0.4",
      log: """
        act Rotation.Began@V; value 90
        act Rotation.Changed@V; value 90; act Rotation.Changed@V; value 180
        """),
  ]

  @Test("The rotation that is set in each action goes on from there, and resets the velocity")
  func setRotation() {
    let scene = Scene(Self.tree)
    var (values, velocities): ([String], [String]) = ([], [])
    scene["V"].gestureRecognizers[0].addAction { recognizer in
      guard let rotation = recognizer as? RotationGestureRecognizer else { return }
      values.append(shortText(rotation.rotation))
      velocities.append(shortText(rotation.velocity))
      rotation.rotation = 1
      #expect(rotation.velocity == 0)
    }
    scene.play(
      Self.begun + " mv#2(400,500)@0.3 up#2@0.31 dn#2(600,500)@0.35 mv#2(500,400)@0.4 up#1@0.6 up#2@0.7")
    #expect(values == ["1.571", "2.571", "1", "1", "-0.571", "1", "1"])
    #expect(velocities == ["15.708", "15.708", "0", "0", "-31.416", "0", "0"])
  }

  @Test("Rows", arguments: beginning + goingOn)
  func row(_ row: Row) {
    #expect(row.difference(on: Self.tree, in: "act fail value", values: "Rotation") == nil)
  }
}
