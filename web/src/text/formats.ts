/** Formats numbers and dates for the chosen language, in the browser's time zone. */
export interface Format {
  number(value: number): string;
  /** A percentage of a share between 0 and 1. */
  percent(value: number): string;
  /** The day of a time in milliseconds since the epoch. */
  day(ms: number): string;
  /** The day and time of a time in milliseconds since the epoch. */
  dateTime(ms: number): string;
  /** The day and time in UTC, for comparison with logs. */
  utc(ms: number): string;
  /** How long ago, or how far ahead. */
  relative(ms: number, nowMs?: number): string;
  /** A day without its year, or a month, from `YYYY-MM-DD` or `YYYY-MM`. */
  shortDate(date: string): string;
  /** A publication date, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, without a time zone. Any other text as it is. */
  partialDate(date: string): string;
}

/** Other texts come from sources, such as "Spring 2020". */
const isPartialDate = /^\d{4}(-\d\d){0,2}$/;

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

const formats = new Map<string, Format>();

/** One for all: the browser takes about two milliseconds to make one, and each cell of a list uses it. */
export function formatOf(tag: string): Format {
  const format = formats.get(tag) ?? makeFormat(tag);
  formats.set(tag, format);
  return format;
}

function makeFormat(language: string): Format {
  const numbers = new Intl.NumberFormat(language);
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const utcTimes = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  const relatives = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const short = [
    new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }),
    new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  ];
  const partial = [
    new Intl.DateTimeFormat(language, { year: 'numeric', timeZone: 'UTC' }),
    new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' }),
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
  ];
  return {
    number: (value) => numbers.format(value),
    percent: (value) => percents.format(value),
    day: (ms) => days.format(ms),
    dateTime: (ms) => times.format(ms),
    utc: (ms) => `${utcTimes.format(ms)} UTC`,
    relative: (ms, nowMs = Date.now()) => {
      const difference = ms - nowMs;
      const [unit, size] = units.find(([, size]) => Math.abs(difference) >= size) ?? ['second', 1000];
      return relatives.format(Math.round(difference / size), unit);
    },
    shortDate: (date) => short[date.length > 7 ? 1 : 0]?.format(Date.parse(date)) ?? date,
    partialDate: (date) => {
      const ms = isPartialDate.test(date) ? Date.parse(date) : Number.NaN;
      // The 31st of February would become a day in March.
      if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date)) return date;
      return partial[date.split('-').length - 1]?.format(ms) ?? date;
    },
  };
}
