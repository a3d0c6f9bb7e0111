import Dispatcher
import TestSupport
import TestTables

/// The values of a pinch, and what an action may do to the recognizer that calls it.
@Suite("Values of a pinch") struct PinchValues {
  /// Two fingers, 100 points apart, and then 200.
  static let begun = "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(300,100)@0.2"

  private func scene() -> Scene { Scene("window(0,0,500,500)[V(0,0,500,500)<multi,pinch>]") }

  private func pinch(of scene: Scene) -> PinchGestureRecognizer {
    guard let pinch = scene["V"].gestureRecognizers.first as? PinchGestureRecognizer else {
      preconditionFailure("the first recognizer of V is no pinch")
    }
    return pinch
  }

  struct Row: TableRow {
    var what = ""
    let fingers: String
    /// The value at each action.
    let values: String
  }

  @Test(
    "The scale that is set in each action",
    arguments: [
      "goes on from there": Row(fingers: begun + " mv#2(400,100)@0.3 mv#2(250,100)@0.4", values: "2 1.5 0.5"),
      "also while a finger is up": Row(
        fingers: begun + " up#2@0.3 dn#2(150,100)@0.4 mv#2(200,100)@0.5", values: "2 1 1 2"),
      "also while the fingers are in one place": Row(
        fingers: begun + " mv#2(100,100)@0.3 mv#2(150,100)@0.4 mv#2(200,100)@0.5", values: "2 1 1 2"),
    ] as Table<Row>)
  func setScale(_ row: Row) {
    let scene = scene()
    var values: [String] = []
    pinch(of: scene).addAction { recognizer in
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
      "steady: a scale of 10 a second": Row(
        fingers: """
          dn#1(100,100)@0 dn#2(200,100)@0 mv#2(220,100)@0.02 mv#2(240,100)@0.04 mv#2(260,100)@0.06
          mv#2(280,100)@0.08 mv#2(300,100)@0.10 mv#2(320,100)@0.12 mv#2(340,100)@0.14
          """, values: "10 10 10 10 10 10 10"),
      "at the lift it is that of the last moves": Row(
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#2(210,100)@0.05 up#2@0.06 up#1@0.15", values: "2 2 2"),
      "a lift after a rest of more than 100 ms": Row(
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#2(210,100)@0.05 up#1@0.16 up#2@0.2", values: "2 0 0"),
      "a thousand frames a second": Row(
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0 "
          + (1...300).map { "mv#2(\(200 + $0),100)@\(Double($0) / 1000)" }.joined(separator: " "),
        values: Array(repeating: "10", count: 293).joined(separator: " ")),
      "a clock that goes backwards": Row(
        fingers: "dn#1(100,100)@9 dn#2(200,100)@9 mv#2(210,100)@1 mv#2(220,100)@1.1 mv#2(230,100)@0",
        values: "0 1 0"),
    ] as Table<Row>)
  func velocity(_ row: Row) {
    let scene = scene()
    var values: [String] = []
    pinch(of: scene).addAction { values.append(shortText(($0 as? PinchGestureRecognizer)?.velocity ?? .nan)) }
    scene.play(row.fingers)
    #expect(values.joined(separator: " ") == row.values)
  }

  @Test("The hysteresis is a number that may be changed")
  func threshold() {
    let scene = scene()
    pinch(of: scene).thresholds.hysteresis = 20
    scene.play("dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(219.98,100)@0.2")
    #expect(scene.log.lines("act") == [])
    scene.play("mv#2(220,100)@0.3")
    #expect(scene.log.lines("act") == ["act Pinch.Began@V"])
  }

  @Test("The place is the middle of the fingers, in the view's own coordinates; the scale is the screen's")
  func place() {
    let scene = Scene("window(0,0,500,500)[V(100,100,300,300)<multi,pinch>]")
    scene["V"].transform = AffineTransform(scaleX: 0.5, y: 0.5)
    var places: [Point] = []
    let pinch = pinch(of: scene)
    pinch.addAction { places.append($0.location(in: scene["V"])) }
    scene.noteValue(of: "Pinch")
    scene.play("dn#1(200,250)@0 dn#2(240,250)@0.1 mv#2(280,250)@0.2 up#1@0.3")
    #expect(places == [Point(x: 130, y: 150), Point(x: 210, y: 150)])
    #expect(scene.log.lines("value") == ["value 2", "value 2"])
  }
}
