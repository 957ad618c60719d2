/// The addresses to which pages of every feature lead.
enum SitePaths {
    static let home = "/"
    static let you = "/you"
    /// What *New* opens without scripts: the form of what people leave most.
    static let drop = "/notes/new"
    static let settings = "/settings"
    static let administration = "/admin"
    /// Where administrators get maps; `place` fills the field of the place.
    static let basemaps = "/admin/basemaps"
    static let login = "/login"
    static let signup = "/signup"
    static let logout = "/logout"
    /// The stream of events; `/latest` below it answers once.
    static let events = "/events"
    static let pause = "/settings/pause"
    /// The picture of a link that is sent; Scripts/previews makes it.
    static func preview(_ name: String) -> String { "/icons/preview-\(name).png" }
}
