/** How the oracle reads recordings, whose parts may have any shape. */
import { decodeHTML } from 'entities';

/** A part of a recording, which may have any shape. */
export type Raw = unknown;

/** The values of a source's fields. */
export type Facts = Record<string, unknown>;

export const isThere = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

export const many = (value: unknown): unknown[] => (Array.isArray(value) ? value : isThere(value) ? [value] : []);

export const unique = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];

export function plain(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = decodeHTML(decodeHTML(String(value)))
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text;
}

export function at(holder: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    holder,
  );
}

/** ISO 3297: the weighted sum of all eight characters is a multiple of 11. */
export function isIssn(text: string): boolean {
  const digits = [...text.replace('-', '')].map((each) => (each === 'X' ? 10 : Number(each)));
  return /^\d{4}-\d{3}[\dX]$/.test(text) && digits.reduce((sum, each, index) => sum + each * (8 - index), 0) % 11 === 0;
}
