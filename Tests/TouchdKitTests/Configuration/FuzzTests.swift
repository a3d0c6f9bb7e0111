import TestSupport
import Testing
import YAML

@testable import TouchdKit

/// A hundred thousand mutated files: each gives a layout or problems with their places,
/// never a crash.
///
/// Each file comes from its number alone, so that a failure is repeated by ``Mutation`` with the number it
/// names.
@Suite("Any bytes at all")
struct FuzzTests {
  @Test("random bytes", arguments: [0..<20_000, 20_000..<40_000])
  func randomBytes(numbers: Range<UInt64>) {
    for number in numbers {
      var random = SplitMix(seed: number)
      let count = Int.random(in: 0..<48, using: &random)
      check((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }, number)
    }
  }

  @Test("random words of YAML", arguments: [40_000..<57_000, 57_000..<74_000])
  func randomWords(numbers: Range<UInt64>) {
    for number in numbers {
      var random = SplitMix(seed: number)
      let count = Int.random(in: 0..<12, using: &random)
      check((0..<count).flatMap { _ in Mutation.word(&random) }, number)
    }
  }

  @Test("small layouts with a few changes", arguments: [74_000..<86_500, 86_500..<99_000])
  func smallLayouts(numbers: Range<UInt64>) {
    let bases = Mutation.smallLayouts.map { Array($0.utf8) }
    for number in numbers { check(Mutation.mutate(bases, number), number) }
  }

  @Test("the fixtures with a few changes", arguments: [99_000..<99_500, 99_500..<100_000])
  func fixtures(numbers: Range<UInt64>) throws {
    let bases = try ["lobby.yaml", "lobby.json", "windows.yaml", "daemon.yaml"].map { try fixture($0) }
    for number in numbers { check(Mutation.mutate(bases, number), number) }
  }

  private func check(_ bytes: [UInt8], _ number: UInt64) {
    let (configuration, diagnostics) = LayoutReader().readAny(bytes, file: "fuzz")
    let hasErrors = diagnostics.contains { $0.severity == .error }
    // libyaml counts line breaks as an editor does; one place behind the last is the end of the file.
    let lines = 1 + bytes.count { $0 == 0x0a || $0 == 0x0d || $0 == 0x85 || $0 == 0xa8 || $0 == 0xa9 }
    let arePlaced = diagnostics.allSatisfy {
      (1...lines).contains($0.mark.line) && (1...bytes.count + 1).contains($0.mark.column)
    }
    let areInOrder = zip(diagnostics, diagnostics.dropFirst()).allSatisfy { $0.mark <= $1.mark }
    if (configuration == nil) == hasErrors, arePlaced, areInOrder { return }
    Issue.record("file \(number): \(diagnostics), bytes \(bytes)")
  }
}
