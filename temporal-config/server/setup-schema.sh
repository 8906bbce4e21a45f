#!/bin/sh
# Creates and updates Temporal's two databases; meant to run again at every start. Password in SQL_PASSWORD.
set -eu

sql() {
  temporal-sql-tool --plugin postgres12 --ep "$POSTGRES_SEEDS" -p "$DB_PORT" -u "$POSTGRES_USER" "$@"
}

prepare() {
  # Both fail on a database that is already there, which is then only updated; if it is not, the update fails.
  sql --db "$1" create || true
  sql --db "$1" setup-schema -v 0.0 || true
  sql --db "$1" update-schema -d "/etc/temporal/schema/postgresql/v12/$2/versioned"
}

prepare temporal temporal
prepare temporal_visibility visibility
