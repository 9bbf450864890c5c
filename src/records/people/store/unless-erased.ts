import { createHmac } from 'node:crypto';
import { env } from '#src/runtime/env.ts';
import { readSecret } from '#src/runtime/requests/secrets.ts';
import { keys } from '#src/table/keys.ts';
import { getItems, type Write } from '#src/table/table.ts';

/** A write was refused because the person was erased. */
export class PersonErased extends Error {
  constructor() {
    super('The person was erased');
  }
}

/** The key of the hashes, which is secret: otherwise all iDs could be tried. */
export const readErasureKey = (): Promise<string> => readSecret(env('ERASURE_KEY_SECRET_ARN'));

/** The stored hash of an erased person: HMAC-SHA-256 of the iD, in hex. */
export const markOf = (orcid: string, key: string): string => createHmac('sha256', key).update(orcid).digest('hex');

/**
 * The erased iDs among these. Without a condition in the following write, this suffices for records that the last pass
 * of an erasure reads again.
 */
export async function erasedAmong(orcids: Iterable<string>): Promise<Set<string>> {
  const asked = new Set(orcids);
  if (asked.size === 0) return asked;
  const key = await readErasureKey();
  const byMark = new Map([...asked].map((orcid) => [markOf(orcid, key), orcid]));
  const items = await getItems([...byMark.keys()].map(keys.erased));
  return new Set(items.flatMap(({ mark }) => byMark.get(String(mark)) ?? []));
}

/** The condition that a person was not erased, for a transaction that adds them or requests their ingestion. */
export async function unlessErased(orcid: string): Promise<Write> {
  const Key = keys.erased(markOf(orcid, await readErasureKey()));
  return { ConditionCheck: { Key, ConditionExpression: 'attribute_not_exists(pk)' } };
}
