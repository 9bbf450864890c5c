import { fold } from '../../domain/text/fold.ts';
import { splitSubtitle } from '../../domain/text/text.ts';
import { isNoTitle } from '../fields/placeholders.ts';
import { distinctTexts, firstTitle, textOrNull } from '../fields/response-fields.ts';
import type { Work } from './response.ts';

/** Crossref sometimes has the name of a language as a title. */
const languageName = /^(?:english|french|german|spanish|portuguese|italian|russian|chinese|japanese|korean|arabic)$/i;

/**
 * The title, or else the original one; the subtitle, which publishers also deposit within the title; and all other
 * titles, whose language Crossref does not know: further `title`s are translations, `original-title` is the original's
 * (https://data.crossref.org/reports/help/schema_doc/5.3.1/common5_3_1_xsd.html, titles).
 */
export function titlesOf(work: Work) {
  const own =
    firstTitle(work.subtitle.slice(0, maxTitles).filter((one) => !isRunningHead(one, work.author)))?.text ?? null;
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

/** Whether a subtitle consists of the authors' names, which Wiley deposits from running heads: "CARBERRY et al." */
function isRunningHead(subtitle: string, authors: Work['author']): boolean {
  const wordsOf = (text: string) => (text.length > 200 ? [] : (fold(text, 'root').match(/\p{L}+/gu) ?? []));
  const names = new Set(authors.flatMap(({ family }) => wordsOf(textOrNull(family) ?? '')));
  const words = wordsOf((textOrNull(subtitle) ?? '').replace(/et al\.?$/i, '')).filter((word) => word !== 'and');
  return words.length > 0 && words.every((word) => names.has(word));
}

/** For comparison: letters and digits only. */
const bareTitle = (title: string | null | undefined) => (title ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
