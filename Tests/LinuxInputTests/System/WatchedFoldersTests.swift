import Glibc
import Testing

@testable import LinuxInput

@Suite("Folders that are watched") struct WatchedFoldersTests {
  @Test("neither the instance nor the one for another thread is inherited by programs that touchd starts")
  func closedOnExec() throws {
    let folders = try WatchedFolders()
    let second = try folders.duplicate()
    #expect(fcntl(folders.fileDescriptor, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(second.rawValue, F_GETFD) == FD_CLOEXEC)
  }
}
