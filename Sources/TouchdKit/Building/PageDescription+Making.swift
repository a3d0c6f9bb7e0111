import Dispatcher

extension PageDescription {
  /// The touchscreen that the page sees, for any panel: of ten fingers, which report only where they are.
  func makePanel(for screen: ScreenDescription) -> VirtualPanel {
    VirtualPanel(
      VirtualPanelTraits(size: screen.size, sizeInMillimetres: screen.sizeInMillimetres, panelSlots: 10),
      cancel: cancel)
  }
}
