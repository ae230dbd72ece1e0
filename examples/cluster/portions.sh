#!/bin/sh
# Explores a board in portions, with several processes at a time on this machine:
#
#     examples/cluster/portions.sh 3x4 work
#     JOBS=8 THREADS=2 MEMORY=4GB examples/cluster/portions.sh 3x5 /shared/3x5 --no-table
#
# Options after the folder apply when the run begins. If anything fails, the same command resumes the run.
set -eu
board=$1
work=$2
shift 2

# The latest complete layer; 0 begins the run.
layer=$(ls "$work" 2>/dev/null | sed -n 's/^manifest-//p' | sort -n | tail -n 1)
layer=${layer:-0}
portions=$(antipode portion "$board" --work "$work" --layer "$layer" --finish "$@")
while [ -n "$portions" ]; do
  layer=$((layer + 1))
  echo "$portions" | xargs -P "${JOBS:-2}" -I '{}' antipode portion --work "$work" --layer "$layer" --portion '{}' \
    --threads "${THREADS:-1}" --memory "${MEMORY:-1GB}"
  portions=$(antipode portion --work "$work" --layer "$layer" --finish)
done
antipode explore --resume "$work"
