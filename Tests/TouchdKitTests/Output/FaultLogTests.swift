import FakePanels
import TestTables

@testable import TouchdKit

/// Whose fault it is stands first, and a panel that is plugged in again and again does not fill the journal with it.
@Suite("FaultLog") struct FaultLogTests {
  @Test("A kernel bug is called one, with the panel and what it did, a few times")
  func kernelBug() throws {
    let said = Words()
    let pipeline = Pipeline(application: Application())
    pipeline.logFaults(to: said.logger)
    let kernel = KernelPanel(.slots(count: KernelPanel.slotCount))
    for _ in 0..<100 {
      let panel = try PanelBuilder(kernel.description, for: Layout.empty(Size(width: 1, height: 1)).screen)
        .makePanel(path: "panel")
      pipeline.attach(panel, state: kernel.answer)
      let events: [RawEvent] = [.abs(EventCode.absMTSlot, 47), .abs(EventCode.absMTPositionX, 1), .report]
      events.withUnsafeBufferPointer { _ = pipeline.receive($0, from: panel) { _ in nil } }
      pipeline.detach(panel, at: .zero)
    }
    #expect(said.lines.count == 8)
    #expect(
      said.lines.first
        == "kernel bug: \"Till Panel\": slot 47 of 5; what it sends there is passed over until it names another slot"
    )
  }

  @Test("A mistake of the program's own views is called one, also if it was made before")
  func misuse() {
    let said = Words()
    let application = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 9, height: 9))
    window.identifier = "main"
    window.addSubview(window)
    application.addWindow(window)
    let pipeline = Pipeline(application: application)
    pipeline.logFaults(to: said.logger)
    for _ in 0..<100 { window.frame.origin.x = .nan }
    #expect(
      said.lines == [
        "program error: main: it was added to itself; it stays where it is",
        "program error: main: the frame (nan 0; 9 9) was refused; all its numbers must be finite",
      ])
  }
}
