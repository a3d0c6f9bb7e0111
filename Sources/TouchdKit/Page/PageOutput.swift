import Dispatcher
import LinuxInput

/// A device that programs read, and touchd writes.
protocol PageOutput: AnyObject {
  /// The node that programs open; `nil` where sysfs is out of reach.
  var node: String? { get }
  var fileDescriptor: Int32 { get }
  func write(_ events: UnsafeBufferPointer<RawEvent>) throws(SystemError)
  func destroy() throws(SystemError)
}

extension VirtualDevice: PageOutput {
  var node: String? { try? node() }
}

/// How the devices of pages are made, and read back. Tests have a kernel of their own.
struct PageOutputs {
  typealias Make = (DeviceDescription) throws(SystemError) -> any PageOutput

  var make: Make = { description throws(SystemError) in try VirtualDevice(description) }
  /// Takes over the descriptor of a device that an earlier process made.
  var adopt: (consuming OwnedDescriptor) throws(SystemError) -> any PageOutput = {
    descriptor throws(SystemError) in try VirtualDevice(adopting: descriptor)
  }
  /// What the kernel holds of a device.
  var read: (any PageOutput) throws(SystemError) -> State = { output throws(SystemError) in try State(output)
  }

  /// What a device is, and the contacts and keys that are down on it.
  struct State {
    let description: DeviceDescription
    let contacts: DeviceState
    let keysDown: Set<UInt16>
  }
}

extension PageOutputs.State {
  fileprivate init(_ output: any PageOutput) throws(SystemError) {
    guard let node = output.node else {
      throw SystemError(call: "open", on: "the node of a device in the service manager's store", code: 2)
    }
    try self.init(InputDevice(path: node))
  }

  /// - Throws: ``SystemError`` with `ENODEV` once the device is gone.
  init(_ device: InputDevice) throws(SystemError) {
    description = device.description
    contacts = try device.state(of: .slots(count: device.description.slotCount))
    // That a contact is down is said with the contacts.
    keysDown = try device.keysDown().subtracting([EventCode.btnTouch])
  }
}

extension DeviceDescription {
  /// How many slots it declares.
  fileprivate var slotCount: Int { axes[EventCode.absMTSlot].map { Int($0.maximum) + 1 } ?? 1 }
}
