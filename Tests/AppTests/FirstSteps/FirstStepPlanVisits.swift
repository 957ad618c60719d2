import Testing

@testable import App

extension PlanTests {
    /// The first steps of a new account, alone and with a friend, until it puts them away.
    func visitFirstSteps(_ site: TestSite, _ newcomer: Visitor) throws {
        try newcomer.get(FirstStepPaths.page).gets(200).get("/").get("/you")
        let link = try SingleInviteTests.make(site.member("leena"))
        try newcomer.get(link).submit(link).isAt(FirstStepPaths.page).sees("They find it by being there")
        try newcomer.submit(FirstStepPaths.done).isAt("/")
    }
}
