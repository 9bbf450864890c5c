import type { Author } from '#src/vocabulary/bibliography.ts';
import { buildRow, nothingSaid, type Said } from './entries/build-row.ts';
import { lineCounter } from './entries/file-text.ts';
import { noteFields } from './entries/note-identifiers.ts';
import { groupOf, peopleOf, personOf } from './entries/people.ts';
import { type EntryFault, originalOf, type Positioned, type ReadingLimits, remark } from './entries/remarks.ts';
import { degreeOf, typeOfWord } from './entries/types.ts';

type Item = Record<string, unknown>;

/**
 * The items of a CSL-JSON file: a list, one item, `{"items": […]}`, `{"references": […]}`, or one item a line. Cut into
 * items first: one that is no JSON is listed, and costs no other.
 */
export function* readCslJson(text: string, limits: ReadingLimits): Generator<Positioned> {
  const lineAt = lineCounter(text);
  const ids = new Map<string, number>();
  for (const { start, end, isOpen } of cutItems(text, limits.entryCharacters)) {
    const written = text.slice(start, end);
    const line = lineAt(start);
    const original = originalOf(written);
    const listed = (fault: EntryFault): Positioned => ({
      end,
      entry: { line, key: null, original, row: null, faults: [fault], notes: [] },
    });
    if (written.length > limits.entryCharacters) {
      yield listed(remark('too-long', String(written.length)));
      continue;
    }
    const item = isOpen ? undefined : itemOf(written);
    if (item === undefined) {
      yield listed(remark(isOpen ? 'no-end' : 'unreadable'));
      continue;
    }
    const key = textOf(item.id ?? item['citation-key']) ?? null;
    const faults: EntryFault[] = [];
    if (key !== null) {
      const first = ids.get(key);
      if (first === undefined) ids.set(key, line);
      else faults.push(remark('key-twice', key, first));
    }
    const { row, ...built } = buildRow(saidIn(item));
    yield { end, entry: { line, key, original, row, faults: [...faults, ...built.faults], notes: built.notes } };
  }
}

function itemOf(written: string): Item | undefined {
  try {
    const item: unknown = JSON.parse(written);
    return typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as Item) : undefined;
  } catch {
    return undefined;
  }
}

interface Cut {
  start: number;
  end: number;
  isOpen: boolean;
}

/** Where items begin and end, by braces outside of strings; behind a broken one, at the next that begins like the first. */
function* cutItems(text: string, maxCharacters: number): Generator<Cut> {
  let broken = 0;
  let at = itemsStart(text);
  let opening: RegExp | undefined;
  while (at < text.length) {
    const start = text.indexOf('{', at);
    // A list that breaks off, or text between items, is no item.
    if (start < 0) {
      const rest = text.slice(at).replace(/^[\s,\]}]*/, '');
      if (rest !== '') yield { start: text.length - rest.length, end: text.length, isOpen: true };
      return;
    }
    const between = text.slice(at, start).replace(/[\s,[\]]/g, '');
    if (between !== '' && opening !== undefined && !between.startsWith('}'))
      yield { start: at, end: start, isOpen: true };
    opening ??= openingOf(text, start);
    // In a file of broken items, their ends are looked for nearby only.
    const end = endOfItem(text, start, start + (broken > 100 ? 20_000 : maxCharacters));
    const isWhole = end !== undefined && itemOf(text.slice(start, end)) !== undefined;
    if (!isWhole) broken += 1;
    opening.lastIndex = start + 1;
    const next = isWhole ? undefined : opening.exec(text)?.index;
    if (isWhole) {
      yield { start, end, isOpen: false };
      at = end;
    } else if (next !== undefined) {
      yield { start, end: next, isOpen: false };
      at = next;
    } else {
      yield { start, end: end ?? text.length, isOpen: end === undefined };
      at = end ?? text.length;
    }
  }
}

