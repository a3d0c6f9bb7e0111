import LinuxInput
import NIOCore
import TestTables
import TouchdKit

@testable import TouchdWeb

/// What programs and monitoring ask for.
@Suite("Inventory") struct InventoryRules {
  static let lines = [
    #"{"kind":"hello","protocol":1,"touchd":"0.1.0","pid":1}"#,
    #"{"kind":"ok"}"#,
    #"{"t":5,"kind":"state"}"#,
    #"{"t":5,"kind":"layout","layout":"lobby","file":"lobby.yaml","size":[100,50],"delivery":"observe","commands":[]}"#,
    #"{"t":5,"kind":"view","layout":"lobby","id":"w","parent":null,"frame":[0,0,100,50],"transform":null,"hidden":false}"#,
    #"{"t":5,"kind":"view","layout":"lobby","id":"<a>","parent":"w","frame":[10,20,20,10],"transform":[0,1,-1,0,0,0],"hidden":true}"#,
    #"{"t":5,"kind":"touch","layout":"lobby","touch":3,"phase":"stationary","at":null}"#,
    #"{"t":5,"kind":"change","layout":"lobby","what":"display","id":"lobby","dark":true}"#,
    #"{"t":5,"kind":"change","layout":"lobby","what":"responder","id":"game","claimed":true}"#,
    #"{"t":5,"kind":"device","name":"A \"panel\"","path":"/dev/input/event3","change":"added"}"#,
    #"{"t":5,"kind":"state_end"}"#,
    #"{"t":6,"kind":"touch","layout":"lobby","touch":4,"phase":"began","at":null}"#,
    #"{"t":6,"kind":"counters","frames":7,"touches":3,"ended":2,"cancelled":0,"dropped":0}"#,
  ]

  private func inventory(_ lines: [String] = lines) -> Inventory {
    var inventory = Inventory()
    for line in lines { inventory.take(ByteBuffer(string: line)) }
    return inventory
  }

  @Test("It is complete with the counters after the state, and not before")
  func complete() {
    #expect(inventory().isComplete)
    #expect(!inventory(Self.lines.dropLast()).isComplete)
    #expect(!inventory(Self.lines.filter { !$0.contains("state_end") }).isComplete)
    let refused = inventory([#"{"kind":"error","message":"no"}"#])
    #expect(refused.isComplete && refused.refusal == "no")
  }

  @Test("The state has what there was between `state` and `state_end`, with the keys of the lines")
  func state() {
    let state = inventory().state
    #expect(state.string("touchd") == "0.1.0")
    guard case .array(let layouts)? = state["layouts"], let layout = layouts.first else {
      Issue.record("there is no layout")
      return
    }
    #expect(layout["dark"] == .bool(true))
    #expect(layout["claimed"]?.text == #"["game"]"#)
    #expect(layout["touches"]?.text == #"[{"touch":3,"phase":"stationary","at":null}]"#)
    #expect(state["counters"]?.text == #"{"frames":7,"touches":3,"ended":2,"cancelled":0,"dropped":0}"#)
  }

  @Test("The drawing is the picture of the layout's file, with what is hidden now")
  func drawing() throws {
    let text = """
      version: 1
      screen: { size: [100, 50] }
      views:
        - id: "<a>"
          frame: { left: 10, top: 20, width: 20, height: 10 }
      """
    let folder = TemporaryFolder(["lobby.yaml": text])
    let path = folder["lobby.yaml"]
    let inventory = inventory(Self.lines.map { $0.replacing("lobby.yaml", with: path) })
    let layout = try Layout(runningFrom: path)
    let drawing = try #require(try inventory.drawing(of: "lobby", at: nil))
    #expect(drawing == (try layout.picture(hidden: ["<a>": true])))
    #expect(drawing != (try layout.picture()))
    let point = Point(x: 15, y: 25)
    #expect(try inventory.drawing(of: nil, at: point) == layout.picture(at: point, hidden: ["<a>": true]))
    #expect(try inventory.drawing(of: "other", at: nil) == nil)
  }

  @Test(
    "Of a layout whose file is gone or has mistakes, the answer says why there is no drawing",
    arguments: [([:], "No such file or directory"), (["lobby.yaml": "version: 7\n"], "`touchd check")]
      as [([String: String], String)])
  func unreadable(files: [String: String], words: String) throws {
    let folder = TemporaryFolder(files)
    let inventory = inventory(Self.lines.map { $0.replacing("lobby.yaml", with: folder["lobby.yaml"]) })
    let error = try #require(throws: UnreadableLayout.self) { try inventory.drawing(of: nil, at: nil) }
    #expect(error.description.contains(words))
  }

  @Test("Metrics have their values, and labels are escaped")
  func metrics() {
    let page = inventory().metrics(streams: 2, latency: LatencyHistogram())
    for line in [
      "touchd_frames_total 7", #"touchd_touches_down{layout="lobby"} 1"#,
      #"touchd_layout_dark{layout="lobby"} 1"#,
      #"touchd_responder_claimed{layout="lobby",responder="game"} 1"#, "touchd_web_streams 2",
      #"touchd_device_info{path="/dev/input/event3",name="A \"panel\""} 1"#,
    ] {
      #expect(page.contains("\n\(line)\n"), "\(line)")
    }
  }
}

/// The files of the page.
@Suite("Page") struct PageRules {
  @Test("All files together are smaller than 100 kB, and none names another server")
  func files() {
    let files = StaticFiles.files.values.map(\.body)
    #expect(files.count > 10)
    #expect(files.reduce(0) { $0 + $1.count } < 100_000)
    for (path, file) in StaticFiles.files {
      let text = String(decoding: file.body, as: UTF8.self)
      let servers = text.split(separator: "://").dropFirst().map { $0.prefix { !"/\"'` ,:".contains($0) } }
      // The name space of SVG is no address that is asked for; the client's comments have an example.
      #expect(Set(servers).isSubset(of: ["www.w3.org", "localhost"]), "\(path): \(servers)")
    }
  }

  @Test("Each module that is imported is served")
  func imports() {
    for (path, file) in StaticFiles.files where path.hasSuffix(".mjs") {
      for part in String(decoding: file.body, as: UTF8.self).split(separator: "from \"./").dropFirst() {
        let name = "/" + part.prefix { $0 != "\"" }
        #expect(StaticFiles.files[name] != nil, "\(path) imports \(name)")
      }
    }
  }
}
