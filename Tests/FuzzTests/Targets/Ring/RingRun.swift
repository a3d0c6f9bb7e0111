import Dispatcher
import Glibc
import TestSupport

@testable import LinuxInput

/// The fuzzer's bytes as the memory that an earlier touchd has left: segments of a recorder's ring, one after the
/// other, each a number, a length of 16 bits, and entries.
enum RingRun {
  private static let size = FrameRing.sizes.lowerBound

  /// Each panel's recording reads again, and the ring goes on; `nil` if so.
  static func violation(_ bytes: [UInt8]) -> String? {
    do {
      let file = try OwnedDescriptor.memory(ring(bytes), named: "fuzz")
      let image = try RingImage(file.rawValue, path: "fuzz")
      for panel in image.panels {
        var text = ""
        image.write(panel, from: .zero, notes: ["fuzz"]) { text += $0 }
        guard !text.isEmpty else { continue }
        let recording = try Recording(parsing: Array(text.utf8), file: "fuzz", limits: RecordingLimits())
        if recording.devices.count != 1 {
          return "\(recording.devices.count) devices in the recording of one"
        }
      }
      return try continuationViolation(file, image)
    } catch {
      return "\(error)"
    }
  }

  private static func continuationViolation(
    _ file: consuming OwnedDescriptor, _ image: RingImage
  ) throws -> String? {
    let descriptor = dup(file.rawValue)
    defer { close(descriptor) }
    let ring = try FrameRing(adopting: file, image, keep: .seconds(60))
    let track = ring.begin(
      "N: another\n", slots: 1, isDark: false, at: image.end, slot: { _ in SlotState() }, currentSlot: { 0 })
    track?.end(at: image.end)
    ring.finish()
    let later = try RingImage(descriptor, path: "fuzz")
    guard track != nil, later.wasFinished, later.last.sequence >= image.last.sequence else {
      return "the ring does not go on after \(image.last)"
    }
    return nil
  }

  private static func ring(_ input: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    func store(_ number: UInt64, at place: Int) {
      for byte in 0..<8 { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte))) }
    }
    var reader = ByteReader(input)
    store(RingFormat.magic, at: 0)
    store(UInt64(size), at: RingFormat.sizeOffset)
    store(60_000_000, at: RingFormat.keepOffset)
    let segmentSize = RingFormat.segmentSize(of: size)
    while !reader.isAtEnd {
      let sequence = UInt64(reader.byte())
      let length: UInt16 = reader.number()
      let place = RingFormat.offset(ofSegment: Int(sequence) % RingFormat.segments, segmentSize)
      store(sequence, at: place)
      store(sequence ^ RingFormat.magic, at: place + RingFormat.checkOffset)
      store(UInt64(length & ~7), at: place + RingFormat.lengthOffset)
      for index in 0..<Int(length & ~7) { bytes[place + RingFormat.segmentHead + index] = reader.byte() }
    }
    return bytes
  }
}
