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

/** Text. The router parses `?q=2020` as a number. */
export const text: Parameter<string> = (value) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? `${value}` : undefined;

/** One of the given values. */
export const oneOf =
  <const Value>(values: readonly Value[]): Parameter<Value> =>
  (value) =>
    values.find((each) => each === value);

/** The page of a list, from 1. */
export const pageNumber: Parameter<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? (value as number) : undefined;

/** An existing day, as `YYYY-MM-DD`. */
export const day: Parameter<string> = (value) => {
  const ms = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === value ? value : undefined;
};
