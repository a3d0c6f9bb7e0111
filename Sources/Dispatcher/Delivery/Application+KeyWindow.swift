// Which window receives what no finger did.
extension Application {
  /// The window that presses, motion and remote control go to: the one that was made so last, if it is still here, else
  /// the one that was added first. `nil` without windows.
  public final var keyWindow: Window? {
    if let madeKey, windows.contains(where: { $0 === madeKey }) { return madeKey }
    return windows.first
  }

  /// Makes a window the key window; no effect for one that was not added.
  public final func makeKey(_ window: Window) {
    if windows.contains(where: { $0 === window }) { madeKey = window }
  }
}
