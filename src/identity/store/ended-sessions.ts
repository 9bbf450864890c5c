import { createHash } from 'node:crypto';
import * as z from 'zod';
import { keys } from '#src/table/keys.ts';
import { getItems, putItem, updateIf } from '#src/table/table.ts';

/** Sessions ended before their tokens expire: one session, or all of a subject until a time in milliseconds. */
export const EndedSessions = z.object({ ended_at: z.int() });

/** The session of a verified token. */
export interface TokenSession {
  /** Common to all tokens of the session, or else identifies this token alone. */
  sessionId: string;
  /** The subject with its issuer (`issuerSubject`). */
  subject: string;
  /** When the person authenticated, or else when the token was issued. Milliseconds; null if unknown. */
  authenticatedAtMs: number | null;
}

/** Ends a session. Stored until its tokens have expired. */
export async function endSession(sessionId: string, now: Date, tokensExpireAtMs: number): Promise<void> {
  const item = { ended_at: now.getTime(), expiresAtSeconds: Math.ceil(tokensExpireAtMs / 1000) };
  await putItem({ ...keyOf('session', sessionId), ...item });
}

/** No session is extended for longer, and deleted users leave nothing behind for ever. */
const rememberedMs = 400 * 86_400_000;

/** Ends all sessions that a subject has started so far. No call restores one. */
export async function endSessionsOf(subject: string, now: Date): Promise<void> {
  await updateIf({
    Key: keyOf('subject', subject),
    UpdateExpression: 'SET ended_at = :now, expiresAtSeconds = :until',
    ConditionExpression: 'attribute_not_exists(ended_at) OR ended_at < :now',
    ExpressionAttributeValues: {
      ':now': now.getTime(),
      ':until': Math.ceil((now.getTime() + rememberedMs) / 1000),
    },
  });
}

/**
 * Whether a session was ended. Tokens state whole seconds: one issued in the second in which all sessions ended is a
 * new session.
 */
export async function isEnded({ sessionId, subject, authenticatedAtMs }: TokenSession): Promise<boolean> {
  const all = keyOf('subject', subject);
  for (const item of await getItems([keyOf('session', sessionId), all])) {
    const { ended_at } = EndedSessions.parse(item);
    const isOlder = authenticatedAtMs !== null && authenticatedAtMs < Math.floor(ended_at / 1000) * 1000;
    if (item.pk !== all.pk || isOlder) return true;
  }
  return false;
}

/** Hashes, so that readers of the table find neither subjects nor parts of tokens. */
const keyOf = (kind: 'session' | 'subject', id: string) =>
  keys.endedSessions(createHash('sha256').update(`${kind} ${id}`).digest('hex'));
