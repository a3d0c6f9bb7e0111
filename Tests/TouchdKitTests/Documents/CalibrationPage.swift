import TestTables

@testable import TouchdKit

/// What docs/calibration.md shows is what `touchd calibrate` says.
@Suite("docs/calibration.md") struct CalibrationPage {
  private let page = Page("docs/calibration.md")

  @Test("The questions and the result of the example are those of its recording on its layout")
  func example() throws {
    let text = try #require(page.layouts.first).text
    let layout = try #require(LayoutReader().read(Array(text.utf8), file: "lobby.yaml").layout)
    let recording = SourceFile.packageRoot + "/Tests/commands/fixtures/mirrored.evemu"
    var said: [String] = []
    let outcome = try RecordedSurvey.run(recording, layout) { said.append($0) }
    guard case .found(let panel, let finding) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    said += CalibrationResult(panel, finding).lines.map {
      $0.replacing(recording, with: "/dev/input/event3")
    }
    let shown = try #require(page.blocks.first { $0.language == "console" })
    #expect(Array(shown.lines.dropFirst()) == said)
    let rule = try #require(CalibrationRule(finding.fit, panel.description, panel.node, panel.axes))
    #expect(page.blocks.contains { $0.lines == [rule.line] })
  }

  @Test("The table has the words and lines of each orientation")
  func words() throws {
    let table = try #require(page.tables.first { $0.rows[0].cells.first?.contains("words") == true })
    let rows = table.rows.dropFirst().map { row in
      let words = row.cells[0].split(separator: " ").joined(separator: " ")
      return [words, Page.codeSpans(of: row.cells[1]).joined(separator: "; ")]
    }
    #expect(rows == PanelOrientation.allCases.map { [$0.words, $0.keys.lines.joined(separator: "; ")] })
  }
}
