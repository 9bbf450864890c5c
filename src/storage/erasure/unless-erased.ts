import { createHmac } from 'node:crypto';
import { env } from '../../runtime/env.ts';
import { readSecret } from '../../runtime/secrets.ts';
import { keys } from '../keys.ts';
import type { Write } from '../table.ts';

/** A write is refused because the person was erased. */
export class PersonErased extends Error {
  constructor() {
    super('The person was erased');
  }
}

/** The key of the hashes, which is a secret: otherwise every iD could be tried. */
export const readErasureKey = (): Promise<string> => readSecret(env('ERASURE_KEY_SECRET_ARN'));

/** What an erased person is remembered by: HMAC-SHA-256 of the iD, in hex. */
export const markOf = (orcid: string, key: string): string => createHmac('sha256', key).update(orcid).digest('hex');

/** The condition that a person was not erased, for the transaction that adds them or asks for their ingestion. */
export async function unlessErased(orcid: string): Promise<Write> {
  const Key = keys.erased(markOf(orcid, await readErasureKey()));
  return { ConditionCheck: { Key, ConditionExpression: 'attribute_not_exists(pk)' } };
}
