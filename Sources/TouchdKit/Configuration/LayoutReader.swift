import Dispatcher
import LinuxInput
internal import Synchronization
import YAML

/// Reads layout files and the daemon's file: values if they are right, else every problem in one run.
struct LayoutReader {
  /// Limits of a file; ``LayoutBudget`` is for all files together. Views nest to a depth of about 120.
  static let limits = Limits(bytes: 4 << 20, depth: 256, nodes: 500_000)

  /// The plugins that an entry of `responders` may name.
  let plugins: [PluginDeclaration]
  /// The classes of the program's own that a `custom` may name.
  let custom: CustomRegistry
  /// Whether the file of a broker is one that may be asked for.
  var takesBrokerFiles = false

  init(plugins: [PluginDeclaration] = PluginDeclaration.builtIn, custom: CustomRegistry = CustomRegistry()) {
    (self.plugins, self.custom) = (plugins, custom)
  }

  /// Reads a layout from the bytes of a file.
  ///
  /// - Parameters:
  ///   - file: the file's name, for diagnostics.
  /// - Returns: the layout, `nil` exactly if a diagnostic is an error; and these, in the file's order.
  func read(_ bytes: [UInt8], file: String) -> (layout: Layout?, diagnostics: [Diagnostic]) {
    read(bytes, file) { reading($0, file: file, &$1)?.layout }
  }

  func readSession(_ bytes: [UInt8], file: String) -> (
    session: SessionDescription?, diagnostics: [Diagnostic]
  ) {
    read(bytes, file) { root, _ in SessionDescription.keys.read(root) }
  }

  func readBroker(_ bytes: [UInt8], file: String) -> (broker: BrokerDescription?, diagnostics: [Diagnostic]) {
    read(bytes, file) { root, _ in root.broker() }
  }

  func readPromises(_ bytes: [UInt8], file: String) -> (file: PromiseFile?, diagnostics: [Diagnostic]) {
    read(bytes, file) { root, budget in
      guard root.node["screen"] != nil else { return PromiseFile.keys.read(root) }
      let reading = reading(root, file: file, &budget)
      if let reading, reading.promises.isEmpty {
        root.findings.error(
          "the layout has no promises", at: root.mark,
          help: "write them under `promises`, or name the file that has them")
      }
      return reading.map { PromiseFile(promises: $0.promises, ownLayout: $0.layout) }
    }
  }

  /// Reads any kind of file but a session's; the daemon's is known by its key `layouts`, a broker's by those of
  /// ``BrokerDescription/marks``.
  func readAny(_ bytes: [UInt8], file: String) -> (configuration: Configuration?, diagnostics: [Diagnostic]) {
    var budget = LayoutBudget()
    let (configuration, diagnostics) = readWhatThereIs(bytes, file: file, &budget)
    return (diagnostics.contains { $0.severity == .error } ? nil : configuration, diagnostics)
  }

  private func read<Value>(
    _ bytes: [UInt8], _ file: String, _ read: (Setting, inout LayoutBudget) -> Value?
  ) -> (Value?, [Diagnostic]) {
    var budget = LayoutBudget()
    let (root, findings) = parse(bytes, file: file, &budget)
    let value = root.flatMap { read($0, &budget) }
    return (findings.hasErrors ? nil : value, findings.diagnostics())
  }

  /// Reads any kind of file, of what the files before it leave, as far as it can be made out.
  ///
  /// - Returns: the values also beside errors: what a daemon's file names can be read for its own problems.
  func readWhatThereIs(
    _ bytes: [UInt8], file: String, _ budget: inout LayoutBudget
  ) -> (configuration: Configuration?, diagnostics: [Diagnostic]) {
    let (root, findings) = parse(bytes, file: file, &budget)
    let configuration: Configuration? = root.flatMap { root in
      if root.node["layouts"] != nil { return DaemonConfiguration.keys.read(root).map(Configuration.daemon) }
      let isLayout = ["screen", "views", "windows"].contains { root.node[$0] != nil }
      if !isLayout, BrokerDescription.marks.contains(where: { root.node[$0] != nil }) {
        return root.broker().map(Configuration.broker)
      }
      var layout = reading(root, file: file, &budget)?.layout
      layout?.digest.text = checksum(bytes)
      return layout.map(Configuration.layout)
    }
    return (configuration, findings.diagnostics())
  }

  /// A configuration file by its kind.
  enum Configuration: Equatable, Sendable {
    case layout(Layout)
    case daemon(DaemonConfiguration)
    /// The file of `touchd-mqtt`, which the daemon does not read.
    case broker(BrokerDescription)
  }

  /// The file's root, if it is YAML and not empty.
  private func parse(
    _ bytes: [UInt8], file: String, _ budget: inout LayoutBudget
  ) -> (root: Setting?, findings: Findings) {
    let findings = Findings(file: file, bytes: bytes)
    guard FileKind.of(bytes) != .recording else {
      findings.error(
        "this is a recording, not a layout", at: .start, help: "`touchd replay \(file) -c LAYOUT` plays it")
      return (nil, findings)
    }
    let document = Document(parsing: bytes, file: file, limits: budget.limits)
    budget.spend(document, of: bytes)
    for problem in document.problems {
      let mistake = SyntaxMistake(problem, in: bytes)
      findings.error(mistake.message, at: mistake.mark, help: mistake.help)
    }
    findings.omitErrors(document.omittedProblems)
    guard let root = document.root else { return (nil, findings) }
    if root.isNull {
      findings.error("the file is empty", at: .start, help: KeyTable.beginning)
      return (nil, findings)
    }
    return (Setting(key: "", name: "the file", node: root, keyMark: root.mark, findings: findings), findings)
  }

