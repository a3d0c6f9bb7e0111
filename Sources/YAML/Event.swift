/// One step of libyaml's way through a file, with the values that this module needs.
enum Event {
  case documentStart
  case documentEnd
  case scalar(Scalar, Properties)
  case sequenceStart(Properties)
  case mappingStart(Properties)
  /// The end of the innermost sequence or mapping.
  case end
  case alias(name: String)
  case streamStart
  case streamEnd

  /// What may stand before a node and is not read here.
  struct Properties {
    let anchor: String?
    let tag: String?
  }
}
