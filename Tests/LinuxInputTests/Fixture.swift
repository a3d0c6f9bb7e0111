@testable import LinuxInput

/// Files beside the tests, and the recordings of real panels where those are at hand.
enum Fixture {
  /// The directory of this target's source files.
  private static let directory = String(#filePath.dropLast("Fixture.swift".count))

  static func path(_ name: String) -> String { directory + "Fixtures/" + name }

  static func bytes(_ name: String) throws -> [UInt8] { try Recording.bytes(of: path(name)) }

  /// Recordings of real touchscreens, beside the package and no part of it; many checkouts lack them.
  static let recordings = directory + "../../../shared/recordings"
}

extension Recording {
  /// The first device of a recording's text.
  static func device(_ text: String) throws -> RecordedDevice {
    try Recording(parsing: Array(text.utf8), file: "a").devices[0]
  }
}
