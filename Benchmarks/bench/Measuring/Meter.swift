internal import CBaselines
internal import Glibc
import LinuxInput

/// What a reader measures of itself, in memory that the harness sees, too.
final class Meter {
  let pointer: UnsafeMutablePointer<meter>
  let descriptor: OwnedDescriptor
  private let size: Int

  /// A new one.
  ///
  /// - Parameters:
  ///   - first: how many frames come before those that count.
  ///   - every: one frame in so many has its time taken.
  init(first: Int, total: Int, every: Int) throws {
    size = meter_size(UInt64(total))
    let descriptor = try OwnedDescriptor.memory([], named: "bench")
    guard ftruncate(descriptor.rawValue, off_t(size)) == 0 else {
      throw Failure("no shared memory of \(size) bytes", code: errno)
    }
    pointer = try Meter.map(descriptor.rawValue, size)
    self.descriptor = descriptor
    (pointer.pointee.first, pointer.pointee.total) = (UInt64(first), UInt64(total))
    pointer.pointee.every = UInt64(every)
  }

  /// That of the harness, in the reader.
  init(inherited descriptor: Int32) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure("no meter to share", code: errno) }
    size = Int(status.st_size)
    self.descriptor = OwnedDescriptor(adopting: descriptor)
    pointer = try Meter.map(descriptor, size)
  }

  deinit { munmap(pointer, size) }

  private static func map(_ descriptor: Int32, _ size: Int) throws -> UnsafeMutablePointer<meter> {
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { throw Failure("mmap of the meter", code: errno) }
    return memory.assumingMemoryBound(to: meter.self)
  }
}
