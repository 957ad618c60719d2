/// The results of an upload.
///
/// The files exist as long as this value is referenced, not `files` alone; `MediaStore.store` moves them away.
public final class Prepared: Sendable {
    /// The purpose of the upload.
    public let use: MediaUse
    /// Its kind, detected from its bytes.
    public let kind: MediaKind
    /// The results, the original first. A song without cover has only the original.
    public let files: [MediaFile]
    /// The duration of a clip or song; nil for images.
    public let seconds: Double?
    /// The tags of a song.
    public let tags: SongTags?
    /// Where and when it was taken, read before the metadata was removed.
    public let hints: MediaHints
    /// Not every browser plays it: a job must call `MediaProcessor.transcode` with the stored original.
    public let needsTranscoding: Bool
    private let folder: WorkFolder

    /// The bytes of all results together, for quotas.
    public var byteCount: Int { files.reduce(0) { $0 + $1.bytes } }

    /// The result of a size, if it exists.
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
