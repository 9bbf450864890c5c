import { createHash } from 'node:crypto';
import * as z from 'zod';
import { isSameSecret } from '#src/runtime/same-text.ts';
import { keys } from '#src/table/keys.ts';
import { deleteIfPresent, getItem, putItem } from '#src/table/table.ts';
import { SignInAttempt } from '../domain/sign-in-attempt.ts';

const Stored = SignInAttempt.extend({ expiresAtSeconds: z.int() });

/** Stores an attempt under an id that only the browser knows. */
export async function storeAttempt(id: string, attempt: SignInAttempt, expiresAtMs: number): Promise<void> {
  await putItem({ ...keyOf(id), ...attempt, expiresAtSeconds: Math.ceil(expiresAtMs / 1000) });
}

/**
 * Deletes and returns the attempt with this id and state; undefined if there is none, it has expired, or another call has
 * taken it. One with another state stays: anybody can lead a browser here with a state of their own.
 */
export async function takeAttempt(id: string, state: string, now: Date): Promise<SignInAttempt | undefined> {
  const key = keyOf(id);
  const item = await getItem(key);
  if (!item) return undefined;
  const { expiresAtSeconds, ...attempt } = Stored.parse(item);
  if (!isSameSecret(attempt.state, state) || expiresAtSeconds * 1000 <= now.getTime()) return undefined;
  return (await deleteIfPresent(key)) ? attempt : undefined;
}

const keyOf = (id: string) => keys.signInAttempt(createHash('sha256').update(id).digest('hex'));
