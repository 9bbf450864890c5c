#!/usr/bin/env bash
# Catmandu 1.2020 with Catmandu::BibTeX 0.21, as Debian 12 has them, with which libraries move records between their systems, writing
# BibTeX.
# Expected: a record with two authors is an entry with two authors, as in the module's documentation, and signs that TeX takes for its
# own are written as commands.
# Seen: every value is in braces twice, so that the authors are one name for BibTeX and biblatex, "Clay, Ann and Pot, Bo"; Catmandu
# itself reads one author back. `100%` stays as it is, where TeX begins a comment, and the type of the entry is a field, too. Exits 1
# if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p archives/partial
: >status
# All that the package needs, whatever is installed here.
apt-get install --download-only --yes --quiet=2 --no-install-recommends --option Dir::State::status="$folder/status" \
  --option Dir::Cache::archives="$folder/archives" --option APT::Sandbox::User=root \
  libcatmandu-bibtex-perl=0.21-2 libcatmandu-perl=1.2020-1 >/dev/null
for package in archives/lib*-perl_*.deb; do dpkg-deb --extract "$package" root; done
export PERL5LIB=root/usr/share/perl5:root/usr/lib/x86_64-linux-gnu/perl5/5.36
cat >write.pl <<'PL'
use strict;
use warnings;
use Catmandu::Exporter::BibTeX;
use Catmandu::Importer::BibTeX;

my $written = '';
my $exporter = Catmandu::Exporter::BibTeX->new(file => \$written);
$exporter->add({_citekey => 'a', type => 'article', author => ['Clay, Ann', 'Pot, Bo'], note => '100% clay', year => '2020'});
$exporter->commit;
open my $file, '<', \$written or die;
my ($record) = @{Catmandu::Importer::BibTeX->new(fh => $file)->to_array};
$written =~ s/ +/ /g;
print $written, join(' | ', @{$record->{author}}), "\n";
PL
seen=$(/usr/bin/perl write.pl)
printf '%s\n' "$seen"
[[ "$seen" == '@article{a,
 author = {{Clay, Ann and Pot, Bo}},
 note = {{100% clay}},
 type = {{article}},
 year = {{2020}},
}

Clay, Ann and Pot, Bo' ]]
