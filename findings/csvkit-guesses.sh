#!/usr/bin/env bash
# csvkit 1.0.7 with agate 1.6.3, as Debian 12 has them, making JSON of a list of publications in CSV, with its defaults.
# Expected: what has only digits becomes a number, where nothing is lost by that, and true and false stay themselves; all else is text.
# Seen: pages 10-12 are the 12 October 2001, and pages 1-5 a day in January; issue 1 is true, if the file has no other issues than 0
# and 1; the arXiv identifier 0801.00010 is the number 801.0001. Nothing is said, and `--no-inference` leaves all as it is. Exits 1 if
# that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
packages=(
  python3-csvkit=1.0.7-1 python3-agate=1.6.3-2 python3-agatesql=0.5.8-2 python3-agatedbf=0.2.2-2 python3-agateexcel=0.2.5-2
  python3-babel=2.10.3-1 python-babel-localedata=2.10.3-1 python3-future=0.18.2-6 python3-isodate=0.6.1-1 python3-leather=0.3.4-2
  python3-parsedatetime=2.6-3 python3-pytimeparse=1.1.5-3 python3-six=1.16.0-4 python3-slugify=4.0.0-2 python3-tz=2022.7.1-4
  python3-text-unidecode=1.3-1
)
apt-get download --quiet=2 "${packages[@]}" 2>/dev/null
for package in *.deb; do dpkg-deb --extract "$package" root; done
cat >publications.csv <<'CSV'
title,pages,issue,arxiv_id,issn
Kilns,10-12,1,0801.00010,1050-124X
Pots,1-5,1,0802.00020,2434-561X
CSV
json() {
  PYTHONPATH=root/usr/lib/python3/dist-packages /usr/bin/python3 -m csvkit.utilities.csvjson "$@" publications.csv
}
seen=$(json)
printf '%s\n' "$seen"
expected='[{"title": "Kilns", "pages": "2001-10-12", "issue": true, "arxiv_id": 801.0001, "issn": "1050-124X"},'
expected+=' {"title": "Pots", "pages": "2001-01-05", "issue": true, "arxiv_id": 802.0002, "issn": "2434-561X"}]'
[[ "$seen" == "$expected" ]]
[[ "$(json --no-inference)" == *'"pages": "10-12", "issue": "1", "arxiv_id": "0801.00010"'* ]]
