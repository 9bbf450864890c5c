import { createHash } from 'node:crypto';
import * as z from 'zod';
import { compress, decompress, putParts } from '#src/records/publications/store/compressed.ts';
import { keys } from '#src/table/keys.ts';
import { type Key, queryAll } from '#src/table/table.ts';

/** A part of a source's answer, compressed. */
export const AnswerPart = z.object({
  parts: z.int(),
  hash: z.string(),
  body: z.instanceof(Uint8Array),
  /** The requested DOI. If absent, that of the publication, or it was not stored. */
  asked: z.string().optional(),
});

/** A source's answer as received. */
export interface StoredAnswer {
  raw: unknown;
  hash: string;
  asked: string | undefined;
}

/** The sections of an ORCID record whose public part is stored. */
export type OrcidSection = 'works' | 'employments';

/**
 * Stores a source's answer about a publication, so that the record can be derived again without asking the source.
 * Returns its hash. An answer with the hash `knownHash` is already stored. `asked` is the requested DOI.
 */
export async function saveSourceAnswer(
  doi: string,
  source: string,
  { raw, asked = doi }: { raw: unknown; asked?: string },
  knownHash?: string,
): Promise<string> {
  const isOther = asked !== doi;
  const hash = hashOf(isOther ? { raw, asked } : raw);
  if (hash === knownHash) return hash;
  await putParts((part) => keys.sourceAnswer(doi, source, part), compress(raw), { hash, ...(isOther && { asked }) });
  return hash;
}

/** Stores the public part of a section of a person's ORCID record. */
export const saveOrcidSection = (orcid: string, section: OrcidSection, raw: unknown): Promise<void> =>
  putParts((part) => keys.personAnswer(orcid, section, part), compress(raw), { hash: hashOf(raw) });

/** A source's last answer about a publication; undefined if it is not stored completely. */
export const getSourceAnswer = (doi: string, source: string): Promise<StoredAnswer | undefined> =>
  readParts((part) => keys.sourceAnswer(doi, source, part));

/** The section of a person's ORCID record as last read; undefined if it is not stored completely. */
export const getOrcidSection = (orcid: string, section: OrcidSection): Promise<StoredAnswer | undefined> =>
  readParts((part) => keys.personAnswer(orcid, section, part));

const hashOf = (raw: unknown) => createHash('sha256').update(JSON.stringify(raw)).digest('base64url');

/** A writer may have been killed between two parts, or two may have written at once: then the hashes differ. */
async function readParts(keyOf: (part: number) => Key): Promise<StoredAnswer | undefined> {
  const { pk, sk: first } = keyOf(0);
  const stored = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': keyOf(lastPart).sk },
  });
  const [start, ...furtherParts] = stored.map((item) => AnswerPart.parse(item));
  if (!start) return undefined;
  const { parts, hash, asked } = start;
  // After a shorter answer, the last parts of a longer one are left over.
  const all = [start, ...furtherParts].slice(0, parts);
  if (all.length < parts || all.some((each) => each.hash !== hash)) return undefined;
  return { raw: decompress(Buffer.concat(all.map(({ body }) => body))), hash, asked };
}

const lastPart = 9_999;
