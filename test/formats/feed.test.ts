import { describe, expect, test } from '@jest/globals';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { feeds } from '../../src/formats/feed.ts';
import { aBibliography } from '../support/builders.ts';
import { aRecord, person } from './records.ts';

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
const entries = [
  { record, changedMs },
  { record: bare, changedMs: changedMs - 1 },
];

describe('Atom', () => {
  const parsed = parseAtomFeed(feeds.atom.write(feed, entries));

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
  const written = JSON.parse(feeds['json-feed'].write(feed, entries));
  expect(written.version).toBe('https://jsonfeed.org/version/1.1');
  const parsed = parseJsonFeed(written);
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
