import Testing

/// Recognizers that require each other: the first of them proceeds.
@Suite("Requirements in a circle") struct RequirementCircleRules {
  static let rows = [
    SceneRow(
      what: "three that require each other in a circle: the first acts",
      views: "V(0,0,400,400)<tap:A,tap:B,tap:C>", relations: "A requires B; B requires C; C requires A",
      fingers: "dn(10,10)@0 up@0.1", kinds: "act cancelled ended", log: "act A.Ended@V\ncancelled V{1}"),
    SceneRow(
      what: "one attached before a circle, which requires a member: the first of the circle acts",
      views: "V(0,0,400,400)<tap:T0,tap:A,tap:B>", relations: "T0 requires A; A requires B; B requires A",
      fingers: "dn(10,10)@0 up@0.1", kinds: "act cancelled ended", log: "act A.Ended@V\ncancelled V{1}"),
    SceneRow(
      what: "the same, attached after the circle",
      views: "V(0,0,400,400)<tap:A,tap:B,tap:T0>", relations: "T0 requires A; A requires B; B requires A",
      fingers: "dn(10,10)@0 up@0.1", kinds: "act", log: "act A.Ended@V"),
    SceneRow(
      what: "the same, attached to a deeper view",
      views: "O(0,0,400,400)<tap:A,tap:B>[V(0,0,400,400)<tap:T0>]",
      relations: "T0 requires A; A requires B; B requires A", fingers: "dn(10,10)@0 up@0.1", kinds: "act",
      log: "act A.Ended@O"),
    SceneRow(
      what: "a circle of which one also waits for another goes on when that fails",
      views: "V(0,0,400,400)<tap:A,tap:B,gate=fails|0.8>",
      relations: "A requires B; B requires A; B requires Gate", fingers: "dn(10,10)@0 up@0.1", kinds: "act",
      showsTimes: true, until: 2, log: "0.800 act A.Ended@V"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }
}
