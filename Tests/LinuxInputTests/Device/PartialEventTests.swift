import CEvdev
import Glibc
import TestTables

@Suite("Events that a pseudo-terminal cuts in two") struct PartialEventTests {
  @Test("are put together again, wherever the cut is", arguments: 1..<24)
  func cut(position: Int) throws {
    let pipe = try Pipe()
    let sent = [
      RawEvent(time: Timestamp(microseconds: 7_000_123), type: 3, code: 0x35, value: -4),
      RawEvent(time: Timestamp(microseconds: 7_000_124), type: 0, code: 0, value: 0),
    ]
    let bytes = sent.withUnsafeBytes { Array($0) }
    var partial = cevdev_partial()

    pipe.write(Array(bytes[..<position]))
    #expect(read(pipe, &partial) == [])
    #expect(read(pipe, &partial) == [], "that nothing came loses nothing")
    pipe.write(Array(bytes[position...]))
    #expect(read(pipe, &partial) == sent)
    #expect(read(pipe, &partial) == [])
  }

  @Test("a buffer without room for an event is refused")
  func noRoom() throws {
    let pipe = try Pipe()
    var partial = cevdev_partial()
    #expect(cevdev_read(pipe.reader, &partial, nil, 0) == -Int(EINVAL))
  }

  private func read(_ pipe: Pipe, _ partial: inout cevdev_partial) -> [RawEvent] {
    let buffer = UnsafeMutableBufferPointer<RawEvent>.allocate(capacity: 4)
    defer { buffer.deallocate() }
    let count = cevdev_read(pipe.reader, &partial, buffer.baseAddress, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }
}
