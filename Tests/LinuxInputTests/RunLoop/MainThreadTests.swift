import Dispatch
import Glibc
import LinuxInput
import TestTables

@Suite("On the main thread, the run loop") struct MainThreadTests {
  /// What is to run, and what it is to print, in this order.
  static let cases: [(name: String, output: String)] = [
    ("dispatch", "block, dispatch timer, block from another thread"),
    ("tasks", "task, back from an actor, back from a sleep"),
    ("order", "descriptor, deadline, before the main queue, block, after it"),
    ("signals", "10, 12"),
    ("handlers", "descriptor on the main queue, deadline on the main queue, signal on the main queue"),
    ("supervisor", "2.0 s, 3, 0 variables left, nobody"),
  ]

  @Test(
    "serves Dispatch's main queue, the main actor, signals; and systemd's variables are taken",
    arguments: cases)
  func child(name: String, output: String) throws {
    let (status, lines) = try Self.runAgain(name)
    #expect(lines == output)
    #expect(status == 0)
  }

  /// Runs this executable again, with the body of that name on its first thread.
  private static func runAgain(_ name: String) throws -> (status: Int32, output: String) {
    let output = try Pipe(isBlocking: true)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output.writer, 1)
    posix_spawn_file_actions_addclose(&actions, output.reader)

    // The place of the Swift libraries, if that was said.
    let libraries = getenv("LD_LIBRARY_PATH").flatMap { strdup("LD_LIBRARY_PATH=" + String(cString: $0)) }
    var environment = [strdup("MAIN_THREAD_TEST=\(name)"), libraries, nil]
    var arguments = [strdup("main-thread-test"), nil]
    defer { for string in environment + arguments { free(string) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, "/proc/self/exe", &actions, nil, &arguments, &environment)
    try #require(code == 0)
    output.closeWriter()
    let text = output.readToEnd()
    var status: Int32 = -1
    waitpid(pid, &status, 0)
    return (status, text)
  }
}

/// The bodies, in the process that ``MainThreadTests`` starts.
@_cdecl("main_thread_test")
public func mainThreadTest(_ name: UnsafePointer<CChar>) -> Int32 {
  alarm(120)  // A loop that never stops is killed.
  do {
    let body = try MainThreadBody()
    try body.run(String(cString: name))
    print(body.log.joined(separator: ", "), terminator: "")
    return 0
  } catch {
    print(error)
    return 1
  }
}
