import { Cite } from '@citation-js/core';
import { parse } from 'biblatex-csl-converter';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type FormatName, formats } from '#src/formats/format.ts';
import { type CslItem, type CslName, citationOf } from '#src/records/citations/csl.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { allIngested } from '../oracle/ingested.ts';
import { anIncoming } from '../support/builders.ts';
import { records } from './records.ts';

/*
 * Two independent readers by other authors read the exports of all recorded and invented publications. Values that a
 * format cannot express, or that a reader drops, are not compared: see docs/formats.md.
 */
let all: PublicationRecord[];
let items: CslItem[];
beforeAll(async () => {
  const ingested = await allIngested();
  const recorded = ingested.map(({ source, doi, bibliography }) => {
    const original = { source: source === 'openalex' ? 'orcid' : source, original: bibliography } as const;
    return applyIncoming(undefined, anIncoming({ doi, ...original }), [], new Date(0));
  });
  all = [...recorded, ...records];
  items = all.map((record) => citationOf(record, 'en').item);
});

function exported(name: FormatName): string {
  const { head, between, tail, writer } = formats[name];
  const write = writer();
  return head + all.map((record) => write(citationOf(record, 'en'))).join(between) + tail;
}

const line = (value: unknown) =>
  String(value ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
/** Readers represent fonts, such as protected capitals, as markup. */
const unmarked = (value: unknown) => line(value).replace(/<\/?\w+(?: [^<>]*)?>/g, '');
/** A name in one order, as readers split it: particles belong to the family name. */
const nameText = (name: Record<string, string | undefined>) =>
  [name['non-dropping-particle'], name['dropping-particle'], name.family, name.given, name.suffix, name.literal]
    .filter(Boolean)
    .map(line)
    .join(' ');
const namesText = (names: readonly CslName[] | undefined) => (names ?? []).map((name) => nameText({ ...name }));
/** Letters and digits: readers turn quotation marks and dashes into typographic ones. */
const letters = (value: unknown) => line(value).replace(/[^\p{L}\p{N}]/gu, '');

/** The fields of an item that a reader found. */
type Found = Record<'title' | 'volume' | 'abstract' | 'ISSN' | 'ISBN' | 'DOI', string> &
  Pick<CslItem, 'author' | 'editor'>;
const read = (text: unknown): Found[] => new Cite(text, { generateGraph: false }).data as Found[];

describe('citation-js', () => {
  test('reads from BibTeX what was written', () => {
    const entries = read(exported('bibtex'));
    expect(entries).toHaveLength(items.length);
    for (const [at, item] of items.entries()) {
      const found = entries[at];
      for (const name of ['title', 'volume', 'abstract', 'ISSN', 'ISBN'] as const) {
        // A BibTeX entry has one ISSN and ISBN.
        const written = name === 'ISSN' || name === 'ISBN' ? item[name]?.split(', ')[0] : item[name];
        expect(unmarked(found?.[name])).toBe(unmarked(written));
      }
      // The parts of a name may have lost commas.
      const people = (names: CslItem['author']) => namesText(names).map((name) => name.replaceAll(',', ''));
      expect(people(found?.author)).toEqual(people(item.author));
      expect(namesText(found?.editor)).toEqual(namesText(item.editor));
      expect(line(found?.DOI)).toBe(item.DOI?.replace(/[{}\\]/g, encodeURIComponent));
    }
  });

  test('reads from RIS what was written', () => {
    const entries = read(exported('ris'));
    expect(entries).toHaveLength(items.length);
    for (const [at, item] of items.entries()) {
      const found = entries[at];
      for (const name of ['title', 'abstract', 'DOI'] as const) expect(line(found?.[name])).toBe(line(item[name]));
      expect(namesText(found?.author).map(letters)).toEqual(namesText(item.author).map(letters));
    }
  });

  test('reads from CSL-JSON what was written', () => {
    const entries = read(JSON.parse(exported('csl-json')));
    expect(entries.map(({ title, DOI }) => [title, DOI])).toEqual(items.map(({ title, DOI }) => [title, DOI]));
  });
});

describe('biblatex-csl-converter', () => {
  interface Entry {
    fields: {
      title?: unknown;
      author?: { family?: unknown; given?: unknown; suffix?: unknown; prefix?: unknown; literal?: unknown }[];
      doi?: string;
    };
  }
  /** The text of a value with nested markup. */
  const text = (value: unknown): string =>
    Array.isArray(value)
      ? value.map(text).join('')
      : typeof value === 'object' && value !== null
        ? String((value as { text?: string }).text ?? '')
        : '';

  test('reads from BibTeX what was written, without an error', () => {
    const { entries, errors } = parse(exported('bibtex')) as unknown as {
      entries: Record<string, Entry>;
      errors: unknown[];
    };
    expect(errors).toEqual([]);
    expect(Object.keys(entries)).toHaveLength(items.length);
    for (const [at, item] of items.entries()) {
      const { title, author } = entries[String(at + 1)]?.fields ?? entries[String(at)]?.fields ?? {};
      expect(letters(text(title))).toBe(letters(item.title));
      const people = (author ?? []).map(({ prefix, family, given, suffix, literal }) =>
        letters([prefix, family, given, suffix, literal].map(text).join('')),
      );
      expect(people).toEqual(namesText(item.author).map(letters));
    }
  });
});
