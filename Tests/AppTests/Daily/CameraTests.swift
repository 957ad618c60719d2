import Database
import HTTP
import Proximity
import Testing

@testable import App

/// The page of the camera before, in and after the window.
struct CameraTests {
    @Test func `In the window one sees the camera, how long it lasts and a way out`() throws {
        let world = try CameraWorld()
        let aino = try world.site.newAccount("aino_k")
        let page = try aino.get("/daily/new").gets(200).sees("until 14:05", "Your friends see it.", "Not today")
        let form = try #require(page.page.forms.first { $0.action == "/daily" })
        let names = Set(form.fields.map { $0.name })
        #expect(names.isSuperset(of: ["key", "caption", "retakes", "lat", "lon", "accuracy"]))
        #expect(form.fields.contains { $0.name == "place" && $0.value == "area" })
        #expect(aino.page.text.contains("capture=\"environment\"") && aino.page.text.contains("capture=\"user\""))
    }

    @Test func `The page says when everyone sees it`() throws {
        let world = try CameraWorld(audience: .everyone)
        try world.site.newAccount("aino_k").get("/daily/new").sees("Everyone on \(world.site.app.site.settings.name)")
    }

    @Test func `Who is late reads how late before they take it`() throws {
        let world = try CameraWorld()
        let aino = try world.site.newAccount("aino_k")
        world.wait(afterClosing: 41 * 60 + 1)
        try aino.get("/daily/new").gets(200).sees("42 min late").seesNot("Not today")
    }

    @Test func `When it is over a calm page says when it was`() throws {
        let world = try CameraWorld(late: false)
        let aino = try world.site.newAccount("aino_k")
        world.wait(afterClosing: 0)
        try aino.get("/daily/new").gets(200).sees("They were from 14:00 to 14:05")
        #expect(!aino.page.forms.contains { $0.action == "/daily" })
    }

    @Test func `Before it opens nobody reads when`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        try aino.get("/daily/new").gets(200).sees("No photo right now")
        var settings = DailySettings()
        settings.isOn = true
        try site.app.site.database.write { [settings] in try WindowQueries.set($0, settings) }
        try aino.get("/daily/new").gets(200).sees("Still to come")
    }

    @Test func `Who has posted is led to their photo`() throws {
        let world = try CameraWorld()
        let aino = try world.site.newAccount("aino_k")
        try aino.get("/daily/new")
        try CameraWorld.post(aino)
        try aino.get("/daily/new")
        #expect(aino.page.path.hasPrefix("/moments/"))
    }

    @Test func `It is among what one can leave where there are windows`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        try #expect(!aino.get("/").page.text.contains("href=\"/daily/new\""))
        let world = try CameraWorld()
        let leena = try world.site.newAccount("leena")
        try leena.get("/notes/new").sees("Now, until 14:05")
        #expect(leena.page.text.contains("href=\"/daily/new\""))
    }
}
