import Dispatcher
import Testing
import TouchdTesting

@testable import kiosk

@Suite("A view that goes with the finger") struct DraggableViewTests {
  private let card = DraggableView(frame: Rect(x: 0, y: 0, width: 100, height: 100), axis: .any)

  @Test("it goes where the finger goes, and stays there")
  func drags() {
    TestScene(card).play("dn(10,10)@0 mv(30,15)@0.1 mv(40,15)@0.2 up@0.3")
    #expect(card.frame.origin == Point(x: 30, y: 5))
  }

  @Test("a palm puts it back")
  func palm() {
    let scene = TestScene(card)
    scene.play("dn(10,10)@0 mv(40,10)@0.1 palm@0.2")
    #expect(card.frame.origin == .zero)
    #expect(
      scene.log.calls == ["began DraggableView{1}", "moved DraggableView{1}", "cancelled DraggableView{1}"])
  }

  @Test("a slider goes sideways only")
  func slider() {
    let slider = DraggableView(frame: Rect(x: 0, y: 0, width: 100, height: 100), axis: .horizontal)
    TestScene(slider).play("dn(10,10)@0 mv(40,70)@0.1 up@0.2")
    #expect(slider.frame.origin == Point(x: 30, y: 0))
  }

  @Test("two corners in order are recognized; the wrong one is not")
  func corners() {
    let page = View(frame: Rect(x: 0, y: 0, width: 400, height: 300))
    let corners = CornersGestureRecognizer()
    page.addGestureRecognizer(corners)
    let scene = TestScene(page)
    scene.play("dn(10,10)@0 up@0.1 dn(390,290)@0.5 up@0.6")
    #expect(scene.log.lines("act") == ["act CornersGestureRecognizer.Ended@View"])
    scene.play("dn(390,290)@5 up@5.1")
    #expect(scene.log.lines("fail") == ["fail CornersGestureRecognizer: elsewhere"])
  }
}
