#!/usr/bin/env bash
# Builds the image without a registry or daemon and runs it as Docker would: its own user, a read-only root file
# system, data on a volume. Needs root, buildah and debootstrap (Debian), and the package registries.
set -euo pipefail
cd "$(dirname "$0")/../.."

for tool in buildah debootstrap unshare curl; do
  command -v "$tool" >/dev/null && continue
  echo "SKIPPED: the container image was NOT tested, because $tool is missing (apt-get install buildah debootstrap)." >&2
  exit 0
done
if [ "$(id -u)" != 0 ]; then
  echo 'SKIPPED: the container image was NOT tested, because this script needs root.' >&2
  exit 0
fi

export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
folder=$(mktemp -d /var/tmp/visibility-container.XXXXXX)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/visibility-container
port=$((10000 + RANDOM % 20000))
base=localhost/visibility-base image=localhost/visibility-test
container= server=

finish() {
  if [ -n "$server" ]; then kill -9 "$server"; wait "$server" || true; fi 2>/dev/null
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$folder"
}
trap finish EXIT

say() { printf '  %s\n' "$*"; }
fail() { echo "FAILED: $*" >&2; tail -20 "$folder/log" >&2 || true; exit 1; }

# Debian with this machine's Node, npm and extra certificates, instead of the public Node image.
make_base() {
  local system=$cache/debian from
  if [ ! -e "$system/etc/debian_version" ]; then
    mkdir -p "$cache"
    debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm "$system" >/dev/null
    rm -rf "$system"/var/cache/apt/* "$system"/var/lib/apt/lists/*
  fi
  from=$(buildah from scratch)
  buildah add -q "$from" "$system" / >/dev/null
  buildah add -q "$from" "$(readlink -f "$(command -v node)")" /usr/local/bin/node >/dev/null
  buildah add -q "$from" "$(npm root -g)/npm" /usr/local/lib/node_modules/npm >/dev/null
  buildah run "$from" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$from"
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    buildah add -q "$from" "$NODE_EXTRA_CA_CERTS" /etc/extra-ca.pem >/dev/null
    buildah config --env NODE_EXTRA_CA_CERTS=/etc/extra-ca.pem "$from"
  fi
  buildah commit -q --rm "$from" "$base" >/dev/null
}

# The image's own entry point, user and settings; the root file system cannot be written, /tmp and /data can.
start() {
  unshare --mount --pid --fork --kill-child bash -euc '
    root=$1 data=$2 port=$3
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/tmp"
    mount --bind "$data" "$root/data"
    mount -o remount,bind,ro "$root"
    exec chroot --userspec=10001:10001 "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production \
      DATA_DIR=/data PORT="$port" SANDBOX_DAYS=2 sh -c "cd /app && exec node server/bin/visibility.js start"
  ' start "$mounted" "$folder/data" "$port" >>"$folder/log" 2>&1 &
  server=$!
  for _ in $(seq 240); do
    curl -fsS "http://127.0.0.1:$port/readyz" >/dev/null 2>&1 && return
    kill -0 "$server" 2>/dev/null || fail 'the server stopped while starting'
    sleep 0.5
  done
  fail '/readyz did not answer within two minutes'
}

# The server is the child of the process that made the namespaces.
signal() {
  pkill "-$1" -P "$server" || fail 'the server is not running'
  { wait "$server" || true; } 2>/dev/null
  server=
}

is_healthy() {
  PORT=$port node -e "$(buildah inspect --format '{{index .Docker.Config.Healthcheck.Test 3}}' "$container")"
}

keywords() { curl -fsS -H "authorization: Bearer $key" "http://127.0.0.1:$port/api/v1/keywords?limit=1" | grep -o '"total":[0-9]*'; }

make_base
say 'Building the image …'
buildah build --format docker --build-arg BASE="$base" --network host -t "$image" . >"$folder/log" 2>&1 || fail 'the image was not built'
container=$(buildah from "$image")
mounted=$(buildah mount "$container")
say "The image is $(du -sm "$mounted" | cut -f1) MB, $(du -sm "$mounted/app" | cut -f1) MB of it the service; its base here is Debian with Node."
[ "$(buildah inspect --format '{{.OCIv1.Config.User}}' "$container")" = visibility ] || fail 'the image runs as root'

install -d -m 700 -o 10001 -g 10001 "$folder/data"
start
key=$(grep -o 'svc_test_[A-Za-z0-9]*' "$folder/log" | head -1)
before=$(keywords)
is_healthy || fail 'the health check fails while /readyz answers'
say "It answers /readyz, with its own PostgreSQL, as an ordinary user on a read-only file system ($before)."

signal KILL
if is_healthy; then fail 'the health check passes without a server'; fi
start
[ "$(keywords)" = "$before" ] || fail 'after kill -9, the data differs'
say 'Killed with -9 and started again: the same data.'

signal TERM
grep -q 'Stopping' "$folder/log" || fail 'SIGTERM did not stop it in order'
start
[ "$(keywords)" = "$before" ] || fail 'after SIGTERM, the data differs'
say 'Stopped with SIGTERM and started again: the same data.'
if touch "/proc/$(pgrep -P "$server")/root/app/probe" 2>/dev/null; then fail 'the root file system can be written'; fi
say 'Passed.'
