import FakePanels
import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

/// Programs that are really started: what they inherit, what becomes of what they print, and in which order they run.
@Suite("Launcher") struct LauncherScenarios {
  private let loop: RunLoop
  private let launcher: Launcher
  private let said = Words()
  /// A folder with a pipe, `go`, that programs wait at.
  private let folder = TemporaryFolder()

  init() throws {
    loop = try RunLoop(servesMainQueue: false)
    launcher = Launcher(runLoop: loop)
    mkfifo(folder["go"], 0o600)
  }

  private func program(
    _ script: String, timeout: Interval = .seconds(30), _ options: [String: OptionValue] = [:]
  ) -> ExecProgram {
    let values: [String: OptionValue] = [
      "run": OptionValue(["/bin/sh", "-c", script]),
      "timeout": OptionValue(ExecProgram.TimeLimit.duration(timeout)),
    ]
    return ExecProgram(PluginOptions(values: values.merging(options) { $1 }), said.logger.ofPlugin("door"))
  }

  /// Runs a script to its end, and gives what the log has of it.
  private func log(of script: String, timeout: Interval = .seconds(30), until last: String) throws -> [String]
  {
    offer("tap", to: program(script, timeout: timeout))
    #expect(try loop.run { said.lines.contains { $0.contains(last) } }, "no line with \(last): \(said.lines)")
    return said.lines
  }

  private func offer(_ event: String, to program: ExecProgram, _ part: ExecOccasion.Part = .once) {
    let now = MonotonicClock.now
    let occasion = ExecOccasion(
      part: part, contact: 1, isHeld: { part == .press }, event: event, time: now,
      line: TraceLine(.event, at: now, ["name": .string(event)]))
    launcher.turn(of: "door", program.command).offer(occasion, to: program, .queue)
  }

  @Test("What a program prints is in the log, by lines, cleaned, with the plugin and the program in front")
  func lines() throws {
    let lines = try log(
      of: #"printf 'one\r\n<0>two\033[2J\n\n\342\200\256three'; echo four >&2; echo last"#, until: "last")
    #expect(lines == ["one�", "<0>two�[2J", "�threefour", "last"].map { "plugin \"door\": /bin/sh: \($0)" })
  }

  @Test("A line without an end is cut, and so is one that would never end")
  func longLine() throws {
    let lines = try log(of: "head -c 100000 /dev/zero | tr '\\0' x; echo; printf last", until: "last")
    #expect(lines == [String(repeating: "x", count: 512), "last"].map { "plugin \"door\": /bin/sh: \($0)" })
  }

  @Test(
    "Of a flood the log has a few lines and says how many more there were; the loop reads it in small pieces")
  func flood() throws {
    offer("tap", to: program("yes spam", timeout: .milliseconds(300)))
    var wakes = 0
    while !said.lines.contains(where: { $0.contains("was ended: it took longer") }) {
      try loop.runOnce(timeout: .seconds(20))
      wakes += 1
    }
    #expect(said.lines.count { $0.hasSuffix(": spam") } <= 20)
    #expect(
      try loop.run { said.lines.contains { $0.contains("lines were left out") || $0.contains("more lines") } }
    )
    // 100 pieces a second, and whatever time the program had here.
    #expect(wakes < 3000, "\(wakes) wakes")
  }

  @Test("What a program leaves behind may go on to print, and its lines are read")
  func leftBehind() throws {
    offer("tap", to: program("(read line <\(folder["go"]); echo late) & echo early"))
    #expect(try loop.run { launcher.count == 0 && said.lines.contains { $0.hasSuffix("early") } })
    try folder.shell("echo >go")
    #expect(try loop.run { said.lines.contains { $0.hasSuffix("late") } })
  }

  @Test("Of more programs than are listened to, the oldest is left, and what it has said is in the log")
  func manyLeftBehind() throws {
    for index in 0...64 {
      offer("tap", to: program("(read line <\(folder["go"])) & printf half\(index)"))
      #expect(try loop.run { launcher.count == 0 })
    }
    #expect(said.lines == ["plugin \"door\": /bin/sh: half0"])
    try folder.shell("echo >go")
  }

