import LinuxInput
import TestTables

@testable import TouchdKit

@Suite("Units that layouts and the daemon's file name")
struct UnitNameTests {
  private static let form =
    "it has letters, digits and : - _ . @ \\, and ends as in kiosk.service; the types are service, target, socket, "
    + "timer, path, mount, automount and swap"

  /// The value of `restart` stands in line 4, column 44.
  @Test(
    "names",
    arguments: [
      ("kiosk.service", nil), ("kiosk-session@1.target", nil), ("'dev-disk\\x2d1.mount'", nil),
      ("a.b.timer", nil),
      ("kiosk", #""kiosk" is no whole name of a unit (did you mean "kiosk.service"?)"#),
      ("kiosk.device", #""kiosk.device" is no whole name of a unit (did you mean "kiosk.device.service"?)"#),
      (".service", #"".service" is no name of a unit (\#(form))"#),
      ("'-h.service'", #""-h.service" is no name of a unit (\#(form))"#),
      ("'*.service'", #""*.service" is no name of a unit (\#(form))"#),
      ("'a b'", #""a b" is no whole name of a unit (\#(form))"#),
      ("../a.service", #""../a.service" is no name of a unit (\#(form))"#),
      (
        "kiosk@.service",
        #""kiosk@.service" is a template (name the unit that is made of it, such as kiosk@1.service)"#
      ),
    ] as [(String, String?)])
  func names(name: String, problem: String?) {
    let text = layoutWith("responders: { a: { plugin: unit, restart: \(name) } }")
    #expect(messages(about: text) == (problem.map { ["4:43: error: \($0)"] } ?? []))
  }

  /// The daemon's file, and what is said of the layout that asks for kiosk.service in its line 3, column 44.
  @Test(
    "what a layout asks for, the daemon's file must name",
    arguments: [
      ("units: [kiosk.service]", nil), ("units: [wall.service, kiosk.service]", nil),
      ("exec: true", "units: [kiosk.service]"),
      ("units: [wall.service]", "units: [kiosk.service, wall.service]"),
    ] as [(String, String?)])
  func named(said: String, remedy: String?) {
    let reading = Self.reading("version: 1\nlayouts: [a.yaml]\n\(said)\n")
    guard let remedy else { return #expect(reading.lines == [] && reading.configuration != nil) }
    #expect(
      reading.lines == [
        "a.yaml:3:43: error: d.yaml does not let layouts have \"kiosk.service\" started or stopped\n"
          + "help: write `\(remedy)` there"
      ])
    #expect(reading.configuration == nil)
  }

  @Test("of very many units of a layout, no more are reported than of other problems")
  func many() {
    let responders = (0..<2 * Findings.limit).map { "a\($0): { plugin: unit, start: u\($0).service }" }
    let one = "a: { plugin: unit, restart: kiosk.service }"
    let layout = Self.layout.replacing(one, with: responders.joined(separator: ", "))
    let reading = Self.reading("version: 1\nlayouts: [a.yaml]\n", layout)
    #expect(reading.files[1].problems.count == Findings.limit)
    #expect(reading.configuration == nil)
  }

  @Test("as with `exec`, only root's word counts, and a layout alone grants nothing")
  func trust() {
    let theirs = Self.reading(
      "version: 1\nlayouts: [a.yaml]\nunits: [kiosk.service]\n", distrust: "it is of user 1000")
    #expect(theirs.configuration == nil && theirs.permission == .denied)
    #expect(
      theirs.lines.first
        == "d.yaml: with `units` it can start and stop units, so only root may write it: it is of user 1000")
    #expect(Self.reading(Self.layout).configuration?.grants == Grants.none)
  }

  @Test("what a copy asks for and root has taken back is not done, and the log says so")
  func withheld() throws {
    let said = Words()
    let layout = try #require(LayoutReader().read(Array(Self.layout.utf8), file: "a.yaml").layout)
    func log(_ unit: String) {
      Configuration(layouts: [layout], grants: Grants(units: [unit])).logWithheldActions(to: said.logger)
    }
    log("kiosk.service")
    #expect(said.lines.isEmpty)
    log("wall.service")
    #expect(
      said.lines == [
        "config error: a.yaml: kiosk.service is neither started nor stopped: only a daemon's file of root's may say "
          + "`units: [kiosk.service]`"
      ])
  }

  @Test(
    "the daemon's list",
    arguments: [
      ("[]", "3:8: error: `units` must name at least one unit"),
      (
        "kiosk.service",
        #"3:8: error: `units` must be a list of units such as kiosk.service, not the string "kiosk.service" "#
          + "(write `units: [kiosk.service]`)"
      ),
      ("[a.service, a.service]", #"3:20: error: `units` names "a.service" twice"#),
      ("[kiosk]", #"3:9: error: "kiosk" is no whole name of a unit (did you mean "kiosk.service"?)"#),
    ])
  func list(value: String, problem: String) {
    let text = "version: 1\nlayouts: [a]\nunits: \(value)\n"
    let (_, diagnostics) = LayoutReader().readAny(Array(text.utf8), file: "f")
    #expect(diagnostics.map(\.summary) == [problem])
  }

  private static let layout = """
    version: 1
    screen: { size: [9, 9] }
    responders: { a: { plugin: unit, restart: kiosk.service } }
    views: []

    """

  private static func reading(
    _ daemon: String, _ layout: String = UnitNameTests.layout, distrust: String? = nil
  ) -> ConfigurationReading {
    let files = ["d.yaml": daemon, "a.yaml": layout]
    return ConfigurationReading(
      "d.yaml", LayoutReader(),
      from: ConfigurationSource(
        read: { Array((files[$0] ?? "").utf8) }, distrust: { _ in distrust },
        distrustOfPlace: { _ in distrust }))
  }
}
