/// The limits of an upload. All are checked against headers, before anything is decoded; lengths once more against what
/// was made, because a header may lie.
public struct MediaLimits: Sendable {
    /// Pixels of an image; of all frames together when it stays animated.
    public var pixels = 100_000_000
    /// Pixels along the longer side.
    public var side = 16_384
    /// Frames of an animation.
    public var frames = 500
    /// Wall-clock seconds for one size of an image.
    public var decodingSeconds = 90.0
    /// Bytes of an image.
    public var imageBytes = 100_000_000
    /// Seconds of a clip.
    public var clipSeconds = 60
    /// Pixels of all frames of a clip that must be transcoded: a minute in 4K at 60 frames a second.
    public var clipPixels = 60 * 60 * 3_840 * 2_160
    /// Bytes of a clip.
    public var clipBytes = 200_000_000
    /// Seconds of a song.
    public var songSeconds = 1_800
    /// Bytes of a song: half an hour of uncompressed stereo sound fits.
    public var songBytes = 400_000_000

    /// Seconds by which a clip or song may be longer than its limit: players and cameras round.
    public var extraSeconds = 0.5

    /// The default limits.
    public init() {}

    /// - Throws: `tooLarge` for the first limit that an image exceeds.
    func check(_ header: ImageHeader, staysAnimated: Bool) throws(MediaRefusal) {
        // Check the sides first: within these limits the products below cannot overflow.
        guard max(header.width, header.height) <= side else { throw .tooLarge(.side(side)) }
        guard header.frames <= frames else { throw .tooLarge(.frames(frames)) }
        let area = header.width * header.height
        guard area * (staysAnimated ? header.frames : 1) <= pixels else {
            throw .tooLarge(.pixels(pixels / 1_000_000))
        }
    }

    /// - Throws: `tooLarge` when a file is too long for its use or its pictures are too large.
    func check(_ probe: Probe, for use: MediaUse) throws(MediaRefusal) {
        let most = seconds(for: use)
        if let seconds = probe.seconds, seconds > Double(most) + extraSeconds { throw .tooLarge(.duration(most)) }
        for stream in probe.streams {
            let (width, height) = (max(0, stream.width ?? 0), max(0, stream.height ?? 0))
            guard max(width, height) <= side else { throw .tooLarge(.side(side)) }
            guard width * height <= pixels else { throw .tooLarge(.pixels(pixels / 1_000_000)) }
        }
    }

    /// Judges what transcoding a clip would take before it is begun. Call after `check`, which bounds its sides and length.
    ///
    /// A file that says too little of itself is ended by the limits of the process.
    ///
    /// - Throws: `tooLarge`.
    func checkTranscoding(_ probe: Probe) throws(MediaRefusal) {
        guard let video = probe.video, let seconds = probe.seconds else { return }
        let frame = Double(max(0, video.width ?? 0)) * Double(max(0, video.height ?? 0))
        guard seconds * frame * (video.frameRate ?? 0) <= Double(clipPixels) * 1.02 else {
            throw .tooLarge(.clip(clipSeconds))
        }
    }

    /// Where a program stops reading a clip or song, in seconds: a second after the longest that is accepted. So one whose
    /// header says less than it holds costs no more than an honest one, and what was made of it is too long for `check`.
    func cutoff(for use: MediaUse) -> Double { Double(seconds(for: use)) + extraSeconds + 1 }

    private func seconds(for use: MediaUse) -> Int { use == .clip ? clipSeconds : songSeconds }

    func bytes(for use: MediaUse) -> Int {
        switch use {
        case .avatar, .photo: imageBytes
        case .clip: clipBytes
        case .song: songBytes
        }
    }
}
