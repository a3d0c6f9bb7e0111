/// A YAML file as a tree of nodes, each with its place.
///
/// What is read is YAML 1.2 without anchors, aliases, tags and second documents; JSON is part of it.
/// (One exception: a character beyond U+FFFF is written itself or as `\U`, not as JSON's pair of `\u`.)
public struct Document: Sendable {
  /// The value; `nil` if the syntax is broken or a limit exceeded. An empty file is a null.
  public let root: Node?
  /// Everything wrong with the file as YAML, in the file's order.
  ///
  /// Use of anchors, aliases, tags and second documents is reported and parsing goes on, so that all of it
  /// is seen in one run; broken syntax and exceeded limits end it. At most ``Limits/problems`` and one more.
  public let problems: [ParseError]
  /// How many more there are.
  public let omittedProblems: Int
  /// How many nodes were read.
  public let nodeCount: Int

  /// Parses bytes of UTF-8. Any bytes give a tree or a problem with its position.
  ///
  /// - Parameters:
  ///   - file: the file's name, for problems.
  public init(parsing bytes: [UInt8], file: String, limits: Limits = Limits()) {
    var builder = TreeBuilder(file: file, limits: limits)
    do throws(ParseError) {
      try Document.build(&builder, from: bytes, file: file, limits: limits)
      root = builder.root ?? Node(.scalar(Scalar("")), at: .start)
      problems = builder.problems
    } catch {
      root = nil
      problems = builder.problems + [error]
    }
    (omittedProblems, nodeCount) = (builder.omittedProblems, builder.count)
  }

  private static func build(
    _ builder: inout TreeBuilder, from bytes: [UInt8], file: String, limits: Limits
  ) throws(ParseError) {
    guard bytes.count <= limits.bytes else {
      throw ParseError(
        file: file, mark: .start,
        message: "too long: at most \(limits.bytes) bytes are read\(limits.bytesOrigin)")
    }
    try bytes.withUnsafeBufferPointer { buffer throws(ParseError) in
      let text = UnsafeBufferPointer(rebasing: buffer.dropFirst(ByteOrderMark.length(in: buffer)))
      var events = EventStream(text, file: file)
      repeat {
        let (event, mark) = try events.next()
        if try !builder.take(event, at: mark) { return }
      } while true
    }
  }
}

extension Node {
  /// The tree of a YAML file.
  ///
  /// - Parameters:
  ///   - file: the file's name, for the error.
  /// - Throws: ``ParseError``, the first of ``Document/problems``.
  public init(parsing bytes: [UInt8], file: String, limits: Limits = Limits()) throws(ParseError) {
    let document = Document(parsing: bytes, file: file, limits: limits)
    if let problem = document.problems.first { throw problem }
    self = document.root ?? Node(.scalar(Scalar("")), at: .start)
  }
}
