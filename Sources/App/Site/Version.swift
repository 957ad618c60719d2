/// The version of this program.
public enum Version {
    /// As packages have it: "0.9.0".
    public static let text = "0.9.0"
}
