import Testing
import TouchdKit

@testable import TouchdWeb

/// What the command line says.
@Suite("Options") struct OptionRules {
  @Test(
    "An address has a host and a port, and is written as it was read",
    arguments: [
      ("127.0.0.1:8713", "127.0.0.1"), ("localhost:0", "localhost"), ("[::1]:80", "::1"),
      ("0.0.0.0:65535", "0.0.0.0"),
    ])
  func addresses(text: String, host: String) throws {
    let address = try #require(ListenAddress(argument: text))
    #expect(address.host == host)
    #expect(address.description == text)
  }

  @Test(
    "What is no address is refused",
    arguments: ["", "8713", ":8713", "localhost", "localhost:", "::1:80", "a:65536", "a:-1", "a:b", "[]:80"])
  func nonsense(text: String) { #expect(ListenAddress(argument: text) == nil) }
}
