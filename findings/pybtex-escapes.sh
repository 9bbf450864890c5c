#!/usr/bin/env bash
# pybtex 0.24.0 and bibtexparser 1.1.0 of Python, as Debian 12 has them, reading BibTeX and writing it again.
# Expected: a percent sign and an ampersand that are written for LaTeX (`\%`, `\&`) are written so again, each time, and an address is the
# same; `month = feb`, a string of BibTeX's own styles, is February.
# Seen: pybtex writes one more backslash each time: `\\%` is a line break and the beginning of a comment, by which LaTeX loses the rest
# of the line; in an address `&` is `\&`. bibtexparser refuses the whole file for `feb`, which is no string of the file, unless it is told
# `common_strings=True`. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial
: >status
# All that the packages need, whatever is installed here.
apt-get install --download-only --yes --quiet=2 --no-install-recommends --option Dir::State::status="$folder/status" \
  --option Dir::Cache::archives="$folder/archives" --option APT::Sandbox::User=root \
  pybtex=0.24.0-3 python3-bibtexparser=1.1.0+ds-5 >/dev/null
for package in archives/*.deb; do
  case "$package" in */libc6_*) continue ;; esac
  dpkg-deb --extract "$package" root
done
export PYTHONPATH=root/usr/lib/python3/dist-packages PYTHONHOME=root/usr
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu:root/lib/x86_64-linux-gnu
cat >write.py <<'PY'
import bibtexparser
from bibtexparser.bparser import BibTexParser
from pybtex.database import parse_string

entry = r'@article{a, title = {Pots \& kilns, 5\% of them}, url = {https://example.org/?a=1&b=2}, month = feb}'
for turn in range(2):
    read = parse_string(entry, 'bibtex')
    fields = read.entries['a'].fields
    print(fields['title'], fields['url'], fields['month'])
    entry = read.to_string('bibtex')
plain = '@article{a, title = {Pots}, month = feb}'
try:
    print(bibtexparser.loads(plain).entries[0]['month'])
except Exception as error:
    print(type(error).__name__, error)
print(bibtexparser.loads(plain, BibTexParser(common_strings=True)).entries[0]['month'])
PY
seen=$(root/usr/bin/python3.11 -W ignore write.py)
printf '%s\n' "$seen"
[[ "$seen" == 'Pots \& kilns, 5\% of them https://example.org/?a=1&b=2 February
Pots \\& kilns, 5\\% of them https://example.org/?a=1\&b=2 February
UndefinedString '"'feb'"'
February' ]]
