import { execFileSync } from 'node:child_process';
import { Cite } from '@citation-js/core';
import { parse as parseBibtex } from '@retorquere/bibtex-parser';
import { CSLExporter, parse } from 'biblatex-csl-converter';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { Window } from 'happy-dom';
import { convert } from 'pandoc-wasm';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';

/** A record, or a reader's result, in one form. A field that a reader does not tell is left out. */
export type Read = Record<string, string>;

/** A text without the markup by which readers keep capitals. */
const line = (value: unknown) =>
  String(value ?? '')
    .replace(/<\/?span\b[^<>]*>/g, '')
    .trim();
const pagesOf = (value: unknown) => line(value).replace(/[-–]+/g, '-');
const namesOf = (names: readonly string[]) => names.join('; ');

const types: Record<string, string> = {
  'journal-article': 'article-journal',
  book: 'book',
  'book-chapter': 'chapter',
  report: 'report',
  standard: 'standard',
  patent: 'patent',
  software: 'software',
  dataset: 'dataset',
  dissertation: 'thesis',
  'posted-content': 'article',
  'proceedings-article': 'paper-conference',
  proceedings: 'book',
  'conference-presentation': 'speech',
};
const wholes = new Set(['book', 'report', 'standard', 'thesis']);

/** The record in the form of a reader's result. */
export function truthOf(said: Partial<Bibliography>): Read {
  const type = types[said.publication_type ?? ''] ?? '';
  const names = (authors: Bibliography['authors'] = []) =>
    namesOf(
      authors.map(({ name, family, given, suffix }) =>
        family ? [family, given, suffix].filter(Boolean).join(', ') : name,
      ),
    );
  const isWhole = wholes.has(type);
  const series = said.series_title ?? (isWhole ? said.container_title : null);
  const isNumbered = /^(report|standard|patent)$/.test(type);
  return {
    type,
    title: line(said.title),
    authors: names(said.authors),
    editors: type.startsWith('article') ? '' : names(said.editors),
    container: isWhole ? '' : line(said.container_title),
    series: line(series),
    seriesNumber: isWhole && series ? line(said.volume) : '',
    volume: isWhole && series ? '' : line(said.volume),
    issue: isNumbered ? '' : line(said.issue),
    number: isNumbered ? line(said.issue) : '',
    pages: pagesOf(said.pages ?? said.article_number),
    date: line(said.publication_date),
    publisher: line(said.institution ?? said.publisher),
    place: line(said.publication_place),
    isbn: said.isbn?.[0] ?? '',
    language: line(said.language).slice(0, 2),
    abstract: line(said.abstract),
  };
}

type Item = Record<string, unknown>;
type Name = Record<string, string | undefined>;

/** From an item of CSL-JSON. */
function ofItem(item: Item): Read {
  const names = (list: unknown) =>
    namesOf(
      ((list ?? []) as Name[]).map((name) => {
        const family = [name['dropping-particle'], name['non-dropping-particle'], name.family]
          .filter(Boolean)
          .join(' ');
        return name.literal ?? [family, name.given, name.suffix].filter(Boolean).join(', ');
      }),
    );
  const date = (item.issued as { 'date-parts'?: [(number | string)[]] } | undefined)?.['date-parts']?.[0] ?? [];
  return {
    type: line(item.type),
    title: line(item.title),
    authors: names(item.author),
    editors: names(item.editor),
    container: line(item['container-title']),
    series: line(item['collection-title']),
    seriesNumber: line(item['collection-number']),
    volume: line(item.volume),
    issue: line(item.issue),
    number: line(item.number),
    pages: pagesOf(item.page),
    date: date.map((part) => String(part).padStart(2, '0')).join('-'),
    publisher: line(item.publisher),
    place: line(item['publisher-place']),
    isbn: line(item.ISBN),
    language: line(item.language).slice(0, 2),
    abstract: line(item.abstract),
  };
}

/** Pandoc. */
export async function byPandoc(from: 'bibtex' | 'biblatex' | 'ris' | 'csljson', text: string): Promise<Read[]> {
  const { stdout } = await convert({ from, to: 'csljson' }, text, {});
  return (JSON.parse(stdout) as Item[]).map(ofItem);
}

