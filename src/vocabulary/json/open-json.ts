import * as z from 'zod';
import { webUrl } from '../web-url.ts';

/** The table stores 32 levels, some of which are around the value. */
const maxDepth = 16;
const maxNameCharacters = 250;
/** Numbers closer to zero cannot be stored. */
const smallestNumber = 1e-100;
/** Control characters except line breaks and tabs. */
const control = /[^\P{Cc}\n\r\t]/u;
const notUrl = 'must be a URL that begins with http:// or https://';
const urlName = /^(url|href|src)$|_url$/i;

/** The schema of an http or https URL of at most 2,000 characters. The parsed value is in canonical form. */
export const HttpUrl = z.string().trim().refine(isHttpUrl, { error: notUrl }).overwrite(canonicalUrl).max(2_000);

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]\S*$/i.test(text) && webUrl(text) !== null;
}

/** A URL in canonical form; anything else as it is. */
function canonicalUrl(text: string): string {
  return webUrl(text) ?? text;
}

/**
 * Any JSON that the table can store and that is safe to publish: at most 16 levels, no empty names, no control characters,
 * no loss in numbers. Fields named as addresses (`url`, `href`, `src`, `…_url`) must be http(s) and become canonical.
 */
const OpenJson = openField('');

/** The `OpenJson` schema for a field of this name. */
export function openField(name: string) {
  return z
    .unknown()
    .superRefine((value, context) => {
      const [fault] = faultsOf(value, [], name);
      // Stops here, so that URLs are not searched for below the depth limit.
      if (fault) context.addIssue({ code: 'custom', continue: false, ...fault });
    })
    .overwrite((value) => withCanonicalUrls(value, name));
}

/** `constructor` would make the DynamoDB client mistake an object for one of another class. */
const isName = (key: string) =>
  key !== '' &&
  key.length <= maxNameCharacters &&
  key.isWellFormed() &&
  !control.test(key) &&
  key !== '__proto__' &&
  key !== 'constructor';

interface Fault {
  path: (string | number)[];
  message: string;
}

/** `name` is the field that holds the value or its list. */
function* faultsOf(value: unknown, path: Fault['path'], name: string): Generator<Fault> {
  if (path.length > maxDepth) yield { path, message: `must not be nested in more than ${maxDepth} levels` };
  else if (typeof value === 'string') {
    if (!value.isWellFormed()) yield { path, message: 'must be well-formed Unicode' };
    if (control.test(value)) yield { path, message: 'must not contain control characters' };
    if (urlName.test(name) && value !== '' && !isHttpUrl(value)) {
      yield { path, message: notUrl };
    }
  } else if (typeof value === 'number') {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER || (value !== 0 && Math.abs(value) < smallestNumber)) {
      yield { path, message: `must be a number of at most ${Number.MAX_SAFE_INTEGER}, and not too close to 0` };
    }
  } else if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) yield* faultsOf(part, [...path, index], name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (!isName(key)) {
        yield { path: [...path, key.slice(0, maxNameCharacters)], message: 'is not an allowed name' };
      }
      yield* faultsOf(part, [...path, key], key);
    }
  }
}

export const openArray = (maxItems: number) => z.array(OpenJson).max(maxItems);

export const OpenObject = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    const [fault] = faultsOf(value, [], '');
    if (fault) context.addIssue({ code: 'custom', continue: false, ...fault });
  })
  .overwrite((value) => withCanonicalUrls(value, '') as Record<string, unknown>);

/** The value with canonical URLs. `name` is the field that holds it. */
function withCanonicalUrls(value: unknown, name: string): unknown {
  if (typeof value === 'string') return urlName.test(name) ? canonicalUrl(value) : value;
  if (Array.isArray(value)) return value.map((part) => withCanonicalUrls(part, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withCanonicalUrls(part, key)]));
}
