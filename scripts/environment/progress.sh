# Says how far a command that takes minutes has come. Read by python.sh.

# telling PROGRESS COMMAND...: runs the command and meanwhile tells what PROGRESS, a function that
# may read what the command said in $said, makes of it. A terminal shows one line that changes, a
# log gets a new one now and then. What the command complained of is shown if it fails.
telling() {
    progress=$1
    shift
    said=$venv/said complaints=$venv/complaints began=$venv/began
    : >"$began"
    : >"$said"
    tell_progress &
    teller=$!
    result=0
    "$@" >"$said" 2>"$complaints" || result=$?
    kill "$teller" 2>/dev/null || :
    wait "$teller" 2>/dev/null || :
    [ ! -t 2 ] || printf '\033[K' >&2
    [ "$result" = 0 ] || cat "$complaints" >&2
    rm -f "$said" "$complaints" "$began"
    return "$result"
}

# tell_progress: tells until it is killed, or the script that started it has ended.
tell_progress() {
    seconds=0
    while sleep 1 && kill -0 $$ 2>/dev/null; do
        seconds=$((seconds + 1))
        if [ -t 2 ]; then
            printf '\033[K  %s (%d s)\r' "$("$progress")" "$seconds" >&2
        elif [ $((seconds % 15)) = 0 ]; then
            printf '  %s (%d s)\n' "$("$progress")" "$seconds" >&2
        fi
    done
}
