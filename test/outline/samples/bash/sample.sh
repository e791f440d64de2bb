#!/usr/bin/env bash
set -euo pipefail

readonly DEFAULT_PORT=1883
declare -r TOPIC="state"
HOST=localhost

connect() {
  local host=$1
  retry() {
    "$@" || "$@"
  }
  retry nc "$host" "$DEFAULT_PORT"
}

function publish {
  echo "$1"
}

function subscribe() {
  while read -r line; do
    echo "$line"
  done
}

if [[ "$(uname)" == Darwin ]]; then
  open_url() { open "$1"; }
else
  open_url() {
    xdg-open "$1"
  }
fi

mqtt::close() (
  exit 0
)

usage() { cat <<EOF
usage() { not a function }
EOF
}

main() {
  connect "$HOST"
}

main "$@"
