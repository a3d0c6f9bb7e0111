import TestTables

/// A panel that names slots which it does not have: this is reported once, and has no other effect.
@Suite("Kernel faults") struct KernelFaultRules {
  struct Row: TableRow {
    var what = ""
    /// Frames of a panel of ten slots (see ``FrameText``).
    let frames: [String]
    /// The slot that is reported, if any.
    var fault: Int?
    /// How many events were skipped.
    var passedOver = 0
  }

  static let rows: Table<Row> = [
    "The last slot is valid": Row(frames: ["slot 9; id 1; x 1; y 2"]),
    "The slot after it is invalid: its events are skipped": Row(
      frames: ["slot 10; id 1; x 1; y 2"], fault: 10, passedOver: 3),
    "Also in the frames after, until it names another": Row(
      frames: ["slot 47; x 1", "y 3; pressure 5", "slot 0; id 1; x 1; y 1"], fault: 47, passedOver: 3),
    "A negative one": Row(frames: ["slot -1; y 1"], fault: -1, passedOver: 1),
    "The ends of what a value can be": Row(
      frames: ["slot 2147483647; x 1", "slot -2147483648; x 1"], fault: 2_147_483_647, passedOver: 2),
    "To name one and send nothing for it is no harm": Row(frames: ["slot 47", "slot 0; id 1"]),
    "What belongs to no slot is not passed over": Row(frames: ["slot 47; absx 5; touch 1"]),
    "A slot that another contact takes over is no fault": Row(
      frames: ["slot 0; id 1; x 1; y 1", "id 2", "id 2", "id -1", "id -1"]),
  ]

  @Test("Rows, read at once and event by event", arguments: rows, [Int.max, 1])
  func row(_ row: Row, readSize: Int) {
    let rig = PanelRig()
    var faults: [String] = []
    rig.pipeline.onFault = { faults.append("\($0)") }
    rig.attach()
    for frame in row.frames { rig.feed(frame, readsOf: readSize) }
    let words = "of 10; what it sends there is passed over until it names another slot"
    #expect(faults == [row.fault].compactMap(\.self).map { "\"panel\": slot \($0) \(words)" })
    #expect(rig["panel"].assembler.undeclaredSlotEvents == row.passedOver)
  }
}
