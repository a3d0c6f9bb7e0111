/// The line breaks that libyaml counts: LF, CR, CR LF, and of Unicode NEL, LS and PS.
public enum LineBreak {
  /// The length in bytes of the line break at an offset of some UTF-8; 0 if there is none.
  public static func length(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    func byte(_ distance: Int) -> UInt8? {
      offset + distance < bytes.count ? bytes[offset + distance] : nil
    }
    switch byte(0) {
    case 0x0a: return 1
    case 0x0d: return byte(1) == 0x0a ? 2 : 1
    case 0xc2: return byte(1) == 0x85 ? 2 : 0
    case 0xe2: return byte(1) == 0x80 && (byte(2) == 0xa8 || byte(2) == 0xa9) ? 3 : 0
    default: return 0
    }
  }
}
