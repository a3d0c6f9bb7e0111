internal import Glibc

/// A Swift file of this package, read as text.
public struct SourceFile: Sendable {
  /// From the folder it was looked for in: `Dispatcher/Input/Panel.swift`.
  public let path: String
  /// Its lines without comments and without the insides of strings.
  let code: [String]

  /// The folder that holds Package.swift.
  public static var packageRoot: String {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }

  /// Every Swift file below a folder of the package, by path.
  public static func all(under folder: String) -> [SourceFile] {
    let root = packageRoot + "/" + folder
    return paths(below: root).filter { $0.hasSuffix(".swift") }.sorted().map { path in
      SourceFile(path: String(path.dropFirst(root.count + 1)), text: contents(of: path))
    }
  }

  /// The text of a file of the package; empty where it cannot be read.
  public static func contents(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The paths of all files below a folder.
  public static func paths(below folder: String) -> [String] {
    entries(ofFolder: folder).filter { !$0.name.hasPrefix(".") }.flatMap { name, isFolder in
      isFolder ? paths(below: "\(folder)/\(name)") : ["\(folder)/\(name)"]
    }
  }

  init(path: String, text: String) {
    self.path = path
    code = text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.stripped(String($0)) }
  }

  /// The modules that it imports.
  public var imports: [String] {
    code.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(of: "import"), index + 1 < words.count else { return nil }
      let before = words[..<index].allSatisfy {
        ["public", "internal", "private", "fileprivate", "package"].contains($0) || $0.hasPrefix("@")
      }
      return before ? String(words[index + 1].prefix { $0 != "." }) : nil
    }
  }

  /// A line without a comment at its end and without what strings hold.
  private static func stripped(_ line: String) -> String {
    var result = ""
    var isString = false
    var previous: Character = " "
    for character in line {
      if character == "\"", previous != "\\" { isString.toggle() }
      if !isString, character == "/", previous == "/" { return String(result.dropLast()) }
      if !isString { result.append(character) }
      previous = character
    }
    return result
  }
}

/// The entries of a folder; empty where it cannot be read.
func entries(ofFolder path: String) -> [(name: String, isFolder: Bool)] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var entries: [(name: String, isFolder: Bool)] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { entries.append((name, entry.pointee.d_type == UInt8(DT_DIR))) }
  }
  return entries
}
