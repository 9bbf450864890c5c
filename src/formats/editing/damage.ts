import { hasMojibake } from '../reading/entries/file-text.ts';

/** The ways in which programs change a cell that nobody has edited. */
export type CellDamage = 'cut' | 'zeros' | 'number' | 'precision' | 'date' | 'encoding' | 'apostrophe' | 'formula';

/** Lengths at which spreadsheets cut the text of a cell. */
const cutLengths: ReadonlySet<number> = new Set([32_767, 65_535]);

/**
 * How a program has mangled the text that was written, if the one in the file is a known mangling of it. It is then no
 * edit. Without a text that was written, only what no person types is recognised.
 */
export function damageOf(written: string | undefined, found: string): CellDamage | undefined {
  if (cutLengths.has(found.length)) return 'cut';
  // Long numbers, such as ISBN, in the form that calculators have: `9.78E+12`.
  if (scientific.test(found) && !scientific.test(written ?? '')) return 'precision';
  if (/^#(?:REF|NAME|VALUE|N\/A|NUM|DIV\/0|NULL)[!?]?$|^Err:\d{3}$/.test(found)) return 'formula';
  if (written === undefined || written === '') return undefined;
  if (found === `'${written}`) return 'apostrophe';
  if (isZeroless(written, found)) return 'zeros';
  if (isRounded(written, found)) return 'precision';
  if (isSameDay(written, found)) return 'date';
  if (isSameNumber(written, found)) return 'number';
  if (isReencoded(written, found)) return 'encoding';
  return undefined;
}

const scientific = /^-?\d+(?:[.,]\d+)?E[+-]?\d{1,3}$/i;

/** `0012` as `12`, also in the parts of an ISBN: `0-306-40615-2` is none. */
const isZeroless = (written: string, found: string): boolean =>
  /^0\d*[\dX]$/.test(written) && found === (written.replace(/^0+(?=.)/, '') || '0');

/** Numbers of 16 and more digits are kept in the first 15. */
const isRounded = (written: string, found: string): boolean =>
  /^\d{16,}$/.test(written) &&
  /^\d{16,}$/.test(found) &&
  written.length === found.length &&
  Number(written).toPrecision(15) === Number(found).toPrecision(15);

/** `10.1000` as `10.1`, `1E5` as `100000`, `1,234` as `1234` or `1.234`. */
function isSameNumber(written: string, found: string): boolean {
  const number = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:E[+-]?\d{1,3})?$/i;
  if (number.test(written) && number.test(found)) {
    if (Number(written.replace(',', '.')) === Number(found.replace(',', '.'))) return true;
  }
  const grouped = /^\d{1,3}(?:[.,'\u2019\u00a0\u202f ]\d{3})+$/;
  const digits = (text: string) => text.replace(/\D/g, '');
  return grouped.test(written) && /^[\d.,'\u2019\u00a0\u202f ]+$/.test(found) && digits(written) === digits(found);
}

/**
 * `2020-11-05`, `2020-11`, `1/5` or `11-12` as a date in another form, or as the number of its day. A whole date in the
 * form that the product writes is an edit if its day is another one.
 */
function isSameDay(written: string, found: string): boolean {
  const days = daysOf(written);
  if (days.length === 0) return false;
  const isSame = (one: Day, other: Day) =>
    one.month === other.month && one.day === other.day && (one.year ?? other.year) === (other.year ?? one.year);
  return daysOfForm(found).some((other) => days.some((one) => isSame(one, other)));
}

interface Day {
  year?: number;
  month: number;
  day: number;
}

const day = (year: string | number | undefined, month: string | number, of: string | number): Day[] => {
  const [monthNumber, dayNumber] = [Number(month), Number(of)];
  if (monthNumber < 1 || monthNumber > 12 || dayNumber < 1 || dayNumber > 31) return [];
  return [{ ...(year !== undefined && { year: fullYear(Number(year)) }), month: monthNumber, day: dayNumber }];
};

const fullYear = (year: number) => (year >= 100 ? year : year < 30 ? 2000 + year : 1900 + year);

/** The days for which a program may take a text. */
function daysOf(text: string): Day[] {
  const [, year, month, of] = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(text) ?? [];
  if (year !== undefined && month !== undefined) return day(year, month, of ?? 1);
  const [, one, other, years] = /^(\d{1,2})[-/.–](\d{1,2})(?:[-/.](\d{2}|\d{4}))?$/.exec(text) ?? [];
  if (one === undefined || other === undefined) return [];
  return [...day(years, one, other), ...day(years, other, one), ...monthOfYear(one, other), ...monthOfYear(other, one)];
}

/** `11-20` may be November 2020. */
const monthOfYear = (month: string, year: string) => day(year, month, 1);

const months = ['jan', 'feb', 'm[aä]r|mrz', 'apr', 'ma[iy]', 'jun', 'jul', 'aug', 'sep', 'o[ck]t', 'nov', 'de[cz]'];

/** The days of a text that a program writes for a date: a serial number, a local date, or one with the name of a month. */
function daysOfForm(text: string): Day[] {
  if (/^\d{4,5}(?:\.0+)?$/.test(text)) {
    // 1,000 to 9,999 are years. Days count from 1899-12-30, on old Macs from 1904-01-01.
    const serial = Number(text);
    return serial < 10_000 ? [] : [serial, serial + 1_462].flatMap(dayOfSerial);
  }
  const named = months.findIndex((month) => new RegExp(`(?:^|[^a-zä])(?:${month})`, 'i').test(text)) + 1;
  if (named > 0) {
    const numbers = text.match(/\d+/g) ?? [];
    if (text.length > 20 || numbers.length === 0) return [];
    const [one = '1', other] = numbers;
    return [...day(other, named, one), ...day(other === undefined ? one : undefined, named, other ?? 1)];
  }
  const date = text.replace(/[T ]\d{2}:\d{2}(?::\d{2})?(?:\.0+)?Z?$/, '');
  if (/^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(date)) return daysOf(date);
  return /^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|\d{4})$/.test(date) ? daysOf(date) : [];
}

function dayOfSerial(serial: number): Day[] {
  const date = new Date(serial * 86_400_000 - 2_209_161_600_000);
  return day(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** UTF-8 taken for Windows-1252, or signs that an encoding does not have as question marks. */
function isReencoded(written: string, found: string): boolean {
  if (hasMojibake(found) && !hasMojibake(written)) return true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  const beyondAscii = /[^\u0000-\u007f]+/g;
  if (found.includes('\ufffd') && !written.includes('\ufffd')) return true;
  return (
    written !== found && written.replace(beyondAscii, '?') === found.replace(/\?+/g, '?') && beyondAscii.test(written)
  );
}
