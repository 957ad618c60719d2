/// The codecs that are read.
enum Codecs {
    /// What cameras and recorders write, with covers and subtitles; a file could name any of several hundred others.
    static let decoders = [
        "h264,hevc,av1,libdav1d,libaom-av1,vp8,vp9,libvpx,libvpx-vp9,mpeg4,h263,mjpeg,prores,mpeg1video,mpeg2video,png,gif,bmp,tiff,webp",
        "aac,aac_fixed,alac,mp3,mp3float,mp2,mp2float,opus,libopus,vorbis,libvorbis,flac,ac3,eac3,amrnb,amrwb",
        "pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le",
        "pcm_f64be,pcm_alaw,pcm_mulaw,adpcm_ima_wav,adpcm_ms,adpcm_ima_qt,mov_text,webvtt,subrip,srt,ass,ssa,text",
    ].joined(separator: ",")

    /// Whether a stream of a codec can be decoded, by ffprobe's name for it: "" where it knows none.
    static func canDecode(_ codec: String) -> Bool { names.contains(codec) }

    /// Codecs are named like their decoders, but for two.
    private static let names = Set(decoders.split(separator: ",").map { String($0) } + ["amr_nb", "amr_wb"])
}
