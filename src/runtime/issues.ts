import type * as z from 'zod';
import type { Issue } from './errors.ts';

/** The issues of a value for an error response, each once. Parse with `plainMessage` to get its messages. */
export function issuesOf(error: z.ZodError): Issue[] {
  const issues = error.issues.flatMap((issue) => toIssues(issue, []));
  // A list in one parameter has the same issue for each of its values.
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

function toIssues(issue: z.core.$ZodIssue, parents: PropertyKey[]): Issue[] {
  const path = [...parents, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a field of this request' }));
  }
  // If the value has the type of exactly one option of a union, report the issues of that option.
  const meant = issue.code === 'invalid_union' ? issue.errors.filter((errors) => !errors.some(expectedType)) : [];
  if (meant.length === 1) return (meant[0] ?? []).flatMap((inner) => toIssues(inner, path));
  return [{ path: path.join('.'), message: issue.message }];
}

/** The expected type, if the issue is the type of the whole value. */
const expectedType = (issue: z.core.$ZodIssue) =>
  issue.path.length === 0 && issue.code === 'invalid_type' ? issue.expected : undefined;

/** The message of an issue whose schema defines none, as it follows the value's name: "must be at most 100". */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ? `must be ${typeNames[issue.expected]}` : 'is not valid';
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return bound(issue.origin, issue.minimum, 'least', issue);
    case 'too_big':
      return bound(issue.origin, issue.maximum, 'most', issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formatNames[issue.format] ? `must be ${formatNames[issue.format]}` : 'does not have the expected format';
    case 'invalid_union':
      return unionMessage(issue);
    case 'unrecognized_keys':
      return `has fields that are not part of this request: ${issue.keys.join(', ')}`;
    case 'invalid_key':
      return 'is not an allowed name';
    default:
      return 'is not valid';
  }
}

const typeNames: Record<string, string> = {
  array: 'an array',
  boolean: 'a boolean',
  date: 'a date',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
  tuple: 'an array',
};

const formatNames: Record<string, string> = {
  date: 'a date, such as 2026-01-31',
  datetime: 'a date and time, such as 2026-01-31T12:00:00Z',
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
};

/** Strings are measured in characters and arrays in items; numbers are compared. */
function bound(
  origin: string,
  limit: number | bigint,
  side: 'least' | 'most',
  { inclusive = true, exact = false }: { inclusive?: boolean; exact?: boolean },
): string {
  const unit = origin === 'string' ? 'character' : origin === 'array' || origin === 'set' ? 'item' : undefined;
  if (!unit)
    return inclusive ? `must be at ${side} ${limit}` : `must be ${side === 'least' ? 'more' : 'less'} than ${limit}`;
  if (side === 'least' && limit === 1 && !exact) return 'must not be empty';
  return `must have ${exact ? 'exactly' : `at ${side}`} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
}

/** Lists the values of a discriminator, or the types of the options if only the type is wrong. */
function unionMessage(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if ('options' in issue && Array.isArray(issue.options)) return `must be one of ${issue.options.join(', ')}`;
  const types = issue.errors.map(([first]) => first && typeNames[expectedType(first) ?? '']);
  if (types.length === 0 || types.includes(undefined)) return 'is not valid';
  return `must be ${[...new Set(types)].join(' or ')}`;
}
