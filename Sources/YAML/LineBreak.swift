/// The line breaks that libyaml counts: LF, CR, CR LF, and of Unicode NEL, LS and PS.
public enum LineBreak {
  /// The length in bytes of the line break at an offset of some UTF-8; 0 if there is none.
  public static func length(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    let rest = bytes.count - offset
    guard rest > 0 else { return 0 }
    switch bytes[offset] {
    case 0x0a: return 1
    case 0x0d: return rest > 1 && bytes[offset + 1] == 0x0a ? 2 : 1
    case 0xc2: return rest > 1 && bytes[offset + 1] == 0x85 ? 2 : 0
    case 0xe2:
      let isSeparator = rest > 2 && bytes[offset + 1] == 0x80 && bytes[offset + 2] | 1 == 0xa9
      return isSeparator ? 3 : 0
    default: return 0
    }
  }
}
