/** The limits of any JSON answer. */
export const jsonLimits = {
  depth: 64,
  /** Values take more memory than the text they are parsed from. */
  values: 3_000_000,
  /** Per text, including its markup. */
  characters: 100_000,
  /** Per list. */
  entries: 25_000,
} as const;

/** A text is JSON beyond a limit, which the message names. */
export class JsonTooLarge extends Error {
  override name = 'JsonTooLarge';
}

export interface ParsedJson {
  /** Undefined if the text is not JSON. */
  body: unknown;
  /** A sentence for each text or list that was cut, once for each place. */
  cuts: string[];
}

/**
 * Parses JSON within the limits: rejects texts that are too deep and cuts values that are too long. Throws
 * JsonTooLarge.
 */
export function parseJson(text: string): ParsedJson {
  refuseExcess(text);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { body: undefined, cuts: [] };
  }
  const cuts = new Set<string>();
  return { body: cutLong(body, '', cuts), cuts: [...cuts] };
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** One pass over the characters, because a parser has no limits and its result may not fit into memory. */
function refuseExcess(text: string): void {
  let [depth, values, isText] = [0, 1, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === backslash) at++;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === comma) values++;
    else if (opening.has(code)) {
      values++;
      if (++depth > jsonLimits.depth) throw new JsonTooLarge(`is nested more than ${jsonLimits.depth} deep`);
    } else if (closing.has(code)) depth--;
    if (values > jsonLimits.values) throw new JsonTooLarge('has more than 3 million values');
  }
}

/** DataCite repeats a record as XML, which is not read, so cutting it loses nothing. */
const unread: ReadonlySet<string> = new Set(['xml']);

function cutLong(value: unknown, path: string, cuts: Set<string>): unknown {
  if (typeof value === 'string') {
    if (value.length <= jsonLimits.characters) return value;
    cuts.add(`${path || 'The answer'} was cut to ${jsonLimits.characters.toLocaleString('en')} characters`);
    return value.slice(0, jsonLimits.characters).toWellFormed();
  }
  if (Array.isArray(value)) {
    if (value.length > jsonLimits.entries) {
      const kept = jsonLimits.entries.toLocaleString('en');
      cuts.add(`${path || 'The answer'} was cut to the first ${kept} of ${value.length.toLocaleString('en')}`);
    }
    return value.slice(0, jsonLimits.entries).map((each) => cutLong(each, path, cuts));
  }
  if (value === null || typeof value !== 'object') return value;
  for (const [name, field] of Object.entries(value)) {
    // An own property, even if its name is `__proto__`.
    const within = cutLong(field, path === '' ? name : `${path}.${name}`, unread.has(name) ? new Set() : cuts);
    if (within !== field)
      Object.defineProperty(value, name, { value: within, writable: true, enumerable: true, configurable: true });
  }
  return value;
}