  @Test("A program has no descriptor of ours, and signals as they are for any program")
  func inheritance() throws {
    signal(SIGPIPE, SIG_IGN)
    let inherited = (Int32(3)..<256).filter {
      fcntl($0, F_GETFD) >= 0 && (fcntl($0, F_GETFD) & FD_CLOEXEC) == 0
    }
    // Those that stay: the shell opens one to list them. A shell that waits blocks signals, so sed looks at itself.
    let lines = try log(
      of: """
        for file in /proc/$$/fd/*; do test -e $file && list="$list ${file##*/}"; done; echo "fd$list"
        exec sed -n '/^Sig[BI][lg]/p' /proc/self/status
        """, until: "SigIgn")
    func words(_ name: String) throws -> [Substring] {
      try #require(lines.map { $0.split(separator: " ") }.first { $0.contains { $0 == name } }).drop {
        $0 != name
      }
      .dropFirst().map { $0 }
    }
    let descriptors: [Int32] = try words("fd").compactMap { Int32($0) }
    #expect(Set(descriptors).subtracting(inherited).sorted() == [0, 1, 2])
    // The two that glibc uses itself are no program's business.
    let own: UInt64 = 1 << 31 | 1 << 32
    for name in ["SigBlk:", "SigIgn:"] {
      let mask = try UInt64(#require(words(name).first), radix: 16)
      #expect(mask.map { $0 & ~own } == 0, "\(name) \(lines)")
    }
  }

  @Test("A program that is not there is named, with its remedy, and the next start is tried")
  func missing() throws {
    let missing = program("", ["run": OptionValue(["/nonexistent/program"])])
    offer("down", to: missing, .press)
    #expect(said.lines.isEmpty, "the loop waited for it")
    offer("up", to: missing, .release)
    #expect(try loop.run { said.lines.count == 2 && launcher.count == 0 })
    #expect(
      said.lines.allSatisfy {
        $0 == "plugin \"door\": posix_spawn /nonexistent/program: No such file or directory (ENOENT); "
          + "check the path in `run`, and that touchd may execute it"
      }, "\(said.lines)")
  }

  @Test("A program that does not read its line holds nothing up, however long the line is")
  func unread() throws {
    let name = String(repeating: "ä", count: 1 << 20)
    offer(name, to: program("echo ${#TOUCHD_STATE} last"))
    // The name is more than the kernel takes for a variable, so the program is not started; and nothing hangs.
    #expect(try loop.run { said.lines.contains { $0.contains("E2BIG") } })
    let descriptor = try OwnedDescriptor.memory(Array(name.utf8), named: "long")
    var (size, first) = (stat(), UInt8(0))
    #expect(fstat(descriptor.rawValue, &size) == 0 && size.st_size == 2 << 20)
    #expect(read(descriptor.rawValue, &first, 1) == 1 && first == 0xc3)
  }

  @Test("A layout adds variables, and may say where programs are looked for")
  func variables() throws {
    let program = program(
      "echo $DISPLAY $PATH $TOUCHD_EVENT last", ["env": OptionValue(["DISPLAY": ":0", "PATH": "/x"])])
    offer("tap", to: program)
    #expect(try loop.run { said.lines.contains { $0.hasSuffix("last") } })
    #expect(said.lines == ["plugin \"door\": /bin/sh: :0 /x tap last"])
  }

  @Test("What may run as long as it likes is not ended; nor has it longer to start than others")
  func endless() throws {
    let program = program("echo last", ["timeout": OptionValue(ExecProgram.TimeLimit.never)])
    #expect(program.timeout == nil)
    offer("tap", to: program)
    #expect(try loop.run { launcher.count == 0 && said.lines.contains { $0.hasSuffix("last") } })
  }

  @Test("Of starts that are left out, the first is reported, and then how many more there were")
  func leftOut() throws {
    let program = program("read line <\(folder["go"])")
    for _ in 0..<20 { offer("tap", to: program) }
    #expect(
      said.lines == ["plugin \"door\": /bin/sh is still running, and 16 more wait; this tap is left out"])
    #expect(launcher.count == 1)
    try folder.shell("echo >go")
    #expect(try loop.run { said.lines.count > 1 })
    #expect(said.lines.last == "plugin \"door\": /bin/sh: 2 more starts were left out meanwhile")
  }

  @Test("A release runs also where the press took too long, or could not be started")
  func failures() throws {
    let slow = program("test $TOUCHD_EVENT = up && echo released || sleep 60", timeout: .milliseconds(50))
    offer("down", to: slow, .press)
    offer("up", to: slow, .release)
    #expect(try loop.run { said.lines.contains { $0.hasSuffix("released") } })
  }
}
