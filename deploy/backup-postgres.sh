#!/usr/bin/env bash
# Copy gm's PostgreSQL database while it is in use, check the copy, and keep the newest ones.
#
#   backup-postgres.sh URL FOLDER [KEEP]     KEEP copies stay, 30 if not said
#
# To bring one back, stop gm and: pg_restore --clean --if-exists --exit-on-error \
#   --single-transaction --no-owner -d URL COPY
set -euo pipefail
umask 077

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  sed -n 's/^#   \(backup-postgres\.sh.*\)/usage: \1/p' "$0" >&2
  exit 64
fi
url=$1 folder=$2 keep=${3:-30}
if ! [ "$keep" -ge 1 ] 2>/dev/null; then
  echo 'at least one copy must be kept' >&2
  exit 64
fi
mkdir -p "$folder"
final="$folder/gm-$(date -u +%Y%m%dT%H%M%S%NZ).dump"
partial="$final.partial"
trap 'rm -f "$partial"' EXIT

pg_dump --format=custom --no-owner --file="$partial" "$url"
# A copy whose table of contents lacks the games is none.
pg_restore --list "$partial" | grep -q ' TABLE DATA public games ' || {
  echo 'the copy holds no games; it is thrown away' >&2
  exit 65
}
sync "$partial"
mv "$partial" "$final"
find "$folder" -maxdepth 1 -name 'gm-*.dump' | sort | head -n "-$keep" | xargs -r rm --
echo "$final"
