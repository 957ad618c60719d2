import Database
import Foundation
import PositionSources

/// How an app is set up: the app's own words, what to tap, and the addresses that carry the token.
struct AppSetup {
    /// "OwnTracks"
    let name: String
    /// What it runs on.
    let systems: String
    let steps: [String]

    init(_ source: PositionSource) {
        (name, systems, steps) =
            switch source {
            case .owntracks: ("OwnTracks", "iPhone and Android", AppSteps.owntracks)
            case .overland: ("Overland", "iPhone", AppSteps.overland)
            case .osmand: ("OsmAnd", "Android and iPhone", AppSteps.osmand)
            case .traccar: ("Traccar Client", "iPhone and Android", AppSteps.traccar)
            case .gpslogger: ("GPSLogger", "Android", AppSteps.gpslogger)
            }
    }
}

/// What to tap in each app.
private enum AppSteps {
    static let owntracks = [
        "Install OwnTracks and open this page on that phone.",
        "Tap “Set up OwnTracks”, or scan the code with the camera, and accept the configuration.",
        "Allow the position “Always”, with the exact place.",
        "Choose “Significant” to save the battery, or “Move” for a night out. The arrow at the top sends the first point.",
    ]
    static let overland = [
        "Install Overland and open this page on that phone.",
        "Tap “Set up Overland”, or scan the code with the camera.",
        "Allow the position “Always”, and motion.",
        "Switch tracking on. It sends in batches: “Send now” sends the first one.",
    ]
    static let osmand = [
        "In OsmAnd, open Menu, Plugins, and switch on “Trip recording”.",
        "In its settings, open “Online tracking” and paste the address as “Web address”.",
        "Set the interval, such as 10 seconds, and switch “Online tracking” on.",
        "Go outside until OsmAnd knows where you are.",
    ]
    static let traccar = [
        "Install Traccar Client and open its settings.",
        "Paste the address as “Server URL”. The device identifier may be anything.",
        "Allow the position “Always”.",
        "Switch “Continuous tracking” on.",
    ]
    static let gpslogger = [
        "In GPSLogger, open Logging details and switch on “Log to custom URL”.",
        "Paste the address as “URL”, with the method GET.",
        "In Performance, choose how often it logs.",
        "Tap “Start logging”.",
    ]
}

/// The addresses with a device's token.
struct AppLinks: Sendable {
    /// Opens the app with everything filled in; "" if it has no such link.
    let setup: String
    /// To paste into the app.
    let address: String

    /// What the code shows: the link if there is one.
    var scanned: String { setup.isEmpty ? address : setup }

    init(_ app: PhoneApp, token: String, username: String, site: String) {
        let plain = site + DevicePaths.ingest(app.source)
        let withToken = site + DevicePaths.ingest(app.source, token: token)
        switch app.source {
        case .owntracks:
            setup =
                "owntracks:///config?inline=" + AppLinks.owntracks(app, url: plain, username: username, token: token)
            address = plain
        case .overland:
            let fields = [("url", plain), ("token", token), ("device_id", app.name), ("unique_id", "yes")]
            setup = "overland://setup?" + fields.map { "\($0)=\(AppLinks.escaped($1))" }.joined(separator: "&")
            address = withToken
        case .osmand:
            setup = ""
            address =
                withToken + "?lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}"
        case .traccar: (setup, address) = ("", withToken)
        case .gpslogger:
            setup = ""
            address =
                withToken
                + "?lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&acc=%ACC&alt=%ALT&spd=%SPD&dir=%DIR&batt=%BATT&prov=%PROV"
        }
    }

    private struct Configuration: Encodable {
        let type = "configuration"
        /// HTTP.
        let mode = 3
        let url: String
        let auth = true
        let username: String
        let password: String
        let deviceId: String
        let tid: String

        enum CodingKeys: String, CodingKey {
            case type = "_type"
            case mode, url, auth, username, password, deviceId, tid
        }
    }

    private static func owntracks(_ app: PhoneApp, url: String, username: String, token: String) -> String {
        let configuration = Configuration(
            url: url, username: username, password: token, deviceId: app.name, tid: OwnTracksFriends.tid(of: username))
        // Strings and constants always encode.
        let data = (try? SiteJSON.encoder().encode(configuration)) ?? Data()
        return escaped(data.base64EncodedString())
    }

    /// Everything but letters, digits and "-._~" as "%41".
    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
