// Which panels' contacts the page gets, and on which device.
extension Pipeline {
  /// Gives the page contacts that land from now on on these panels alone: those that touchd holds, so that nothing else
  /// gives them to it as well. Until the first call it gets those of all but pens with a node of
  /// their own.
  public func hold(_ panels: [Panel]) {
    application.screenResponder?.heldPanels = Set(panels.map(\.index))
  }

  /// The touchscreen that the page sees; `nil` where the layout has no page.
  public var page: VirtualPanel? { application.screenResponder?.panel }

  /// Gives the page another touchscreen. What it has on the former ends at once.
  public func usePage(_ panel: VirtualPanel, at time: Timestamp) {
    application.screenResponder?.use(panel, at: time)
  }
}
