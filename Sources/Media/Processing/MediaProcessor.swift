import Foundation
import Safeguards

/// Processes uploads: detects their kind, refuses what is not accepted, and makes the files that others see.
///
/// Calls block for as long as the work takes, so call them from a thread that may block. Names from the client are
/// never used.
public final class MediaProcessor: Sendable {
    let tools: Tools
    let sniffer: Sniffer
    let limits: MediaLimits
    /// Uploads; their senders take turns.
    let queue: AdmissionQueue
    /// Work that takes minutes, so that no photo waits for it.
    let slowQueue: AdmissionQueue
    private let folder: String
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// How programs are isolated, for the log at start.
    public var isolation: Isolation { tools.child.isolation }

    /// Opens a workshop, and deletes leftovers of an earlier process from its folder.
    ///
    /// - Parameters:
    ///   - folder: for this workshop alone, on the file system of the store; created if it is missing.
    ///   - isolation: ``Isolation/here``, but in tests.
    ///   - processors: how many this process may use. One fewer uploads run at once, so that one stays free for pages; with
    ///     one more than there are, none does.
    ///   - maximumWaiting: the size of the queue; further uploads are refused as `busy`.
    ///   - searchPath: folders in which programs are searched, in this order.
    ///   - randomBytes: returns this many unpredictable bytes.
    /// - Throws: `MediaFault` when the folder cannot be created.
    public init(
        folder: String, isolation: Isolation, limits: MediaLimits = MediaLimits(),
        processors: Int = ChildProcess.processors, maxWaiting: Int = 16,
        searchPath: [String] = ChildProcess.systemFolders,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) throws(MediaFault) {
        (self.folder, self.limits, self.randomBytes) = (folder, limits, randomBytes)
        tools = Tools(
            child: ChildProcess(
                isolation: isolation, searchPath: searchPath, sparesProcessor: processors <= ChildProcess.processors))
        sniffer = Sniffer(tools: tools)
        queue = AdmissionQueue(slots: processors - 1, maxWaiting: maxWaiting)
        slowQueue = AdmissionQueue(slots: 1, maxWaiting: maxWaiting)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where MediaName(name) != nil {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .system("make the folder", folder) }
    }

    /// The missing programs, for the log at start; empty is good.
    public var missingTools: [String] { MediaProcessor.missingTools(of: tools.child) }

    /// The programs that are missing for any processor on this machine.
    public static var missingTools: [String] { missingTools(of: ChildProcess(isolation: .here)) }

    private static func missingTools(of child: ChildProcess) -> [String] {
        let needed =
            ["vips", "ffmpeg", "ffprobe", "prlimit", "setpriv"] + [child.isolation.wrapper.program].compactMap { $0 }
        return needed.filter { child.locate($0) == nil }
    }

    /// What isolation does not prevent at this location, one sentence each, for the log at start; empty is good.
    public var gaps: [String] {
        guard FileAccess.isExposed(folder, searchPath: tools.child.searchPath) else { return [] }
        return ["it could read all that lies beside \(folder), which is among the system's programs and libraries"]
    }

    /// Processes an upload.
    ///
    /// - Parameters:
    ///   - file: the path of the uploaded temporary file, which nobody changes meanwhile; it is not moved.
    ///   - use: the purpose of the upload.
    ///   - ticket: names the sender, and identifies the upload in the queue.
    /// - Throws: `MediaRefusal` with words for people; `MediaFault` for an error of this machine.
    public func take(_ file: String, as use: MediaUse, ticket: AdmissionTicket = AdmissionTicket()) throws -> Prepared {
        try take(file, asOneOf: [use], ticket: ticket)
    }

    /// Processes an upload that may be one of several things.
    ///
    /// - Parameter uses: the purposes, in the order in which they are tried; `Prepared.use` is the one that it has.
    /// - Throws: as above.
    public func take(
        _ file: String, asOneOf uses: [MediaUse], ticket: AdmissionTicket = AdmissionTicket()
    ) throws -> Prepared {
        try inTurn(queue, ticket) {
            let largest = uses.map { limits.bytes(for: $0) }.max() ?? 0
            let work = try begin(file, maxBytes: largest)
            let (use, finding) = try sniffer.sniff("source", in: work.path, forOneOf: uses)
            let most = limits.bytes(for: use)
            guard try WorkFolder.byteCount(file) <= most else { throw MediaRefusal.tooLarge(.bytes(most)) }
            switch finding.kind {
            case .image(let format):
                guard let header = finding.header else { throw MediaRefusal.broken(use) }
                let files = try ImageWorks(tools: tools, limits: limits).make(
                    [.original, .large, .medium, .small], of: "source", format, header, in: work.path, for: use)
                return Prepared(use: use, kind: finding.kind, files: files, hints: finding.hints, folder: work)
            case .video(let container, _, _):
                let probe = try probe(finding, use)
                let made = try clips.make("source", container, probe, in: work.path)
                return prepared(made, finding, work)
            case .audio(let container, _):
                let probe = try probe(finding, use)
                let made = try songs.make("source", container, probe, in: work.path)
                return prepared(made, finding, work)
            }
        }
    }

