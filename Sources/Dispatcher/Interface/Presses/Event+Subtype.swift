extension Event {
  /// Which motion, or which remote-control key: UIKit's list.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
  #endif
  public enum Subtype: Hashable, Sendable, CaseIterable {
    /// No subtype: the event is of touches or presses.
    case none
    /// The machine was shaken.
    case motionShake
    /// Start to play.
    case remoteControlPlay
    /// Pause.
    case remoteControlPause
    /// Stop playing.
    case remoteControlStop
    /// Pause if something plays; play if it is paused.
    case remoteControlTogglePlayPause
    /// Go to the next track.
    case remoteControlNextTrack
    /// Go to the previous track.
    case remoteControlPreviousTrack
    /// The key for seeking backward went down.
    case remoteControlBeginSeekingBackward
    /// The key for seeking backward went up.
    case remoteControlEndSeekingBackward
    /// The key for seeking forward went down.
    case remoteControlBeginSeekingForward
    /// The key for seeking forward went up.
    case remoteControlEndSeekingForward

    /// Whether it is a key for what is being played.
    public var isRemoteControl: Bool { self != .none && self != .motionShake }
  }
}
