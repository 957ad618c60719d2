/// A feature with the page on which a new account begins.
protocol FirstPageSource: Feature {
    var firstPage: String { get }
}

extension Accounts {
    /// Where somebody goes who signed up and came from nowhere.
    var firstPage: String {
        site.features.conforming(to: (any FirstPageSource).self).first?.firstPage ?? SitePaths.home
    }
}
