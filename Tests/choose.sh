# Which tests bin/test runs.

all_parts=(format swift fuzz browser)
# Parts; folders of Tests; Swift suites or tests of them; browser tests by file or full id; hand-made faults.
parts=() features=() suites=() pages=() faults=()
# Whether nothing was named: every test.
every=""
# What is compared with a recorded list or picture, and what records it: its tests.
declare -A recordings=([routes]=RouteTableTests [drawings]=DrawingTests [screens]="test_screens.py test_map_pixels.py" [night]=test_night.py)

has() { [[ " ${parts[*]} " == *" $1 "* ]]; }

# Whether only some tests were named.
is_partial() { [ $((${#features[@]} + ${#suites[@]} + ${#pages[@]})) -gt 0 ]; }

# choose WORD…: sets what runs from the command line.
choose() {
    while [ $# -gt 0 ]; do
        case $1 in
            format | swift | fuzz | browser) parts+=("$1") ;;
            faults) parts=(faults swift browser) faults=("${@:2}") && break ;;
            moments) parts=(moments swift browser) && break ;;
            all) export CAIRN_TEST_ALL=1 ;;
            record) choose_recordings "${@:2}" && break ;;
            --changed) choose_changed ;;
            --seed) choose_seed "${2:-}" && shift ;;
            test_*.py*) pages+=("$1") ;;
            *Tests | *Tests/*) suites+=("$1") ;;
            *) is_feature "$1" || misused "no part, feature or test “$1”: ${all_parts[*]}, all, faults, --changed, --seed N, or a folder of Tests"
                features+=("$1") ;;
        esac
        shift
    done
    ! is_partial || has faults || has moments || parts=()
    [ ${#features[@]} -eq 0 ] || parts=(swift browser)
    [ ${#suites[@]} -eq 0 ] || has swift || parts+=(swift)
    [ ${#pages[@]} -eq 0 ] || has browser || parts+=(browser)
    [ ${#parts[@]} -gt 0 ] || choose_every
}

choose_every() {
    every=1 parts=("${all_parts[@]}")
    is_fuzz_due || parts=(format swift browser)
}

# is_fuzz_due: whether what the fuzz targets read is not as it was when they last passed here, or else as it landed: they are
# built apart, with coverage.
is_fuzz_due() {
    local since
    [ "${CAIRN_TEST_ALL:-}" != 1 ] || return 0
    since=$(cat .build/fuzzed 2>/dev/null || git rev-parse -q --verify origin/main 2>/dev/null) || return 0
    # Links in Fuzz lead to the sources.
    ! git diff --quiet "$since" "$(tree)" -- Fuzz $(find Fuzz -type l -not -path '*/.build/*' -exec realpath --relative-to=. {} +)
}

# choose_recordings NAME…: lists and pictures that are recorded again.
choose_recordings() {
    local name
    [ $# -gt 0 ] || misused "bin/test record takes what to record: ${!recordings[*]}"
    export CAIRN_RECORD=1 CAIRN_TEST_ALL=1
    for name in "$@"; do
        [[ -n ${recordings[$name]:-} ]] || misused "nothing recorded is called “$name”: ${!recordings[*]}"
        choose ${recordings[$name]}
    done
}

misused() { echo "$1" >&2; exit 64; }

# choose_seed N|random: what random numbers of tests and samples follow. Without it every run takes the same.
choose_seed() {
    local seed=$1
    [ "$seed" != random ] || seed=$RANDOM$RANDOM
    [[ $seed =~ ^[0-9]{1,18}$ ]] || misused "--seed takes a number or “random”"
    export CAIRN_TEST_SEED=$((10#$seed))
}

# is_feature NAME: a folder of AppTests, or a module with tests.
is_feature() { [[ $1 =~ ^[A-Za-z]+$ ]] && { [ -d "Tests/AppTests/$1" ] || [ -d "Tests/${1}Tests" ]; }; }

# suites_filter: a pattern of the ids of all Swift tests that were named, or that stand in the folders of features.
suites_filter() {
    local name folders=() patterns=()
    for name in "${features[@]}"; do
        for folder in "Tests/AppTests/$name" "Tests/${name}Tests"; do [ ! -d "$folder" ] || folders+=("$folder"); done
    done
    if [ ${#folders[@]} -gt 0 ]; then
        patterns+=("\\.($(grep -rhoE '^(@Suite(\([^)]*\))? )?(final class|struct|actor) [A-Za-z]+Tests\b' "${folders[@]}" |
            awk '{print $NF}' | sort -u | paste -sd '|'))(/|\$)")
    fi
    for name in "${suites[@]}"; do patterns+=("(^|\\.)$(literal "$name")(/|\$)"); done
    (IFS='|' && echo "${patterns[*]}")
}

# literal TEXT: a pattern that matches this text alone.
literal() { sed 's/[][\.*^$+?(){}|/]/\\&/g' <<<"$1"; }

# browser_tests: those that were named, or that belong to features.
browser_tests() {
    local name
    {
        for name in "${features[@]}"; do sed -n "s/^$name //p" Tests/Browser/features.txt; done | tr ' ' '\n' | sort -u
        [ ${#pages[@]} -eq 0 ] || printf '%s\n' "${pages[@]}"
    } | sed 's#^#Tests/Browser/#'
}

# The work tree as git would store it: also what is not committed.
tree() {
    local index
    index=$(mktemp)
    cp .git/index "$index" 2>/dev/null || true
    GIT_INDEX_FILE=$index git add -A && GIT_INDEX_FILE=$index git write-tree
    rm -f "$index"
}

# Sets `features` to all folders with changes since the last run of every test that passed here, or else since what landed.
choose_changed() {
    local path name known since
    since=$(cat .build/passed 2>/dev/null || git rev-parse -q --verify origin/main) ||
        misused "no run of every test has passed here yet, and there is no origin/main: bin/test"
    while read -r path; do
        name=$(echo "$path" | sed -nE 's#^(Sources/App|Views|Tests/AppTests)/([^/]+)/.*#\2#p; t; s#^Sources/([^/]+)/.*#\1#p; s#^Tests/([A-Za-z]+)Tests/.*#\1#p')
        # What belongs to no feature is the site's.
        known=$(ls Tests/AppTests Tests | sed 's/Tests$//' | grep -ixm1 "${name:-Site}" || echo Site)
        ! is_feature "$known" || [[ " ${features[*]} " == *" $known "* ]] || features+=("$known")
    done < <(git diff --name-only "$since" "$(tree)")
    [ ${#features[@]} -gt 0 ] || { echo "nothing has changed since ${since:0:8}"; exit 0; }
    echo "changed: ${features[*]}"
}
