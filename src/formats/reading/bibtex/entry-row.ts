import { isGroupName, isParticle, isSuffix } from '#src/matching/names/person-name.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { babelLanguage } from '../../babel.ts';
import { type BuiltRow, buildRow, nothingSaid, type Said } from '../entries/build-row.ts';
import { monthOf } from '../entries/dates.ts';
import { noteFields } from '../entries/note-identifiers.ts';
import { groupOf, peopleOf, personOf, withPrintedOrcids } from '../entries/people.ts';
import { type EntryNote, remark } from '../entries/remarks.ts';
import { degreeOf, type KnownType } from '../entries/types.ts';
import type { BibtexEntry } from './fields.ts';
import { journalOfMacro } from './journal-macros.ts';
import { texText } from './tex-value.ts';

/**
 * The row of an entry of BibTeX or biblatex, whose parents (`crossref`, `xdata`) are given. Fields by the names in
 * https://ctan.org/pkg/biblatex, 2.2, and in btxdoc; the first that is filled counts.
 */
export function bibtexRow(entry: BibtexEntry): BuiltRow {
  const notes: EntryNote[] = [];
  // More than a row could hold, and enough for what is cut there to be said.
  const raw = (name: string) => entry.fields.get(name)?.slice(0, 150_000);
  const text = (...names: string[]): string | undefined => {
    for (const name of names) {
      const written = raw(name);
      if (written === undefined || written.trim() === '') continue;
      const journal = journalOfMacro(written);
      if (journal !== undefined) return journal;
      const { text: value, unknown } = texText(written);
      for (const command of unknown) notes.push(remark('command-unknown', `${name}: ${command}`));
      if (value !== '') return value;
    }
    return undefined;
  };
  /** Read verbatim by TeX, but often escaped. */
  const verbatim = (...names: string[]): string | undefined => {
    const written = names.map(raw).find((value) => value !== undefined && value.trim() !== '');
    const bare = written
      ?.replace(/\\(?:url|href|path|nolinkurl)\s*\{([^{}]*)\}/g, '$1')
      .replace(/\\([_%&#~$^{}])/g, '$1');
    return bare
      ?.replace(/\{\\textasciitilde\s*\}|\\textasciitilde\s*(?:\{\})?/g, '~')
      .replace(/[{}\\]/g, '')
      .trim();
  };
  // Catmandu 1.2 puts every value into braces twice, also the year: there, those around names make no group.
  const isAllBraced = /^\s*\{\s*\d{4}\s*\}\s*$/.test(raw('year') ?? '');
  const people = (name: string): Author[] => {
    const written = raw(name) ?? '';
    for (const command of texText(written).unknown) notes.push(remark('command-unknown', `${name}: ${command}`));
    return peopleIn(isAllBraced ? withoutBraces(written) : written, notes);
  };
  const title = raw('title') ?? raw('maintitle');
  const { text: titleText = undefined, html = null } = title === undefined ? {} : texText(title);
  for (const command of title === undefined ? [] : texText(title).unknown) {
    notes.push(remark('command-unknown', `title: ${command}`));
  }
  const eprint = verbatim('eprint');
  const eprintType = (verbatim('eprinttype', 'archiveprefix') ?? '').toLowerCase();
  const url = verbatim('url', 'bdsk-url-1', 'howpublished');
  const note = noteFields(verbatim('note'));
  const container =
    text('journal', 'journaltitle', 'booktitle', 'maintitle', 'shortjournal') ?? eventless(text('howpublished'));
  const arxivJournal = arxivIn(container, text('volume'));
  // ADS names the degree where an article has its journal.
  const isThesis = /thesis$/.test(entry.type);
  const said: Said = {
    ...nothingSaid('bibtex'),
    types: [entry.type],
    knownType: arxivJournal === undefined ? knownTypeOf(entry, text('type') ?? text('entrysubtype')) : ['preprint'],
    title: titleText,
    titleHtml: html,
    subtitle: text('subtitle', 'titleaddon'),
    authors: withPrintedOrcids(people('author'), verbatim('orcid-numbers')),
    editors: people('editor'),
    translators: people('translator'),
    dates: datesOf(text('date'), text('year'), raw('month'), text('day')),
    container: isThesis ? undefined : arxivJournal === undefined ? container : 'arXiv',
    series: text('series'),
    publisher: text('publisher', 'organization'),
    place: text('address', 'location', 'publisher-place'),
    institution: text('school', 'institution'),
    edition: text('edition'),
    version: text('version'),
    volume: arxivJournal === undefined ? text('volume') : undefined,
    ...numbersOf(entry.type, text('number'), text('issue')),
    pages: [text('pages') ?? '', ''].slice(0, 1),
    articleNumber: text('eid', 'articleno', 'article-number', 'articlenumber', 'art_number'),
    serials: [text('isbn') ?? '', text('issn') ?? '', text('eissn') ?? ''],
    dois: [verbatim('doi') ?? '', ...note.dois],
    arxiv:
      eprintType === 'arxiv' || (eprintType === '' && looksLikeArxiv(eprint))
        ? eprint
        : (verbatim('arxivid', 'arxiv') ?? arxivJournal ?? note.arxiv),
    pmid: verbatim('pmid', 'pubmed_id') ?? (eprintType === 'pubmed' || eprintType === 'medline' ? eprint : note.pmid),
    pmcid: verbatim('pmcid', 'pmc') ?? note.pmcid,
    handle: eprintType === 'hdl' ? eprint : verbatim('handle', 'hdl'),
    eid: undefined,
    urls: url === undefined ? [] : [url],
    eventTitle: text('eventtitle', 'conference', 'event'),
    eventPlace: text('venue'),
    abstract: text('abstract'),
    language: ['language', 'langid', 'hyphenation'].flatMap((name) => babelLanguage(text(name) ?? '') ?? [])[0],
    license: verbatim('license', 'copyright'),
    keywords: keywordsOf(
      raw('author_keywords') ?? raw('keywords') ?? raw('keyword') ?? raw('keywords-plus'),
      isAllBraced,
    ),
    departments: [text('department', 'affiliation-department') ?? ''],
  };
  const built = buildRow(said);
  return { ...built, notes: [...notes, ...built.notes] };
}

/** The number in `arXiv preprint arXiv:2001.00001`, which Google Scholar writes for a journal, or in DBLP's volume `abs/2001.00001` of `CoRR`. */
function arxivIn(container: string | undefined, volume: string | undefined): string | undefined {
  const [, id] = /^arXiv(?: e-?prints?| preprint)?,?\s+(?:arXiv:)?(\S+)$/i.exec(container ?? '') ?? [];
  const inVolume = container === 'CoRR' ? /^abs\/(\S+)$/.exec(volume ?? '')?.[1] : undefined;
  return [id, inVolume].find((found) => looksLikeArxiv(found));
}

/** `eprint = {2001.00001}` without its archive, as old files have it. */
const looksLikeArxiv = (eprint: string | undefined): boolean =>
  eprint !== undefined && /^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?$/.test(eprint);

const eventless = (howPublished: string | undefined): string | undefined =>
  howPublished !== undefined && !/https?:/.test(howPublished) ? howPublished : undefined;

/** Of articles, the number is that of the issue; of a report, its own; of others, in a series. */
function numbersOf(type: string, number: string | undefined, issue: string | undefined): Partial<Said> {
  const isArticle = /^(?:article|periodical|suppperiodical)$/.test(type);
  return isArticle ? { issue: number ?? issue } : { number, issue };
}

function knownTypeOf({ type, fields }: BibtexEntry, written: string | undefined): KnownType | undefined {
  if (/^(?:thesis|mastersthesis|phdthesis)$/.test(type)) {
    const degree = degreeOf(written);
    if (degree) return degree;
  }
  if (type === 'book' && !fields.has('author') && fields.has('editor')) return ['edited-book'];
  if (type === 'techreport' && /working|discussion/i.test(written ?? '')) return ['working-paper'];
  const archive = (fields.get('eprinttype') ?? fields.get('archiveprefix') ?? '').toLowerCase();
  if (/^(?:article|misc|online)$/.test(type) && archive === 'arxiv' && !fields.has('journal')) {
    return ['preprint'];
  }
  return undefined;
}

function datesOf(
  date: string | undefined,
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string[] {
  // biblatex marks uncertain and approximate dates: `2020?`, `~2020`, `2020-05/..`.
  const exact = date?.replace(/[?~%]/g, '').split('/')[0] ?? '';
  if (year === undefined) return [exact];
  // `jan`, `{January}`, `1`, and with a day `jan # "~1"` or `"1~" # jan`.
  const bare = month?.replace(/[{}"\\]/g, '').trim() ?? '';
  const name = /\p{L}{3,}/u.exec(bare)?.[0];
  const number = monthOf(name ?? bare);
  const dayOfMonth = day ?? (name === undefined ? undefined : /(?<!\d)\d{1,2}(?!\d)/.exec(bare)?.[0]);
  const plain = /^\D*(\d{4})\D*$/.exec(year)?.[1];
  if (plain === undefined || number === undefined) return [exact, year];
  const parts = [plain, String(number).padStart(2, '0'), ...(dayOfMonth ? [dayOfMonth.padStart(2, '0')] : [])];
  return [exact, parts.join('-'), year];
}

/** Keywords between commas or semicolons; a comma in braces is part of one. */
function keywordsOf(written: string | undefined, isAllBraced: boolean): string[] {
  if (written === undefined) return [];
  const whole = isAllBraced ? /^\s*\{([^{}]*)\}\s*$/.exec(written)?.[1] : undefined;
  if (whole !== undefined) return keywordsOf(whole, false);
  const separator = written.includes(';') ? ';' : ',';
  return splitOutside(written, (rest) => (rest.startsWith(separator) ? 1 : 0)).map((keyword) => texText(keyword).text);
}

/** The parts of a value between separators outside of braces. `lengthOf` says how long a separator at a place is, or 0. */
function splitOutside(value: string, lengthOf: (rest: string) => number): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < value.length; at++) {
    const character = value[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (depth === 0) {
      const length = lengthOf(value.slice(at, at + 8));
      if (length === 0) continue;
      parts.push(value.slice(start, at));
      start = at + length;
      at = start - 1;
    }
  }
  return [...parts, value.slice(start)].flatMap((part) => part.trim() || []);
}

/** Names between "and" outside of braces. */
const namesIn = (value: string): string[] =>
  splitOutside(` ${value.replace(/\s+/g, ' ')} `, (rest) => /^ and (?=\S|$)/i.exec(rest)?.[0].trimEnd().length ?? 0);

function peopleIn(written: string, notes: EntryNote[]): Author[] {
  return namesIn(written).flatMap((name) => {
    if (/^(?:others|et al\.?)$/i.test(name)) {
      notes.push(remark('authors-incomplete'));
      return [];
    }
    // DBLP tells namesakes apart by numbers: `Ann Kiln 0001`.
    return nameOf(name.replace(/(?<=\p{L}\.?) 0\d{3}$/u, ''));
  });
}

/** Names without the braces around all of them; one without a comma may be that of a group. */
function withoutBraces(written: string): string {
  const [, names = ''] = /^\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*$/.exec(written) ?? [];
  return /,|\sand\s/.test(names) ? names : written;
}

/** One name: in braces as a whole a group; else `von Last, First`, `von Last, Jr, First`, `First von Last`, or biblatex's `family=`. */
function nameOf(name: string): Author[] {
  const whole = /^\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}$/.exec(name)?.[1];
  if (whole !== undefined && !whole.startsWith('\\')) return groupOf(texText(whole).text);
  const parts = splitOutside(name, (rest) => (rest.startsWith(',') ? 1 : 0));
  if (/^(?:family|given)\s*=/i.test(name)) return namedParts(parts);
  const [first = '', second, third] = parts.map((part) => texText(part).text);
  if (parts.length > 3 || second === undefined) {
    // Braces keep words together: `Ann {Kiln Clay}`.
    const braced = /^(.*\S)\s+\{([^{}\\]+\s[^{}]*)\}$/.exec(name);
    if (braced && parts.length === 1) {
      return personOf({ given: texText(braced[1] ?? '').text, family: texText(braced[2] ?? '').text });
    }
    if (parts.length > 3) return peopleOf(texText(name).text);
    const split = splitAtParticle(first);
    return split === undefined ? peopleOf(first) : personOf(split);
  }
  const suffix = third === undefined ? {} : { suffix: second };
  return personOf({ family: first, given: third ?? second, ...suffix });
}

/**
 * A name whose family name begins with a particle and has several words behind it: "Ann de La Rosa", "Ann dos S. Kiln". In BibTeX the
 * first word in lower case begins the family name, whatever follows (https://ctan.org/pkg/btxdoc, section 4).
 */
function splitAtParticle(name: string): { given: string; family: string } | undefined {
  const words = name.split(/\s+/);
  const start = words.findIndex((word, at) => at > 0 && isParticle(word) && !joins.has(word));
  const family = words.slice(start).join(' ');
  const isLonger = words.slice(start).filter((word) => !isParticle(word)).length > 1;
  if (start < 1 || !isLonger || isGroupName(name) || isSuffix(words.at(-1) ?? '')) return undefined;
  return { given: words.slice(0, start).join(' '), family };
}

/** Words within a family name, which do not begin it: "Ortega y Gasset". */
const joins = new Set(['y', 'e', 'und', 'tot', 'op']);

/**
 * `family=Kiln, given=Ann, prefix=van`, which biblatex and biber write. Biber 2.18 writes groups without braces, and a part without
 * an equals sign behind a comma belongs to the one before it: `family=Kiln Institute, Graz`.
 */
function namedParts(parts: readonly string[]): Author[] {
  const whole: string[] = [];
  for (const part of parts) {
    if (part.includes('=') || whole.length === 0) whole.push(part);
    else whole.push(`${whole.pop()}, ${part}`);
  }
  const said = new Map(
    whole.map((part): [string, string] => {
      const [key = '', ...value] = part.split('=');
      return [key.trim().toLowerCase(), texText(value.join('=').replace(/^\s*"|"\s*$/g, '')).text];
    }),
  );
  const family = [said.get('prefix'), said.get('family')].filter(Boolean).join(' ');
  const isGroup = !said.has('given') && !said.has('prefix') && (whole.length < parts.length || isGroupName(family));
  if (isGroup) return groupOf(family);
  const optional = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });
  return personOf({ family, ...optional('given', said.get('given')), ...optional('suffix', said.get('suffix')) });
}

/** Fields that a child does not inherit. */
const own = new Set(
  'title subtitle titleaddon shorttitle crossref xref xdata entryset ids keywords abstract note pages doi url eprint'.split(
    ' ',
  ),
);

/** The entry with what it inherits from a parent: the parent's title is the title of the book or journal. */
export function withParent(entry: BibtexEntry, parent: BibtexEntry, isXdata: boolean): BibtexEntry {
  const fields = new Map(entry.fields);
  const give = (name: string, value: string | undefined) => {
    if (value !== undefined && !fields.has(name)) fields.set(name, value);
  };
  for (const [name, value] of parent.fields) if (isXdata || !own.has(name)) give(name, value);
  if (!isXdata) {
    const isPeriodical = parent.type === 'periodical';
    const isInJournal = entry.type === 'article';
    if (isPeriodical || isInJournal) {
      if (!fields.has('journal')) give('journaltitle', parent.fields.get('title'));
    } else give('booktitle', parent.fields.get('booktitle') ?? parent.fields.get('title'));
  }
  return { ...entry, fields };
}
