# Makes .venv from a hashed lock. Read by scripts/serve and scripts/test, which set $root.

locks=$root/scripts/environment
venv=$root/.venv
. "$locks/progress.sh"

# complain SENTENCE...: says what is wrong and ends with exit code 2.
complain() {
    printf '%s\n' "$*" >&2
    exit 2
}

# find_python: sets $python to $PYTHON or the first Python that is new enough.
find_python() {
    seen=
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        command -v "$python" >/dev/null 2>&1 || continue
        seen=$("$python" -c 'import platform; print(platform.python_version())' 2>/dev/null) || continue
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' && return
    done
    [ -n "$seen" ] || complain "Python 3.11 or newer is needed and none was found; name one with PYTHON=/path/to/python3."
    complain "Python 3.11 or newer is needed, this is $seen; name another one with PYTHON=/path/to/python3."
}

make_venv() {
    find_python
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        complain "Python's venv module is missing; on Debian or Ubuntu: apt-get install python3-venv"
    echo "Making a virtual environment of Python $seen in .venv (once)..." >&2
    rm -rf "$venv"
    "$python" -m venv "$venv" || complain "$venv could not be made."
}

# install LOCK: brings .venv to that lock; its checksum in a stamp makes the next time instant.
install() {
    stamp=$venv/$1.stamp
    checksum=$(cksum <"$locks/$1")
    if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$checksum" ]; then
        return
    fi
    [ -w "$root" ] || complain "$root cannot be written, and the Python packages must be installed there first."
    "$venv/bin/python" -c 'import pip' 2>/dev/null || make_venv
    packages=$(grep -c '^[A-Za-z0-9]' "$locks/$1")
    echo "Installing the $packages Python packages of $1 (once)..." >&2
    telling pip_progress "$venv/bin/python" -m pip install --disable-pip-version-check --no-input \
        --progress-bar off --only-binary :all: --require-hashes -r "$locks/$1" ||
        complain "The Python packages could not be installed; see the message above."
    printf '%s\n' "$checksum" >"$stamp"
}

# pip_progress: what pip has done so far, from what it said: first it fetches, then it unpacks.
pip_progress() {
    unpacked=$(sed -n 's/^Installing collected packages: //p' "$said" | wc -w)
    if [ "$unpacked" -eq 0 ]; then
        name=$(sed -n 's/^Collecting \([A-Za-z0-9._-]*\).*/\1/p' "$said" | tail -n 1)
        echo "Fetching $(grep -c '^Collecting ' "$said") of $packages packages: $name"
    else
        set -- "$venv"/lib/python*/site-packages/*.dist-info
        done=$(find "$@" -prune -newer "$began" 2>/dev/null | wc -l)
        echo "Unpacking $((done)) of $((unpacked)) packages"
    fi
}
