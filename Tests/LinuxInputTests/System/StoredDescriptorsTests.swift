import Glibc
import TestTables

@testable import LinuxInput

/// What a process finds of the service manager's store; the numbers begin at one that no other test reaches.
@Suite("Stored descriptors", .serialized) struct StoredDescriptorsTests {
  private static let first: Int32 = 4096 + 1000

  struct Row: TableRow {
    var what = ""
    var count: String? = "3"
    var process: String? = "42"
    var names: String?
    /// Which of three are to be taken, in order, by name.
    var taken: [String: [Int32]] = [:]
    /// Which of them are closed at once.
    var closed: Set<Int32> = []
  }

  static let rows: Table<Row> = [
    "each by its name": Row(names: "screen-1:panel-1:x", taken: ["screen-1": [0], "panel-1": [1], "x": [2]]),
    "several of a name, in their order": Row(
      names: "screen-1:panel-1:screen-1", taken: ["screen-1": [0, 2], "panel-1": [1]]),
    "fewer than there are": Row(count: "1", names: "screen-1", taken: ["screen-1": [0]]),
    "more names than descriptors": Row(names: "a:b:c:d", taken: ["a": [0], "b": [1], "c": [2]]),
    "fewer names: the others are closed": Row(names: "a", taken: ["a": [0]], closed: [1, 2]),
    "no names: all are closed": Row(names: nil, closed: [0, 1, 2]),
    "names that are not proper ones: closed": Row(
      names: "touchd.socket::b", taken: ["b": [2]], closed: [0, 1]),
    "names with capitals or underscores: closed": Row(names: "A:a_b:ä", closed: [0, 1, 2]),
    "for another process": Row(process: "43", names: "a:b:c"),
    "for no process": Row(process: nil, names: "a:b:c"),
    "for a word": Row(process: "me", names: "a:b:c"),
    "no count": Row(count: nil, names: "a:b:c"),
    "an empty count": Row(count: "", names: "a:b:c"),
    "0": Row(count: "0", names: "a:b:c"),
    "less than 0": Row(count: "-3", names: "a:b:c"),
    "a word for a count": Row(count: "three", names: "a:b:c"),
    "more than any service is passed": Row(count: "1025", names: "a:b:c"),
    "more than a number holds": Row(count: "99999999999999999999", names: "a:b:c"),
  ]

  @Test("that the variables describe", arguments: rows)
  func row(_ row: Row) throws {
    let block = try Block(at: Self.first, count: 3)
    do {
      let stored = Self.stored(row)
      #expect(Set(stored.names) == Set(row.taken.keys))
      #expect(block.closed == row.closed)
      for (name, offsets) in row.taken {
        for offset in offsets { #expect(number(of: stored.take(name)) == Self.first + offset, "\(name)") }
        #expect(number(of: stored.take(name)) == nil, "\(name)")
      }
      #expect(stored.names.isEmpty)
    }
    #expect(block.closed == row.closed.union(row.taken.values.joined()))
  }

  @Test("are closed when they are not taken")
  func left() throws {
    let block = try Block(at: Self.first, count: 3)
    do {
      let stored = Self.stored(Row(what: "", names: "a:b:a"))
      #expect(number(of: stored.take("a")) == Self.first)
      #expect(stored.names == ["b", "a"])
      #expect(block.closed == [0], "what was taken goes with its owner")
    }
    #expect(block.closed == [0, 1, 2])
  }

  @Test("are closed where no service manager can be asked to take them out of its store")
  func noManager() throws {
    let block = try Block(at: Self.first, count: 3)
    #expect(Supervisor([:], Self.stored(Row(what: "", names: "a:b:c"))) == nil)
    #expect(block.closed == [0, 1, 2])
  }

  @Test("are not inherited by programs, and what is not open is not there")
  func closeOnExec() throws {
    let block = try Block(at: Self.first, count: 3)
    block.close(1)
    let stored = Self.stored(Row(what: "", names: "a:b:c"))
    #expect(stored.names == ["a", "c"])
    for offset: Int32 in [0, 2] { #expect(fcntl(Self.first + offset, F_GETFD) == FD_CLOEXEC) }
  }

  @Test("are 256 at most; what is over that is closed")
  func limit() throws {
    let block = try Block(at: Self.first, count: 258)
    let names = (0..<258).map { "panel-\($0)" }.joined(separator: ":")
    let stored = Self.stored(Row(what: "", count: "258", names: names))
    #expect(stored.names.count == 256)
    #expect(block.closed == [256, 257])
  }

  @Test(
    "have names that separate nothing",
    arguments: [
      ("screen-1", true), ("a", true), ("0", true), (String(repeating: "a", count: 255), true), ("", false),
      (String(repeating: "a", count: 256), false), ("a:b", false), ("a\nFDSTORE=1", false), ("A", false),
      ("a b", false), ("é", false),
    ])
  func name(text: String, isName: Bool) { #expect(StoredDescriptors.isName(text) == isName) }

  private static func stored(_ row: Row) -> StoredDescriptors {
    var variables: [String: String] = [:]
    variables["LISTEN_FDS"] = row.count
    variables["LISTEN_PID"] = row.process
    variables["LISTEN_FDNAMES"] = row.names
    return StoredDescriptors(variables, process: 42, first: first)
  }
}

/// Descriptors with numbers one after the other, that programs inherit; those that are still open go with the object.
private final class Block {
  private let first: Int32
  private let count: Int32

  init(at first: Int32, count: Int32) throws {
    (self.first, self.count) = (first, count)
    let pipe = try Pipe()
    for number in first..<first + count {
      try #require(fcntl(number, F_GETFD) < 0, "descriptor \(number) is another test's")
      try #require(dup2(pipe.reader, number) == number)
    }
  }

  deinit { for offset in 0..<count { close(offset) } }

  func close(_ offset: Int32) { Glibc.close(first + offset) }

  /// Which of them are closed.
  var closed: Set<Int32> { Set((0..<count).filter { fcntl(first + $0, F_GETFD) < 0 }) }
}
