import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

/// Headsets that are plugged into sockets, and sound cards that are one, as they come and go.
@Suite("Headsets") final class HeadsetRules {
  struct Row: TableRow {
    var what = ""
    /// Lines of shell in a folder with `class` and `dev`, after the one that makes the machine.
    let when: String
    /// Whether something is in the socket then; `nil` if that has gone.
    var isPluggedIn: Bool? = false
    let headphones: ExploreDescription.Headphones
    let then: Bool
    var changes = 1
  }

  private let folder = TemporaryFolder()
  private var isPluggedIn: Bool? = false

  /// A keyboard, a lid, a socket for headsets, and the sound of the board.
  private static let machine = """
    for device in event0:0 event1:1 event2:14; do
      mkdir -p class/input/${device%:*}/device/capabilities dev
      echo ${device#*:} > class/input/${device%:*}/device/capabilities/sw
      mkfifo dev/${device%:*}
    done
    mkdir -p class/sound/card0; echo PCH > class/sound/card0/id
    """
  private static let usb = "mkdir class/sound/card1; echo Headset > class/sound/card1/id"

  @Test(
    "Those that a layout names count",
    arguments: [
      "nothing is there": Row(when: ":", headphones: .anySocket, then: false, changes: 0),
      "one is plugged into a socket": Row(
        when: "echo > dev/event2", isPluggedIn: true, headphones: .anySocket, then: true),
      "and one into a socket that a layout does not name": Row(
        when: "echo > dev/event2", isPluggedIn: true, headphones: .card("Headset"), then: false),
      "a keyboard has no socket": Row(
        when: "echo > dev/event0", isPluggedIn: true, headphones: .anySocket, then: false, changes: 0),
      "one that the loop cannot follow, such as a file, does not count": Row(
        when: "cp -r class/input/event2 class/input/event3; touch dev/event3", isPluggedIn: true,
        headphones: .anySocket, then: false, changes: 0),
      "nor has a lid": Row(
        when: "echo > dev/event1", isPluggedIn: true, headphones: .anySocket, then: false, changes: 0),
      "a sound card comes": Row(when: usb, headphones: .card("Headset"), then: true),
      "another one comes": Row(when: usb, headphones: .card("headset"), then: false),
      "the card was there": Row(when: "rm -r class/sound/card0", headphones: .card("PCH"), then: false),
      "a socket has gone": Row(
        when: "echo > dev/event2; rm -r class/input/event2", isPluggedIn: nil, headphones: .anySocket,
        then: false, changes: 0),
    ] as Table<Row>)
  func row(_ row: Row) throws {
    try folder.shell(Self.machine)
    let runLoop = try RunLoop(servesMainQueue: false)
    let machine = Headsets.Machine(sysfs: folder["class"], devices: folder["dev"]) { [unowned self] _ in
      isPluggedIn
    }
    let headsets = Headsets(on: runLoop, machine)
    headsets.look()
    var changes = 0
    headsets.onChange = { changes += 1 }
    // A FIFO without a reader would hold up the shell.
    let readers = ["event0", "event1", "event2"].map { open(folder["dev/\($0)"], O_RDWR | O_NONBLOCK) }
    defer { readers.forEach { close($0) } }
    isPluggedIn = row.isPluggedIn
    try folder.shell(row.when)
    try runLoop.runOnce(timeout: .seconds(0))
    headsets.look()
    #expect(headsets.contains(row.headphones) == row.then)
    #expect(changes == row.changes)
  }
}
