import TestTables

@testable import TouchdKit

/// The files of a configuration as one text.
@Suite("Kept files") struct KeptFilesTests {
  private static func kept(_ files: [(String, [UInt8])]) -> KeptFiles {
    var kept = KeptFiles()
    for (path, bytes) in files { kept.append(bytes, of: path) }
    return kept
  }

  @Test(
    "are read as they were, whatever is in them",
    arguments: [
      [("/etc/a.yaml", Array("version: 1\n".utf8))],
      [
        ("/etc/a.yaml", []), ("/etc/b.yaml", Array("file 3 4\n\n\n".utf8)),
        ("/etc/line\nfeed", [0, 255, 10, 13]),
      ],
      (0..<33).map { ("/etc/\($0)", [UInt8](repeating: UInt8($0), count: 1000 * $0)) },
    ] as [[(String, [UInt8])]])
  func roundTrip(files: [(String, [UInt8])]) throws {
    let kept = Self.kept(files)
    #expect(try KeptFiles(decoding: kept.encoded(version: "9.9")) == kept)
    for (path, bytes) in files { #expect(try kept.source.read(path) == bytes) }
  }

  @Test("are no files if one byte of them is another, or they are cut anywhere")
  func damage() throws {
    let text = Self.kept([("/etc/a.yaml", [1, 2, 3]), ("/etc/b.yaml", [])]).encoded(version: "0.1.0")
    for place in text.indices {
      var damaged = text
      damaged[place] ^= 1
      #expect(throws: KeptFiles.Damage.self) { try KeptFiles(decoding: damaged) }
      #expect(throws: KeptFiles.Damage.self) { try KeptFiles(decoding: Array(text[..<place])) }
    }
    #expect(throws: KeptFiles.Damage.self) { try KeptFiles(decoding: text + [0]) }
  }

  @Test("with a right sum over wrong heads are no files, and trap nothing")
  func forged() throws {
    let heads = [
      "", "file", "file 1", "file a b", "file -1 3", "file 3 -1", "file 99 0", "file 9223372036854775807 0",
      "file 0 9223372036854775807", "file 18446744073709551615 1", "file 1 1 1", "\u{0}",
    ]
    for head in heads {
      let body = "version 1\n\(head)\nxy\nz\n"
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in body.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      let text = "touchd: the last good configuration, format 1\nsum \(String(sum, radix: 16))\n\(body)"
      #expect(throws: KeptFiles.Damage.self) { try KeptFiles(decoding: Array(text.utf8)) }
    }
  }

  @Test("name no others: what is not kept is not there")
  func others() {
    #expect(throws: (any Error).self) { try Self.kept([("/etc/a.yaml", [])]).source.read("/etc/b.yaml") }
  }

  @Test("are found by paths that start at the current folder, too")
  func relative() throws { #expect(try Self.kept([("a.yaml", [7])]).source.read("a.yaml") == [7]) }
}
