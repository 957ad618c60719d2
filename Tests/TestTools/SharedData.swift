import Foundation
import Testing

/// Files of real people and of attackers beside the project, which a clone alone does not have. Tests of them run on top
/// of those of ``FixtureFile``, with the trait `needsSharedData`.
public enum SharedData {
    /// Their folder: `CAIRN_SHARED_DATA`, or `../shared/data` beside the project's; nil where there is none.
    public static let folder: String? = {
        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["CAIRN_SHARED_DATA"]
        let path = named ?? project.deletingLastPathComponent().appending(path: "shared/data").path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    /// Whether there is such a folder.
    public static let isThere = folder != nil

    /// The path of a file or folder, which does not exist where there is no data.
    public static func path(_ name: String) -> String { "\(folder ?? "/nonexistent")/\(name)" }

    /// The sorted paths of all files below a folder, relative to it.
    public static func files(below name: String) -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: path(name)) else { return [] }
        return walk.compactMap { $0 as? String }.filter { file in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path("\(name)/\(file)"), isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }
}

extension Trait where Self == ConditionTrait {
    /// The tests need ``SharedData``; without it they are told as skipped.
    public static var needsSharedData: Self {
        .enabled(if: SharedData.isThere, "no shared data: neither ../shared/data nor CAIRN_SHARED_DATA")
    }
}
