import Foundation

/// The owner of a data folder, as whom the server runs.
public enum DataOwner {
    /// root cannot become the owner.
    public struct Failure: Error, CustomStringConvertible {
        public let description = "root cannot become the owner of the data folder"
    }

    /// Goes on as the owner where root runs a command: what root makes in the folder is closed to the server, and root would
    /// follow a link that the server has made.
    ///
    /// - Throws: `Failure`.
    public static func become(_ dataFolder: String) throws(Failure) {
        guard let owner = other(of: dataFolder) else { return }
        var group = owner.st_gid
        guard setgroups(1, &group) == 0, setgid(group) == 0, setuid(owner.st_uid) == 0 else { throw Failure() }
    }

    /// Gives what root has written to the owner, who could not read it otherwise.
    static func handOver(_ file: String, in dataFolder: String) {
        if let owner = other(of: dataFolder) { _ = lchown(file, owner.st_uid, owner.st_gid) }
    }

    /// nil unless root, who is not the owner, runs this process. A volume may be root's, who lets the group of the server write.
    private static func other(of dataFolder: String) -> stat? {
        guard geteuid() == 0 else { return nil }
        var (folder, database) = (stat(), stat())
        if stat(dataFolder, &folder) == 0, folder.st_uid != 0 { return folder }
        return lstat(dataFolder + "/cairn.sqlite", &database) == 0 && database.st_uid != 0 ? database : nil
    }
}
