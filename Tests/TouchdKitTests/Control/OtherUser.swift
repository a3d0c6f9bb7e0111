import Glibc
import TestSupport

@testable import TouchdKit

/// A process of another user that sends a line and keeps the answer.
final class OtherUser {
  private let output: String
  private let folder = TemporaryFolder()

  init(uid: Int, connectingTo path: String) throws {
    output = "\(folder.path)/answer"
    try folder.shell(
      """
      cat >ask.py <<'END'
      import os, socket
      answer = open("answer.new", "wb")
      os.setgroups([]); os.setgid(\(uid)); os.setuid(\(uid))
      client = socket.socket(socket.AF_UNIX)
      client.connect("\(path)")
      try:
        client.sendall(b"status text\\n")
      except BrokenPipeError:
        pass  # It has closed already; what it said can be read.
      try:
        while more := client.recv(4096):
          answer.write(more)
      except ConnectionResetError:
        pass  # It closed before it had read.
      answer.close()
      END
      { python3 ask.py; mv answer.new answer; } >/dev/null 2>&1 &
      """)
  }

  var hasEnded: Bool { access(output, F_OK) == 0 }
  var answer: String? { (try? ConfigurationFile.read(output)).map { String(decoding: $0, as: UTF8.self) } }
}
