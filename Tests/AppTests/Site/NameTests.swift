import Testing

@testable import App

/// What is a name of anything: of people, groups, zones, phones and the site.
struct NameTests {
    private let site: TestSite
    private let keeper: Visitor

    init() throws {
        site = try TestSite.empty()
        keeper = try site.administrator()
    }

    /// Sends each form that takes a name.
    private func send(_ name: String, gets status: Int) throws {
        try keeper.get("/groups/new").fill("name", name).fill("limit_m", "300").fill("hours", "5").submit("/groups")
            .gets(status)
        try keeper.get("/admin/zones/new").fill("name", name).fill("lat", "60.184").fill("lon", "24.95")
            .fill("radius_m", "100").submit("/admin/zones").gets(status)
        try keeper.get("/settings/devices").fill("name", name).fill("app", "owntracks").submit("/settings/devices")
            .gets(status)
        try keeper.get("/settings/profile").fill("display_name", name).submit("/settings/profile").gets(status)
        try keeper.get("/admin/settings").fill("name", name).submit("/admin/settings").gets(status)
    }

    @Test(arguments: ["\u{301}", "\u{FE0F}", "\u{20E3}", "\u{93E}"])
    func `a mark or a selector alone is no name`(name: String) throws { try send(name, gets: 422) }

    @Test func `a joiner alone is no name`() throws {
        try keeper.get("/groups/new").fill("name", "\u{200D}").fill("limit_m", "300").fill("hours", "5")
            .submit("/groups").gets(422)
    }

    @Test func `one letter is a name`() throws {
        try send("李", gets: 200)
        try keeper.get("/people/keeper").sees("李")
    }

    @Test func `a guest may have a name of one letter`() throws {
        let door = try GroupDoor(keeper)
        try Visitor(site).get(door.byLink).fill("nickname", "李").submit(door.byLink).gets(200)
        #expect(try door.names().last == "李")
    }
}
