import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { decodeHTML } from 'entities';
import * as z from 'zod';
import { zoteroTypes } from '#src/publishing/pages/highwire.ts';
import { type SitePage, showPage } from '#src/publishing/pages/page.ts';
import { publicationPage } from '#src/publishing/pages/publication-page.ts';
import { isWhole } from '#src/records/citations/csl.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { parseCrossrefRecord } from '#src/sources/crossref/record.ts';
import { parseDoiRecord } from '#src/sources/datacite/doi-record.ts';
import { splitPages } from '#src/vocabulary/text/pages.ts';
import { sampleDir } from '../../local/options.ts';
import { records } from '../formats/records.ts';
import { pageRange } from '../oracle/placeholders.ts';
import { anIncoming } from '../support/builders.ts';
import '../support/event.ts';
import { areToolsRequired } from '../support/required-tools.ts';

/**
 * Pages read with tools of others: html-metadata (Highwire, as citation tools read it), extruct (JSON-LD), and the HTML
 * checker of the W3C. Reads the sample and, if `REGISTRY_RECORDINGS` names a folder, up to 50 publications of each type in it.
 */

const perType = 50;
const folder = mkdtempSync(join(tmpdir(), 'registry-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An agency's answer, as far as the tests compare pages with it. */
interface Said {
  title: string;
  /** The family name of each author, or the name of a group. */
  authors: string[];
  /** The journal, or the book and its series. */
  containers: string[];
  volume: string | undefined;
  firstPage: string | undefined;
  issn: string[];
  isbn: string[];
}

const texts = z.array(z.string()).default([]);
const name = z.string().optional();
const Work = z.object({
  title: texts,
  author: z.array(z.object({ family: name, name, given: name })).default([]),
  'container-title': texts,
  volume: name,
  page: name,
  ISSN: texts,
  ISBN: texts,
});
const DoiRecord = z.object({
  titles: z.array(z.object({ title: z.string() })),
  creators: z.array(z.object({ name, familyName: name.nullable() })).default([]),
});

/** Crossref's answer as it came. Its titles are in the markup of JATS. */
function saidByCrossref(message: unknown): Said {
  const work = Work.parse(message);
  return {
    title: work.title[0] ?? '',
    authors: work.author.map(({ family, name, given }) => family ?? name ?? given ?? ''),
    containers: work['container-title'],
    volume: work.volume,
    firstPage: pageRange(work.page)?.split(/\s*[-–—]\s*/)[0],
    issn: work.ISSN,
    isbn: work.ISBN,
  };
}

const saidByDataCite = (data: { attributes: unknown }): Pick<Said, 'title' | 'authors'> => {
  const { titles, creators } = DoiRecord.parse(data.attributes);
  return {
    title: titles[0]?.title ?? '',
    // Some have several people, or affiliations, in one name.
    authors: creators.map(({ familyName, name }) => familyName ?? name ?? '').filter((name) => !/[;(]/.test(name)),
  };
};

interface Recorded {
  record: PublicationRecord;
  /** The agency's answer; undefined for records that are made up. */
  said?: Partial<Said>;
}

function recorded(dir: string): Recorded[] {
  const bodies = (part: string) =>
    readdirSync(join(dir, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(dir, part, name), 'utf8')));
  const answers = [
    // An answer has one work or a list of them.
    ...bodies('crossref').flatMap((body) =>
      [body.message?.items ?? body.message ?? body]
        .flat()
        .map((work) => ({ answer: parseCrossrefRecord(work), said: () => saidByCrossref(work) })),
    ),
    ...bodies('datacite').flatMap(({ data }) =>
      [data].flat().map((each) => ({ answer: parseDoiRecord(each), said: () => saidByDataCite(each) })),
    ),
  ];
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return answers.flatMap(({ answer, said }) => {
    if (!answer || seen.has(answer.doi)) return [];
    const { doi, bibliography: original } = answer;
    seen.add(doi);
    const type = String(original.publication_type);
    counts.set(type, (counts.get(type) ?? 0) + 1);
    if (Number(counts.get(type)) > perType) return [];
    const record = applyIncoming(undefined, anIncoming({ doi, original }), [], new Date('2026-01-31T12:00:00Z'));
    return [{ record, said: said() }];
  });
}

const everything: Recorded[] = [
  // Fields that editors set are not in the original.
  ...records.filter(({ edits }) => Object.keys(edits).length === 0).map((record) => ({ record })),
  ...recorded(sampleDir),
  ...(process.env.REGISTRY_RECORDINGS ? recorded(process.env.REGISTRY_RECORDINGS) : []),
];
const pageOf = (record: PublicationRecord): SitePage =>
  publicationPage({ record, people: new Map(), language: 'en', locale: undefined, acceptLanguage: undefined });
const pages = everything.map(({ record, said }) => ({
  said,
  original: record.original,
  doi: record.doi,
  body: showPage(pageOf(record)).body,
}));
const files = pages.map(({ body }, index) => {
  const path = join(folder, `${index}.html`);
  writeFileSync(path, body);
  return path;
});

/** A text as readers of HTML see it. */
const plain = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are shown as spaces
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const list = (value: unknown): string[] =>
  value === undefined ? [] : [value].flat().map((each) => plain(String(each)));

const require = createRequire(import.meta.url);

const { load } = createRequire(require.resolve('html-metadata'))('cheerio') as { load: (html: string) => unknown };
const { parseHighwirePress } = require('html-metadata/lib/index') as {
  parseHighwirePress: (page: unknown) => Promise<Record<string, unknown>>;
};
const containerOf = (found: Record<string, unknown>) =>
  found.journal_title ?? found.inbook_title ?? found.conference_title ?? found.series_title;
/** The container of a publication: of a whole work its series, and of preprints, data and the like none that a tag names. */
function placeOf({ publication_type, container_title, series_title }: PublicationRecord['original']) {
  const { csl } = typeNamesOf(publication_type);
  if (isWhole(csl)) return series_title ?? container_title;
  return zoteroTypes[csl] === undefined ? container_title : null;
}

test('html-metadata finds title, authors, container, volume, pages, ISSN, ISBN, DOI and abstract', () =>
  Promise.all(
    pages.map(async ({ original, doi, body }) => {
      const found = await parseHighwirePress(load(body));
      const container = containerOf(found);
      const [firstPage] = original.pages === null ? [original.article_number] : splitPages(original.pages);
      expect({
        doi: found.doi,
        title: list(found.title)[0]?.includes(plain(titleOf(original.title) ?? doi)),
        authors: list(found.author),
        container: list(container),
        volume: list(found.volume),
        firstPage: list(found.firstpage),
        issn: list(found.issn),
        isbn: list(found.isbn),
        abstract: list(found.abstract)[0]?.slice(0, 1_000),
      }).toEqual({
        doi,
        title: true,
        authors: original.authors.slice(0, 1_000).flatMap((author) => list(inverted(author) || undefined)),
        container: list(placeOf(original) ?? undefined),
        volume: list(original.volume ?? undefined),
        firstPage: list(firstPage ?? undefined),
        issn: original.issn.map(plain),
        isbn: original.isbn.map(plain),
        abstract: original.abstract === null ? undefined : plain(original.abstract).slice(0, 1_000),
      });
    }),
  ));

/** Letters and digits, without the markup and the entities of agencies, some of which are encoded twice. */
const letters = (text: string): string =>
  decodeHTML(decodeHTML(text))
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
const digits = (texts: readonly string[]) => [...new Set(texts.map((text) => text.replace(/[^\dX]/gi, '')))].sort();
/** Not an author without a name, or with Crossref's "name not available". */
const isNamed = (name: string) => !['', '&NA;'].includes(name);

test('html-metadata finds what the agencies answered, whatever the registry made of it', async () => {
  const different: object[] = [];
  const compared = pages.filter(({ said }) => said);
  for (const { said, doi, body } of compared) {
    if (!said) continue;
    const found = await parseHighwirePress(load(body));
    const [title, authors, container] = [list(found.title).join(), list(found.author), list(containerOf(found)).join()];
    const names = (said.authors ?? []).filter(isNamed).slice(0, 1_000);
    const all = authors.join();
    const shown = {
      // Formulas in TeX are written as text, and of a nucleus the number is before its letters.
      title: /[$\\]|mprescripts/.test(said.title ?? '') || letters(title).includes(letters(said.title ?? '')) || title,
      // A suffix in a family name is written at the end.
      authors: names.filter(
        (name, index) =>
          !name
            .split(/\s+/)
            .every((word) => letters('volume' in said ? (authors[index] ?? '') : all).includes(letters(word))),
      ),
      ...('volume' in said && {
        // Preprints have their server, which Crossref names elsewhere.
        container:
          !container ||
          !said.containers?.length ||
          said.containers.map(letters).includes(letters(container)) ||
          container,
        volume: list(found.volume)[0],
        firstPage: said.firstPage && list(found.firstpage)[0],
        issn: digits(list(found.issn)),
        isbn: digits(list(found.isbn)),
      }),
    };
    const expected = {
      title: true,
      authors: [],
      ...('volume' in said && {
        container: true,
        volume: said.volume,
        firstPage: said.firstPage,
        issn: digits(said.issn ?? []),
        isbn: digits(said.isbn ?? []),
      }),
    };
    if (!isDeepStrictEqual(shown, expected)) different.push({ doi, shown, expected });
  }
  expect(different).toEqual([]);
  expect(compared.length).toBeGreaterThan(10);
});

const titleOf = (title: PublicationRecord['original']['title']) =>
  title === null || typeof title === 'string' ? title?.trim() || null : (title.en ?? Object.values(title).sort()[0]);
/** It takes the comma at the end of a group, by which Zotero knows one, for a part of the name. */
const inverted = ({ name, given, family, suffix }: PublicationRecord['original']['authors'][number]) => {
  const whole = family ? [family, suffix].filter(Boolean).join(' ') : name.replace(/\s*,\s*/g, ' ').trim();
  if (family && given) return [family, given, suffix].filter(Boolean).join(', ');
  return whole && (!family || /\s/.test(whole)) ? `${whole},` : whole;
};

const python = '/usr/bin/python3';
const hasExtruct = spawnSync(python, ['-c', 'import extruct']).status === 0;
(hasExtruct || areToolsRequired ? test : test.skip)('extruct finds the same in the structured data', () => {
  const program = `
import json, sys, extruct
for path in sys.stdin.read().split():
    page = extruct.extract(open(path, encoding='utf-8').read(), syntaxes=['json-ld', 'opengraph'], uniform=True)
    print(json.dumps([page['json-ld'], page['opengraph']]))
`;
  const { stdout, stderr, status } = spawnSync(python, ['-c', program], {
    input: files.join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(pages.length);
  for (const [index, line] of lines.entries()) {
    const [[data], [graph]] = JSON.parse(line);
    const { original, doi } = pages[index] as (typeof pages)[number];
    const containers: Record<string, unknown>[] = [];
    for (let at = data.isPartOf; at; at = at.isPartOf) containers.push(at);
    const whole = containers.at(-1);
    expect({
      doi: data.identifier.value,
      title: plain(data.name).includes(plain(titleOf(original.title) ?? doi)),
      shared: plain(graph['og:title']),
      authors: (data.author ?? []).map(({ name }: { name: string }) => plain(name)),
      container: list(whole?.name),
      volume: list(containers.find(({ volumeNumber }) => volumeNumber)?.volumeNumber),
      abstract: list(data.abstract)[0]?.slice(0, 1_000),
    }).toEqual({
      doi,
      title: true,
      shared: plain(data.name),
      authors: original.authors.slice(0, 1_000).map(({ name }) => plain(name)),
      container: list(original.container_title ?? undefined),
      volume: list((original.container_title && original.volume) ?? undefined),
      abstract: original.abstract === null ? undefined : plain(original.abstract).slice(0, 1_000),
    });
  }
});

test('the HTML checker of the W3C finds nothing', () => {
  const jar = require.resolve('vnu-jar/build/dist/vnu.jar');
  const { stderr, status } = spawnSync('java', ['-jar', jar, '--errors-only', '--format', 'text', ...files], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  expect([stderr.replaceAll(folder, '').trim(), status]).toEqual(['Document checking completed. No errors found.', 0]);
});
