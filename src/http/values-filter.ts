import * as z from 'zod';
import { plainMessage } from '#src/runtime/issues.ts';
import * as query from './query.ts';

const usualMost = 100;

/**
 * A filter for one or several values separated by `|`, at most `maxValues`. A missing or empty one is parsed as null.
 */
export function valuesFilter<Value extends string | number>(
  value: z.ZodType<Value, string>,
  openapi: Record<string, unknown>,
  description: string,
  maxValues = usualMost,
) {
  const values = z.string().transform((text, context): Value[] => {
    const parts = [...new Set(text.split('|').map((part) => part.trim()))];
    if (parts.length > maxValues) {
      context.issues.push({ code: 'custom', message: tooMany(maxValues), input: text });
    }
    const parsed = parts.slice(0, maxValues).flatMap((part) => {
      const { data, error } = value.safeParse(part, { error: plainMessage });
      for (const { message } of error?.issues ?? []) context.issues.push({ code: 'custom', message, input: part });
      return data === undefined ? [] : [data];
    });
    return [...new Set(parsed)];
  });
  return query.filter(values, openapi, `${description} Several values are separated by \`|\`; one is enough.`);
}

/** The value of a filter that asks for what has none. */
const unknown = 'unknown';

/** The values of a filter that also takes `unknown`. */
export const orUnknown = <Value extends string | number>(
  value: z.ZodType<Value, string>,
): z.ZodType<Value | typeof unknown, string> =>
  z.string().transform((written, context) => {
    if (written === unknown) return unknown;
    const { data, error } = value.safeParse(written, { error: plainMessage });
    for (const { message } of error?.issues ?? []) context.issues.push({ code: 'custom', message, input: written });
    return data ?? z.NEVER;
  });

/** The values of a filter for a query, in which null stands for what has none. */
export const orNone = <Value extends string | number>(
  values: readonly Value[],
): readonly (Exclude<Value, typeof unknown> | null)[] =>
  values.map((value) => (value === unknown ? null : (value as Exclude<Value, typeof unknown>)));

const tooMany = (most: number) =>
  most > usualMost
    ? `must have at most ${most} values, because an address may have 8,192 bytes`
    : `must have at most ${most} values`;

/** A filter for one or several of a few values. */
export const enumFilter = <const Values extends readonly string[]>(values: Values, description: string) =>
  valuesFilter<Values[number]>(
    z.enum(values) as unknown as z.ZodType<Values[number], string>, // every value is a string
    patternOf(values, '\\|'),
    `${description} One of ${values.map((value) => `\`${value}\``).join(', ')}.`,
  );

/** The values of a filter for a query, as `orNone`: a single one as it is. */
export function oneOrMore<Value extends string | number>(
  values: readonly Value[] | null,
): Exclude<Value, typeof unknown> | readonly (Exclude<Value, typeof unknown> | null)[] | null {
  const asked = values && orNone(values);
  return asked?.length === 1 && asked[0] !== null ? (asked[0] ?? null) : asked;
}

/** The applied years, echoed: a single one as a number, several in a field of their own. */
export function echoYears(asked: readonly (number | typeof unknown)[] | null) {
  const years = (asked ?? []).filter((year) => year !== unknown);
  return {
    publication_year: years.length === 1 ? (years[0] ?? null) : null,
    ...(years.length > 1 && { publication_years: years }),
    ...(asked?.includes(unknown) && { publication_year_unknown: true }),
  };
}

/** The applied values of a filter, echoed: a single one as it is, several as sent. */
export const echoValues = <Value extends string | number>(values: readonly Value[] | null): Value | string | null =>
  values === null ? null : values.length === 1 ? (values[0] ?? null) : values.join('|');

/** A comma-separated list of names, at most `most` of them. A missing or empty one is parsed as null. */
export const namesFilter = <const Names extends readonly [string, ...string[]]>(
  names: Names,
  description: string,
  most = names.length,
) =>
  query.filter(
    z.string().transform((text, context): Names[number][] => {
      const parts = [...new Set(text.split(',').map((part) => part.trim()))];
      const known = parts.filter((part): part is Names[number] => names.includes(part));
      if (known.length < parts.length) {
        const message = `must be names out of ${names.join(', ')}, separated by commas`;
        context.issues.push({ code: 'custom', message, input: text });
      } else if (known.length > most) {
        context.issues.push({ code: 'custom', message: tooMany(most), input: text });
      }
      return known;
    }),
    patternOf(names, ',', most < names.length ? `{0,${most - 1}}` : '*'),
    `${description} Some of ${names.map((name) => `\`${name}\``).join(', ')}, separated by commas.`,
  );

function patternOf(values: readonly string[], separator: string, repeated = '*'): Record<string, unknown> {
  const one = `(${values.join('|')})`;
  return { type: 'string', pattern: `^(${one}(${separator}${one})${repeated})?$` };
}
