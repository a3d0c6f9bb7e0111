// Which panels' contacts the page gets.
extension Pipeline {
  /// Gives the page contacts that land from now on on these panels alone: those that touchd holds, so that nothing else
  /// gives them to it as well. Until the first call it gets those of all.
  public func hold(_ panels: [Panel]) {
    application.screenResponder?.heldPanels = Set(panels.map(\.index))
  }
}
