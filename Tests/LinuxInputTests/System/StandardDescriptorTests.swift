import Glibc
import TestTables

@testable import LinuxInput

/// Whether a descriptor is the journal's: the variable outlives the stream that it names.
@Suite("JOURNAL_STREAM") struct StandardDescriptorTests {
  private let folder = TemporaryFolder()

  private func numbers(_ descriptor: Int32) -> (device: UInt64, inode: UInt64) {
    var status = stat()
    fstat(descriptor, &status)
    return (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  @Test("is about the descriptor with its device and inode, and about no other")
  func names() throws {
    let file = open(folder["a"], O_WRONLY | O_CREAT, 0o600)
    let other = open(folder["b"], O_WRONLY | O_CREAT, 0o600)
    defer {
      close(file)
      close(other)
    }
    let (device, inode) = numbers(file)
    let rows: [(what: String, descriptor: Int32, value: String, isIt: Bool)] = [
      ("both numbers are its own", file, "\(device):\(inode)", true),
      ("it is another file", other, "\(device):\(inode)", false),
      ("another inode", file, "\(device):\(inode + 1)", false),
      ("another device", file, "\(device + 1):\(inode)", false),
      ("the inode is missing", file, "\(device)", false),
      ("it is empty", file, "", false),
      ("numbers with more behind them", file, "\(device):\(inode):1", false),
      ("signs", file, "+\(device):-\(inode)", false),
      ("words", file, "a:b", false),
      ("the descriptor is closed", 1_000_000, "\(device):\(inode)", false),
    ]
    for row in rows {
      #expect(StandardDescriptors.isStream(row.descriptor, named: row.value) == row.isIt, "\(row.what)")
    }
  }
}
