const leadMs = 5 * 60_000;

/** Whether a session ends within five minutes. */
export const endsSoon = (expiresAt: number | null, nowMs: number): boolean =>
  expiresAt !== null && expiresAt - nowMs < leadMs;

/**
 * When to extend a session first seen at `nowMs`: five minutes before its end, or halfway through a shorter one. Some
 * issuers grant less than five minutes, or a fast clock makes it seem so; otherwise the session would be extended
 * endlessly.
 */
export const renewalTime = (expiresAt: number, nowMs: number): number =>
  expiresAt - Math.min(leadMs, (expiresAt - nowMs) / 2);
