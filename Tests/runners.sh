# Runs the Swift suites and the browser tests. What fails is run once more alone, by its full id: what passes then is told as
# flaky, what fails twice has failed.

# So many failures are no matter of luck: they are not tried again.
most_again=25
# One commit, one answer: no machine's zone, language or hash keys.
test_environment=(LC_ALL=C.UTF-8 TZ=UTC PYTHONHASHSEED=0 SWIFT_DETERMINISTIC_HASHING=1 NO_COLOR=1)

# At the ends of a day, before clocks are set forward and back, on a day that not every year has, at the end of a year: Helsinki's.
moments=(
    2026-11-21T23:59:30+02:00 2026-11-22T00:00:30+02:00 2026-03-29T02:59:30+02:00 2026-10-25T03:59:30+03:00
    2028-02-29T12:00:00+02:00 2026-12-31T23:59:30+02:00
)

# run_suites NAME ARGUMENT…: the bundle itself, as `swift test` looks at the whole build again first. From the moment on that
# CAIRN_TEST_MOMENT names, if any, by the clock of the browser tests.
run_suites() {
    local log=.build/swift-$1.log status=0 clock=()
    [ -z "${CAIRN_TEST_MOMENT:-}" ] || clock=(python3 Tests/Browser/clock.py "$shared_sites")
    "${clock[@]}" env "${test_environment[@]}" CAIRN_TEST_SITES="$shared_sites" CAIRN_TEST_PYTHON="$PWD/.tools/swift/bin/python" \
        .build/debug/cairnPackageTests.xctest --testing-library swift-testing \
        --event-stream-output-path ".build/swift-$1.jsonl" --event-stream-version 0 "${@:2}" >"$log" 2>&1 || status=$?
    grep -aE '^. Test run with' "$log" || { [ $status -ne 0 ] || status=1; }
    [ $status -eq 0 ] || tell_failures "$log"
    return $status
}

# tell_failures LOG: what was expected and what came, because it is hard to find among thousands of lines.
tell_failures() {
    if grep -qaE '^. Test run with' "$1"; then
        awk '/^✘ .*recorded an issue/ { told = 1; print; next } /^(↳|±)/ && told { print; next } { told = 0 }' "$1" | cut -c1-2000 | head -300
    else
        # The crash and its first frames; without one, the last words.
        grep -aE -A40 'Fatal error|Program crashed' "$1" | head -60 | cut -c1-2000 | grep . || tail -40 "$1" | cut -c1-2000
    fi
}

# Three processes beside each other: one has as many threads for tests as there are processors, and those that wait for programs
# and sockets leave them idle.
test_swift() {
    local first='^(HTTP|Mail|WebPush|Export|QR)Tests\.|^AppTests\.[S-Z]' second='^AppTests\.[G-R]' status=0 processes=() number
    rm -f .build/swift-*.jsonl .build/swift-*.log
    if is_partial; then
        run_with_again named --filter "$(suites_filter)"
        return
    fi
    run_suites first --filter "$first" & processes+=($!)
    run_suites second --filter "$second" & processes+=($!)
    run_suites third --skip "$first|$second" & processes+=($!)
    for number in 0 1 2; do wait "${processes[$number]}" || processes[$number]=failed; done
    [ "${processes[0]}" != failed ] || swift_again first --filter "$first" || status=1
    [ "${processes[1]}" != failed ] || swift_again second --filter "$second" || status=1
    [ "${processes[2]}" != failed ] || swift_again third --skip "$first|$second" || status=1
    return $status
}

test_moments() {
    local moment
    for moment in "${moments[@]}"; do
        export CAIRN_TEST_MOMENT=$moment
        part "Swift suites at $moment" test_swift || true
        part "stories at $moment" test_browser || true
    done
}

