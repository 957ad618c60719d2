import Foundation
import Media

/// Changes by the host.
extension BasemapFolder {
    /// Validates and copies a file; replaces a map of the same name.
    ///
    /// - Returns: a one-line description of the map.
    /// - Throws: `Refusal`.
    public func add(_ file: String) throws -> String { try add(file, as: URL(filePath: file).lastPathComponent) }

    /// As ``add(_:)``, under a name of its own.
    ///
    /// - Parameter moves: whether the file need not stay where it is, as an upload on the same disk.
    func add(_ file: String, as name: String, moves: Bool = false) throws -> String {
        // What a symbolic link leads to is copied, not the link.
        let file = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
        guard FileManager.default.fileExists(atPath: file) else { throw Refusal("there is no such file") }
        guard BasemapFolder.isMap(name) else { throw Refusal("its name does not end in .mbtiles or .pmtiles") }
        try BasemapFolder.check(file, as: name)
        try make()
        // Copied under a temporary name of its own and validated there, so that the folder only has complete files.
        let partial = "\(path)/.new-\(UUID().uuidString)-\(name)"
        defer { try? FileManager.default.removeItem(atPath: partial) }
        // A second name costs no bytes; a copy does where that is another disk.
        let isThere = moves && link(file, partial) == 0
        guard isThere || MediaStore.freeBytes(at: path) > FileMark.size(file) + MediaStore.reserve else {
            throw Refusal("there is no room for it on the disk", isElsewhere: true)
        }
        do {
            if !isThere { try FileManager.default.copyItem(atPath: file, toPath: partial) }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partial)
        } catch {
            throw Refusal("there is no room for it in the data folder, or it cannot be written", isElsewhere: true)
        }
        let map = try BasemapFolder.check(partial, as: name)
        guard rename(partial, "\(path)/\(name)") == 0 else {
            throw Refusal("the data folder cannot be written", isElsewhere: true)
        }
        return "added \(name): \(BasemapFolder.summary(map))"
    }

    @discardableResult
    private static func check(_ file: String, as name: String) throws(Refusal) -> BasemapFile {
        do {
            let map = try BasemapFile(path: file, named: name)
            try map.validate()
            return map
        } catch { throw Refusal(error.reason) }
    }

    /// Creates the folder.
    ///
    /// - Throws: `Refusal`.
    func make() throws(Refusal) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw Refusal("the data folder cannot be written", isElsewhere: true) }
    }

    /// A line for each map, those first that lie over others.
    public func list() throws -> [String] {
        let (maps, damaged) = try open()
        return maps.map { map in
            let size = FileMark.size("\(path)/\(map.fileName)")
            return "\(map.fileName): \(BasemapFolder.summary(map)), \(ByteFormatter.text(size))"
        } + damaged.map { "\($0.name): cannot be used, \($0.reason)" }
    }

    private static func summary(_ map: BasemapFile) -> String {
        func text(_ degrees: Double) -> String { String(format: "%.2f", degrees) }
        let bounds = map.bounds
        let area = "\(text(bounds.south)), \(text(bounds.west)) to \(text(bounds.north)), \(text(bounds.east))"
        let facts = ["zoom \(map.zooms.lowerBound) to \(map.zooms.upperBound)", area, map.schemaName, map.attribution]
        return facts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Deletes a map.
    ///
    /// - Parameter name: its file name, with or without the extension.
    /// - Throws: `Refusal` when there is none.
    public func remove(_ name: String) throws -> String {
        let file = try file(named: name)
        guard unlink("\(path)/\(file)") == 0 else {
            throw Refusal("the data folder cannot be written", isElsewhere: true)
        }
        return "removed \(file)"
    }

    /// Puts maps in order: each lies over those behind it. Those that are not named follow.
    ///
    /// - Parameter names: file names, with or without the extension.
    /// - Throws: `Refusal` when one of them is no map.
    public func order(_ names: [String]) throws -> [String] {
        let files = try names.map { try file(named: $0) }
        guard Set(files).count == files.count else { throw Refusal("a map is named twice") }
        let text = files.joined(separator: "\n") + "\n"
        do { try Data(text.utf8).write(to: URL(filePath: orderFile), options: .atomic) } catch {
            throw Refusal("the data folder cannot be written", isElsewhere: true)
        }
        return try open().maps.map { $0.fileName }
    }

    /// Puts a map one place up.
    ///
    /// - Parameter name: its file name.
    /// - Returns: whether it was not the first.
    /// - Throws: `Refusal` when there is none.
    @discardableResult
    func raise(_ name: String) throws -> Bool {
        var files = try open().maps.map { $0.fileName }
        guard let index = files.firstIndex(of: name) else { throw Refusal("no map is called \(name.prefix(60))") }
        guard index > 0 else { return false }
        files.swapAt(index, index - 1)
        _ = try order(files)
        return true
    }

    /// Takes a map away for as long as *Undo* is offered; a job deletes it later.
    ///
    /// - Parameter name: its file name.
    /// - Throws: `Refusal` when there is none.
    func takeAway(_ name: String, _ now: Date = Date()) throws {
        let file = try file(named: name)
        try move(file, "\(BasemapFolder.away)\(Int(now.timeIntervalSince1970))-\(file)")
    }

    /// Brings a map back that was taken away.
    ///
    /// - Returns: whether it is there.
    func bringBack(_ name: String) -> Bool {
        // Another map may have taken its name meanwhile.
        guard BasemapFolder.isMap(name), !FileManager.default.fileExists(atPath: "\(path)/\(name)") else {
            return false
        }
        let last = hidden.filter { BasemapFolder.takenAway($0)?.name == name }.max()
        return last.flatMap { try? move($0, name) } != nil
    }

    /// Begins the names of maps that were taken away; then the time in seconds, and their own name.
    private static let away = ".removed-"

    /// When a map was taken away, in seconds, and its own name, which may have hyphens too; nil for other hidden files.
    private static func takenAway(_ hidden: String) -> (since: Double, name: String)? {
        guard hidden.hasPrefix(away) else { return nil }
        let parts = hidden.dropFirst(away.count).split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let since = Double(parts[0]) else { return nil }
        return (since, String(parts[1]))
    }

    /// Seconds for which what is no map is kept: parts of one that is being loaded, and maps that were taken away.
    private static let (maxPartAge, maxAwayAge) = (7 * 86_400.0, 3_600.0)

    private var hidden: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasPrefix(".") }
    }

    /// Deletes what was taken away and what nobody goes on loading; called by a job.
    func sweep(_ now: Date) {
        for name in hidden {
            let file = "\(path)/\(name)"
            let changed = (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date
            let removed = BasemapFolder.takenAway(name)?.since
            let since = removed.map { Date(timeIntervalSince1970: $0) } ?? changed ?? now
            let limit = removed == nil ? BasemapFolder.maxPartAge : BasemapFolder.maxAwayAge
            if now.timeIntervalSince(since) > limit { try? FileManager.default.removeItem(atPath: file) }
        }
    }

    private func move(_ old: String, _ new: String) throws(Refusal) {
        guard rename("\(path)/\(old)", "\(path)/\(new)") == 0 else {
            throw Refusal("the data folder cannot be written", isElsewhere: true)
        }
    }

    private func file(named name: String) throws -> String {
        let known = try names()
        let found = known.filter { $0 == name || URL(filePath: $0).deletingPathExtension().lastPathComponent == name }
        guard let file = found.first(where: { $0 == name }) ?? found.first else {
            let others = known.isEmpty ? "there are no maps" : "the maps are \(known.joined(separator: ", "))"
            throw Refusal("no map is called \(name.prefix(60)): \(others)")
        }
        return file
    }
}
