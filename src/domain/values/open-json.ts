import * as z from 'zod';

/** The table stores 32 levels, and some of them are around the value. */
const maxDepth = 16;
const maxNameCharacters = 250;
/** Numbers nearer to zero cannot be stored. */
const smallestNumber = 1e-100;
/** Control characters but line breaks and tabs. */
const control = /[^\P{Cc}\n\r\t]/u;
const urlName = /^(url|href|src)$|_url$/i;

/** The schema of an http or https URL of at most 2,000 characters. */
export const HttpUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine(isHttpUrl, { error: 'must be a URL that begins with http:// or https://' });

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/**
 * JSON in any form that the table can store and that is safe to publish: at most 16 levels, names that are not empty,
 * no control characters, numbers without loss, and http or https in fields that are named as addresses (`url`, `href`,
 * `src`, `…_url`).
 */
const OpenJson = openField('');

/** The schema of a value in any form that can be stored and published, in a field of this name. */
export function openField(name: string) {
  return z.unknown().superRefine((value, context) => {
    const [fault] = faultsOf(value, [], name);
    if (fault) context.addIssue({ code: 'custom', ...fault });
  });
}

/** `constructor` would make the client of the table mistake an object for one of another class. */
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

/** `name` is that of the field that holds the value, also where it holds a list of them. */
function* faultsOf(value: unknown, path: Fault['path'], name: string): Generator<Fault> {
  if (path.length > maxDepth) yield { path, message: `must not be nested in more than ${maxDepth} levels` };
  else if (typeof value === 'string') {
    if (!value.isWellFormed()) yield { path, message: 'must be well-formed Unicode' };
    if (control.test(value)) yield { path, message: 'must not contain control characters' };
    if (urlName.test(name) && value !== '' && !isHttpUrl(value)) {
      yield { path, message: 'must be a URL that begins with http:// or https://' };
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

/** An array of any JSON that can be stored. */
export const openArray = (maxItems: number) => z.array(OpenJson).max(maxItems);

/** An object with any fields that can be stored. */
export const OpenObject = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const [fault] = faultsOf(value, [], '');
  if (fault) context.addIssue({ code: 'custom', ...fault });
});
