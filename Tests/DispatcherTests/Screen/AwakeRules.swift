import TestTables

@testable import Dispatcher

/// When the screen is kept awake: while touches are kept from the page.
@Suite("Keeping the screen awake") struct AwakeRules {
  /// The steps are fingers, and `wait 5`, separated by `;`.
  struct Row: TableRow {
    var what = ""
    var views = "V(0,0,200,400)<multi>,W(200,0,200,400)<multi>"
    var overrides = "V swallows"
    let steps: String
    /// The seconds at which it was kept awake.
    let calls: [Double]
  }

  static let rows: Table<Row> = [
    "a touch that is kept, when it lands": Row(steps: "dn(10,10)@1 up@1.1; wait 60", calls: [1]),
    "not one that the page has": Row(steps: "dn(300,10)@1 mv(310,10)@2; wait 60", calls: []),
    "at most every 20 s": Row(
      steps: "dn(10,10)@1 up@1.1 dn(10,10)@20.9 up@20.95 dn(10,10)@21 up@21.1; wait 60", calls: [1, 21]),
    "not within 20 s of a touch that the page had": Row(
      steps: "dn(300,10)@1 up@1.1 dn(10,10)@21 up@21.05 dn(10,10)@21.1 up@21.2; wait 60", calls: [21.1]),
    "and again while it moves": Row(
      steps: "dn(10,10)@1 mv(12,10)@20.9; wait 21; mv(14,10)@40; wait 41; up@42; wait 60", calls: [1, 21, 41]),
    "not while it rests: a lift may have been lost": Row(
      steps: "dn(10,10)@1; wait 61; mv(20,10)@65; wait 81; wait 120", calls: [1, 81]),
    "a finger beside one that the page has and that moves": Row(
      steps: "dn#1(300,10)@1 mv#1(310,10)@4 dn#2(10,10)@22 up#2@22.1 up#1@23; wait 60", calls: []),
    "a finger beside one that the page has and that rests": Row(
      steps: "dn#1(300,10)@1 mv#1(310,10)@4 dn#2(10,10)@24 up#2@24.1 up#1@25; wait 60", calls: [24]),
    "one that lands too soon and stays is looked at when it is time": Row(
      steps: "dn(10,10)@1 up@1.1 dn(10,10)@5 mv(12,10)@20.5; wait 21; up@22; wait 60", calls: [1, 21]),
    "one that a gesture takes from the page, when it is time": Row(
      views: "V(0,0,400,400)<multi,pan>", overrides: "",
      steps: "dn(10,10)@1 mv(60,10)@1.1 mv(90,10)@1.2 mv(120,10)@20; wait 21.1; up@22; wait 60", calls: [21.1]
    ),
  ]

  @Test("Rows", arguments: rows)
  func row(row: Row) {
    let rig = Rig(row)
    rig.perform(row.steps)
    #expect(rig.calls == row.calls)
  }

  @Test("Not of panels that other programs read")
  func free() {
    let rig = Rig(Self.rows[0])
    rig.scene.pipeline.hold([])
    rig.perform(Self.rows[0].steps)
    #expect(rig.calls == [])
  }

  @Test("A reload and the end of a recording do not wait for it")
  func idle() {
    let rig = Rig(Self.rows[0])
    rig.perform("dn(10,10)@1 up@1.1; wait 2")
    #expect(rig.scene.pipeline.isIdle && rig.scene.pipeline.nextDelivery?.seconds == 21)
    rig.scene.pipeline.finish()
    #expect(rig.calls == [1])
  }

  private final class Rig {
    let scene: Scene
    private let page: Page
    private(set) var calls: [Double] = []

    init(_ row: Row) {
      scene = Scene("window(0,0,400,400)[\(row.views)]", overrides: row.overrides)
      page = Page(scene, cancel: .lift)
      let watch = AwakeWatch { [unowned self] in calls.append(now) }
      scene.application.use(watch)
    }

    private var now: Double { scene.application.now.seconds }

    func perform(_ steps: String) {
      for step in steps.split(separator: ";").map({ $0.drop { $0 == " " } }) {
        if step.hasPrefix("wait ") {
          scene.wait(until: Double(step.dropFirst(5)) ?? 0)
        } else {
          scene.play(String(step))
        }
      }
    }
  }
}
