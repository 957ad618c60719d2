import CSandbox
import Foundation

/// The files that a program may use.
struct FileAccess: Sendable {
    /// Programs and libraries that it may execute and read.
    let executable: [String]
    /// Other paths that it may read.
    let readable: [String]
    /// Its own folder, read-only unless it makes files there.
    let workFolder: String
    /// The file that it may read and write.
    let output: String?
    /// Whether it may create, change and remove files in its folder.
    let makesFiles: Bool

    /// - Parameters:
    ///   - folders: those in which programs are searched.
    ///   - programs: the paths of those that run. One may lie elsewhere, with a symbolic link to it in a folder.
    ///   - files: those that it reads outside of its folder.
    init(
        folders: [String], programs: [String], workFolder: String, output: String? = nil, reading files: [String] = [],
        makesFiles: Bool = false
    ) {
        let tools = programs.compactMap { FileAccess.resolved($0) }
        executable = folders + FileAccess.libraries + tools.filter { !FileAccess.contains(folders, $0) }
        readable = FileAccess.systemFiles + files
        (self.workFolder, self.output, self.makesFiles) = (workFolder, output, makesFiles)
    }

    /// Not all of `/usr`: a host may keep data below it. Missing folders are ignored.
    private static let libraries = [
        "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64",
    ]

    /// Files of the dynamic loader (glibc's and musl's). Libraries are links into `/etc/alternatives` on some systems;
    /// that folder contains only links.
    private static let systemFiles = [
        "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/ld-musl-x86_64.path", "/etc/ld-musl-aarch64.path",
        "/etc/alternatives",
    ]

    private static let devices = ["/dev/zero", "/dev/random", "/dev/urandom"]

    /// Whether every program could read a folder, because it lies among programs or libraries.
    static func isExposed(_ folder: String, searchPath: [String]) -> Bool {
        guard let path = resolved(folder) else { return false }
        return contains(searchPath + libraries, path)
    }

    private static func contains(_ folders: [String], _ path: String) -> Bool {
        folders.compactMap { resolved($0) }.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Restricts the calling thread, and the processes it starts from now on, by Landlock.
    ///
    /// - Throws: `MediaFault` when the kernel refuses.
    func restrictThread() throws(MediaFault) {
        let ruleset = csandbox_make_ruleset()
        guard ruleset >= 0 else { throw .system("restrict", "files") }
        defer { close(ruleset) }
        let read = CSANDBOX_READ.rawValue
        let write = read | CSANDBOX_WRITE.rawValue
        for path in executable { _ = csandbox_allow(ruleset, path, read | CSANDBOX_EXECUTE.rawValue) }
        for path in readable + FileAccess.devices { _ = csandbox_allow(ruleset, path, read) }
        _ = csandbox_allow(ruleset, "/dev/null", write)
        let own = makesFiles ? write | CSANDBOX_CREATE.rawValue : read
        guard csandbox_allow(ruleset, workFolder, own) == 0 else { throw .system("allow", workFolder) }
        if let output {
            guard csandbox_allow(ruleset, output, write) == 0 else { throw .system("allow", output) }
        }
        guard csandbox_enforce(ruleset) == 0 else { throw .system("restrict", "files") }
    }

    /// The same rules for `bwrap`, which gives a program its own file system.
    var bindings: [String] {
        let shown = (executable + readable).flatMap { ["--ro-bind-try", $0, $0] }
        let devices = (FileAccess.devices + ["/dev/null"]).flatMap { ["--dev-bind-try", $0, $0] }
        let own =
            [makesFiles ? "--bind" : "--ro-bind", workFolder, workFolder] + (output.map { ["--bind", $0, $0] } ?? [])
        return shown + devices + own + ["--remount-ro", "/", "--chdir", workFolder]
    }
}
