/// What a panel asks for: to be a layout's.
struct PanelClaim: Equatable {
  /// The layout's file.
  let layout: String
  /// What tells the panel from others, whatever its number, and whichever node of its device it is.
  let identity: String
  /// A pen comes beside a panel.
  let isPen: Bool
  /// What people call it.
  let title: String

  /// Whether both cannot be had.
  func rivals(_ other: PanelClaim) -> Bool {
    layout == other.layout && !isPen && !other.isPen && identity != other.identity
  }
}
