import { endOfYear, fromIsoDate, partialDate } from '#src/vocabulary/partial-date.ts';

/** Beginnings of the names of months in English, German, French, Spanish, Italian and Portuguese, in order. */
const months = [
  /^(?:jan|jän|gen|ene)/,
  /^(?:feb|fév|fev)/,
  /^(?:mar|mär|mrz)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|mag)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|aoû|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|ott|out)/,
  /^nov/,
  /^(?:dec|dez|déc|dic)/,
];

/** Other languages, of whose months whole names are known, with and without a day before them: "maj" and "maja" in Polish. */
const furtherLanguages = 'bg ca cs da el et fi hr hu lt lv nb nl pl ro ru sk sl sr sv tr uk'.split(' ');
let furtherMonths: ReadonlyMap<string, number> | undefined;

/** The months of those languages by name, from CLDR. A name that is another month in another language is none. */
function namesOfMonths(): Map<string, number> {
  const found = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const language of furtherLanguages) {
    for (const day of [undefined, 'numeric'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: 'long', ...(day && { day }), timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2020, month - 1, 5));
        const name = parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '';
        if ((found.get(name) ?? month) !== month) ambiguous.add(name);
        found.set(name, month);
      }
    }
  }
  for (const name of ambiguous) found.delete(name);
  return found;
}

const english =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober|tember)?$/;

/** The number of a month written as a number, a name or an abbreviation. */
export function monthOf(written: string | undefined): number | undefined {
  const text = (written ?? '').trim().toLowerCase();
  const number = /^0?(\d{1,2})$/.exec(text)?.[1];
  if (number !== undefined) return Number(number) >= 1 && Number(number) <= 12 ? Number(number) : undefined;
  if (text === '') return undefined;
  if (!english.test(text)) {
    furtherMonths ??= namesOfMonths();
    const month = furtherMonths.get(text);
    if (month !== undefined) return month;
  }
  const found = months.findIndex((month) => month.test(text));
  return found < 0 ? undefined : found + 1;
}

const anyYear = new RegExp(String.raw`(?<!\d)(?:1[0-9]|20)\d{2}${endOfYear}`, 'u');

/**
 * A date as people and programs write it, as precise as it is certain: `2020-05-01`, `2020/05//`, `05.11.2020`,
 * `May 1, 2020`, `20-May-2020`, `05/2020`, `c2020`. Of 04/05/2020, where day and month may be either, only the year. Null if there is no year.
 */
export function dateOf(written: string): string | null {
  const text = written.trim();
  const iso = fromIsoDate(text);
  // "2020 May 1", as in PubMed, goes on.
  if (iso !== null && !/^\d{4}(?:\s*[/.年년]|[\s,;.]+\p{L}{3})/u.test(text)) return iso;
  const asian = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일])?/.exec(text);
  if (asian) return partialDate(asian[1], asian[2], asian[3]);
  const yearFirst = /^(\d{4})\s*[/.](?!\s*\p{L})\s*(\d{0,2})\s*(?:[/.]\s*(\d{0,2}))?/u.exec(text);
  if (yearFirst) return partialDate(yearFirst[1], yearFirst[2], yearFirst[3]);
  const numbers = /^(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4})(?!\d)/.exec(text);
  if (numbers) {
    const [, one = '', sign, other = '', year] = numbers;
    if (sign === '.' || Number(one) > 12) return partialDate(year, other, one);
    return Number(other) > 12 ? partialDate(year, one, other) : partialDate(year);
  }
  const monthAndYear = /^(\d{1,2})\s*[./-]\s*(\d{4})$/.exec(text);
  if (monthAndYear) return partialDate(monthAndYear[2], monthAndYear[1]);
  const year = anyYear.exec(text)?.[0];
  if (year === undefined) return null;
  const rest = text.replace(year, ' ');
  const month = /\p{L}{3,}/gu[Symbol.matchAll](rest);
  const named = [...month].map(([name]) => monthOf(name)).find((found) => found !== undefined);
  const day = named === undefined ? undefined : /(?<!\d)\d{1,2}(?!\d)/.exec(rest)?.[0];
  // Of a range of days or months only its first part is certain, and that is the month.
  const isRange = /[-–/]/.test(/^\d{1,2}-\p{L}{3,}-\d{4}$/u.test(text) ? '' : rest);
  return partialDate(year, named, isRange ? undefined : day);
}
