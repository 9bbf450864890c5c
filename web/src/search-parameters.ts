/** Parses one parameter of an address. Undefined for a value that the page does not offer. */
type Parameter<Value> = (value: unknown) => Value | undefined;

export type SearchOf<Parse extends (search: Readonly<Record<string, unknown>>) => unknown> = ReturnType<Parse>;

/**
 * Declares the parameters of a page's address. Unknown parameters and invalid values are dropped, so that an old link
 * opens a page instead of an error.
 */
export function searchParameters<const Parameters extends Readonly<Record<string, Parameter<unknown>>>>(
  parameters: Parameters,
) {
  type Search = { [Name in keyof Parameters]?: ReturnType<Parameters[Name]> };
  return (search: Readonly<Record<string, unknown>>): Search => {
    // The router merges the result into the address, so dropped parameters must be undefined.
    const names = Object.keys(search);
    return Object.fromEntries(names.map((name) => [name, parameters[name]?.(search[name])])) as Search;
  };
}

/**
 * The parameters of an address as they are written: the router's own parser reads `?q=10.50` as the number 10.5, and
 * writes texts that look like numbers in quotes.
 */
export const parseSearch = (address: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(address));

/** The address of parameters, with its question mark; empty if there are none. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const written = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return written === '' ? '' : `?${written}`;
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

export const text: Parameter<string> = (value) => (isScalar(value) ? String(value) : undefined);

/** One of the given values, or its text in an address. */
export const oneOf =
  <const Value>(values: readonly Value[]): Parameter<Value> =>
  (value) =>
    isScalar(value) ? values.find((each) => String(each) === String(value)) : undefined;

/** A whole number from 1. */
export const wholeNumber: Parameter<number> = (value) => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 1 ? (number as number) : undefined;
};

/** The page of a list. */
export const pageNumber: Parameter<number> = (value) => wholeNumber(value);

/** An existing day, as `YYYY-MM-DD`. */
export const day: Parameter<string> = (value) => {
  const ms = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === value ? value : undefined;
};
