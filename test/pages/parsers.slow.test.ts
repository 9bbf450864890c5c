import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { sampleDir } from '../../local/options.ts';
import { applyIncoming, type PublicationRecord } from '../../src/domain/publications/publication.ts';
import { type Page, showPage } from '../../src/pages/page.ts';
import { publicationPage } from '../../src/pages/publication-page.ts';
import { parseWork } from '../../src/sources/crossref/work.ts';
import { parseDoiRecord } from '../../src/sources/datacite/doi-record.ts';
import { records } from '../formats/records.ts';
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

function recorded(dir: string): PublicationRecord[] {
  const bodies = (part: string) =>
    readdirSync(join(dir, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(dir, part, name), 'utf8')));
  const answers = [
    ...bodies('crossref').map((body) => parseWork(body.message ?? body)),
    ...bodies('datacite').map((body) => parseDoiRecord(body.data)),
  ];
  const counts = new Map<string, number>();
  return answers.flatMap((answer) => {
    if (!answer) return [];
    const { doi, bibliography: original } = answer;
    const type = String(original.publication_type);
    counts.set(type, (counts.get(type) ?? 0) + 1);
    if (Number(counts.get(type)) > perType) return [];
    return [applyIncoming(undefined, anIncoming({ doi, original }), [], new Date('2026-01-31T12:00:00Z'))];
  });
}

const all = [
  // Fields that editors set are not in the original.
  ...records.filter(({ edits }) => Object.keys(edits).length === 0),
  ...recorded(sampleDir),
  ...(process.env.REGISTRY_RECORDINGS ? recorded(process.env.REGISTRY_RECORDINGS) : []),
];
const pageOf = (record: PublicationRecord): Page =>
  publicationPage({ record, people: new Map(), language: 'en', locale: undefined, acceptLanguage: undefined });
const pages = all.map((record) => ({
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

test('html-metadata finds title, authors, container, volume, pages, ISSN, ISBN, DOI and abstract', () => {
  const { load } = createRequire(require.resolve('html-metadata'))('cheerio') as { load: (html: string) => unknown };
  const { parseHighwirePress } = require('html-metadata/lib/index') as {
    parseHighwirePress: (page: unknown) => Promise<Record<string, unknown>>;
  };
  return Promise.all(
    pages.map(async ({ original, doi, body }) => {
      const found = await parseHighwirePress(load(body));
      const container = found.journal_title ?? found.conference_title ?? found.inbook_title;
      const [firstPage] = original.pages?.split(/\s*[-–—]\s*/) ?? [original.article_number];
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
        container: list(original.container_title ?? undefined),
        volume: list(original.volume ?? undefined),
        firstPage: list(firstPage ?? undefined),
        issn: original.issn.map(plain),
        isbn: original.isbn.map(plain),
        abstract: original.abstract === null ? undefined : plain(original.abstract).slice(0, 1_000),
      });
    }),
  );
});

const titleOf = (title: PublicationRecord['original']['title']) =>
  title === null || typeof title === 'string' ? title?.trim() || null : (title.en ?? Object.values(title).sort()[0]);
const inverted = ({ name, given, family, suffix }: PublicationRecord['original']['authors'][number]) =>
  family ? [family, given, suffix].filter(Boolean).join(', ') : name;

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
