/// The addresses to which pages of every feature lead.
enum SitePaths {
    static let home = "/"
    static let you = "/you"
    static let settings = "/settings"
    static let pause = "/settings/pause"
}
