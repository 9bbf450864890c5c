import * as z from 'zod';
import { authorsOf, mergePublication, type PublicationRecord } from '../../domain/publications/publication.ts';
import { foldForSearch } from '../../domain/text/fold.ts';
import type { Bibliography } from '../../domain/values/bibliography.ts';
import type { LocalizedText } from '../../domain/values/locale.ts';
import type { WorkRecord } from '../../domain/work.ts';
import { statedVersions } from '../../relations/domain/stated.ts';
/** The compared fields of a publication, or of a work without a DOI. Kept small, because every block has a copy. */
export const Comparable = z.object({
  /** Null for a work without a DOI. */
  doi: z.string().nullable(),
  /** The titles in all languages, folded, as `title` or `title: subtitle`. */
  titles: z.array(z.string()),
  year: z.int().nullable(),
  /** The last words of the first authors' family names, folded, in order. */
  families: z.array(z.string()),
  /** The journal, book or conference, folded; empty if unknown. */
  venue: z.string(),
  type: z.string().nullable(),
  /** The linked researchers, or the owner of a work. */
  orcids: z.array(z.string()),
  /** DOIs that it states are versions of it, or that it is a version of. Absent if there are none. */
  versions: z.array(z.string()).optional(),
});
export type Comparable = z.output<typeof Comparable>;

/** Bounds of a Comparable, and thus of the cost of reading a block. */
const maxTitles = 2;
const maxTitleLength = 160;
const maxVenueLength = 60;
const maxFamilies = 6;
const maxFamilyLength = 24;
const maxOrcids = 10;
const maxVersions = 4;

export interface Titled {
  title: LocalizedText | null;
  subtitle: string | null;
}

export interface Described extends Titled {
  doi: string | null;
  year: number | null;
  /** Authors' printed or family names, in order. */
  authors: readonly string[];
  venue: string | null;
  type: string | null;
  orcids: readonly string[];
}

export function comparableOf(described: Described): Comparable {
  return {
    doi: described.doi,
    titles: titlesOf(described).slice(0, maxTitles),
    year: described.year,
    families: described.authors.slice(0, maxFamilies).map(lastWord).filter(Boolean),
    venue: foldWords(described.venue ?? '').slice(0, maxVenueLength),
    type: described.type,
    orcids: described.orcids.slice(0, maxOrcids),
  };
}

/** The titles in all languages, folded. */
export function titlesOf({ title, subtitle }: Titled): string[] {
  const titles = title === null ? [] : typeof title === 'string' ? [title] : Object.values(title);
  return [...new Set(titles.map((each) => foldTitle(each, subtitle)))].filter(Boolean);
}

/** The Comparable of a publication as shown. Undefined if it is deleted, or if lists show another version instead. */
export function comparablePublication(record: PublicationRecord): Comparable | undefined {
  return record.deleted_at !== null || record.superseded_by !== null ? undefined : comparableRecord(record);
}

/** The Comparable of a source's data for a DOI. */
export function comparableBibliography(doi: string, described: Bibliography): Comparable {
  return comparableOf({
    doi,
    title: described.title,
    subtitle: described.subtitle,
    year: described.publication_year,
    authors: described.authors.map(({ family, name }) => family ?? name),
    venue: described.container_title,
    type: described.publication_type,
    orcids: [],
  });
}

/** The Comparable of a publication as shown, whether or not lists show it. */
export function comparableRecord(record: PublicationRecord): Comparable {
  const { title, publication_year, publication_type, data } = mergePublication(record);
  const { subtitle, container_title } = data;
  const versions = statedVersions(record).slice(0, maxVersions);
  const comparable = comparableOf({
    doi: record.doi,
    title,
    subtitle: typeof subtitle === 'string' ? subtitle : null,
    year: publication_year,
    authors: authorsOf(record).map(({ family, name }) => family ?? name),
    venue: typeof container_title === 'string' ? container_title : null,
    type: publication_type,
    orcids: record.researchers.map(({ orcid }) => orcid),
  });
  return versions.length > 0 ? { ...comparable, versions } : comparable;
}

/** The Comparable of a work. Undefined if it is deleted or has become a publication. */
export function comparableWork(work: WorkRecord): Comparable | undefined {
  if (work.deleted_at !== null) return undefined;
  return comparableOf({
    doi: null,
    title: work.title,
    subtitle: null,
    year: work.publication_year,
    authors: [],
    venue: work.journal_title,
    type: work.work_type,
    orcids: [work.orcid],
  });
}

