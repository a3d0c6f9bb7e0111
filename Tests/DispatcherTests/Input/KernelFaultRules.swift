import Dispatcher
import TestTables

/// A panel that names slots which it does not have: this is reported once, and has no other effect.
@Suite("Kernel faults") struct KernelFaultRules {
  struct Row: TableRow {
    var what = ""
    /// Frames of a panel of ten slots (see ``FrameText``).
    let frames: [String]
    /// What is reported, if anything.
    let fault: String?
    /// How many events were skipped.
    let passedOver: Int
  }

  static let rows: Table<Row> = [
    "The last slot is valid": Row(frames: ["slot 9; id 1; x 1; y 2"], fault: nil, passedOver: 0),
    "The slot after it is invalid: its events are skipped": Row(
      frames: ["slot 10; id 1; x 1; y 2"],
      fault: "\"panel\": slot 10 of 10; what it sends there is passed over until it names another slot",
      passedOver: 3),
    "Also in the frames after, until it names another": Row(
      frames: ["slot 47; x 1", "y 3; pressure 5", "slot 0; id 1; x 1; y 1"],
      fault: "\"panel\": slot 47 of 10; what it sends there is passed over until it names another slot",
      passedOver: 3),
    "A negative one": Row(
      frames: ["slot -1; y 1"],
      fault: "\"panel\": slot -1 of 10; what it sends there is passed over until it names another slot",
      passedOver: 1),
    "The ends of what a value can be": Row(
      frames: ["slot 2147483647; x 1", "slot -2147483648; x 1"],
      fault:
        "\"panel\": slot 2147483647 of 10; what it sends there is passed over until it names another slot",
      passedOver: 2),
    "To name one and send nothing for it is no harm": Row(
      frames: ["slot 47", "slot 0; id 1"], fault: nil, passedOver: 0),
    "What belongs to no slot is not passed over": Row(
      frames: ["slot 47; absx 5; touch 1"], fault: nil, passedOver: 0),
    "A slot that another contact takes over is no fault": Row(
      frames: ["slot 0; id 1; x 1; y 1", "id 2", "id 2", "id -1", "id -1"], fault: nil, passedOver: 0),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let rig = PanelRig()
    var faults: [String] = []
    rig.pipeline.onFault = { faults.append("\($0)") }
    rig.attach(
      Panel(
        name: "panel", path: "panel", touchProtocol: .slots(count: 10), calibration: PanelRig.calibration))
    for frame in row.frames { rig.feed(frame, from: "panel") }
    #expect(faults == [row.fault].compactMap { $0 })
    #expect(rig["panel"].assembler.undeclaredSlotEvents == row.passedOver)
  }
}
