/// A readable form of a User-Agent. Shown only to its owner, because anybody can send any value.
struct UserAgent {
    let text: String
    let isPhone: Bool

    init(_ agent: String) {
        // Order matters: each of these claims to be those below it.
        let browsers = [
            ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
            ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"), ("curl", "curl"),
        ]
        let systems = [
            ("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("Mac OS X", "a Mac"), ("CrOS", "a Chromebook"), ("Linux", "Linux"),
        ]
        let browser = browsers.first { agent.contains($0.0) }?.1 ?? "A browser"
        let system = systems.first { agent.contains($0.0) }?.1
        text = system.map { "\(browser) on \($0)" } ?? browser
        isPhone = ["iPhone", "Android", "Mobile"].contains { agent.contains($0) }
    }
}
