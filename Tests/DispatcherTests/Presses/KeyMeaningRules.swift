import TestTables

/// What keys of the kernel's are in UIKit's words.
@Suite("Keys") struct KeyMeaningRules {
  struct Row: Sendable, CustomTestStringConvertible {
    let key: String
    let code: UInt16
    var press: Press.PressType?
    var down: Event.Subtype?
    var up: Event.Subtype?
    var testDescription: String { key }
  }

  @Test(
    "Key codes, presses and remote controls",
    arguments: [
      Row(key: "KEY_UP", code: 103, press: .upArrow),
      Row(key: "KEY_DOWN", code: 108, press: .downArrow),
      Row(key: "KEY_LEFT", code: 105, press: .leftArrow),
      Row(key: "KEY_RIGHT", code: 106, press: .rightArrow),
      Row(key: "KEY_OK", code: 352, press: .select),
      Row(key: "KEY_SELECT", code: 353, press: .select),
      Row(key: "KEY_MENU", code: 139, press: .menu),
      Row(key: "KEY_PAGEUP", code: 104, press: .pageUp),
      Row(key: "KEY_PAGEDOWN", code: 109, press: .pageDown),
      Row(key: "KEY_PLAYPAUSE", code: 164, press: .playPause, down: .remoteControlTogglePlayPause),
      Row(key: "KEY_MEDIA", code: 226, down: .remoteControlTogglePlayPause),
      Row(key: "KEY_PLAY", code: 207, down: .remoteControlPlay),
      Row(key: "KEY_PLAYCD", code: 200, down: .remoteControlPlay),
      Row(key: "KEY_PAUSECD", code: 201, down: .remoteControlPause),
      Row(key: "KEY_STOPCD", code: 166, down: .remoteControlStop),
      Row(key: "KEY_NEXTSONG", code: 163, down: .remoteControlNextTrack),
      Row(key: "KEY_PREVIOUSSONG", code: 165, down: .remoteControlPreviousTrack),
      Row(
        key: "KEY_REWIND", code: 168, down: .remoteControlBeginSeekingBackward,
        up: .remoteControlEndSeekingBackward),
      Row(
        key: "KEY_FASTFORWARD", code: 208, down: .remoteControlBeginSeekingForward,
        up: .remoteControlEndSeekingForward),
      Row(key: "KEY_PAUSE is Pause/Break", code: 119),
      Row(key: "KEY_STOP is a keyboard's", code: 128),
      Row(key: "KEY_VOLUMEUP", code: 115),
      Row(key: "KEY_ENTER", code: 28),
      Row(key: "KEY_A", code: 30),
      Row(key: "KEY_RESERVED", code: 0),
      Row(key: "beyond all keys", code: .max),
    ])
  func row(_ row: Row) {
    #expect(Press.PressType(keyCode: row.code) == row.press ?? .key(row.code))
    #expect(Event.Subtype(keyCode: row.code, isDown: true) == row.down)
    #expect(Event.Subtype(keyCode: row.code, isDown: false) == row.up)
  }

  @Test("Every subtype of a remote control has a key, and the others have none")
  func complete() {
    let said = (0...UInt16(767)).flatMap { code in
      [true, false].compactMap { Event.Subtype(keyCode: code, isDown: $0) }
    }
    #expect(Set(said) == Set(Event.Subtype.allCases.filter(\.isRemoteControl)))
    #expect(!Event.Subtype.none.isRemoteControl && !Event.Subtype.motionShake.isRemoteControl)
  }
}