# Files of real people and of attackers.
test_shared_data() {
    local status=0 names
    export CAIRN_SHARED_DATA=$shared_data
    names=$(grep -rl needsSharedData Tests --include='*Tests.swift' | sed 's#.*/##; s#\.swift$##' | paste -sd '|')
    ! has swift || run_with_again data --filter "\\.($names)(/|\$)" || status=1
    # Those only look, see conftest.py.
    [ -n "${CAIRN_TEST_MOMENT:-}" ] || ! has browser || run_pytest_with_again -n "$(nproc)" $(grep -l "import.*NEEDS_SHARED_DATA" Tests/Browser/test_*.py) || status=1
    return $status
}

# run_with_again NAME ARGUMENT…
run_with_again() { run_suites "$@" || swift_again "$@"; }

# swift_again RUN ARGUMENT…: runs alone what has failed in a run of these arguments; a process that ended early is run again whole.
swift_again() {
    local run=$1 test tests number=0 status=0 unended
    unended=$(python3 Tests/events.py unended ".build/swift-$run.jsonl" | grep . | paste -sd ' ') || true
    mapfile -t tests < <(python3 Tests/events.py failed ".build/swift-$run.jsonl" | grep .)
    if [ -n "$unended" ] || [ ${#tests[@]} -eq 0 ]; then
        echo "== the process “$run” ended early, with these tests running: $unended"
        run_suites "$run-again" "${@:2}" && is_flaky "a process of Swift tests ended early: $unended" && return
        mapfile -t tests < <(python3 Tests/events.py failed ".build/swift-$run-again.jsonl" | grep .)
        for test in "${tests[@]}"; do fails "$test" "$test"; done
        unended=$(python3 Tests/events.py unended ".build/swift-$run-again.jsonl" | grep . | paste -sd ' ') || true
        [ -z "$unended" ] && [ ${#tests[@]} -gt 0 ] || fails "a process of Swift tests ended early: $unended" swift
        return 1
    fi
    for test in "${tests[@]}"; do
        number=$((number + 1))
        if [ ${#tests[@]} -gt $most_again ]; then
            fails "$test" "$test" && status=1
        elif echo "== once more alone: $test" && run_suites "$run-$number" --filter "^$(literal "$test")(/|\$)"; then
            is_flaky "$test"
        else
            fails "$test" "$test" && status=1
        fi
    done
    return $status
}

# run_pytest LIST ARGUMENT…: keeps the ids of what fails in a file, one a line.
run_pytest() {
    rm -f "$1"
    env "${test_environment[@]}" CAIRN_TEST_FAILED="$1" CAIRN_BINARY="$PWD/.build/debug/cairn" .tools/browser/bin/pytest -q "${@:2}"
}

test_browser() {
    local files=(Tests/Browser)
    if is_partial; then mapfile -t files < <(browser_tests); fi
    # More workers than processors: each waits for its pages half of the time.
    [ ${#files[@]} -eq 0 ] || run_pytest_with_again --durations=10 -n $(($(nproc) + 2)) "${files[@]}"
}

# run_pytest_with_again ARGUMENT…
run_pytest_with_again() {
    local list=$PWD/.build/browser-failed.txt again=$PWD/.build/browser-failed-again.txt code=0 tests test
    run_pytest "$list" "$@" || code=$?
    [ $code -ne 0 ] || return 0
    mapfile -t tests < <(cat "$list" 2>/dev/null)
    # 1: some tests failed. Anything else is no matter of luck.
    if [ $code -ne 1 ] || [ ${#tests[@]} -eq 0 ]; then fails "the browser tests ended with status $code" browser && return 1; fi
    if [ ${#tests[@]} -gt $most_again ]; then
        cp "$list" "$again"
    else
        echo "== browser: the failed ones once more alone"
        run_pytest "$again" "${tests[@]}" && code=0 || code=$?
        [ $code -le 1 ] || cp "$list" "$again"
    fi
    for test in "${tests[@]}"; do
        if grep -qxFs "$test" "$again"; then fails "$test" "${test#Tests/Browser/}"; else is_flaky "$test"; fi
    done
    [ ! -s "$again" ]
}