const separator = /(?:\s*[:?!]|\s+[-\u2013\u2014])\s+/u;
/** Fewer words do not identify a title, as in "COVID-19: …". */
const minMainWords = 4;

/** A folded title, with a colon before the subtitle, whether it is part of the title or given separately. */
function foldTitle(title: string, subtitle: string | null): string {
  const [, main = '', rest = ''] = new RegExp(`^(.*?)${separator.source}(.*)$`, 'su').exec(title) ?? [];
  const whole = foldWords(title);
  const given = foldWords(subtitle ?? '');
  let folded = given === '' || whole.endsWith(given) ? whole : `${whole}: ${given}`;
  if (folded === whole && foldWords(main).split(' ').length >= minMainWords && foldWords(rest) !== '') {
    folded = `${foldWords(main)}: ${foldWords(rest)}`;
  }
  return folded.slice(0, maxTitleLength).trim();
}

/** Words of letters and digits without accents and case: "Städte & Höfe" becomes "stadte and hofe". */
function foldWords(text: string): string {
  return foldForSearch(text, 'en')
    .replace(/&/g, ' and ')
    .replace(/['\u2019\u02bc]/g, '')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The last word of a name, equal for printed and family name: "Ludwig van Beethoven" and "van Beethoven" give
 * "beethoven".
 */
const lastWord = (name: string) => (foldWords(name).split(' ').at(-1) ?? '').slice(0, maxFamilyLength);

/** The title without its subtitle, and the possibly empty subtitle. */
export function splitTitle(folded: string): { main: string; rest: string } {
  const at = folded.indexOf(': ');
  return at < 0 ? { main: folded, rest: '' } : { main: folded.slice(0, at), rest: folded.slice(at + 2) };
}

/** Titles shared by thousands of texts. */
const headings = new Set(
  `editorial introduction preface foreword prologue epilogue afterword index contents bibliography abstracts abstract
  references conclusion conclusions discussion overview summary background appendix glossary news letter letters comment
  commentary reply response review reviews errata erratum corrigendum corrigenda correction corrections addendum obituary
  interview acknowledgements acknowledgments dedication announcement announcements untitled figures figure table tables
  data dataset code readme supplement methods poster presentation slides report introducao editoriale einleitung vorwort
  prefacio apresentacao introduccion presentacion avant`.split(/\s+/),
);
const commonPhrases =
  /^(?:(?:the )?(?:table of contents|front matter|back matter|title page|cover|masthead|list of \w+|notes on contributors|book reviews?|letters? to the editor|in (?:memoriam|this issue)|from the editors?|editors? (?:note|choice|introduction)|editorial board|guest editorial|conference (?:report|abstracts?)|(?:authors?|response|reply) (?:reply|response|to .{0,20})|(?:supplementary|supplemental|supporting) (?:materials?|information|data|files?|tables?|figures?|text)|additional files?.{0,12}|data (?:set|from|for).{0,3}|annual report|call for papers|program committee)(?: \w{1,4})?)$/;
const minWords = 3;
const minLetters = 14;

/** Whether a title is too generic to identify a text. */
export function isGeneric(folded: string): boolean {
  const words = folded.replace(': ', ' ').split(' ');
  const letters = folded.replace(/[^\p{L}]/gu, '');
  // A Chinese, Japanese or Korean character counts as a word.
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letters);
  if (isDense) return letters.length < 6;
  if (words.length < minWords || letters.length < minLetters) return true;
  return commonPhrases.test(folded) || words.every((word) => headings.has(word) || /^\d+$/.test(word));
}

const keyWords = 4;

/**
 * At most three block keys: each title, and the first author with the title's first words, for slightly different
 * titles. A generic title is combined with the first author and the year, so that no block holds all editorials.
 */
export function blockKeys({ titles, families: [first = ''], year, orcids, doi }: Comparable): string[] {
  const author = doi === null ? orcids.join(' ') : first;
  const ofTitles = titles.map((title) => {
    if (isGeneric(title)) return `heading ${title} ${author} ${year}`;
    const { main } = splitTitle(title);
    return `title ${(isGeneric(main) ? title : main).replace(/[ :]/g, '')}`;
  });
  const [title = ''] = titles;
  const start = title.replace(': ', ' ').split(' ').slice(0, keyWords).join(' ');
  const ofAuthor = first !== '' && title !== '' && !isGeneric(title) ? [`author ${first} ${start}`] : [];
  return [...new Set([...ofTitles, ...ofAuthor])];
}
