#!/usr/bin/env bash
# biber 2.18, as Debian 12 has it, rewriting biblatex with `--tool`, as people do to format a file or to resolve cross-references.
# Expected: what biber writes, biber reads, and it says the same: a year before our era (`-0044`), an open range (`2004-06/..`), an
# annotation that is a text, in quotation marks, and with `--output-xname` a group with a comma in its name.
# Seen: the year is written as `-44`, which biber itself ignores at the next run; the range ends at a time that is not known, which is
# something else than an open one; the annotation has lost its quotation marks, without which it is no text; and of the group "Pot
# Institute, Graz", written without braces, the next run has "Pot Institute". Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial
: >status
# All that the package needs, whatever is installed here.
apt-get install --download-only --yes --quiet=2 --no-install-recommends --option Dir::State::status="$folder/status" \
  --option Dir::Cache::archives="$folder/archives" --option APT::Sandbox::User=root biber=2.18-1 >/dev/null
for package in archives/{biber,lib*-perl,libbtparse2,libxml2,libxslt1.1,libicu72}_*.deb; do
  dpkg-deb --extract "$package" root
done
export PERL5LIB=root/usr/share/perl5:root/usr/lib/x86_64-linux-gnu/perl5/5.36
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu
biber() { /usr/bin/perl root/usr/bin/biber --tool --quiet "$@" >/dev/null; }
cat >one.bib <<'BIB'
@book{a,
  author = {{Kiln Group} and {Pot Institute, Graz} and Clay, Ann}, author+an:orcid = {3="0000-0002-1825-0097"},
  title = {Kilns}, date = {-0044}}
@book{b, author = {Clay, Ann}, title = {Pots}, date = {2004-06/..}}
BIB
biber one.bib --output-file=two.bib
biber two.bib --output-file=three.bib
biber one.bib --output-file=names.bib --output-xname
biber names.bib --output-file=names-again.bib
seen=$(grep -hE 'AUTHOR\+an|DATE' two.bib; grep -hE 'DATE' three.bib; grep -hE 'AUTHOR = .*Kiln' names.bib names-again.bib)
printf '%s\n' "$seen"
[[ "$seen" == '  AUTHOR+an:orcid = {3=0000-0002-1825-0097},
  DATE = {-44},
  DATE = {2004-06/},
  DATE = {2004-06/},
  AUTHOR = {family=Kiln Group and family=Pot Institute, Graz and family=Clay, given=Ann},
  AUTHOR = {Kiln Group and Pot Institute and Clay, Ann},' ]]
