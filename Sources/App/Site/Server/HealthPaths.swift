/// Addresses for programs that ask how the site is.
enum HealthPaths {
    static func doctor(_ token: String) -> String { "/doctor/\(PathText.component(token))" }
}
