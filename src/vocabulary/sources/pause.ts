import * as z from 'zod';

/** Why a source is not asked: its quota, our budget for it, or because it refuses our requests. */
const pauseReasons = ['quota', 'budget', 'access'] as const;

/** A time in which no worker asks a source. */
export const SourcePause = z.object({
  untilMs: z.int(),
  because: z.enum(pauseReasons),
  /** The source's answer, or the fault of its credentials. */
  detail: z.string().nullable().default(null),
});
export type SourcePause = z.output<typeof SourcePause>;

/** The part of an item with the pause of its source. */
export const StoredPause = z.object({ pause: SourcePause.optional() });

const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** Why a source is not asked and until when, as the rest of a sentence that begins with its name. */
export function pauseText({ untilMs, because, detail }: SourcePause): string {
  const reasons = {
    quota: 'has no requests left in its quota',
    budget: 'has no requests left in our budget',
    access: 'refuses our requests',
  } as const;
  return `${reasons[because]}${detail === null ? '' : ` (${detail})`} and is asked again after ${minute(untilMs)} UTC`;
}

/** The beginning of the next UTC day, when quotas return. */
export const nextUtcDayMs = (nowMs: number): number => (Math.floor(nowMs / 86_400_000) + 1) * 86_400_000;
