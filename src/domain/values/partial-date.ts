/** A year beyond these is a slip or of another calendar (Thai records count from 543 BC). */
const firstYear = 1000;
const lastYear = 2100;

/**
 * `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: as much of a date as is given and exists. A month that is none leaves the year, a
 * day that the month has not leaves the month; null without a year. Numbers may come as text, as ORCID writes them.
 */
export function partialDate(year: unknown, month?: unknown, day?: unknown): string | null {
  const y = wholeNumber(year);
  if (y === undefined || y < firstYear || y > lastYear) return null;
  const m = wholeNumber(month);
  if (m === undefined || m < 1 || m > 12) return String(y);
  const d = wholeNumber(day);
  const yearAndMonth = `${y}-${twoDigits(m)}`;
  if (d === undefined || d < 1 || d > daysIn(y, m)) return yearAndMonth;
  return `${yearAndMonth}-${twoDigits(d)}`;
}

/** Crossref's `{ "date-parts": [[2019, 3, 1]] }`; a date it does not know is `[[null]]`. */
export function fromDateParts(date: unknown): string | null {
  const parts = date && typeof date === 'object' && 'date-parts' in date ? date['date-parts'] : undefined;
  const first = Array.isArray(parts) ? parts[0] : undefined;
  return Array.isArray(first) ? partialDate(first[0], first[1], first[2]) : null;
}

/** ORCID's `{ "year": { "value": "2019" }, "month": null, "day": null }`. */
export function fromOrcidDate(date: unknown): string | null {
  const part = (name: string) => {
    const value: unknown = date && typeof date === 'object' ? Reflect.get(date, name) : undefined;
    return value && typeof value === 'object' ? Reflect.get(value, 'value') : value;
  };
  return partialDate(part('year'), part('month'), part('day'));
}

/**
 * A written ISO 8601 date with or without a time, and the earliest date of a range (`2019-03-01/2019-05-01`), as
 * DataCite's RKMS-ISO8601 allows. The day is the one that is written, in whatever time zone. Null for anything else.
 */
export function fromIsoDate(written: unknown): string | null {
  if (typeof written === 'number') return partialDate(written);
  if (typeof written !== 'string') return null;
  const date = written.trim();
  const parts =
    /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(date) ?? /^(\d{4})(?!\d)(?:-(\d{1,2})(?!\d)(?:-(\d{1,2})(?!\d))?)?/.exec(date);
  return parts ? partialDate(parts[1], parts[2], parts[3]) : null;
}

/** Whether `YYYY-MM-DD` is a day of the calendar: `2026-02-30` is none. */
export function isDay(written: string): boolean {
  const [year = 0, month = 0, day = 0] = written.split('-').map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** The year of a partial date. */
export function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}

/** The first day a partial date may mean, `YYYY-MM-DD`: what dates of different precision are sorted by. */
export function earliestDay(date: string): string {
  return `${date}-01-01`.slice(0, 10);
}

function wholeNumber(written: unknown): number | undefined {
  if (typeof written === 'string' && /^\s*\d+\s*$/.test(written)) return Number(written);
  return typeof written === 'number' && Number.isInteger(written) ? written : undefined;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
