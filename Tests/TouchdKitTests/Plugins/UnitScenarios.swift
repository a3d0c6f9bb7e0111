import FakePanels
import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// What the plugin `unit` asks for, of a systemctl that writes it down.
@Suite("Plugin unit", .serialized) struct UnitScenarios {
  private let loop: RunLoop
  private let launcher: Launcher
  private let said = Words()
  private let folder = TemporaryFolder()

  init() throws {
    loop = try RunLoop(servesMainQueue: false)
    launcher = Launcher(runLoop: loop, isLive: false)
  }

  private func program(_ verb: String, _ unit: String, _ script: String) throws -> ExecProgram {
    let request = UnitRequest(PluginOptions(values: [verb: OptionValue(Located(unit, at: .start))]))
    var program = ExecProgram(asking: request, said.logger.ofPlugin("kiosk"))
    // In the place of systemctl.
    program.command = ["/bin/sh", "-c", script] + program.command
    return program
  }

  private func offer(
    _ program: ExecProgram, of unit: String, allowed: Set<String>?, _ part: ExecOccasion.Part = .once
  )
    -> Bool
  {
    let turn = UnitRequests(launcher, allowed: allowed).turn(of: unit)
    let now = MonotonicClock.now
    let occasion = ExecOccasion(
      part: part, contact: 1, event: "tap", time: now, line: TraceLine(.event, at: now, ["name": "tap"]))
    turn?.offer(occasion, to: program, .queue)
    return turn != nil
  }

  @Test("systemctl is asked by its arguments, for a unit that may be started, and for no other")
  func arguments() throws {
    let program = try program("restart", "kiosk.service", "echo $0 \"$@\" >>\(folder["asked"])")
    #expect(!offer(program, of: "kiosk.service", allowed: []))
    #expect(!offer(program, of: "kiosk.service", allowed: ["wall.service"]))
    #expect(offer(program, of: "kiosk.service", allowed: ["kiosk.service"]))
    #expect(offer(program, of: "kiosk.service", allowed: nil))
    #expect(try loop.run { launcher.count == 0 && said.lines.isEmpty })
    let asked = try contentsOfFile(folder["asked"], limit: 1000)
    let line = "systemctl --no-block --no-ask-password restart -- kiosk.service\n"
    #expect(String(decoding: asked, as: UTF8.self) == line + line)
  }

  @Test("What is asked about one unit is asked in order, though different responders ask")
  func order() throws {
    let start = try program("start", "kiosk.service", "sleep 0.05; echo start >>\(folder["asked"])")
    let stop = try program("stop", "kiosk.service", "echo stop >>\(folder["asked"])")
    for _ in 0..<2 {
      _ = offer(start, of: "kiosk.service", allowed: nil, .press)
      _ = offer(stop, of: "kiosk.service", allowed: nil, .release)
    }
    #expect(try loop.run { launcher.count == 0 })
    let asked = try contentsOfFile(folder["asked"], limit: 1000)
    #expect(String(decoding: asked, as: UTF8.self) == "start\nstop\nstart\nstop\n")
  }

  @Test(
    "A refusal is in the log, with what to do",
    arguments: [
      (
        4,
        "if that was not permitted, install polkitd, and a rule that lets touchd's user start kiosk.service, which polkitd can read: "
          + "/usr/share/doc/touchd/examples/polkit/50-touchd.rules is one"
      ),
      (5, "check the name: `systemctl cat kiosk.service` shows the unit"),
      (6, "`systemctl status kiosk.service` says what is wrong with its file"),
    ])
  func refusal(status: Int, remedy: String) throws {
    _ = offer(try program("start", "kiosk.service", "exit \(status)"), of: "kiosk.service", allowed: nil)
    #expect(try loop.run { launcher.count == 0 })
    #expect(
      said.lines == [
        "plugin \"kiosk\": systemctl start kiosk.service exited with status \(status); \(remedy)"
      ])
  }

  @Test("Without systemctl, the log says what is missing")
  func missing() throws {
    var program = try program("start", "kiosk.service", "")
    program.command[0] = "/nonexistent/systemctl"
    _ = offer(program, of: "kiosk.service", allowed: nil)
    #expect(try loop.run { launcher.count == 0 })
    #expect(
      said.lines == [
        "plugin \"kiosk\": posix_spawn /nonexistent/systemctl: No such file or directory (ENOENT); "
          + "the plugin `unit` needs systemd"
      ])
  }
}
