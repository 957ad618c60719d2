import Foundation

/// The programs that uploads need.
public enum MediaTools {
    static let needed = ["vips", "ffmpeg", "ffprobe", "prlimit", "setpriv"]

    /// Those that are not installed.
    public static var missing: [String] { needed.filter { !isThere($0) } }

    /// Whether a program is found in the system's folders.
    public static func isThere(_ program: String) -> Bool {
        ChildProcess.systemFolders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
