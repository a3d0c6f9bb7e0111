/// What hovers: the contact of one slot of a panel.
struct HoverPointer: Equatable, BitwiseCopyable {
  /// The index of the panel among those that were attached.
  let panel: Int32
  let slot: Int32
}

/// What one frame says of something that hovers, calibrated to the screen. No filter has seen it: those are for
/// fingers on the glass.
struct HoverSample: BitwiseCopyable {
  let pointer: HoverPointer
  /// `began` when it came near, `ended` when it left or touched down, `cancelled` when it was lost or silenced.
  let phase: TouchPhase
  let type: TouchType
  /// In points of the screen; neither clamped nor rounded. At the end, where it was last seen hovering.
  let location: Point
  /// The height above the glass as a part of what the panel can tell, 0 to 1; 0 where it does not say.
  let zOffset: Double
  /// How a pen is held; upright for fingers and for panels that do not say.
  let pose: PenPose

  /// Whether it no longer hovers.
  var isOver: Bool { phase == .ended || phase == .cancelled }
}
