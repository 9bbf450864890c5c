import * as z from 'zod';
import { keys } from '../storage/keys.ts';
import { getItem, putItem } from '../storage/table.ts';

/** Where a pass that takes several runs continues. Times in milliseconds since the epoch. */
export const ProposalProgress = z.object({
  startedAtMs: z.int(),
  /** A step of the pass, and where it continues in it; both null at the end of the pass. */
  step: z.int().nullable(),
  after: z.string().nullable(),
  /** The cursor of a list that is being read. */
  cursor: z.string().nullable(),
});
export type ProposalProgress = z.output<typeof ProposalProgress>;

/** The progress of a pass; a new one if there is none, or if the last one has ended and began long enough ago. */
export async function readProgress(name: string, now: Date, everyMs: number): Promise<ProposalProgress> {
  const stored = ProposalProgress.optional().parse(await getItem(keys.proposalProgress(name)));
  const isOver = stored?.step === null && now.getTime() - stored.startedAtMs >= everyMs;
  return !stored || isOver ? { startedAtMs: now.getTime(), step: 0, after: null, cursor: null } : stored;
}

/** Stores the progress. Two runs at once read some things twice, which changes nothing. */
export const saveProgress = (name: string, progress: ProposalProgress): Promise<void> =>
  putItem({ ...keys.proposalProgress(name), ...progress });
