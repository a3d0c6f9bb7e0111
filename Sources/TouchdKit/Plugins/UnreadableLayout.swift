import LinuxInput
import YAML

extension Layout {
  /// A layout that another program runs, read from its file.
  ///
  /// - Throws: ``UnreadableLayout``, if the file cannot be read, or has mistakes by now.
  package init(runningFrom file: String) throws(UnreadableLayout) {
    let bytes: [UInt8]
    do throws(SystemError) {
      // The path is foreign: `-` is no standard input, and nothing is waited for.
      bytes = try contentsOfFile(file, limit: LayoutReader.limits.bytes, waits: false)
    } catch {
      throw UnreadableLayout("\(error)")
    }
    guard let layout = LayoutReader.ofProgram.read(bytes, file: file).layout else {
      throw UnreadableLayout("\(file) has mistakes now; `touchd check \(file)` shows them")
    }
    self = layout
  }
}

/// Why the layout that a program runs is not known here, in words.
package struct UnreadableLayout: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
