import Proximity

/// The area that friends see.
extension Sharing {
    var personalData: PersonalData {
        PersonalData(
            exported: ["shared_area"],
            files: [.init(path: "positions/area.json", words: "what friends see of where you are")],
            count: { _, _ in 1 },
            export: { writer, account in
                let now = writer.now
                try writer.one("positions/area.json") { database in
                    try AreaQueries.trail(database, of: account).shown(now).map(AreaExport.init)
                }
            },
            delete: { database, account, _ in try AreaQueries.forget(database, account) })
    }
}

/// An area as its owner takes it along: what friends see, and no more precisely; null when they see none.
private struct AreaExport: Encodable {
    let lat: Double
    let lon: Double
    let taken: String

    init(_ area: Area) {
        lat = area.position.centre.latitude
        lon = area.position.centre.longitude
        taken = RelativeTimeFormatter.machine(area.takenAt)
    }
}
