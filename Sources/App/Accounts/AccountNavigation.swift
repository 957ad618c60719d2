// The feature's navigation entries.

extension Accounts {
    var navigation: [NavigationEntry] {
        [
            NavigationEntry(slot: .bar, rank: 50, path: SitePaths.you, icon: "user", words: "You"),
            NavigationEntry(slot: .manage, rank: 10, path: SitePaths.settings, icon: "settings", words: "Settings"),
            NavigationEntry(
                slot: .settings, rank: 20, path: AccountPaths.password, icon: "key-round",
                words: "Password and email"),
            NavigationEntry(
                slot: .settings, rank: 40, path: AccountPaths.sessions, icon: "smartphone",
                words: "Sessions"),
        ]
    }

    var galleryExamples: [GalleryExample] { AccountExamples.all + ProfileExamples.all }
}
