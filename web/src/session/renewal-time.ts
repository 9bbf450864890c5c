const leadMs = 5 * 60_000;

/** Whether a session ends within five minutes. */
export const endsSoon = (expiresAt: number | null, nowMs: number): boolean =>
  expiresAt !== null && expiresAt - nowMs < leadMs;

/**
 * When to extend a session that is known since `nowMs`: five minutes before its end, or after half of a shorter time. Some
 * issuers give less than five minutes, and so it seems to a clock that is fast: it would be extended for ever.
 */
export const renewalTime = (expiresAt: number, nowMs: number): number =>
  expiresAt - Math.min(leadMs, (expiresAt - nowMs) / 2);
