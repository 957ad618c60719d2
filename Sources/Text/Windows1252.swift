/// Windows-1252, in which old programs write text, also where they say Latin-1. Source: the Encoding Standard of the WHATWG,
/// index-windows-1252.
public enum Windows1252 {
    /// The bytes 0x80 to 0x9F; all others are as in Latin-1. Five are not assigned, and stay the control characters that
    /// they are in Latin-1.
    private static let assigned: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
        "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
        "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]

    /// Bytes as text: any are.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            scalars.append(0x80...0x9F ~= byte ? assigned[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(scalars)
    }
}
