import CEvdev
import Glibc
import TestTables

@testable import LinuxInput

/// The end of the service manager: a datagram socket.
final class NotifySocket {
  let name: String
  private let folder = TemporaryFolder()
  private let descriptor: OwnedDescriptor

  /// - Parameter path: where it listens, instead of in a folder of its own.
  init(at path: String? = nil, abstract: String? = nil) throws {
    name = abstract ?? path ?? "\(folder.path)/notify"
    let address = try #require(LocalSocketAddress(notifySocket: name))
    let number = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    descriptor = OwnedDescriptor(adopting: number)
    try #require(address.with { bind(number, $0, $1) } == 0)
  }

  /// The message that waits; a descriptor that comes with it is closed.
  func receive() -> String? {
    var passed: OwnedDescriptor?
    return receive(&passed)
  }

  /// The message that waits.
  ///
  /// - Parameter passed: becomes the descriptor that came with it.
  func receive(_ passed: inout OwnedDescriptor?) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    // Words, for the alignment of the control message.
    var control = [UInt](repeating: 0, count: 8)
    var number: Int32?
    let count = bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in receive(into: bytes, control, &number) }
    }
    passed = number.map { OwnedDescriptor(adopting: $0) }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func receive(
    into bytes: UnsafeMutableRawBufferPointer, _ control: UnsafeMutableRawBufferPointer,
    _ number: inout Int32?
  ) -> Int {
    var text = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
    return withUnsafeMutablePointer(to: &text) { text in
      var message = msghdr()
      (message.msg_iov, message.msg_iovlen) = (text, 1)
      (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
      let count = recvmsg(descriptor.rawValue, &message, Int32(MSG_CMSG_CLOEXEC))
      let header = MemoryLayout<cmsghdr>.size
      if count >= 0, message.msg_controllen >= header + 4 {
        number = control.load(fromByteOffset: header, as: Int32.self)
      }
      return count
    }
  }
}

/// The number of a descriptor that there may be.
func number(of descriptor: borrowing OwnedDescriptor?) -> Int32? {
  switch descriptor {
  case .some(let descriptor): descriptor.rawValue
  case .none: nil
  }
}
