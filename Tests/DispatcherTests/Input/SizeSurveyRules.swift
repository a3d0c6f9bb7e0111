import TestTables

/// A panel whose contacts have no plausible size of a finger is reported, once.
@Suite("Implausible sizes") struct SizeSurveyRules {
  struct Row: TableRow {
    var what = ""
    /// Millimetres in a device unit; 0 if unknown.
    var unit = 0.1
    /// How many fingers tap, and how large each is, in device units.
    let fingers: Int
    let majors: [Int32]
    /// The sizes that are reported, in millimetres.
    let told: [Double]
  }

  @Test(
    "Rows",
    arguments: [
      "fingers of 8 mm": Row(fingers: 60, majors: [80], told: []),
      "fingers of 0.1 mm are reported after 25": Row(fingers: 25, majors: [1], told: [0.1]),
      "and not before": Row(fingers: 24, majors: [1], told: []),
      "and once": Row(fingers: 500, majors: [1], told: [0.1]),
      "fingers of 55 mm": Row(unit: 1, fingers: 25, majors: [55], told: [55]),
      "1 mm and 40 mm may be": Row(unit: 1, fingers: 100, majors: [1, 40], told: []),
      "the median counts: a palm now and then means nothing": Row(
        fingers: 25, majors: [80, 90, 999], told: []),
      "a size of 0 says nothing": Row(fingers: 100, majors: [0], told: []),
      "if the size of a unit is unknown, nothing is reported": Row(
        unit: 0, fingers: 60, majors: [1], told: []),
    ] as Table<Row>)
  func row(_ row: Row) {
    let rig = PanelRig()
    var told: [Double] = []
    rig.pipeline.onImplausibleSizes = { told.append($0.millimetres) }
    rig.attach(scales: ContactScales(major: PanelRig.range, majorMillimetres: row.unit))
    for finger in 0..<row.fingers {
      rig.feed("id \(finger); x 1; major \(row.majors[finger % row.majors.count])")
      rig.feed("id -1")
    }
    #expect(told == row.told)
  }
}
