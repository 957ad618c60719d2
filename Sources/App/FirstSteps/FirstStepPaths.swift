/// The addresses of the feature.
enum FirstStepPaths {
    static let page = "/first"
    /// Puts the page away.
    static let done = "/first/done"
}
