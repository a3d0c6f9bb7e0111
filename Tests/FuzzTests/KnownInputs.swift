import TestSupport
import Testing

@testable import TouchdKit

/// What the fuzzers start from, and what they found, run once without them: Tests/fuzz/README.md.
@Suite("What is fuzzed") struct KnownInputs {
  @Test("breaks nothing by its seeds, nor by what once broke it", arguments: FuzzTarget.allCases)
  func files(target: FuzzTarget) throws {
    let folder = SourceFile.packageRoot + "/Tests/fuzz/"
    let seeds = SourceFile.paths(below: folder + "corpus/" + target.rawValue)
    #expect(seeds.count > 3)
    for path in seeds + SourceFile.paths(below: folder + "regressions/" + target.rawValue) {
      let violation = target.violation(try ConfigurationFile.read(path))
      #expect(violation == nil, "\(path)")
    }
  }

  @Test("breaks nothing by seeds with changes", arguments: FuzzTarget.allCases)
  func damagedSeeds(target: FuzzTarget) throws {
    var random = SplitMix(seed: 1)
    for path in SourceFile.paths(below: SourceFile.packageRoot + "/Tests/fuzz/corpus/" + target.rawValue) {
      let seed = try ConfigurationFile.read(path)
      for _ in 0..<50 {
        var bytes = seed
        for _ in 0..<4 {
          let place = Int.random(in: 0...bytes.count, using: &random)
          bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
        let violation = target.violation(bytes)
        #expect(violation == nil, "\(path): \(bytes)")
      }
    }
  }
}
