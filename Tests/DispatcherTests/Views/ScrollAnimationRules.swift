import TestTables

/// Content that a program sends somewhere.
@Suite("Scroll animation") struct ScrollAnimationRules {
  let scene = Scene("window(0,0,400,400)[S(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)]]")
  let view: ScrollView

  init() { view = scene.scrollView("S") }

  struct Row: TableRow {
    var what = ""
    /// Seconds since it was sent.
    let after: Double
    let offset: Double
  }

  @Test(
    "The way to 600, by 3t² − 2t³ of 0.3 s, in steps of a sixtieth",
    arguments: [
      "nothing at once": Row(after: 0, offset: 0),
      "nothing before the first step": Row(after: 0.016_665, offset: 0),
      "the first step": Row(after: 0.016_666, offset: 5.3497),
      "a third": Row(after: 0.1, offset: 155.5556),
      "half": Row(after: 0.15, offset: 300),
      "two thirds": Row(after: 0.2, offset: 444.4444),
      "the end": Row(after: 0.3, offset: 600),
      "and no further": Row(after: 9, offset: 600),
    ] as Table<Row>)
  func way(_ row: Row) {
    scene.wait(until: 7)
    view.setContentOffset(Point(x: 0, y: 600), animated: true)
    scene.wait(until: 7 + row.after)
    #expect(abs(view.contentOffset.y - row.offset) < 0.01, "it is at \(view.contentOffset)")
    #expect(!view.isDecelerating && !view.isDragging)
  }

  @Test("It ends once, at the very offset, and nothing is left to do")
  func ends() {
    let told = scene.watch("S")
    view.setContentOffset(Point(x: 0, y: 333), animated: true)
    scene.pipeline.finish()
    #expect(told.offsets.count == 18 && told.offsets.last == Point(x: 0, y: 333))
    #expect(scene.log.lines("arrives", "rests", "lets") == ["arrives S"])
    #expect(scene.pipeline.nextDeadline == nil)
  }

  @Test("Clamped, as every offset of a program is")
  func clamped() {
    view.setContentOffset(Point(x: 50, y: 5000), animated: true)
    scene.pipeline.finish()
    #expect(view.contentOffset == Point(x: 0, y: 800))
    view.contentOffset = Point(x: -3, y: -3)
    #expect(view.contentOffset == .zero)
    view.setContentOffset(Point(x: 0, y: 801), animated: false)
    #expect(view.contentOffset.y == 800)
    view.bounds.origin.y = 900
    #expect(view.contentOffset.y == 800)
    view.contentSize.height = 500
    #expect(view.contentOffset.y == 100)
    view.contentInset.bottom = 30
    view.contentOffset.y = 999
    #expect(view.contentOffset.y == 130)
    view.frame.size.height = 450
    #expect(view.contentOffset.y == 80)
  }

  @Test("A finger that comes down stops it, and drags it on from there")
  func caught() {
    _ = scene.watch("S")
    view.setContentOffset(Point(x: 0, y: 600), animated: true)
    scene.wait(until: 0.15)
    scene.play("dn(200,300)@0.151")
    #expect(abs(view.contentOffset.y - 300) < 1e-9)
    let caught = view.contentOffset.y
    scene.play("mv(200,260)@0.2")
    #expect(abs(view.contentOffset.y - caught - 30) < 1e-9)
    scene.play("up@0.6")
    scene.pipeline.finish()
  }

  @Test("A finger that was down when it began, and drags it then, stops it")
  func dragged() {
    scene.play("dn(200,300)@0")
    view.setContentOffset(Point(x: 0, y: 600), animated: true)
    scene.play("mv(200,260)@0.1 mv(200,250)@0.2")
    let offset = view.contentOffset.y
    scene.play("up@0.6")
    #expect(offset > 0 && view.contentOffset.y == offset)
  }

  @Test("Under a finger that drags it, and without a window, it is there at once")
  func atOnce() {
    scene.play("dn(200,300)@0 mv(200,260)@0.1")
    view.setContentOffset(Point(x: 0, y: 500), animated: true)
    #expect(view.contentOffset.y == 500)
    scene.play("mv(200,250)@0.2")
    #expect(view.contentOffset.y == 510)
    let loose = ScrollView(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    loose.contentSize = Size(width: 10, height: 100)
    loose.setContentOffset(Point(x: 0, y: 40), animated: true)
    #expect(loose.contentOffset.y == 40)
  }

  @Test("Sent elsewhere on its way, moved by hand, and shortened meanwhile")
  func meanwhile() {
    view.setContentOffset(Point(x: 0, y: 600), animated: true)
    scene.wait(until: 0.15)
    view.setContentOffset(.zero, animated: true)
    scene.wait(until: 0.3)
    #expect(abs(view.contentOffset.y - 150) < 1)
    view.contentOffset.y = 700
    scene.pipeline.finish()
    #expect(view.contentOffset.y == 700)
    view.setContentOffset(Point(x: 0, y: 800), animated: true)
    view.contentSize.height = 1000
    scene.pipeline.finish()
    #expect(view.contentOffset.y == 600)
  }

  @Test("Taken out of the window on its way, it rests at the next step")
  func removed() {
    view.setContentOffset(Point(x: 0, y: 600), animated: true)
    scene.wait(until: 0.1)
    let offset = view.contentOffset
    view.removeFromSuperview()
    scene.pipeline.finish()
    #expect(view.contentOffset == offset)
    #expect(scene.pipeline.nextDeadline == nil)
  }
}