  /// Every part is read even if another is no good, so that all problems show.
  private func reading(_ root: Setting, file: String, _ budget: inout LayoutBudget) -> LayoutReading? {
    if let excess = budget.spend(root.node) {
      // The rest of such a file is not checked: that would take the memory that it must not have.
      root.findings.error(
        "too large: with this \(excess.part), all layouts together have more than \(LayoutBudget.partLimit) parts",
        at: excess.mark,
        help:
          "windows, views, controllers, gestures and responders are parts, and a scroll view is three; leave some "
          + "out, then `check` looks at the rest of the file")
      return nil
    }
    guard let fields = root.fields(Layout.keys.table) else { return nil }
    var reading = LayoutReading()
    reading.layout.file = file
    reading.responders = fields["responders"].map { $0.responders(plugins) } ?? []
    Layout.keys.read(fields, into: &reading)
    LayoutCheck(reading, custom, root.findings).run()
    return reading
  }

  /// With the plugins, views and recognizers of this program.
  static var ofProgram: LayoutReader {
    LayoutReader(
      plugins: PluginRegistry.shared.withLock { $0.declarations },
      custom: CustomRegistry.shared.withLock { $0 })
  }
}

/// Limits of all layouts of a configuration together.
///
/// Counted while they are read, before anything is made of them. docs/bounds.md has what the largest set takes: a
/// reload holds the old set and the new one, and both fit the memory of the service.
struct LayoutBudget {
  /// The most bytes of all files together. Names and texts are kept for as long as the layouts are in use. (O)
  static let byteLimit = 16 << 20
  /// The most YAML nodes of all files together. (O)
  static let nodeLimit = 500_000
  /// The most windows, views, controllers, gestures and responders of all layouts together. (O)
  static let partLimit = 40_000

  private var bytes = 0
  private var nodes = 0
  private var parts = 0
  /// The first part that there was no room for.
  private var excess: (part: String, mark: Mark)?

  /// Limits of the next file: 4 MiB, 256 levels (views nest to a depth of about 120), and the rest that the others
  /// left.
  var limits: Limits {
    var limits = Limits(
      bytes: min(LayoutReader.limits.bytes, Self.byteLimit - bytes), depth: LayoutReader.limits.depth,
      nodes: min(LayoutReader.limits.nodes, Self.nodeLimit - nodes))
    let rest = ", which is what the files before this one leave"
    if limits.bytes < LayoutReader.limits.bytes { limits.bytesOrigin = rest }
    if limits.nodes < LayoutReader.limits.nodes { limits.nodesOrigin = rest }
    return limits
  }

  /// Takes out what a file had.
  mutating func spend(_ document: Document, of bytes: [UInt8]) {
    self.bytes += min(bytes.count, limits.bytes)
    nodes += min(document.nodeCount, limits.nodes)
  }

  /// Takes out the parts of a layout. After the first one too many it looks into no other view or window.
  ///
  /// - Returns: the first part that there is no room for; `nil` if all have their place.
  mutating func spend(_ layout: Node) -> (part: String, mark: Mark)? {
    excess = nil
    for responder in layout["responders"]?.mapping ?? [] { take("responder", at: responder.key.mark) }
    takeViews(layout["views"])
    for window in layout["windows"]?.sequence ?? [] where excess == nil {
      take("window", at: window.mark)
      takeViews(window["views"])
      takeGestures(window["gestures"])
    }
    parts = min(parts, Self.partLimit)
    return excess
  }

  private mutating func takeViews(_ views: Node?) {
    for view in views?.sequence ?? [] {
      guard excess == nil else { return }
      take("view", at: view.mark)
      // Its pan, and the recognizer that delays its content's touches.
      if view["type"]?.string == "scroll" || view["scroll"] != nil { take("scroll view", 2, at: view.mark) }
      if let controller = view["controller"] { take("controller", at: controller.mark) }
      takeGestures(view["gestures"])
      takeViews(view["children"])
    }
  }

  private mutating func takeGestures(_ gestures: Node?) {
    for gesture in gestures?.sequence ?? [] { take("gesture", at: gesture.mark) }
  }

  private mutating func take(_ name: String, _ count: Int = 1, at mark: Mark) {
    parts += count
    if parts > Self.partLimit, excess == nil { excess = (name, mark) }
  }
}

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
    guard let layout = LayoutReader.ofProgram.read(bytes, file: file).layout
    else { throw UnreadableLayout("\(file) has mistakes now; `touchd check \(file)` shows them") }
    self = layout
  }
}

/// Reason for which the layout that a program runs is not known here, in words.
package struct UnreadableLayout: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
