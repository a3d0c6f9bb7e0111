import Testing
import YAML

@testable import TouchdKit

@Suite("Reading a configuration file from a path")
struct ConfigurationFileTests {
  @Test("a file without end is read up to the limit, and then is too long")
  func endless() throws {
    let bytes = try ConfigurationFile.read("/dev/zero")
    #expect(bytes.count > LayoutReader.limits.bytes)
    #expect(LayoutReader().read(bytes, file: "f").diagnostics.map(\.mark) == [.start])
  }
}
