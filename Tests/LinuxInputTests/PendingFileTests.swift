import Glibc
import LinuxInput
import TestTables

/// A file is in its place complete, or what was there before is.
@Suite("PendingFile") struct PendingFileTests {
  let folder = TemporaryFolder()

  private var path: String { folder["file"] }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    _ = lstat(folder[name], &status)
    return status.st_mode
  }

  @Test("Until it is finished, nothing is in its place; then all of it is, for its owner alone")
  func finished() throws {
    let file = try PendingFile(replacing: path)
    try file.write("one\n")
    #expect(folder.names == ["file.part"])
    #expect(mode("file.part") == S_IFREG | 0o600)
    try file.write("two\n")
    #expect(file.length == 8)
    try file.finish()
    #expect(folder.names == ["file"])
    #expect(folder.text("file") == "one\ntwo\n")
    #expect(mode("file") == S_IFREG | 0o600)
  }

  @Test("The file in its place stays until the new one is finished, which gets its permissions")
  func replaced() throws {
    folder.write("old", to: "file")
    chmod(path, 0o640)
    do {
      let given = try PendingFile(replacing: path)
      try given.write("half")
    }
    #expect(folder.text("file") == "old")
    #expect(folder.text("file.part") == "half")
    let file = try PendingFile(replacing: path)
    try file.write("new")
    #expect(folder.text("file") == "old")
    try file.finish()
    #expect(folder.text("file") == "new")
    #expect(folder.names == ["file"])
    #expect(mode("file") == S_IFREG | 0o640)
  }

  @Test("What another user has put beside its place is not written to", .enabled(if: geteuid() == 0))
  func planted() throws {
    folder.write("theirs", to: "file.part")
    chown(folder["file.part"], 65_534, 65_534)
    expectRefusal(EPERM, "another user has put it there, or it has a second name; remove it") {
      try PendingFile(replacing: path)
    }
    #expect(folder.text("file.part") == "theirs")
  }

  @Test("A link stays one: what it leads to is replaced")
  func link() throws {
    folder.write("old", to: "target")
    symlink("target", path)
    let file = try PendingFile(replacing: path)
    try file.write("new")
    try file.finish()
    #expect(mode("file") & S_IFMT == S_IFLNK)
    #expect(folder.text("target") == "new")
    #expect(folder.names == ["file", "target"])
  }

  @Test("What is no file is written directly, and stays what it is")
  func device() throws {
    mkfifo(path, 0o600)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let file = try PendingFile(replacing: path)
    try file.write("through")
    try file.finish()
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "through")
    #expect(folder.names == ["file"])
  }

  @Test("Two writers of the same file exclude each other, and the second gets an error")
  func locked() throws {
    let first = try PendingFile(replacing: path)
    try first.write("first")
    expectRefusal(EWOULDBLOCK, "another program is writing this file") { try PendingFile(replacing: path) }
    try first.finish()
    #expect(folder.text("file") == "first")
  }

  @Test("A link, a second name, or anything but a file in the way of its other name is not written through")
  func obstacles() throws {
    folder.write("victim", to: "victim")
    symlink("victim", folder["file.part"])
    expectRefusal(ELOOP) { try PendingFile(replacing: path) }
    unlink(folder["file.part"])
    Glibc.link(folder["victim"], folder["file.part"])
    expectRefusal(EPERM) { try PendingFile(replacing: path) }
    unlink(folder["file.part"])
    mkfifo(folder["file.part"], 0o600)
    let reader = open(folder["file.part"], O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    expectRefusal(EEXIST) { try PendingFile(replacing: path) }
    #expect(folder.text("victim") == "victim")
  }

  @Test(
    "What stands in the way is said",
    arguments: [
      ("none/file", ENOENT, "make the folder first"), ("folder", EISDIR, "name a file, not a folder"),
    ])
  func refused(name: String, code: Int32, remedy: String) {
    mkdir(folder["folder"], 0o700)
    expectRefusal(code, remedy) { try PendingFile(replacing: folder[name]) }
  }
}