    /// Transcodes a stored clip or song into one that every browser plays. Slow and low priority; one at a time.
    ///
    /// - Parameters:
    ///   - name: the stored media, which stays. The result includes all stored sizes and is to be stored under a new
    ///     name.
    ///   - use: `clip` or `song`.
    /// - Returns: without tags and hints, which `take` has returned already.
    /// - Throws: as `take`.
    public func transcode(
        _ name: MediaName, in store: MediaStore, as use: MediaUse, ticket: AdmissionTicket = AdmissionTicket()
    ) throws -> Prepared {
        try inTurn(slowQueue, ticket) {
            let work = try begin(store.path(name, .original), maxBytes: limits.bytes(for: use))
            let finding = try sniffer.sniff("source", in: work.path, for: use)
            switch finding.kind {
            case .image: throw MediaRefusal.notAccepted([use])
            case .video(let container, _, _):
                let source = try probe(finding, use)
                let made = try clips.transcode("source", container, source, in: work.path)
                let kind = MediaKind.video(.mp4, video: "h264", audio: source.audio.map { _ in "aac" })
                return prepared(made, Sniffer.Finding(kind: kind), work)
            case .audio(let container, _):
                var made = try songs.transcode("source", container, try probe(finding, use), in: work.path)
                made.files += try ImageWorks.kept([.large, .medium, .small], of: name, in: store, folder: work)
                return prepared(made, Sniffer.Finding(kind: .audio(.m4a, codec: "aac")), work)
            }
        }
    }

    /// The number of uploads before this ticket; nil when it is not in the queue: not begun, running or done.
    public func waitingBefore(_ ticket: AdmissionTicket) -> Int? {
        queue.waitingBefore(ticket) ?? slowQueue.waitingBefore(ticket)
    }

    /// The number of waiting uploads.
    public var waiting: Int { queue.waiting }

    /// The number of waiting films and of other work that takes minutes.
    public var slowWaiting: Int { slowQueue.waiting }

    private var clips: ClipWorks { ClipWorks(tools: tools, limits: limits) }
    var songs: SongWorks { SongWorks(tools: tools, sniffer: sniffer, limits: limits) }

    func inTurn<Value>(
        _ queue: AdmissionQueue, _ ticket: AdmissionTicket, _ work: () throws -> Value
    ) throws -> Value {
        do { return try queue.pass(ticket, work) } catch is AdmissionRefused { throw MediaRefusal.busy }
    }

    func begin(_ file: String, maxBytes most: Int) throws -> WorkFolder {
        guard try WorkFolder.byteCount(file) <= most else { throw MediaRefusal.tooLarge(.bytes(most)) }
        let work = try emptyFolder()
        try work.take(file, as: "source")
        return work
    }

    func emptyFolder() throws(MediaFault) -> WorkFolder {
        guard let name = MediaName(random: randomBytes(16)) else { throw MediaFault("no 16 random bytes for a name") }
        return try WorkFolder(in: folder, named: name.text)
    }

    func probe(_ finding: Sniffer.Finding, _ use: MediaUse) throws(MediaRefusal) -> Probe {
        guard let probe = finding.probe else { throw .broken(use) }
        return probe
    }

    private func prepared(_ clip: ClipWorks.Outcome, _ finding: Sniffer.Finding, _ work: WorkFolder) -> Prepared {
        Prepared(
            use: .clip, kind: finding.kind, files: clip.files, seconds: clip.seconds, hints: finding.hints,
            needsTranscoding: clip.needsTranscoding, folder: work)
    }

    func prepared(_ song: SongWorks.Outcome, _ finding: Sniffer.Finding, _ work: WorkFolder) -> Prepared {
        Prepared(
            use: .song, kind: finding.kind, files: song.files, seconds: song.seconds, tags: song.tags,
            hints: finding.hints, needsTranscoding: song.needsTranscoding, folder: work)
    }
}
