#!/bin/sh
# Creates the namespace with 30 days of retention and the search attributes Turnkeep needs; runs again without harm.
# The names and types are those of temporal-config/search-attributes.ts.
set -eu

address="${TEMPORAL_ADDRESS:-127.0.0.1:7233}"
namespace="${TEMPORAL_NAMESPACE:-default}"

if ! temporal operator namespace describe --address "$address" --namespace "$namespace" >/dev/null 2>&1; then
  temporal operator namespace create --address "$address" --namespace "$namespace" --retention 720h
fi

create_attribute() {
  tries=30
  # A new namespace is known everywhere in the server only after some seconds.
  until temporal operator search-attribute create --address "$address" --namespace "$namespace" --name "$1" --type "$2"; do
    tries=$((tries - 1))
    if [ "$tries" -eq 0 ]; then exit 1; fi
    sleep 1
  done
}

create_attribute AgentStatus Keyword
create_attribute Agent Keyword
create_attribute WaitingFor Keyword
create_attribute StoppedAt Keyword
create_attribute TurnKey Keyword
create_attribute ReviewDueAt Datetime
