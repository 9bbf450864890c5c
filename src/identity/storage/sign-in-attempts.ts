import { createHash } from 'node:crypto';
import * as z from 'zod';
import { keys } from '../../storage/keys.ts';
import { putItem, takeItem } from '../../storage/table.ts';
import { SignInAttempt } from '../domain/sign-in-attempt.ts';

const Stored = SignInAttempt.extend({ expiresAtSeconds: z.int() });

/** Stores an attempt under an id that only the browser knows. */
export async function storeAttempt(id: string, attempt: SignInAttempt, expiresAtMs: number): Promise<void> {
  await putItem({ ...keyOf(id), ...attempt, expiresAtSeconds: Math.ceil(expiresAtMs / 1000) });
}

/** Returns and deletes the attempt with this id; undefined if there is none or it has expired. */
export async function takeAttempt(id: string, now: Date): Promise<SignInAttempt | undefined> {
  const item = await takeItem(keyOf(id));
  const { expiresAtSeconds = 0, ...attempt } = item ? Stored.parse(item) : {};
  return item && expiresAtSeconds * 1000 > now.getTime() ? SignInAttempt.parse(attempt) : undefined;
}

const keyOf = (id: string) => keys.signInAttempt(createHash('sha256').update(id).digest('hex'));
