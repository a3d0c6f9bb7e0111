import CLibYAML

extension Event {
  /// Copies out of libyaml's event what outlives it.
  init(_ raw: yaml_event_t) {
    let data = raw.data
    self =
      switch raw.type {
      case YAML_STREAM_START_EVENT: .streamStart
      case YAML_DOCUMENT_START_EVENT: .documentStart
      case YAML_DOCUMENT_END_EVENT: .documentEnd
      case YAML_ALIAS_EVENT: .alias(name: text(data.alias.anchor) ?? "")
      case YAML_SCALAR_EVENT:
        .scalar(
          Scalar(raw), Properties(anchor: text(data.scalar.anchor), tag: text(data.scalar.tag)))
      case YAML_SEQUENCE_START_EVENT:
        .sequenceStart(
          Properties(anchor: text(data.sequence_start.anchor), tag: text(data.sequence_start.tag)))
      case YAML_MAPPING_START_EVENT:
        .mappingStart(
          Properties(anchor: text(data.mapping_start.anchor), tag: text(data.mapping_start.tag)))
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .end
      default: .streamEnd
      }
  }
}

extension Scalar {
  fileprivate init(_ event: yaml_event_t) {
    let scalar = event.data.scalar
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    self.init(
      String(decoding: bytes, as: UTF8.self),
      style: scalar.style == YAML_PLAIN_SCALAR_STYLE ? .plain : .quoted)
  }
}

/// A string of libyaml's, if there is one. It has checked that it is UTF-8.
private func text(_ bytes: UnsafePointer<yaml_char_t>?) -> String? {
  bytes.map { String(cString: $0) }
}