/** Behind the bracket of the list, wherever it is. */
function itemsStart(text: string): number {
  const list =
    /^\s*\{\s*"(?:items|references)"\s*:\s*\[/.exec(text) ??
    /^\s*\{(?:\s*"[\w-]+"\s*:\s*(?:"[^"]*"|\d+|null)\s*,){0,10}\s*"(?:items|references)"\s*:\s*\[/.exec(text);
  return list?.[0].length ?? 0;
}

/** How items begin: with their indentation and their first member, as the first one does. */
function openingOf(text: string, start: number): RegExp {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const indentation = text.slice(lineStart, start);
  const first = /\{\s*"([\w-]{1,50})"/y;
  first.lastIndex = start;
  const member = first.exec(text)?.[1] ?? 'id';
  const item = `\\{\\s*"${member}"\\s*:`;
  return new RegExp(/^[ \t]*$/.test(indentation) && lineStart > 0 ? `(?<=\\n${indentation})${item}` : item, 'g');
}

function endOfItem(text: string, start: number, limit: number): number | undefined {
  const sign = /["{}]/g;
  sign.lastIndex = start;
  let depth = 0;
  for (let found = sign.exec(text); found && found.index <= limit; found = sign.exec(text)) {
    if (found[0] === '"') {
      const end = endOfText(text, found.index + 1);
      if (end === undefined) return undefined;
      sign.lastIndex = end;
      continue;
    }
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return found.index + 1;
  }
  return undefined;
}

/** Behind the quotation mark that closes a text. Undefined if the text breaks off at its line. */
function endOfText(text: string, start: number): number | undefined {
  const sign = /["\\\n]/g;
  sign.lastIndex = start;
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    if (found[0] === '"') return sign.lastIndex;
    if (found[0] === '\n') return undefined;
    sign.lastIndex += 1;
  }
  return undefined;
}

/** Numbers are texts in some files, and lists hold one value in others. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? textOf(value[0]) : undefined;
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => textOf(each) ?? []) : [textOf(value) ?? ''].filter(Boolean);

function peopleIn(value: unknown): Author[] {
  if (!Array.isArray(value)) return typeof value === 'string' ? peopleOf(value) : [];
  return value.flatMap((name: unknown): Author[] => {
    if (typeof name === 'string') return peopleOf(name);
    if (typeof name !== 'object' || name === null) return [];
    const part = (key: string) => textOf(Reflect.get(name, key)) ?? '';
    if (part('family') === '' && part('given') === '') return groupOf(part('literal') || part('name'));
    const family = [part('dropping-particle'), part('non-dropping-particle'), part('family')].filter(Boolean).join(' ');
    const orcid = part('ORCID') || part('orcid') || part('_orcid');
    return personOf({ family, given: part('given'), suffix: part('suffix'), orcid });
  });
}

/** A date as parts, numbers or texts, `raw`, `literal`, or a text. */
function datesIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  const parts: unknown = Reflect.get(value, 'date-parts');
  const first: unknown = Array.isArray(parts) ? parts[0] : undefined;
  // Some write the parts without the list around them.
  const numbers = (Array.isArray(first) ? first : Array.isArray(parts) ? parts : []).flatMap(
    (part: unknown) => textOf(part) ?? [],
  );
  const date = numbers.slice(0, 3).map((part, at) => part.trim().padStart(at === 0 ? 4 : 2, '0'));
  const others = ['raw', 'literal', 'date-time', 'timestamp'].flatMap((name) =>
    name === 'timestamp' ? [] : (textOf(Reflect.get(value, name)) ?? []),
  );
  return [date.join('-'), ...others].filter(Boolean);
}

function saidIn(item: Item): Said {
  const text = (...names: string[]): string | undefined => names.flatMap((name) => textOf(item[name])?.trim() || [])[0];
  const custom = typeof item.custom === 'object' && item.custom !== null ? (item.custom as Item) : {};
  const note = noteFields(text('note'));
  const isTyped = note.type !== undefined && typeOfWord(note.type, 'csl-json') !== undefined;
  const type = (isTyped ? note.type : text('type')) ?? '';
  const isNumbered = /^(?:report|standard|patent)$/.test(type);
  const isWhole = /^(?:book|report|standard|thesis)$/.test(type);
  const isPart = /^(?:chapter|paper-conference|entry(?:-\w+)?)$/.test(type);
  const seriesNumber = text('collection-number');
  const authors = peopleIn(item.author);
  return {
    ...nothingSaid('csl-json'),
    types: type === '' ? [] : [type],
    knownType: type === 'thesis' ? degreeOf(text('genre')) : undefined,
    title: text('title', 'title-short'),
    authors: withOrcids(authors, custom),
    editors: peopleIn(item.editor),
    translators: peopleIn(item.translator),
    dates: [item.issued, item['published-print'], item.published, item['available-date'], item.year].flatMap(datesIn),
    container: text('container-title', 'journal', 'container-title-short'),
    series: text('collection-title'),
    publisher: text('publisher'),
    place: text('publisher-place'),
    institution: undefined,
    edition: text('edition'),
    version: text('version'),
    volume: text('volume') ?? (isWhole && !isNumbered ? seriesNumber : undefined),
    issue: text('issue') ?? (isNumbered ? undefined : text('number')),
    number: isNumbered ? text('number') : isPart ? seriesNumber : undefined,
    pages: [text('page', 'page-first') ?? ''],
    articleNumber: text('article-number', 'eid'),
    serials: [...textsOf(item.ISSN), ...textsOf(item.ISBN)],
    dois: [text('DOI', 'doi') ?? '', ...note.dois],
    arxiv:
      text('arxiv') ??
      textOf(custom.arxiv) ??
      (/arxiv/i.test(text('archive', 'publisher') ?? '') ? text('archive_location', 'number') : undefined) ??
      note.arxiv,
    pmid: text('PMID') ?? note.pmid,
    pmcid: text('PMCID') ?? note.pmcid,
    handle: textOf(custom.handle),
    eid: textOf(custom.eid),
    urls: textsOf(item.URL),
    eventTitle: text('event-title', 'event'),
    eventPlace: text('event-place'),
    abstract: text('abstract'),
    language: text('language'),
    license: textOf(custom.license) ?? text('license'),
    keywords: typeof item.keyword === 'string' ? item.keyword.split(/[;,]/) : textsOf(item.keyword ?? item.categories),
    departments: [],
  };
}

/** The iDs that files of the registry itself have beside the names. */
function withOrcids(authors: Author[], { orcids }: Item): Author[] {
  if (!Array.isArray(orcids)) return authors;
  const byName = new Map(
    orcids.flatMap((each: unknown): [string, string][] => {
      if (typeof each !== 'object' || each === null) return [];
      const [name, orcid] = [textOf(Reflect.get(each, 'name')), textOf(Reflect.get(each, 'orcid'))];
      return name !== undefined && orcid !== undefined ? [[name, orcid]] : [];
    }),
  );
  return authors.map((author) => ({ ...author, orcid: author.orcid ?? byName.get(author.name) ?? null }));
}
