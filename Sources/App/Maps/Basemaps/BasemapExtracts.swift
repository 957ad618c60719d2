import Foundation
import Proximity

/// Extracts of OpenStreetMap that have come: `.extract-NAME` in the folder of the maps, until there is a map of each.
extension BasemapFolder {
    private static let extractPrefix = ".extract-"
    /// How many may wait.
    private static let mostExtracts = 4

    /// Their names, in order.
    func extracts() -> [String] {
        let names = (try? FolderEntries.names(in: path)) ?? []
        return names.filter { $0.hasPrefix(BasemapFolder.extractPrefix) }
            .map { String($0.dropFirst(BasemapFolder.extractPrefix.count)) }.filter { OSMExtract.isName($0) }.sorted()
    }

    /// Where the extract of a name is.
    func extractPath(_ name: String) -> String { "\(path)/\(BasemapFolder.extractPrefix)\(name)" }

    /// Checks that an extract of this name may come.
    ///
    /// - Throws: `BasemapRefusal`.
    func check(extract name: String) throws(BasemapRefusal) {
        let others = extracts().filter { $0 != name }
        guard others.count < BasemapFolder.mostExtracts else {
            throw BasemapRefusal(words: "\(others.count) others have no map yet: delete one", isElsewhere: true)
        }
        let lock = try FileLock.hold(extractPath(name)) { _, _ in }
        if case .busy = lock { throw BasemapFolder.isMaking }
    }

    private static let isMaking = BasemapRefusal(
        words: "a map is being made of one of that name", isElsewhere: true)

    /// Keeps a file that a browser has sent, instead of another extract of its name.
    ///
    /// - Throws: `BasemapRefusal`.
    func keep(extract file: String, as name: String) throws(BasemapRefusal) {
        // It may have come a week ago.
        defer { utimes(extractPath(name), nil) }
        // A kill may have come after it was put here; then whoever sends it has it locked.
        guard !FileMark.isSame(extractPath(name), file) else { return }
        try check(extract: name)
        try make()
        let partial = try temporaryLink(to: file, name)
        defer { unlink(partial) }
        let kept = BasemapFolder.extractPrefix + name
        let old = try FileLock.hold(extractPath(name)) { _, _ throws(BasemapRefusal) in
            try keep(partial, as: kept, replacing: true)
        }
        switch old {
        case .done: break
        case .busy: throw BasemapFolder.isMaking
        case .missing: guard try keep(partial, as: kept, replacing: false) else { throw BasemapFolder.isMaking }
        }
    }

    /// Calls `body` with the path of an extract, which nobody deletes or replaces meanwhile.
    ///
    /// - Throws: `BasemapRefusal`.
    func withExtract<Value>(
        _ name: String, _ body: (_ file: String) throws(BasemapRefusal) -> Value
    ) throws(BasemapRefusal) -> Value {
        // Who sent it may still have it locked.
        let outcome = try FileLock.hold(extractPath(name), isWaiting: true) { _, _ throws(BasemapRefusal) in
            utimes(extractPath(name), nil)
            return try body(extractPath(name))
        }
        guard case .done(let value) = outcome else { throw BasemapRefusal(words: "there is no such file") }
        return value
    }

    /// Deletes an extract.
    ///
    /// - Returns: ``FileLock/Outcome/busy`` while its map is being made.
    /// - Throws: `BasemapRefusal`.
    @discardableResult
    func discardExtract(_ name: String) throws(BasemapRefusal) -> FileLock.Outcome<Void> {
        try FileLock.hold(extractPath(name)) { _, _ throws(BasemapRefusal) in
            guard unlink(extractPath(name)) == 0 else { throw BasemapFolder.cannotBeWritten }
        }
    }

    /// Deletes extracts of which nobody has made a map for a week.
    func sweepExtracts(_ now: Timestamp) {
        for name in extracts() {
            guard let time = FileMark.time(extractPath(name)), time < now - BasemapFolder.longestWait else { continue }
            _ = try? discardExtract(name)
        }
    }
}

extension FileLock {
    /// As `hold(_:_:isWaiting:orThrow:_:)`, of what belongs to the maps.
    ///
    /// - Throws: `BasemapRefusal`.
    static func hold<Result>(
        _ path: String, _ flags: Int32 = O_RDWR | O_NOFOLLOW, isWaiting: Bool = false,
        _ body: (_ file: Int32, _ links: Int) throws(BasemapRefusal) -> Result
    ) throws(BasemapRefusal) -> Outcome<Result> {
        try hold(path, flags, isWaiting: isWaiting, orThrow: BasemapFolder.cannotBeWritten, body)
    }
}
