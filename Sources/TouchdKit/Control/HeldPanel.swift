/// What to say where another touchd holds the panel of a page: nothing of it is seen here.
///
/// - Parameter socket: of that touchd.
func heldByOther(page: String, socket: String) -> String {
  let process =
    ControlClient(path: socket).daemon.map { "process \($0)" } ?? "`systemctl status touchd` shows it"
  return """
    a touchd that runs (\(process)) holds the panel of \(quoted(page)), and nothing of it is seen here; stop that \
    (`sudo systemctl stop touchd`), or have its layout only listen (`delivery: observe`)
    """
}
