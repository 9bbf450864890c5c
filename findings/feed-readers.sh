#!/usr/bin/env bash
# feedparser 2.6.0, rss-parser 3.13.0 and @extractus/feed-extractor 8.0.3, reading Atom (RFC 4287) as lists of publications have it.
# Expected: an entry's authors are its own, however many; `published` is when the article appeared, also if the record has changed
# since; a title in XHTML is its text, so that H₂O is H2O.
# Seen: with two authors, feedparser gives the entry to the author of the feed, and to nobody if the feed has none, with one author it
# is right; feed-extractor calls the last change "published", so that an article of 1965 is of today, and has no text for a title in
# XHTML, of which rss-parser makes an object with the 2 behind the rest. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund feedparser@2.6.0 rss-parser@3.13.0 @extractus/feed-extractor@8.0.3
cat >feeds.mjs <<'JS'
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { extractFromXml } from '@extractus/feed-extractor';
import FeedParser from 'feedparser';
import Parser from 'rss-parser';

const person = (name) => `<author><name>${name}</name></author>`;
const feed = (feedAuthors, authors) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Publications</title><id>urn:example:feed</id><updated>2026-01-02T00:00:00Z</updated>${feedAuthors.map(person).join('')}
  <entry>
    <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Kilns and H<sub>2</sub>O</div></title>
    <id>urn:example:1</id><published>1965-03-01T00:00:00Z</published><updated>2026-01-01T00:00:00Z</updated>
    ${authors.map(person).join('')}<summary>Pots</summary><link href="https://example.org/1"/>
  </entry>
</feed>`;

async function parsed(xml) {
  const items = [];
  const reader = Readable.from([xml]).pipe(new FeedParser());
  for await (const item of reader) items.push(item);
  return items[0];
}
const one = await parsed(feed(['Institute'], ['Ann Clay']));
const two = await parsed(feed(['Institute'], ['Ann Clay', 'Bo Pot']));
const alone = await parsed(feed([], ['Ann Clay', 'Bo Pot']));
console.log('feedparser:', one.author, two.author, alone.author, two.title);
assert.deepEqual([one.author, two.author, alone.author], ['Ann Clay', 'Institute', null]);
const [extracted] = extractFromXml(feed([], ['Ann Clay'])).entries;
console.log('feed-extractor:', extracted);
assert.deepEqual([extracted.published.slice(0, 4), extracted.title], ['2026', '']);
const { items } = await new Parser().parseString(feed([], ['Ann Clay']));
console.log('rss-parser:', JSON.stringify(items[0].title));
assert.equal(items[0].title.div[0]._, 'Kilns and HO');
assert.equal(items[0].pubDate.slice(0, 4), '1965');
JS
node feeds.mjs
