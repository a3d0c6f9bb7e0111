import ArgumentParser
import Glibc
import TestTables

@testable import TouchdKit

/// The pictures of the documents are those that their commands make. `WRITE_PICTURES=1` writes them anew.
@Suite("Pictures in the documents", .serialized) struct PagePictures {
  static let pages = ["docs/pictures.md", "docs/symptoms.md"].map(Page.init)
  /// The commands of the pages that write a picture.
  static let commands = pages.flatMap(commands)

  static func commands(of page: Page) -> [[String]] {
    page.commands.map(\.words).filter { $0.last?.hasSuffix(".svg") == true }
  }

  @Test("Each command makes the picture that it names", arguments: commands)
  func pictures(words: [String]) throws {
    let output = try #require(words.last)
    let folder = TemporaryFolder()
    let made = folder["made.svg"]
    // Files of the package are meant, wherever the tests run.
    let absolute = words.dropFirst().map { word in
      word == output ? made : word.hasPrefix("docs/") ? Page.root + word : word
    }
    var command = try RootCommand.parseAsRoot(absolute)
    try command.run()
    let bytes = try ConfigurationFile.read(made)
    if getenv("WRITE_PICTURES") != nil {
      try OutputFile.write(String(decoding: bytes, as: UTF8.self), to: Page.root + output)
      chmod(Page.root + output, 0o644)
    }
    let isSame = try bytes == ConfigurationFile.read(Page.root + output)
    #expect(
      isSame, "\(output) is not what its command makes: WRITE_PICTURES=1 swift test --filter PagePictures")
  }

  @Test("A page shows what its commands make", arguments: pages)
  func shown(page: Page) {
    let commands = Self.commands(of: page)
    #expect(commands.count >= 4)
    for words in commands {
      let isShown = words.last.map { page.text.contains("](\($0.replacing("docs/", with: "")))") } ?? false
      #expect(isShown, "\(words)")
    }
  }
}