/** citation-js. */
export const byCitationJs = (text: string): Read[] => new Cite(text, { generateGraph: false }).data.map(ofItem);

/** biblatex-csl-converter. */
export function byConverter(text: string): Read[] {
  const { entries } = parse(text) as { entries: ConstructorParameters<typeof CSLExporter>[0] };
  return Object.values(new CSLExporter(entries).parse() as Record<string, Item>).map(ofItem);
}

/** The parser of Better BibTeX for Zotero. The fields are BibTeX's. */
export function byBetterBibtex(text: string): Read[] {
  return parseBibtex(text).entries.map(({ type, fields }) => {
    const said = fields as Record<string, unknown>;
    const names = (list: unknown) =>
      namesOf(
        ((list ?? []) as Name[]).map(
          ({ prefix, lastName, firstName, suffix, name }) =>
            name ?? [[prefix, lastName].filter(Boolean).join(' '), firstName, suffix].filter(Boolean).join(', '),
        ),
      );
    const isNumbered = /^(techreport|misc)$/.test(type);
    const isBook = /^(book|proceedings)$/.test(type);
    const number = line(said.number);
    const date = [said.year, said.month, said.day].filter(Boolean).map((part) => String(part).padStart(2, '0'));
    return {
      title: line(said.title),
      authors: names(said.author),
      editors: names(said.editor),
      container: line(said.journal ?? said.booktitle ?? said.howpublished),
      series: line(said.series),
      seriesNumber: isBook ? number : '',
      volume: line(said.volume),
      issue: isNumbered || isBook ? '' : number,
      number: isNumbered ? number : '',
      pages: pagesOf(said.pages),
      date: date.join('-'),
      publisher: line(said.publisher ?? said.institution ?? said.school),
      place: line(said.address),
      isbn: line(said.isbn),
      language: line(said.language).slice(0, 2),
      abstract: line(said.abstract),
    };
  });
}

/** bibutils, by what it writes as MODS. The hosts of a whole work are its series. */
export function byBibutils(program: 'bib2xml' | 'ris2xml', text: string, truths: readonly Read[]): Read[] {
  const xml = execFileSync(program, { input: text, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  const document = new new Window().DOMParser().parseFromString(xml.replace(/^\ufeff/, ''), 'text/xml');
  return [...document.querySelectorAll('mods')].map((mods, at) => {
    const texts = (selector: string) =>
      [...mods.querySelectorAll(selector)].map(({ textContent }) => line(textContent));
    const names = (role: string) =>
      namesOf(
        [...mods.querySelectorAll('name')]
          .filter((name) => line(name.querySelector('roleTerm')?.textContent) === role)
          .map((name) => {
            const part = (type: string) =>
              [...name.querySelectorAll(`namePart[type="${type}"]`)]
                .map(({ textContent }) => line(textContent))
                .join(' ');
            const whole = name.querySelector('namePart:not([type])');
            return whole
              ? line(whole.textContent)
              : [part('family'), part('given'), part('suffix')].filter(Boolean).join(', ');
          }),
      );
    const hosts = texts('relatedItem > titleInfo > title').filter(Boolean);
    const isWhole = wholes.has(truths[at]?.type ?? '');
    const detail = (type: string) => texts(`detail[type="${type}"] > number`)[0] ?? '';
    const range = [...texts('extent > start'), ...texts('extent > end')];
    const isBook = truths[at]?.type === 'book';
    return {
      title: line(mods.querySelector('titleInfo > title')?.textContent),
      authors: names('author'),
      editors: names('editor'),
      container: isWhole ? '' : (hosts[0] ?? ''),
      series: (isWhole ? hosts[0] : hosts[1]) ?? '',
      seriesNumber: isBook ? detail('number') : '',
      volume: detail('volume'),
      issue: detail('issue'),
      number: (isBook ? '' : detail('number')) || (texts('identifier[type="serial number"]')[0] ?? ''),
      pages: pagesOf(range.length > 0 ? range.join('-') : detail('page')),
      date: texts('dateIssued')[0] ?? '',
      publisher: texts('publisher')[0] ?? '',
      place: texts('placeTerm')[0] ?? '',
      isbn: texts('identifier[type="isbn"]')[0] ?? '',
      abstract: texts('abstract')[0] ?? '',
    };
  });
}
