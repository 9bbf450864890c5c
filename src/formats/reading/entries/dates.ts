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

/** The number of a month written as a number, a name or an abbreviation. */
export function monthOf(written: string | undefined): number | undefined {
  const text = (written ?? '').trim().toLowerCase();
  const number = /^0?(\d{1,2})$/.exec(text)?.[1];
  if (number !== undefined) return Number(number) >= 1 && Number(number) <= 12 ? Number(number) : undefined;
  const found = months.findIndex((month) => month.test(text));
  return found < 0 ? undefined : found + 1;
}

const anyYear = new RegExp(String.raw`(?<!\d)(?:1[0-9]|20)\d{2}${endOfYear}`, 'u');

/**
 * A date as people and programs write it, as precise as it is certain: `2020-05-01`, `2020/05//`, `05.11.2020`,
 * `May 1, 2020`, `c2020`. Of 04/05/2020, where day and month may be either, only the year. Null if there is no year.
 */
export function dateOf(written: string): string | null {
  const text = written.trim();
  const iso = fromIsoDate(text);
  if (iso !== null && !/^\d{4}\s*[/.]/.test(text)) return iso;
  const yearFirst = /^(\d{4})\s*[/.]\s*(\d{0,2})\s*(?:[/.]\s*(\d{0,2}))?/.exec(text);
  if (yearFirst) return partialDate(yearFirst[1], yearFirst[2], yearFirst[3]);
  const numbers = /^(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4})(?!\d)/.exec(text);
  if (numbers) {
    const [, one = '', sign, other = '', year] = numbers;
    if (sign === '.' || Number(one) > 12) return partialDate(year, other, one);
    return Number(other) > 12 ? partialDate(year, one, other) : partialDate(year);
  }
  const year = anyYear.exec(text)?.[0];
  if (year === undefined) return null;
  const rest = text.replace(year, ' ');
  const month = /\p{L}{3,}/gu[Symbol.matchAll](rest);
  const named = [...month].map(([name]) => monthOf(name)).find((found) => found !== undefined);
  const day = named === undefined ? undefined : /(?<!\d)\d{1,2}(?!\d)/.exec(rest)?.[0];
  // Of a range of days or months only its first part is certain, and that is the month.
  const isRange = /[-–/]/.test(rest);
  return partialDate(year, named, isRange ? undefined : day);
}
