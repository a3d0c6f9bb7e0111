// What is written by others: the names that devices give themselves, what udev and servers say, what is in files, what
// programs print. It is cleaned once, where it enters. What is cut and replaced there is for people; what decides
// something (a path that is opened, an argument of a program) is never changed.

extension Unicode.Scalar {
  /// Whether this character shows nothing itself, and may act on a terminal or begin a line: controls (C0, DEL, C1),
  /// formats such as the marks of direction, and the separators of lines and paragraphs.
  package var isUnprintable: Bool {
    if isASCII { return value < 0x20 || value == 0x7f }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}

extension String {
  /// The longest name of a device or value of udev's that is kept, in bytes: as much as libevdev reads of a name.
  package static let foreignLimit = 256

  /// The text as one line that acts on nothing: a sign in the place of each character that is unprintable, a blank in
  /// that of a tab, and no more than so many bytes. Characters are looked at one by one, since `\r\n` is one
  /// `Character` and would pass for no line feed. O(bytes).
  ///
  /// - Parameter sign: by default U+FFFD, which stands for what cannot be shown.
  package func cleaned(limit: Int = foreignLimit, sign: Unicode.Scalar = "\u{fffd}") -> String {
    if utf8.count <= limit, utf8.allSatisfy({ 0x20...0x7e ~= $0 }) { return self }
    var (shown, length) = (String.UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      let scalar = scalar == "\t" ? " " : scalar.isUnprintable ? sign : scalar
      length += UTF8.width(scalar)
      guard length <= limit else { break }
      shown.append(scalar)
    }
    return String(shown)
  }

  /// The text of several lines, for a terminal: the same, but tabs and line feeds stay, and all of it is kept.
  package var printable: String {
    if utf8.allSatisfy({ 0x20...0x7e ~= $0 || $0 == 0x0a || $0 == 0x09 }) { return self }
    let shown = unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.isUnprintable && scalar != "\t" && scalar != "\n" ? "\u{fffd}" : scalar
    }
    return String(String.UnicodeScalarView(shown))
  }
}
