import Dispatcher
import LinuxInput
import TestSupport
import Testing

@Suite("Damaged recordings")
struct DamagedRecordingTests {
  /// Each seed is another run; a failure names it.
  static let seeds = Array(UInt64(1)...8)
  static let files = [
    "two-fingers.evemu", "two-fingers.evemu.gz", "till.events", "till.desc", "two-panels.yml",
  ]

  @Test("give a recording or an error with a line, never a crash", arguments: files, seeds)
  func mutated(file: String, seed: UInt64) throws {
    let original = try Fixture.bytes(file)
    var random = SplitMix(seed: seed)
    for _ in 0..<60 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) { random.damage(&bytes) }
      try read(bytes)
    }
  }

  @Test("so do bytes that were never a recording", arguments: seeds)
  func noise(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let starts = ["", "E: ", "N: x\nB: ", "# EVEMU 1.3\n", "version: 1\n", "\u{1f}", "A: "].map {
      Array($0.utf8)
    }
    for _ in 0..<200 {
      let start = starts.randomElement(using: &random) ?? []
      try read(start + (0..<Int.random(in: 0...300, using: &random)).map { _ in random.byte() })
    }
  }

  @Test("so does a list of descriptions", arguments: seeds)
  func mutatedIndex(seed: UInt64) throws {
    let original = try Fixture.bytes("panels.json")
    var random = SplitMix(seed: seed)
    for _ in 0..<100 {
      var bytes = original
      random.damage(&bytes)
      try read(bytes)
    }
  }

  private func read(_ bytes: [UInt8]) throws {
    do {
      _ = try Recording(parsing: bytes, file: "damaged", limits: RecordingLimits(bytes: 1 << 20))
    } catch {
      #expect(error.line >= 1)
      #expect(!error.message.isEmpty)
    }
  }
}

extension SplitMix {
  /// A byte that means something to a parser, more often than not.
  mutating func byte() -> UInt8 {
    Bool.random(using: &self)
      ? .random(in: 0...255, using: &self)
      : "0123456789abcdefEANIPB:.-# \n\t[]{},\"".utf8.randomElement(using: &self) ?? 0
  }

  /// Changes one thing: a byte, a run of bytes, the length.
  mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let at = Int.random(in: 0..<bytes.count, using: &self)
    let end = min(bytes.count, at + Int.random(in: 1...40, using: &self))
    switch UInt8.random(in: 0..<5, using: &self) {
    case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &self)
    case 1: bytes[at] = byte()
    case 2: bytes.removeSubrange(at..<end)
    case 3: bytes.insert(contentsOf: bytes[at..<end], at: 0)
    default: bytes.removeSubrange(at...)
    }
  }
}
