#!/usr/bin/env bash
# HTTP::OAI 4.12, as Debian 12 has it, harvesting OAI-PMH from a repository that answers in pages, as all large ones do.
# Expected: `while (my $record = $list->next)` of its documentation visits all records, because `resume`, by default, asks for the next
# page "during next() calls".
# Seen: all pages are asked for before the first `next`, which then has the records of the last page alone; there is no error. `onRecord`
# has all of them. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"; kill "${server:-}" 2>/dev/null || true' EXIT
cd "$folder"
mkdir -p archives/partial
: >status
# All that the package needs, whatever is installed here.
apt-get install --download-only --yes --quiet=2 --no-install-recommends --option Dir::State::status="$folder/status" \
  --option Dir::Cache::archives="$folder/archives" --option APT::Sandbox::User=root libhttp-oai-perl=4.12-1 >/dev/null
for package in archives/{lib*-perl,libxml2,libicu72}_*.deb; do
  dpkg-deb --extract "$package" root
done
export PERL5LIB=root/usr/share/perl5:root/usr/lib/x86_64-linux-gnu/perl5/5.36
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu
cat >serve.mjs <<'JS'
import { createServer } from 'node:http';

const header = (at) =>
  `<header><identifier>oai:registry.example:${at}</identifier><datestamp>2026-01-02T03:04:05Z</datestamp></header>`;
const dc = 'http://www.openarchives.org/OAI/2.0/oai_dc/';
const record = (at) =>
  `<record>${header(at)}<metadata><oai_dc:dc xmlns:oai_dc="${dc}" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Pots</dc:title>` +
  '</oai_dc:dc></metadata></record>';
const server = createServer((request, response) => {
  const asked = new URL(request.url, 'http://registry.example').searchParams;
  const verb = asked.get('verb');
  const page = Number(asked.get('resumptionToken') ?? 1);
  const items = (page < 3 ? [0, 1, 2] : [0]).map((at) => (verb === 'ListRecords' ? record : header)(`${page}${at}`));
  response.writeHead(200, { 'content-type': 'text/xml' });
  response.end(
    '<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">' +
      `<responseDate>2026-01-02T03:04:05Z</responseDate><request verb="${verb}">http://registry.example/oai</request>` +
      `<${verb}>${items.join('')}<resumptionToken>${page < 3 ? page + 1 : ''}</resumptionToken></${verb}></OAI-PMH>`,
  );
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
JS
node serve.mjs >port &
server=$!
while [[ ! -s port ]]; do sleep 0.1; done
cat >harvest.pl <<'PERL'
use strict;
use HTTP::OAI;
my $harvester = HTTP::OAI::Harvester->new(baseURL => "http://127.0.0.1:$ARGV[0]/oai");
for my $verb ('ListRecords', 'ListIdentifiers') {
  my $list = $harvester->$verb(metadataPrefix => 'oai_dc');
  my @next;
  while (my $item = $list->next) { push @next, $item->identifier =~ /(\d+)$/ }
  my @called;
  $harvester->$verb(metadataPrefix => 'oai_dc', onRecord => sub { push @called, $_[0]->identifier =~ /(\d+)$/ });
  printf "%s next: %s, onRecord: %s, error: %d\n", $verb, "@next", "@called", $list->is_error ? 1 : 0;
}
PERL
seen=$(/usr/bin/perl harvest.pl "$(cat port)")
printf '%s\n' "$seen"
[[ "$seen" == 'ListRecords next: 30, onRecord: 10 11 12 20 21 22 30, error: 0
ListIdentifiers next: 30, onRecord: 10 11 12 20 21 22 30, error: 0' ]]
