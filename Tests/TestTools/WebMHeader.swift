import Foundation

/// What the header of a WebM says.
public enum WebMHeader {
    /// The file with a header that says it lasts so many seconds, whatever it holds; nil where the header names no length.
    ///
    /// Duration is the element 0x4489 (RFC 9559, section 5.1.2.10), which ffmpeg writes as a float of eight bytes, in
    /// milliseconds.
    public static func saying(seconds: Double, _ file: Data) -> Data? {
        guard let element = file.range(of: Data([0x44, 0x89, 0x88])), file.endIndex - element.upperBound >= 8 else {
            return nil
        }
        var file = file
        let value = withUnsafeBytes(of: (seconds * 1_000).bitPattern.bigEndian) { Data($0) }
        file.replaceSubrange(element.upperBound..<element.upperBound + 8, with: value)
        return file
    }
}
