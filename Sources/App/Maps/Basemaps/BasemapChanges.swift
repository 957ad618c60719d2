import Foundation
import MapDownload
import Media
import Proximity

/// Changes of the maps.
extension BasemapFolder {
    /// Validates and copies a file; replaces a map of the same name.
    ///
    /// - Returns: a one-line description of the map.
    /// - Throws: `BasemapRefusal`.
    public func add(_ file: String) throws(BasemapRefusal) -> String {
        guard FileManager.default.fileExists(atPath: file) else { throw BasemapRefusal(words: "there is no such file") }
        let name = URL(filePath: file).lastPathComponent
        try BasemapFolder.check(name: name)
        try BasemapFolder.check(file)
        // Copied under a temporary name and validated there, so that the folder only has complete files.
        let partial = temporaryPath(name)
        defer { unlink(partial) }
        try copy(file, to: partial)
        let map = try BasemapFolder.check(partial)
        try keep(partial, as: name, replacing: true)
        return "added \(name): \(BasemapFolder.summary(map))"
    }

    /// Validates a file that a browser has sent, and keeps it beside those that are there.
    ///
    /// - Parameter name: what the map is called, with its ending, unless another is called so.
    /// - Returns: its name.
    /// - Throws: `BasemapRefusal`.
    func add(upload file: String, as name: String) throws(BasemapRefusal) -> String {
        try BasemapFolder.check(name: name)
        try make()
        // A kill may have come after it was put among the maps.
        let names = (try? names()) ?? []
        if let kept = names.first(where: { FileMark.isSame("\(path)/\($0)", file) }) { return kept }
        let partial = try temporaryLink(to: file, name)
        defer { unlink(partial) }
        try BasemapFolder.check(partial)
        let ending = name.drop { $0 != "." }
        for number in 1...BasemapFolder.mostAlike {
            let free = number == 1 ? name : "\(name.dropLast(ending.count))-\(number)\(ending)"
            if try keep(partial, as: free, replacing: false) { return free }
        }
        throw BasemapRefusal(words: "\(BasemapFolder.mostAlike) maps are called so", isElsewhere: true)
    }

    /// Uploaded maps of one name.
    private static let mostAlike = 50

    static func check(name: String) throws(BasemapRefusal) {
        guard BasemapFile.isName(name) else {
            throw BasemapRefusal(words: "its name does not end in .mbtiles, .pmtiles or .osm.pbf")
        }
    }

    /// Moves a whole file into place, once it is on the disk.
    ///
    /// - Returns: false when another has the name and is not to be replaced.
    @discardableResult
    func keep(_ partial: String, as name: String, replacing: Bool) throws(BasemapRefusal) -> Bool {
        guard let file = FileHandle(forReadingAtPath: partial), fsync(file.fileDescriptor) == 0 else {
            throw BasemapFolder.cannotBeWritten
        }
        // Whatever wrote it: its content is the host's, like all of the data folder.
        fchmod(file.fileDescriptor, 0o600)
        handOver(partial)
        let target = "\(path)/\(name)"
        guard replacing ? rename(partial, target) == 0 : BasemapFolder.move(partial, toFree: target) else {
            if errno == EEXIST { return false }
            throw BasemapFolder.cannotBeWritten
        }
        return true
    }

    /// Renames a file unless there is another of the new name; then errno is EEXIST.
    static func move(_ path: String, toFree target: String) -> Bool {
        if link(path, target) == 0 { return unlink(path) == 0 }
        guard errno != EEXIST else { return false }
        // A file system without hard links.
        guard access(target, F_OK) != 0 else {
            errno = EEXIST
            return false
        }
        return rename(path, target) == 0
    }

    static let cannotBeWritten = BasemapRefusal(words: "the data folder cannot be written", isElsewhere: true)
    static let noRoom = BasemapRefusal(
        words: "there is no room for it on the disk of the data folder", isElsewhere: true)

    /// Whether a file can be used as a map, read and drawn.
    ///
    /// - Throws: `BasemapRefusal`.
    @discardableResult
    static func check(_ file: String) throws(BasemapRefusal) -> BasemapFile {
        let map = try BasemapFile(path: file)
        try map.validate()
        try map.checkDrawing()
        return map
    }

    /// Gives a file a second name, which costs nothing however large it is, or copies it where that cannot be.
    ///
    /// - Returns: a path that is no map's.
    func temporaryLink(to file: String, _ name: String) throws(BasemapRefusal) -> String {
        let second = temporaryPath(name)
        guard link(file, second) != 0 else { return second }
        do throws(BasemapRefusal) { try copy(file, to: second) } catch {
            unlink(second)
            throw error
        }
        return second
    }

