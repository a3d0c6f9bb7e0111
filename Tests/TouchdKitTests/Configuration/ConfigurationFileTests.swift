import LinuxInput
import Testing
import YAML

@testable import TouchdKit

@Suite("Reading a configuration file from a path")
struct ConfigurationFileTests {
  @Test("a file that is not there")
  func missing() {
    #expect {
      try ConfigurationFile.read("/nonexistent/touchd.yaml")
    } throws: { error in
      let error = error as? SystemError
      return error?.call == "open" && error?.subject == "/nonexistent/touchd.yaml" && error?.code == 2
        && error?.remedy != nil
    }
  }

  @Test("a folder")
  func folder() {
    #expect {
      try ConfigurationFile.read("/")
    } throws: { error in
      (error as? SystemError)?.call == "read" && (error as? SystemError)?.code == 21
    }
  }

  @Test("a file without end is read up to the limit, and then is too long")
  func endless() throws {
    let bytes = try ConfigurationFile.read("/dev/zero")
    #expect(bytes.count > LayoutReader.limits.bytes)
    #expect(LayoutReader().read(bytes, file: "f").diagnostics.map(\.mark) == [.start])
  }
}
