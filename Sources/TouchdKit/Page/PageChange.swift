import LinuxInput

/// What became of a page's device, or of a panel that is to be held for it.
enum PageChange {
  /// The panel is touchd's alone, and what nothing keeps of its touches goes to the page.
  case held(PagePanel, LivePage)
  /// The panel could not be taken for a while; in words, why.
  case waiting(PagePanel, String)
  /// The system makes no device.
  case failed(layout: String, SystemError)
  /// udev says that the positions of the device are to be converted once more.
  case turned(layout: String, [Double])
  /// A frame did not get to the readers of the device.
  case lost(layout: String, SystemError)
  /// Too many processes in a row have come to an end with panels held: they were let go.
  case givenUp
}

/// What a page is doing.
enum PageState: Equatable {
  /// No panel is there.
  case absent
  case held
  /// The layout only listens; why.
  case waiting(String)
  /// There is no device; why. The layout only listens.
  case failed(String)
}
