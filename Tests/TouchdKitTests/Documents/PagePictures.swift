import ArgumentParser
import Glibc
import TestSupport
import Testing

@testable import TouchdKit

/// The pictures of docs/pictures.md are those that its commands make. `WRITE_PICTURES=1` writes them anew.
@Suite("Pictures in the documents", .serialized) struct PagePictures {
  /// The commands of the page that write a file.
  static let commands = Page("docs/pictures.md").commands.map(\.words).filter { $0.contains("-o") }

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

  @Test("The page shows what its commands make")
  func shown() {
    let page = Page("docs/pictures.md")
    #expect(Self.commands.count == 4)
    for words in Self.commands {
      let isShown = words.last.map { page.text.contains("](\($0.replacing("docs/", with: "")))") } ?? false
      #expect(isShown, "\(words)")
    }
  }
}
