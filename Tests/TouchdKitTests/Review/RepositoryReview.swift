import Testing

@testable import TouchdKit

/// Nothing that the package shows as a layout is one that cannot work.
@Suite("Review: the layouts of the package") struct RepositoryReview {
  @Test("A file", arguments: ReachabilityProperties.exampleFiles + ["docs/symptoms/kiosk.yaml"])
  func file(path: String) throws {
    let bytes = try ConfigurationFile.read(Page.root + path)
    #expect(try ReviewRig.said(of: String(decoding: bytes, as: UTF8.self)) == [])
  }

  @Test("A layout in a document", arguments: Page.all)
  func document(page: Page) throws {
    for block in page.layouts where block.text.contains("\nscreen:") {
      #expect(try ReviewRig.said(of: block.text) == [], "\(page.path):\(block.line)")
    }
  }

  @Test("The one that shows what is wrong is wrong")
  func wrong() throws {
    let bytes = try ConfigurationFile.read(Page.root + "docs/pictures/counter.yaml")
    let said = try ReviewRig.said(of: String(decoding: bytes, as: UTF8.self))
    #expect(said.count == 1)
    #expect(
      said.first?.hasPrefix("38:37: warning: no finger can touch \"close\", which is outside \"menu\"")
        == true)
  }
}
