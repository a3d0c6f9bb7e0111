import Dispatcher

extension PanelBuilder {
  /// The touchscreen that the page sees in the place of this panel; `nil` where the layout has no page.
  func makePage() -> VirtualPanel? {
    screen.page.map { VirtualPanel(pageTraits, cancel: $0.cancel, keys: ownKeys) }
  }

  /// What the page of a layout wants of its device; `nil` where the layout has no page, or this is a pen, which is left
  /// to others.
  func pageRequest(_ layout: Layout) -> PageRequest? {
    guard let page = screen.page, !isPen else { return nil }
    return PageRequest(
      pageTraits, cancel: page.cancel, keys: ownKeys, for: description, name: page.deviceName,
      layout: layout.file,
      output: screen.output)
  }

  private var pageTraits: VirtualPanelTraits {
    VirtualPanelTraits(
      size: screen.size, sizeInMillimetres: screen.sizeInMillimetres ?? sizeInMillimetres,
      panelSlots: touchProtocol.contactLimit,
      hasPressure: description.hasAxis(touchProtocol.pressureAxis),
      hasContactSize: description.hasAxis(EventCode.absMTTouchMajor))
  }

  /// The panel's keys that are neither its contact's, a mouse's nor a pen's, such as a home key below the glass.
  var ownKeys: Set<UInt16> {
    // Buttons begin with BTN_MISC; behind BTN_DIGI and BTN_WHEEL come keys again. (linux/input-event-codes.h)
    isPen ? [] : (description.codes[EventType.key] ?? []).filter { $0 < 0x100 || $0 >= 0x160 && $0 < 0x220 }
  }

  /// The screen as the panel's resolution says.
  private var sizeInMillimetres: Size? {
    pointsPerMillimetre.map { Size(width: screen.size.width / $0.x, height: screen.size.height / $0.y) }
  }
}

extension TouchProtocol {
  /// How many contacts a panel may have. One without slots does not say; the page's own limit bounds it.
  fileprivate var contactLimit: Int {
    switch self {
    case .slots(let count): count
    case .packets: VirtualPanelTraits.slotLimit
    case .singleTouch: 1
    }
  }
}
