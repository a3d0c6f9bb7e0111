extension Event {
  /// Which motion, or which remote-control key: UIKit's list.
  public enum Subtype: Hashable, Sendable, CaseIterable {
    case none
    case motionShake
    case remoteControlPlay
    case remoteControlPause
    case remoteControlStop
    case remoteControlTogglePlayPause
    case remoteControlNextTrack
    case remoteControlPreviousTrack
    case remoteControlBeginSeekingBackward
    case remoteControlEndSeekingBackward
    case remoteControlBeginSeekingForward
    case remoteControlEndSeekingForward

    /// Whether it is a key for what is being played.
    public var isRemoteControl: Bool { self != .none && self != .motionShake }
  }
}
