# What bin/test is made of besides the tests themselves.

all_parts=(format swift fuzz browser)
faults=()

has() { [[ " ${parts[*]} " == *" $1 "* ]]; }

# choose WORD…: sets `parts`, `features` and `faults` from the command line.
choose() {
    local word
    if [ "${1:-}" = faults ]; then
        parts=(faults swift browser) faults=("${@:2}")
        return
    fi
    for word in "$@"; do
        case $word in
            format | swift | fuzz | browser) parts+=("$word") ;;
            all) export CAIRN_TEST_ALL=1 ;;
            --changed) choose_changed ;;
            *) is_feature "$word" || { echo "no part and no feature “$word”: ${all_parts[*]}, all, faults, --changed, or a folder of Tests" >&2; exit 64; }
                features+=("$word") ;;
        esac
    done
    [ ${#parts[@]} -gt 0 ] || parts=("${all_parts[@]}")
    [ ${#features[@]} -eq 0 ] || parts=(swift browser)
}

# is_feature NAME: a folder of AppTests, or a module with tests.
is_feature() { [[ $1 =~ ^[A-Za-z]+$ ]] && { [ -d "Tests/AppTests/$1" ] || [ -d "Tests/${1}Tests" ]; }; }

# suites_filter FEATURE…: a pattern of the names of all Swift suites in their folders.
suites_filter() {
    local name folders=()
    for name in "$@"; do
        for folder in "Tests/AppTests/$name" "Tests/${name}Tests"; do [ ! -d "$folder" ] || folders+=("$folder"); done
    done
    grep -rhoE '^(@Suite(\([^)]*\))? )?(final class|struct|actor) [A-Za-z]+Tests\b' "${folders[@]}" | awk '{print $NF}' | sort -u |
        paste -sd '|' | sed 's/.*/\\.(&)(\/|$)/'
}

# browser_files FEATURE…: their browser tests.
browser_files() {
    local name
    for name in "$@"; do sed -n "s/^$name //p" Tests/Browser/features.txt; done | tr ' ' '\n' | sort -u | sed 's#^#Tests/Browser/#'
}

# Says which browser tests belong to no feature.
check_browser_files() {
    local file status=0
    for file in Tests/Browser/test_*.py; do
        grep -qE " ${file##*/}( |$)" Tests/Browser/features.txt || { echo "$file is missing in Tests/Browser/features.txt"; status=1; }
    done
    return $status
}

# The work tree as git would store it: also what is not committed.
tree() {
    local index
    index=$(mktemp)
    cp .git/index "$index" 2>/dev/null || true
    GIT_INDEX_FILE=$index git add -A && GIT_INDEX_FILE=$index git write-tree
    rm -f "$index"
}

# Keeps what a run of every test has tested.
remember_passed() {
    [ ${#features[@]} -eq 0 ] && [ "${parts[*]}" = "${all_parts[*]}" ] || return 0
    tree >.build/passed
    has_passed=1
}

# Sets `features` to all folders with changes since the last run of every test that passed.
choose_changed() {
    local path name known
    [ -s .build/passed ] || { echo "no run of every test has passed here yet: bin/test" >&2; exit 64; }
    while read -r path; do
        name=$(echo "$path" | sed -nE 's#^(Sources/App|Views|Tests/AppTests)/([^/]+)/.*#\2#p; t; s#^Sources/([^/]+)/.*#\1#p; s#^Tests/([A-Za-z]+)Tests/.*#\1#p')
        # What belongs to no feature is the site's.
        known=$(ls Tests/AppTests Tests | sed 's/Tests$//' | grep -ixm1 "${name:-Site}" || echo Site)
        ! is_feature "$known" || [[ " ${features[*]} " == *" $known "* ]] || features+=("$known")
    done < <(git diff --name-only "$(cat .build/passed)" "$(tree)")
    [ ${#features[@]} -gt 0 ] || { echo "nothing has changed since the last run that passed"; exit 0; }
    echo "changed: ${features[*]}"
}

# Tests make thousands of small databases, and each write to one waits for the disk: in memory it need not.
test_in_memory() {
    local free
    free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1) || free=0
    [ "${free:-0}" -gt 4000000 ] && [ -w /dev/shm ] || return 0
    scratch=$(mktemp -d /dev/shm/cairn-test-XXXXXX)
    export TMPDIR=$scratch
}

# background NAME FUNCTION: runs a function beside the rest; await NAME waits for it, and shows what it said if it failed.
declare -A running=()
background() {
    ("$2") >".build/$1.log" 2>&1 &
    running[$1]=$!
}
await() {
    local status=0 process=${running[$1]}
    wait "$process" || status=$?
    unset "running[$1]"
    [ $status -eq 0 ] || { cat ".build/$1.log"; return 1; }
    grep '^installing' ".build/$1.log" || true
}

# part NAME COMMAND…: runs a command, and keeps how long it took.
times="" name="" has_passed=""
part() {
    name=$1 start=$SECONDS
    echo "== $name"
    "${@:2}"
    end_part
}
end_part() {
    times+=$(printf '%6d s  %s' $((SECONDS - start)) "$name")$'\n'
    name=""
}

# What is told at the end, also of a run that failed.
finish() {
    local process
    for process in "${running[@]}"; do kill "$process" 2>/dev/null || true; done
    [ -z "${scratch:-}" ] || rm -rf "$scratch"
    # A program under faketime that was killed leaves its shared clock.
    [ ! -e .build/begun ] || find /dev/shm -maxdepth 1 -name '*faketime_s*' -user "$(id -un)" -newer .build/begun -delete 2>/dev/null || true
    if [ -n "$name" ]; then
        name+=" (failed)"
        end_part
    fi
    ls .build/swift-*.jsonl >/dev/null 2>&1 && has swift && { echo "== longest Swift tests"; python3 Tests/longest.py .build/swift-*.jsonl; }
    local left
    left=$(cat .build/swift-*.log 2>/dev/null | grep -ac '^➜ Test .*no shared data') || left=0
    [ "$left" = 0 ] || ! has swift || echo "== left out: $left tests over real data, which lies beside the project or in CAIRN_SHARED_DATA"
    [ -z "${CAIRN_TEST_SEED:-}" ] || echo "the same random numbers and samples again: CAIRN_TEST_SEED=$CAIRN_TEST_SEED"
    printf '== how long it took\n%s%6d s  in all\n' "$times" $SECONDS
    if [ -n "$times" ] && [ -s .build/passed-times ]; then printf '== the last run of every test that passed here\n%s\n' "$(cat .build/passed-times)"; fi
    [ -z "$has_passed" ] || printf '%s%6d s  in all' "$times" $SECONDS >.build/passed-times
    [ -z "$flaky" ] || printf '== flaky: failed beside the others, passed alone\n%s\n' "$flaky"
}
