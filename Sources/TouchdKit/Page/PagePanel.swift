import Dispatcher
import LinuxInput

/// A panel in use whose contacts are to go to the page of its layout, and what for.
struct PagePanel {
  /// The layout's file.
  let layout: String
  /// What people call the panel.
  let title: String
  let device: InputDevice
  let panel: Panel
  let pipeline: Pipeline
  let request: PageRequest
}

extension PagePanel {
  /// The slots in which a contact is down, on the glass or above it, as far as the panel's events have told.
  var slotsDown: [Int] {
    panel.assembler.state.slots.indices.filter { panel.assembler.state.slots[$0].trackingID >= 0 }
  }
}
