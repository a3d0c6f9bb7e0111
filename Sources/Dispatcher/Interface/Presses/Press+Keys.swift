// What keys of the kernel's are in UIKit's words (KEY_… of linux/input-event-codes.h). Keys that UIKit has no word for,
// such as those for the volume, are left to the system.

extension Press.PressType {
  /// The button that a key is; `key(code)` for keys that UIKit has no name for.
  public init(keyCode code: UInt16) {
    self =
      switch code {
      case 103: .upArrow  // KEY_UP
      case 108: .downArrow  // KEY_DOWN
      case 105: .leftArrow  // KEY_LEFT
      case 106: .rightArrow  // KEY_RIGHT
      case 0x160, 0x161: .select  // KEY_OK, KEY_SELECT
      case 139: .menu  // KEY_MENU
      case 164: .playPause  // KEY_PLAYPAUSE
      case 104: .pageUp  // KEY_PAGEUP
      case 109: .pageDown  // KEY_PAGEDOWN
      default: .key(code)
      }
  }
}

extension Event.Subtype {
  /// What a media key means for the player, when it goes down or up; `nil` if nothing.
  ///
  /// Keys for seeking have a meaning at both ends, all others when they go down. KEY_PAUSE and KEY_STOP have no
  /// meaning: they are Pause/Break and Stop of keyboards. KEY_PLAYPAUSE is a button as well; the program that reads a
  /// key device decides which of the two it sends.
  public init?(keyCode code: UInt16, isDown: Bool) {
    guard let subtype = isDown ? Self.said(byPressing: code) : Self.said(byReleasing: code) else {
      return nil
    }
    self = subtype
  }

  private static func said(byPressing code: UInt16) -> Event.Subtype? {
    switch code {
    case 207, 200: .remoteControlPlay  // KEY_PLAY, KEY_PLAYCD
    case 201: .remoteControlPause  // KEY_PAUSECD
    case 166: .remoteControlStop  // KEY_STOPCD
    case 164, 226: .remoteControlTogglePlayPause  // KEY_PLAYPAUSE; KEY_MEDIA, the button of a headset
    case 163: .remoteControlNextTrack  // KEY_NEXTSONG
    case 165: .remoteControlPreviousTrack  // KEY_PREVIOUSSONG
    case 168: .remoteControlBeginSeekingBackward  // KEY_REWIND
    case 208: .remoteControlBeginSeekingForward  // KEY_FASTFORWARD
    default: nil
    }
  }

  private static func said(byReleasing code: UInt16) -> Event.Subtype? {
    switch code {
    case 168: .remoteControlEndSeekingBackward  // KEY_REWIND
    case 208: .remoteControlEndSeekingForward  // KEY_FASTFORWARD
    default: nil
    }
  }
}
