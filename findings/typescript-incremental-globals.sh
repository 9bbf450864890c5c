#!/usr/bin/env bash
# TypeScript 7.0.2, `--incremental` with a kept state, and a global interface that another file declares.
# Expected: a check from the kept state finds what a check without it finds, as with TypeScript 6.0.2 and 5.9.3.
# Seen: after the declaration has changed, an error in a file that uses it is not found; after the file with the
# declaration was removed and is back, an error is found that is none. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund typescript-7@npm:typescript@7.0.2 typescript-6@npm:typescript@6.0.2
cat >tsconfig.json <<'JSON'
{
  "compilerOptions": { "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": [] },
  "include": ["*.ts"]
}
JSON
echo 'export const isHot = (kiln: Kiln): string => kiln.hot;' >use.ts
declare_kiln() { echo "declare global { interface Kiln { hot: $1 } } export {};" >globals.ts; }

# The codes of the errors that a version finds after each step, with the kept state and without.
errors() {
  local version=$1
  shift
  { node "node_modules/typescript-$version/bin/tsc" --project tsconfig.json "$@" || true; } | grep -o 'TS[0-9]*' | tr '\n' ' ' || true
}
compare() {
  local version=$1 step=$2
  local kept whole
  kept=$(errors "$version" --incremental --tsBuildInfoFile "state-$version")
  whole=$(errors "$version")
  echo "TypeScript $version, $step: kept state finds [${kept% }], a whole check [${whole% }]"
}
seen=$(
  for version in 7 6; do
    declare_kiln string
    compare "$version" 'at first'
    declare_kiln number
    compare "$version" 'changed'
    rm globals.ts
    compare "$version" 'removed'
    declare_kiln string
    compare "$version" 'back'
  done
)
echo "$seen"
expected='TypeScript 7, at first: kept state finds [], a whole check []
TypeScript 7, changed: kept state finds [], a whole check [TS2322]
TypeScript 7, removed: kept state finds [TS2304], a whole check [TS2304]
TypeScript 7, back: kept state finds [TS2304], a whole check []
TypeScript 6, at first: kept state finds [], a whole check []
TypeScript 6, changed: kept state finds [TS2322], a whole check [TS2322]
TypeScript 6, removed: kept state finds [TS2304], a whole check [TS2304]
TypeScript 6, back: kept state finds [], a whole check []'
[ "$seen" = "$expected" ]
