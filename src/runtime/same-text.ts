import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal, in a time that tells nothing of either: for secrets that somebody may guess. */
export function isSameSecret(one: string, other: string): boolean {
  // Hashes have one length, whatever the texts have.
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}
