import * as z from 'zod';
import { authorsOf, mergePublication, type PublicationRecord } from '../publication.ts';
import { foldForSearch } from '../text/fold.ts';
import type { LocalizedText } from '../values/locale.ts';
import type { WorkRecord } from '../work.ts';

/** What is compared of a publication or of a work without a DOI. It is small, because every block has a copy. */
export const Comparable = z.object({
  /** The DOI; null for a work without one. */
  doi: z.string().nullable(),
  /** The titles in different languages, folded, as `title` or `title: subtitle`. */
  titles: z.array(z.string()),
  year: z.int().nullable(),
  /** The last words of the family names of the first authors, folded, in order. */
  families: z.array(z.string()),
  /** The journal, book or conference, folded; empty if unknown. */
  venue: z.string(),
  type: z.string().nullable(),
  /** The linked researchers, or the owner of a work. */
  orcids: z.array(z.string()),
});
export type Comparable = z.output<typeof Comparable>;

/** The sizes of a Comparable, which bound what reading a block costs. */
const maxTitles = 2;
const maxTitleLength = 160;
const maxVenueLength = 60;
const maxFamilies = 6;
const maxFamilyLength = 24;
const maxOrcids = 10;

/** The parts of a publication that decide what it is compared by. */
export interface Described {
  doi: string | null;
  title: LocalizedText | null;
  subtitle: string | null;
  year: number | null;
  /** The names of the authors as printed, or their family names, in order. */
  authors: readonly string[];
  venue: string | null;
  type: string | null;
  orcids: readonly string[];
}

/** The Comparable of a description. */
export function comparableOf(described: Described): Comparable {
  const { title, subtitle } = described;
  const titles = title === null ? [] : typeof title === 'string' ? [title] : Object.values(title);
  return {
    doi: described.doi,
    titles: [...new Set(titles.map((each) => foldTitle(each, subtitle)))].filter(Boolean).slice(0, maxTitles),
    year: described.year,
    families: described.authors.slice(0, maxFamilies).map(lastWord).filter(Boolean),
    venue: foldWords(described.venue ?? '').slice(0, maxVenueLength),
    type: described.type,
    orcids: described.orcids.slice(0, maxOrcids),
  };
}

/** What is compared of a publication, as it is shown. Undefined if it is deleted, or lists show another version of it. */
export function comparablePublication(record: PublicationRecord): Comparable | undefined {
  if (record.deleted_at !== null || record.superseded_by !== null) return undefined;
  const { title, publication_year, publication_type, data } = mergePublication(record);
  const { subtitle, container_title } = data;
  return comparableOf({
    doi: record.doi,
    title,
    subtitle: typeof subtitle === 'string' ? subtitle : null,
    year: publication_year,
    authors: authorsOf(record).map(({ family, name }) => family ?? name),
    venue: typeof container_title === 'string' ? container_title : null,
    type: publication_type,
    orcids: record.researchers.map(({ orcid }) => orcid),
  });
}

/** What is compared of a work. Undefined if it is deleted, or has become a publication. */
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

/** A separator between a title and its subtitle. */
const separator = /(?:\s*[:?!]|\s+[-\u2013\u2014])\s+/u;
/** Fewer words are no title of their own, as in "COVID-19: …". */
const minMainWords = 4;

/** A folded title. The subtitle follows a colon, whether it is part of the title or given beside it. */
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

/** Letters and digits without accents and case, in words: "Städte & Höfe" becomes "stadte and hofe". */
function foldWords(text: string): string {
  return foldForSearch(text, 'en')
    .replace(/&/g, ' and ')
    .replace(/['\u2019\u02bc]/g, '')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Of a printed name the same as of its family name: "Ludwig van Beethoven" and "van Beethoven" are "beethoven". */
const lastWord = (name: string) => (foldWords(name).split(' ').at(-1) ?? '').slice(0, maxFamilyLength);

/** The title without its subtitle, and the subtitle, which may be empty. */
export function splitTitle(folded: string): { main: string; rest: string } {
  const at = folded.indexOf(': ');
  return at < 0 ? { main: folded, rest: '' } : { main: folded.slice(0, at), rest: folded.slice(at + 2) };
}

/** Headings that thousands of texts have. */
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

/** Whether a title says so little that many texts have it. */
export function isGeneric(folded: string): boolean {
  const words = folded.replace(': ', ' ').split(' ');
  const letters = folded.replace(/[^\p{L}]/gu, '');
  // A character of Chinese, Japanese or Korean is about a word.
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letters);
  if (isDense) return letters.length < 6;
  if (words.length < minWords || letters.length < minLetters) return true;
  return commonPhrases.test(folded) || words.every((word) => headings.has(word) || /^\d+$/.test(word));
}

/** How many words of a title are part of the key by first author. */
const keyWords = 4;

/**
 * The keys of the blocks in which a publication or work is found: of each title, and of its first author with the first
 * words of the title, for titles that differ slightly. At most three. A title that says little is found only together with
 * the first author and the year, so that no block holds all editorials.
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
