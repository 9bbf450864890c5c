import * as z from 'zod';
import { type HarvestVerb, metadataPrefixes, OaiError } from './protocol.ts';

/** Increase it when the shape of tokens changes. Harvesters with an older token then begin anew. */
const version = 1;

/**
 * Where a list goes on. A token holds the whole request, so it never expires, and any function continues the list. The
 * order is that of the identifiers, which never change: a record that changes meanwhile keeps its place.
 */
const Continuation = z.object({
  version: z.literal(version),
  verb: z.enum(['ListIdentifiers', 'ListRecords']),
  prefix: z.enum(metadataPrefixes),
  from: z.int().min(0),
  until: z.int().min(0),
  set: z.string().nullable(),
  /** The DOI of the last record that was considered. */
  after: z.string().min(1),
  /** The number of records in the list so far. */
  cursor: z.int().min(0),
});
export type Continuation = Omit<z.output<typeof Continuation>, 'version'>;

export const resumptionToken = (continuation: Continuation): string =>
  Buffer.from(JSON.stringify({ version, ...continuation })).toString('base64url');

/** Reads a token of the verb. Throws OaiError `badResumptionToken`. */
export function parseResumptionToken(token: string, verb: HarvestVerb): Continuation {
  const continuation = read(token);
  if (continuation?.verb !== verb) throw new OaiError('badResumptionToken', `This is no token of ${verb}`);
  return continuation;
}

function read(token: string): Continuation | undefined {
  try {
    const { version: _, ...continuation } = Continuation.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
    return continuation;
  } catch {
    return undefined;
  }
}
