import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { type FeedEntry, type FeedName, feeds, publicationFeedEntry } from '#src/formats/feed.ts';
import { aBibliography } from '../support/builders.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { aRecord, person, records } from './records.ts';

const links = { self: 'https://r.example/v1/publications?format=atom&offset=50', first: 'https://r.example/f' };
const feed = { title: 'Kilns & "Pots"', language: 'en', links: { ...links, next: 'https://r.example/n?a=1&b=2' } };
const hostile = 'Kilns <script>alert(1)</script> & ]]> \u0007pots';
const record = aRecord({
  original: aBibliography({
    title: hostile,
    authors: [person('Josiah', 'Carberry')],
    publication_date: '2008-02-03',
    abstract: 'About <b>kilns</b>',
    subjects: ['Ceramics'],
  }),
});
const bare = aRecord({ original: aBibliography({ title: null, authors: [], publication_date: '2008' }) });
const changedMs = Date.UTC(2026, 0, 31, 12);
const entries = [publicationFeedEntry(record, 'en', changedMs), publicationFeedEntry(bare, 'en', changedMs - 1)];
const written = (format: FeedName, all: readonly FeedEntry[]) =>
  feeds[format].write(
    feed,
    all.map((entry) => ({ text: feeds[format].writeEntry(entry), changedMs: entry.changedMs })),
  );

describe('Atom', () => {
  const parsed = parseAtomFeed(written('atom', entries));

  test('has stable ids, the time of the last change, escaped texts and the links of RFC 5005', () => {
    expect(parsed).toMatchObject({
      title: { value: feed.title },
      id: 'https://r.example/f',
      updated: '2026-01-31T12:00:00.000Z',
      links: [
        { rel: 'self', href: links.self },
        { rel: 'first', href: links.first },
        { rel: 'next', href: 'https://r.example/n?a=1&b=2' },
      ],
    });
    expect(parsed.entries?.[0]).toMatchObject({
      id: 'https://doi.org/10.5555/pots',
      title: { value: 'Kilns <script>alert(1)</script> & ]]>  pots' },
      updated: '2026-01-31T12:00:00.000Z',
      published: '2008-02-03T00:00:00Z',
      authors: [{ name: 'Josiah Carberry' }],
      content: { value: 'About <b>kilns</b>' },
      categories: [{ term: 'Ceramics' }],
    });
  });

  test('a publication without title, authors and day has its DOI, the authors of the feed and no date', () => {
    const [, entry] = parsed.entries ?? [];
    expect(entry).toMatchObject({ title: { value: '10.5555/pots' } });
    expect(entry?.authors).toBeUndefined();
    expect(entry?.published).toBeUndefined();
    expect(parsed.authors).toHaveLength(1);
  });
});

test('JSON Feed has the same', () => {
  const read = JSON.parse(written('json-feed', entries));
  expect(read.version).toBe('https://jsonfeed.org/version/1.1');
  const parsed = parseJsonFeed(read);
  expect(parsed).toMatchObject({ next_url: 'https://r.example/n?a=1&b=2' });
  expect(parsed.items?.[0]).toMatchObject({
    id: 'https://doi.org/10.5555/pots',
    url: 'https://doi.org/10.5555/pots',
    content_text: 'About <b>kilns</b>',
    date_published: '2008-02-03T00:00:00Z',
    authors: [{ name: 'Josiah Carberry' }],
    tags: ['Ceramics'],
  });
});

test('an empty feed is valid, and has not changed since the epoch', () => {
  expect(parseAtomFeed(feeds.atom.write(feed, []))).toMatchObject({ updated: '1970-01-01T00:00:00.000Z' });
  expect(JSON.parse(feeds['json-feed'].write(feed, [])).items).toEqual([]);
});

const python = '/usr/bin/python3';
const hasFeedparser = spawnSync(python, ['-c', 'import feedparser']).status === 0;
(hasFeedparser || areToolsRequired ? test : test.skip)('feedparser finds nothing wrong with any record', () => {
  const program = `
import json, sys, feedparser
feed = feedparser.parse(sys.stdin.buffer.read(), response_headers={'content-type': 'application/atom+xml'})
print(json.dumps([bool(feed.bozo), feed.version, [entry.id for entry in feed.entries]]))
`;
  const all = records.map((each, index) => publicationFeedEntry(each, 'en', changedMs + index));
  const { stdout, stderr } = spawnSync(python, ['-c', program], { input: written('atom', all), encoding: 'utf8' });
  expect(stderr).toBe('');
  const [isBroken, version, ids] = JSON.parse(stdout);
  expect([isBroken, version, ids.length]).toEqual([false, 'atom10', records.length]);
});
