const leadMs = 5 * 60_000;

/** Whether a session ends within five minutes. */
export const endsSoon = (expiresAt: number | null, nowMs: number): boolean =>
  expiresAt !== null && expiresAt - nowMs < leadMs;

/**
 * When to extend a session first seen at `nowMs`: five minutes before its end, or halfway through a shorter one. Some
 * issuers give less than five minutes, and a fast clock seems to; the session would be extended for ever.
 */
export const renewalTime = (expiresAt: number, nowMs: number): number =>
  expiresAt - Math.min(leadMs, (expiresAt - nowMs) / 2);
