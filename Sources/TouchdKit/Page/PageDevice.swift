import Dispatcher
import LinuxInput

/// The touchscreen that programs see in the place of a panel, made with uinput.
///
/// It belongs to the session, and to no tree of views: it stays while the panel is unplugged and over reloads, so that
/// a compositor keeps what it knows of it.
final class PageDevice {
  let description: DeviceDescription
  /// The virtual panel that the tree of the layout writes to.
  private(set) var panel: VirtualPanel
  /// The node that programs open; `nil` where sysfs is out of reach.
  let node: String?
  /// Whether a frame could not be written. Then nothing more is.
  private(set) var hasFailed = false
  private let output: VirtualDevice
  private let outputs: PageOutputs
  private let onFailure: (SystemError) -> Void

  /// Makes a device.
  ///
  /// - Parameter onFailure: called with what keeps a frame from its readers.
  init(
    _ request: PageRequest, _ outputs: PageOutputs, onFailure: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    output = try outputs.make(request.description)
    (description, node) = (request.madeDescription, outputs.node(output))
    self.outputs = outputs
    panel = VirtualPanel(request.traits, cancel: request.cancel, keys: request.keys)
    self.onFailure = onFailure
    connect()
  }

  /// Takes over a device that an earlier process made. What is down there is withdrawn.
  init(
    adopting output: VirtualDevice, _ state: PageOutputs.State, _ outputs: PageOutputs, cancel: ScreenCancel,
    at time: Timestamp, onFailure: @escaping (SystemError) -> Void
  ) {
    (self.output, self.outputs) = (output, outputs)
    (description, node) = (state.description, outputs.node(output))
    let slots = state.contacts.slots.count
    // The size of the screen is that of the panel to come; units tell where the contacts are.
    let unit = Size(width: 1, height: 1)
    // A panel has some thousand points; a part of forty is what a slide goes on them. (O)
    let fitting = if case .slide = cancel { ScreenCancel.slide(by: unit.width / 40) } else { cancel }
    panel = VirtualPanel(
      VirtualPanelTraits(size: unit, panelSlots: slots / 2), cancel: fitting, on: state.contacts,
      keysDown: state.keysDown)
    self.onFailure = onFailure
    connect()
    panel.withdrawAll(at: time)
  }

  /// The descriptor that keeps the device, for the service manager's store.
  var descriptor: Int32 { output.fileDescriptor }

  /// Whether it is what would be made for a request.
  func fits(_ request: PageRequest) -> Bool { request.madeDescription == description }

  /// Withdraws what the page has, and makes the device ready for another tree, whose screen may have another size.
  func renew(for request: PageRequest, at time: Timestamp) {
    panel.withdrawAll(at: time)
    panel = VirtualPanel(request.traits, cancel: request.cancel, keys: request.keys, after: panel)
    connect()
  }

  /// The same device after a frame that could not be written, of which the kernel may have taken a part: with the
  /// contacts that are down there, withdrawn. `nil` if it has gone.
  func afterFailure(at time: Timestamp) -> PageDevice? {
    guard let state = try? outputs.read(output) else { return nil }
    return PageDevice(adopting: output, state, outputs, cancel: panel.cancel, at: time, onFailure: { _ in })
  }

  func end(at time: Timestamp) { panel.endAll(at: time) }

  /// Ends the device, also for those that have it open. They miss what they have not read.
  func destroy() {
    // The kernel has no reason to refuse; should it, the device goes with the last descriptor.
    try? output.destroy()
  }

  private func connect() {
    panel.onFrame = { [weak self] in self?.write($0) }
  }

  private func write(_ events: UnsafeBufferPointer<RawEvent>) {
    guard !hasFailed else { return }
    do throws(SystemError) {
      try outputs.write(output, events)
    } catch {
      hasFailed = true
      onFailure(error)
    }
  }
}

/// Makes the devices of pages, and reads them back. Tests have a kernel of their own.
struct PageOutputs {
  var make: (DeviceDescription) throws(SystemError) -> VirtualDevice = { description throws(SystemError) in
    try VirtualDevice(description)
  }
  /// Takes over the descriptor of a device that an earlier process made.
  var adopt: (consuming OwnedDescriptor) throws(SystemError) -> VirtualDevice = {
    descriptor throws(SystemError) in try VirtualDevice(adopting: descriptor)
  }
  /// The node that programs open; `nil` where sysfs is out of reach.
  var node: (VirtualDevice) -> String? = { try? $0.node() }
  var read: (VirtualDevice) throws(SystemError) -> State = { output throws(SystemError) in
    try State(InputDevice(path: output.node()))
  }
  var write: (VirtualDevice, UnsafeBufferPointer<RawEvent>) throws(SystemError) -> Void = {
    output, events throws(SystemError) in try output.write(events)
  }

  /// Description of a device, and the contacts and keys that are down on it.
  struct State {
    let description: DeviceDescription
    let contacts: DeviceState
    let keysDown: Set<UInt16>
  }
}

extension PageOutputs.State {
  /// - Throws: ``SystemError`` with `ENODEV` once the device is gone.
  init(_ device: InputDevice) throws(SystemError) {
    description = device.description
    let slots = description.axes[EventCode.absMTSlot].map { Int($0.maximum) + 1 } ?? 1
    contacts = try device.state(of: .slots(count: slots))
    // That a contact is down is said with the contacts.
    keysDown = try device.keysDown().subtracting([EventCode.btnTouch])
  }
}

/// A panel in use whose contacts are to go to the page of its layout, and what for.
struct PagePanel {
  let layout: String
  let title: String
  let device: InputDevice
  let panel: Panel
  let pipeline: Pipeline
  let request: PageRequest

  /// The slots in which a contact is down, on the glass or above it, as far as the panel's events have told.
  var slotsDown: [Int] {
    panel.assembler.state.slots.indices.filter { panel.assembler.state.slots[$0].trackingID >= 0 }
  }
}
