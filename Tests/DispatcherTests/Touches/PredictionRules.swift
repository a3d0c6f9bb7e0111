import TestTables

/// Where a finger may be at its next samples.
@Suite("Predicted touches") struct PredictionRules {
  struct Row: TableRow {
    var what = ""
    /// What the finger does after it came down at 0,0 and the first question was asked.
    let given: String
    /// What is predicted at last: the place, and the time in milliseconds.
    let predicted: String
  }

  static let steady = "mv(10,5)@0.010 mv(20,10)@0.020 mv(30,15)@0.030"

  static let rows: Table<Row> = [
    "A finger that goes straight on: three samples, at its own interval": Row(
      given: steady, predicted: "40,20@40 50,25@50 60,30@60"),
    "Two samples are no movement yet": Row(given: "mv(10,5)@0.010", predicted: ""),
    "Three are a line (least squares)": Row(
      given: "mv(4,1)@0.010 mv(10,3)@0.020", predicted: "15,4.5@30 20,6@40 25,7.5@50"),
    "Four are a parabola: straight on from the newest sample, at the speed that it has there": Row(
      given: "mv(1,0)@0.010 mv(4,0)@0.020 mv(9,0)@0.030", predicted: "15,0@40 21,0@50 27,0@60"),
    "No farther ahead than 33 ms": Row(
      given: "mv(10,0)@0.016 mv(20,0)@0.032 mv(30,0)@0.048", predicted: "40,0@64 50,0@80"),
    "A panel that is slower than that predicts nothing": Row(
      given: "mv(10,0)@0.034 mv(20,0)@0.068 mv(30,0)@0.102", predicted: ""),
    "What is older than 80 ms says nothing": Row(
      given: "mv(10,0)@0.010 mv(20,0)@0.020 mv(20,10)@0.101 mv(20,20)@0.111 mv(20,30)@0.121",
      predicted: "20,40@131 20,50@141 20,60@151"),
    "What is 80 ms old counts": Row(
      given: "mv(30,0)@0.030 mv(55,0)@0.055 mv(80,0)@0.080", predicted: "106.67,0@106"),
    "What is 80.1 ms old does not": Row(
      given: "mv(30,0)@0.0301 mv(55,0)@0.0551 mv(80,0)@0.0801", predicted: "105,0@105"),
    "A finger that paused starts anew": Row(given: steady + " mv(31,15)@0.500", predicted: ""),
    "Frames in which a finger stays count": Row(
      given: "mv(10,0)@0.010 fr@0.020 fr@0.030 fr@0.040 fr@0.050 fr@0.060 fr@0.070 fr@0.080 mv(10,0.5)@0.090",
      predicted: "10,0.69@100 10,0.88@110 10,1.06@120"),
    "Of noisy samples, the last eight, by an independent computation of the same": Row(
      given: "mv(100,51)@0.010 mv(112,58)@0.019 mv(119,64)@0.028 mv(135,72)@0.035 "
        + "mv(148,77)@0.042 mv(165,79)@0.050 mv(184,80)@0.057 mv(204,81)@0.064 "
        + "mv(224,76)@0.071 mv(246,72)@0.080 mv(272,66)@0.087 mv(298,60)@0.094",
      predicted: "324.22,51.83@101 350.45,43.65@108 376.67,35.48@116"),
    "A clock that jumped back starts anew": Row(given: steady + " mv(40,20)@0.005", predicted: ""),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let run = Run()
    run.scene.play("dn(0,0)@0 " + row.given)
    #expect(run.last.map(text).joined(separator: " ") == row.predicted)
  }

