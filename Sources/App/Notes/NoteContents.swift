import Proximity

/// What an author may change.
struct NoteContents: Sendable {
    var text: String
    var coordinate: Coordinate
    var radius: Metres
    var hint = ""
    var opensAt: Timestamp?
    var closesAt: Timestamp?
    var isOnMap = false
    var reminds = true
}
