# Runs the parts of bin/test: all of them, also when one has failed, and tells at the end what failed and how to run it alone.

# What failed, with the command that runs it alone; and what failed beside the others but passed alone, with the run's seed.
failed=.build/failed.txt flaky=.build/flaky.txt
times="" name="" has_passed=""

# fails WHAT WORD…: something has failed; `bin/test WORD…` runs it alone.
fails() {
    local words=("${@:2}") moment=""
    [ -z "${CAIRN_TEST_MOMENT:-}" ] || moment="CAIRN_TEST_MOMENT=$CAIRN_TEST_MOMENT "
    [ "${CAIRN_TEST_ALL:-}" != 1 ] || words=(all "${words[@]}")
    [ "$CAIRN_TEST_SEED" = 1 ] || words+=(--seed "$CAIRN_TEST_SEED")
    printf '%s\n        %sbin/test%s\n' "$1" "$moment" "$(printf ' %q' "${words[@]}")" >>$failed
}

# is_flaky WHAT: something failed beside the others, and passed alone.
is_flaky() { printf '%s  seed %s  %s\n' "$(date -u +%FT%TZ)" "$CAIRN_TEST_SEED" "$1" | tee -a $flaky >>.build/flaky-now.txt; }

has_failed() { [ -s $failed ]; }

# part NAME COMMAND…: runs a command, and keeps how long it took. Fails when the command does, which must tell by `fails`.
part() {
    local status=0
    name=$1 start=$SECONDS
    echo "== $name"
    "${@:2}" || status=1
    [ $status -eq 0 ] || name+=" (failed)"
    end_part
    return $status
}
end_part() {
    times+=$(printf '%6d s  %s' $((SECONDS - start)) "$name")$'\n'
    name=""
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

# Tests make thousands of small databases, and each write to one waits for the disk: in memory it need not.
test_in_memory() {
    local free
    free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1) || free=0
    [ "${free:-0}" -gt 4000000 ] && [ -w /dev/shm ] || return 0
    scratch=$(mktemp -d /dev/shm/cairn-test-XXXXXX)
    export TMPDIR=$scratch
}

# Where processes of Swift tests keep what they share.
share_sites() { shared_sites=$(mktemp -d); }

# Keeps what a run of every test has tested.
remember_passed() {
    [ -n "$every" ] || return 0
    tree >.build/passed
    has_passed=1
}

# What is told at the end, also of a run that was ended.
finish() {
    local process
    # Those in the background hear no Ctrl-C, and what they have started does not end with them.
    for process in $(jobs -p); do { pkill -P "$process"; kill "$process"; } 2>/dev/null || true; done
    rm -rf ${scratch:+"$scratch"} ${shared_sites:+"$shared_sites"}
    [ -z "$name" ] || { name+=" (ended)" && end_part; }
    if has swift && ls .build/swift-*.jsonl >/dev/null 2>&1; then
        echo "== longest Swift tests"
        python3 Tests/events.py longest .build/swift-*.jsonl
    fi
    [ -d "$shared_data" ] || echo "== left out: tests over real data, which lies beside the project or in CAIRN_SHARED_DATA"
    printf '== how long it took\n%s%6d s  in all\n' "$times" $SECONDS
    if [ -n "$times" ] && [ -s .build/passed-times ]; then printf '== the last run of every test that passed here\n%s\n' "$(cat .build/passed-times)"; fi
    [ -z "$has_passed" ] || printf '%s%6d s  in all' "$times" $SECONDS >.build/passed-times
    [ ! -s .build/flaky-now.txt ] || { echo "== flaky: failed beside the others, passed alone" && cat .build/flaky-now.txt; }
    ! has_failed || { echo "== failed, and what runs it alone" && cat $failed; }
}
