/// What has been made of an upload.
///
/// The files are there as long as somebody holds this, not `files` alone; `MediaStore.store` moves them away for good.
public final class Prepared: Sendable {
    /// What it was sent for.
    public let use: MediaUse
    /// What it was, by its bytes.
    public let kind: MediaKind
    /// The results, the original first. A song without cover has only that.
    public let files: [MediaFile]
    /// How long a clip or song plays; nil for images.
    public let seconds: Double?
    /// What a song says of itself.
    public let tags: SongTags?
    /// Where and when it was taken, as it said before all such was taken out.
    public let hints: MediaHints
    /// Not every browser plays it: `MediaProcessor.transcode` is to be called with the stored original, by a job.
    public let needsTranscoding: Bool
    private let folder: WorkFolder

    /// The bytes of all results together, for quotas.
    public var byteCount: Int { files.reduce(0) { $0 + $1.bytes } }

    /// The result of a size, if there is one.
    public func file(_ size: MediaSize) -> MediaFile? { files.first { $0.size == size } }

    init(
        use: MediaUse, kind: MediaKind, files: [MediaFile], seconds: Double? = nil, tags: SongTags? = nil,
        hints: MediaHints, needsTranscoding: Bool = false, folder: WorkFolder
    ) {
        self.use = use
        self.kind = kind
        self.files = files
        self.seconds = seconds
        self.tags = tags
        self.hints = hints
        self.needsTranscoding = needsTranscoding
        self.folder = folder
    }
}
