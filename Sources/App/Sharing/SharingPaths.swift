/// The addresses of the feature.
enum SharingPaths {
    static let visibility = "/settings/visibility"
}
