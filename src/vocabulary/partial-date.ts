import * as z from 'zod';

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as the source. */
export const PartialDate = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);

/** A year outside this range is a typo or from another calendar (Thai years start in 543 BC). */
const firstYear = 1000;
const lastYear = 2100;

/**
 * The Thai solar calendar equals the Gregorian one, except that it counts years from 543 BC: CLDR's `buddhist`,
 * https://www.unicode.org/reports/tr35/tr35-dates.html#Calendar_Data
 */
const buddhistEraYears = 543;

/**
 * A date as precise as its valid parts, which may be text, as in ORCID. Null without a valid year. A year centuries
 * after `recordedIn`, when the date was recorded, counts as Thai if its Gregorian year is not.
 */
export function partialDate(year: unknown, month?: unknown, day?: unknown, recordedIn?: number | null): string | null {
  const y = gregorianYear(wholeNumber(year), recordedIn);
  if (y === undefined || y < firstYear || y > lastYear) return null;
  const m = wholeNumber(month);
  if (m === undefined || m < 1 || m > 12) return String(y);
  const d = wholeNumber(day);
  const yearAndMonth = `${y}-${twoDigits(m)}`;
  if (d === undefined || d < 1 || d > daysIn(y, m)) return yearAndMonth;
  return `${yearAndMonth}-${twoDigits(d)}`;
}

function gregorianYear(year: number | undefined, recordedIn: number | null | undefined): number | undefined {
  if (year === undefined || !recordedIn || year <= lastYear) return year;
  const gregorian = year - buddhistEraYears;
  // Publications are often registered some months before they appear.
  return gregorian <= recordedIn + 1 ? gregorian : year;
}

/** Whether a date lies within a less precise one and thus refines it. */
export const isWithin = (date: string, wider: string): boolean => date.startsWith(`${wider}-`);

/** Refines a date by each of the others that lies within it, in order. */
export const refineDate = (date: string | null, otherDates: readonly (string | null)[]): string | null =>
  otherDates.reduce(
    (known, other) => (known !== null && other !== null && isWithin(other, known) ? other : known),
    date,
  );

/** Parses Crossref's `{ "date-parts": [[2019, 3, 1]] }`, `[[null]]` if unknown. `recordedIn`: see partialDate. */
export function fromDateParts(date: unknown, recordedIn?: number | null): string | null {
  const parts = date && typeof date === 'object' && 'date-parts' in date ? date['date-parts'] : undefined;
  const first = Array.isArray(parts) ? parts[0] : undefined;
  return Array.isArray(first) ? partialDate(first[0], first[1], first[2], recordedIn) : null;
}

/** Parses ORCID's `{ "year": { "value": "2019" }, "month": null, "day": null }`. */
export function fromOrcidDate(date: unknown): string | null {
  const part = (name: string) => {
    const value: unknown = date && typeof date === 'object' ? Reflect.get(date, name) : undefined;
    return value && typeof value === 'object' ? Reflect.get(value, 'value') : value;
  };
  return partialDate(part('year'), part('month'), part('day'));
}

/** For a pattern, behind the digits of a year: neither another one nor the end of a decade, as in "1990s" and "1990er". */
export const endOfYear = String.raw`(?!\d|['’]?s(?!\p{L})|er(?!\p{L}))`;
const yearFirst = new RegExp(String.raw`^(\d{4})${endOfYear}(?:-(\d{1,2})(?!\d)(?:-(\d{1,2})(?!\d))?)?`, 'u');

/**
 * Parses an ISO 8601 date with or without a time, or the start of a range (`2019-03-01/2019-05-01`, DataCite's
 * RKMS-ISO8601). Ignores time zones, keeping the day as written. Null for anything else. `recordedIn`: see partialDate.
 */
export function fromIsoDate(written: unknown, recordedIn?: number | null): string | null {
  if (typeof written === 'number') return partialDate(written, undefined, undefined, recordedIn);
  if (typeof written !== 'string') return null;
  const date = written.trim();
  const parts = /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(date) ?? yearFirst.exec(date);
  return parts ? partialDate(parts[1], parts[2], parts[3], recordedIn) : null;
}

/** Whether `YYYY-MM-DD` is a real day, unlike `2026-02-30`. */
export function isDay(written: string): boolean {
  const [year = 0, month = 0, day = 0] = written.split('-').map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** Whether it is `YYYY`, `YYYY-MM` or `YYYY-MM-DD` and exists, unlike `2026-02-30`. */
export const isPartialDate = (written: string): boolean => fromIsoDate(written) === written;

export function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}

/** The first day of a partial date, as `YYYY-MM-DD`. Used to sort dates of different precision. */
export function earliestDay(date: string): string {
  return `${date}-01-01`.slice(0, 10);
}

/** The end of a partial date, as text to compare with days: each month counts as having 31. */
export function latestDay(date: string): string {
  return date + '-12-31'.slice(date.length - 4);
}

function wholeNumber(written: unknown): number | undefined {
  if (typeof written === 'string' && /^\s*\d+\s*$/.test(written)) return Number(written);
  return typeof written === 'number' && Number.isInteger(written) ? written : undefined;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
