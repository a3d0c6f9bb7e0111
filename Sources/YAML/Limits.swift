/// How much a file may ask of its reader; beyond a limit the file is an error.
public struct Limits: Equatable, Sendable {
  /// The longest input, in bytes.
  public var bytes: Int
  /// How deep sequences and mappings may nest. libyaml itself stops at 1000.
  public var depth: Int
  /// The most nodes (scalars, sequences and mappings) in the file.
  public var nodes: Int
  /// Where the numbers come from, for the messages: empty, or `, which is …`.
  public var bytesOrigin = "", nodesOrigin = ""
  /// The most uses of what is not read (``Document/problems``) that are kept, of 100 bytes each; more are counted.
  public static let problems = 1000

  /// The defaults hold a recording of 700,000 events, whose tree takes some 400 MB.
  public init(bytes: Int = 64 << 20, depth: Int = 64, nodes: Int = 10_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
  }
}