    private func copy(_ file: String, to partial: String) throws(BasemapRefusal) {
        // What a symbolic link leads to is copied, not the link.
        let source = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
        try make()
        guard MediaStore.freeBytes(at: path) > FileMark.size(source) else {
            throw BasemapFolder.noRoom
        }
        do {
            try FileManager.default.copyItem(atPath: source, toPath: partial)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partial)
        } catch { throw BasemapFolder.cannotBeWritten }
    }

    /// Creates the folder.
    func make() throws(BasemapRefusal) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw BasemapFolder.cannotBeWritten }
        handOver(path)
    }

    /// Gives what root has written to the owner of the data folder.
    func handOver(_ file: String) { DataOwner.handOver(file, in: dataFolder) }

    /// Goes on as the owner of the data folder where root runs a command: tilemaker runs without root's privileges, and could not
    /// write in a folder of somebody else.
    ///
    /// - Throws: `BasemapRefusal`.
    public func becomeOwner() throws(BasemapRefusal) {
        do { try DataOwner.become(dataFolder) } catch {
            throw BasemapRefusal(words: error.description, isElsewhere: true)
        }
    }

    private var dataFolder: String { URL(filePath: path).deletingLastPathComponent().path }

    /// Deletes a map, an extract, or what is there of one that is not whole.
    ///
    /// - Parameter name: its file name, with or without the ending.
    /// - Returns: the name of the deleted file.
    /// - Throws: `BasemapRefusal` when there is none.
    public func remove(_ name: String) throws -> String {
        let file = try file(
            named: name, of: Set(try names() + partialNames() + uploads().map { $0.name } + extracts()).sorted())
        var isExtractRemoved = false
        switch try discardExtract(file) {
        case .done: isExtractRemoved = true
        case .busy: throw BasemapRefusal(words: "a map of \(file) is being made", isElsewhere: true)
        case .missing: break
        }
        let isPartRemoved = try removePartial(file)
        let removedUploads = uploads().filter { $0.name == file && $0.discard() }
        let isRemoved = [unlink("\(path)/\(file)") == 0, isExtractRemoved, isPartRemoved, !removedUploads.isEmpty]
        guard isRemoved.contains(true) else { throw BasemapFolder.cannotBeWritten }
        return file
    }

    /// Deletes what is there of a map whose loading broke off.
    ///
    /// - Returns: whether there was anything.
    /// - Throws: `BasemapRefusal` while it is being loaded.
    @discardableResult
    func removePartial(_ name: String) throws(BasemapRefusal) -> Bool {
        do { return try PartialMap("\(path)/\(name)").remove() } catch {
            throw BasemapRefusal(words: error.reason, isElsewhere: true)
        }
    }

    /// Puts maps in order: each lies over those behind it. Those that are not named follow, the most detailed first.
    ///
    /// - Parameter names: file names, with or without the ending.
    /// - Returns: the names of all files in their new order.
    /// - Throws: `BasemapRefusal` when one of them is no map.
    public func order(_ names: [String]) throws -> [String] {
        let known = try self.names()
        let files = try names.map { try file(named: $0, of: known) }
        guard Set(files).count == files.count else { throw BasemapRefusal(words: "a map is named twice") }
        let text = files.joined(separator: "\n") + "\n"
        do { try Data(text.utf8).write(to: URL(filePath: orderFile), options: .atomic) } catch {
            throw BasemapFolder.cannotBeWritten
        }
        return try open().files.map { $0.name }
    }

    /// Puts a map above the one that lies over it.
    ///
    /// - Returns: false for the first one, and for one that is not there.
    /// - Throws: `BasemapRefusal`, or `CocoaError` for a folder that cannot be read.
    func raise(_ name: String) throws -> Bool {
        var names = try open().files.map { $0.name }
        guard let place = names.firstIndex(of: name), place > 0 else { return false }
        names.swapAt(place, place - 1)
        _ = try order(names)
        return true
    }

    private func file(named name: String, of known: [String]) throws -> String {
        let found = known.filter { $0 == name || URL(filePath: $0).deletingPathExtension().lastPathComponent == name }
        if let file = found.first(where: { $0 == name }) { return file }
        guard found.count < 2 else { throw BasemapRefusal(words: "\(found.joined(separator: " and ")) are called so") }
        guard let file = found.first else {
            let others = known.isEmpty ? "there are no maps" : "the maps are \(known.joined(separator: ", "))"
            throw BasemapRefusal(words: "no map is called \(name.prefix(60)): \(others)")
        }
        return file
    }
}
