import { fold } from '#src/vocabulary/text/fold.ts';
import { splitSubtitle } from '#src/vocabulary/text/text.ts';
import { isNoTitle } from '../fields/placeholders.ts';
import { distinctTexts, firstTitle, textOrNull } from '../fields/response-fields.ts';
import type { CrossrefRecord } from './response.ts';

/** Crossref sometimes has the name of a language as a title. */
const languageName = /^(?:english|french|german|spanish|portuguese|italian|russian|chinese|japanese|korean|arabic)$/i;

/**
 * The title, or else the original one; the subtitle, which publishers also deposit within the title; and all other
 * titles, whose language Crossref does not know: further `title`s are translations, `original-title` is the original's
 * (https://data.crossref.org/reports/help/schema_doc/5.3.1/common5_3_1_xsd.html, titles).
 */
export function crossrefTitles(work: CrossrefRecord) {
  const own = firstTitle(work.subtitle.slice(0, maxTitles).filter((one) => !isRunningHead(one, work)))?.text ?? null;
  const originals = work['original-title'].filter((one) => !languageName.test(textOrNull(one) ?? ''));
  const given = firstTitle(work.title) === null ? originals : work.title;
  const written = given.map((one) => splitSubtitle(one));
  const first = written.findIndex(({ title }) => firstTitle([title]) !== null);
  const { title = '', subtitle = null } = written[first] ?? {};
  const embedded = textOrNull(subtitle);
  const hasRoom = own === null || embedded === null || own === embedded;
  const main = firstTitle([hasRoom ? title : (given[first] ?? '')]);
  const known = new Set([main?.text, own ?? embedded].map(bareTitle));
  const all = [...written, ...originals.map((one) => splitSubtitle(one))];
  const otherTitles = distinctTexts(all.map((one) => one.title)).filter(
    (other) => !languageName.test(other) && !isNoTitle(other) && !known.has(bareTitle(other)),
  );
  return { title: main, subtitle: own ?? (hasRoom ? embedded : null), alternatives: otherTitles.slice(0, maxTitles) };
}

const maxTitles = 20;

/**
 * Whether a subtitle is a running head, as Wiley deposits it: the authors' names, "CARBERRY et al.", or the title in short, all
 * in capitals: "KILNS FOR POTS" of "Kilns for Roman pots".
 */
function isRunningHead(subtitle: string, { author: authors, title: titles }: CrossrefRecord): boolean {
  const wordsOf = (text: string) => (text.length > maxCharacters ? [] : (fold(text, 'root').match(/\p{L}+/gu) ?? []));
  const names = new Set(authors.flatMap(({ family }) => wordsOf(textOrNull(family) ?? '')));
  const words = wordsOf((textOrNull(subtitle) ?? '').replace(/et al\.?$/i, '')).filter((word) => word !== 'and');
  if (words.length > 0 && words.every((word) => names.has(word))) return true;
  const text = textOrNull(subtitle) ?? '';
  const titleWords = titles.flatMap((title) => wordsOf((textOrNull(title) ?? '').slice(0, maxCharacters)));
  return (
    words.length > 0 &&
    /\p{Lu}/u.test(text) &&
    text === text.toUpperCase() &&
    words.every((word) => isShort(word, titleWords))
  );
}

/** Whether a word is one of the title, or the beginning of one. */
const isShort = (word: string, titleWords: readonly string[]): boolean =>
  titleWords.some((each) => each === word || (word.length >= minStem && each.startsWith(word.slice(0, -1))));

const minStem = 4;
const maxCharacters = 500;

/** For comparison: letters and digits only. */
const bareTitle = (title: string | null | undefined) => (title ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
