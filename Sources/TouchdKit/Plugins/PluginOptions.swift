public import Dispatcher
internal import LinuxInput
internal import YAML

/// The options that a layout gives a plugin, or a view or recognizer of the program's own, by key.
///
/// Only the plugin, view or recognizer knows what they mean, so it checks them; what is no good counts as not given.
public struct PluginOptions {
  let values: [String: OptionValue]

  /// An option's text, or `nil` if the layout does not give it. Of a list, the texts of its items with blanks between.
  public subscript(name: String) -> String? {
    switch values[name] {
    case .string(let text): text
    case .words(let words): words.joined(separator: " ")
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): number.description
    case .duration(let duration): "\(duration.seconds)s"
    case .variables(let variables):
      variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    case .keys(let chord):
      chord.codes.map { EventName.code($0, of: EventType.key) }.joined(separator: " ")
    case .view(let name), .window(let name), .unit(let name): name.value
    case .node(let node):
      node.scalar?.text ?? node.sequence?.compactMap(\.scalar?.text).joined(separator: " ")
    case nil: nil
    }
  }

  /// An option that is a length of time, such as `250ms` or `3s`; `nil` if the layout gives none.
  public func duration(_ name: String) -> Interval? { self[name].flatMap(Quantity.init)?.interval }
}
