/// Counts the events for slots that a panel never declared, which are passed over.
final class UndeclaredSlots {
  /// Called at the first event for such a slot, with the number of the slot.
  var onFirst: (Int32) -> Void = { _ in }
  /// The last such slot that was named.
  var slot: Int32 = -1
  /// How many events were passed over, as far as they were noticed.
  private(set) var events = 0

  /// Counts events for the slot that was named last.
  func passOver(_ count: Int) {
    guard count > 0 else { return }
    if events == 0 { onFirst(slot) }
    events &+= count
  }
}
