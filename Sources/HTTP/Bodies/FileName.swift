/// Cleans the names of uploaded files, so that they are safe to show. Whoever looks for such a file by a name that comes
/// from elsewhere cleans that too.
public enum FileName {
    /// The last path component without control characters and marks that change the text direction, at most 255 bytes
    /// of UTF-8; "." and ".." become empty.
    public static func clean(_ given: String) -> String {
        let last = given.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? []
        var name = ""
        for scalar in last where !isHidden(scalar) {
            if name.utf8.count + String(scalar).utf8.count > 255 { break }
            name.unicodeScalars.append(scalar)
        }
        return name == "." || name == ".." ? "" : name
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
