internal import CFakeEvdev
public import Dispatcher
public import LinuxInput
internal import Synchronization

/// A node of uinput that exists in this process only. What is made with it is read through the real libevdev.
public final class FakeUinput {
  /// For what only the C functions can do.
  public let pointer: OpaquePointer
  /// Where `open` finds it.
  public let path: String

  private static let count = Atomic(0)

  public init() {
    path = "/dev/fake-uinput-\(Self.count.add(1, ordering: .relaxed).newValue)"
    guard let pointer = fakeuinput_new(path) else { preconditionFailure("no memory for a fake uinput") }
    self.pointer = pointer
  }

  deinit { fakeuinput_free(pointer) }

  /// Opens a device that was made with this node, as a program would that reads it.
  ///
  /// - Throws: ``Gone`` once it is destroyed.
  public func reader(of device: VirtualDevice) throws -> InputDevice {
    let descriptor = fakeuinput_open_device(pointer, device.sysname)
    guard descriptor >= 0 else { throw Gone(path: device.sysname) }
    return try InputDevice(adopting: OwnedDescriptor(adopting: descriptor), path: device.sysname)
  }

  /// A further descriptor of a device, such as the service manager's store has.
  ///
  /// - Throws: ``Gone`` if the process has no descriptor left.
  public func duplicate(of device: VirtualDevice) throws -> OwnedDescriptor {
    let descriptor = fakeuinput_duplicate(device.fileDescriptor)
    guard descriptor >= 0 else { throw Gone(path: device.sysname) }
    return OwnedDescriptor(adopting: descriptor)
  }

  /// With which flags it was opened last.
  public var openFlags: Int32 { fakeuinput_facts(pointer).open_flags }

  /// How many devices made with it there are now.
  public var deviceCount: Int { Int(fakeuinput_facts(pointer).devices) }

  /// How many descriptors of it are open now.
  public var descriptorCount: Int { Int(fakeuinput_facts(pointer).descriptors) }

  /// How often it was written to.
  public var writeCount: Int { Int(fakeuinput_facts(pointer).writes) }

  /// Lets so many calls of `open` and `ioctl` pass, and has the next one fail with an errno, once.
  public func fail(after calls: Int, with code: Int32) { fakeuinput_fail(pointer, Int32(calls), code) }

  /// How many bytes a write takes at most; with 0, it says that there is no room.
  public func setRoom(_ bytes: Int) { fakeuinput_set_room(pointer, bytes) }
}

extension VirtualDevice {
  /// Sends events as they are, in one write.
  public func send(_ events: [RawEvent]) throws { try events.withUnsafeBufferPointer { try write($0) } }
}