  @Test("Predictions are marked, follow each other, and leave the touch alone")
  func marks() {
    let run = Run()
    run.scene.play("dn(0,0)@0 " + Self.steady)
    #expect(run.last.allSatisfy { $0.estimatedProperties.contains(.location) })
    #expect(
      run.last.allSatisfy {
        $0.estimatedPropertiesExpectingUpdates.isEmpty && $0.estimationUpdateIndex == nil
      })
    #expect(run.last.allSatisfy { $0.phase == .moved && $0.view === run.scene["V"] })
    #expect(run.last.map { $0.previousLocation(in: nil).x } == [30, 40, 50])
    #expect(run.last.map { $0.preciseLocation(in: nil).x } == [40, 50, 60])
    #expect(run.touch?.location(in: nil) == Point(x: 30, y: 15))
    #expect(run.touch?.estimatedProperties.contains(.location) == false)
    #expect(run.event?.allTouches.count == 1)
  }

  @Test("Samples are kept from the first request for a prediction on, also those of later touches")
  func remembersFromTheFirstQuestion() {
    let run = Run()
    run.asks = false
    run.scene.play("dn(0,0)@0 mv(10,0)@0.01 mv(20,0)@0.02")
    run.asks = true
    run.scene.play("mv(30,0)@0.03")
    #expect(run.last.isEmpty)
    run.scene.play("mv(40,0)@0.04 mv(50,0)@0.05 mv(60,0)@0.06")
    #expect(run.last.map(text) == ["70,0@70", "80,0@80", "90,0@90"])
    run.asks = false
    run.scene.play("up@0.07 dn(200,0)@1 mv(190,0)@1.01")
    run.asks = true
    run.scene.play("mv(180,0)@1.02")
    #expect(run.last.map(text) == ["170,0@1030", "160,0@1040", "150,0@1050"])
  }

  @Test("A touch that has ended, and one that the frame does not report, are not predicted")
  func notReported() {
    let run = Run()
    run.scene.play("dn(0,0)@0 " + Self.steady + " up@0.04")
    #expect(run.last.isEmpty)
    run.scene.play("dn(0,0)@1 mv(10,0)@1.01 mv(20,0)@1.02")
    #expect(!run.last.isEmpty)
    #expect(run.touch.flatMap { run.event?.predictedTouches(for: $0) }?.isEmpty == true)
  }

  @Test("Two fingers go their own ways")
  func twoFingers() {
    let run = Run()
    run.scene.play(
      "dn#1(0,0)@0 dn#2(100,100)@0 mv#1(10,0)@0.01 mv#2(100,110)@0.01 mv#1(20,0)@0.02 mv#2(100,120)@0.02")
    #expect(run.all[1]?.map(text).first == "30,0@30")
    #expect(run.all[2]?.map(text).first == "100,130@30")
  }

  @Test("Samples that were put together count each")
  func late() {
    let run = Run()
    run.scene.application.observer = nil
    run.scene.pipeline.coalescesLateMoves = true
    run.scene.play("dn(0,0)@0")
    run.scene.playLate(Self.steady)
    #expect(run.last.map(text) == ["40,20@40", "50,25@50", "60,30@60"])
  }

  @Test("Samples of one time are no movement, nor are those of two")
  func equalTimes() {
    for (frames, count) in [("id 1\nx 10\nx 20\nx 30", 0), ("id 1; @0\nx 10\nx 20\nx 30; @10\nx 40", 3)] {
      let last = predictions(ViewRig(), frames)
      #expect(last.count == count)
      #expect(last.allSatisfy { $0.location(in: nil).x.isFinite })
    }
  }

  @Test("A prediction on a panel with filters is not what the panel says")
  func filtered() {
    let last = predictions(ViewRig(filters: [.median(1)]), "id 1; x 0; y 0; @0\nx 10; @10\nx 20; @20")
    #expect(last.map { $0.preciseLocation(in: nil).x } == [30, 40, 50])
  }

  /// The last answer of a rig whose view asks in each call.
  private func predictions(_ rig: ViewRig, _ frames: String) -> [Touch] {
    var last: [Touch] = []
    rig.view.onTouches = { _, touches, event in
      last = touches.first.map { event.predictedTouches(for: $0) } ?? []
    }
    _ = rig.play(frames)
    return last
  }

  private func text(_ touch: Touch) -> String {
    let location = touch.location(in: nil)
    let (x, y) = (shortText(location.x, decimals: 2), shortText(location.y, decimals: 2))
    return "\(x),\(y)@\(touch.timestamp.microseconds / 1000)"
  }

  /// A scene whose view asks where its touches will be.
  final class Run {
    let scene = Scene("window(0,0,2000,2000)[V(0,0,2000,2000)<multi>]")
    var asks = true
    /// The last answer, those by the contact, and what was asked about.
    private(set) var last: [Touch] = []
    private(set) var all: [ContactID: [Touch]] = [:]
    private(set) var touch: Touch?
    private(set) var event: Event?

    init() {
      scene["V"].onTouches = { [unowned self] _, _, touches, event in
        guard asks else { return }
        for touch in touches {
          last = event.predictedTouches(for: touch)
          all[touch.contactID] = last
          (self.touch, self.event) = (touch, event)
        }
      }
    }
  }
}
