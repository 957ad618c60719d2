import Proximity

/// The area as personal data.
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

/// An area in an export: what friends see, no more precisely; null if they see none.
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
