/// Sizes of files as texts.
enum ByteFormatter {
    /// "820 kB", "12.4 MB": decimal units, as disks and browsers use.
    static func text(_ bytes: Int) -> String {
        func tenths(_ unit: Int, _ name: String) -> String {
            let value = (10 * bytes + unit / 2) / unit
            return value >= 1_000 ? "\(value / 10) \(name)" : "\(value / 10).\(value % 10) \(name)"
        }
        switch bytes {
        case ..<1_000_000: return "\(max(1, bytes / 1_000)) kB"
        case ..<1_000_000_000: return tenths(1_000_000, "MB")
        default: return tenths(1_000_000_000, "GB")
        }
    }
}
