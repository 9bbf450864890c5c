import * as z from 'zod';
import { sourcePauses } from '#src/sources/requests/pace.ts';
import { sourceNames, sources } from '#src/vocabulary/sources/declarations.ts';
import { pauseText } from '#src/vocabulary/sources/pause.ts';

/** The sources that no worker asks for a while. */
export const PausedSources = z
  .array(
    z.object({
      source: z.string(),
      lists_only: z.boolean().meta({ description: 'Whether single records are asked for meanwhile.' }),
      until: z.int(),
      reason: z.string().meta({ description: 'In words: the quota is used up, or the source refuses us.' }),
    }),
  )
  .meta({ description: 'The sources that are not asked for a while, because they would refuse: docs/sources.md.' });

/** The sources that are not asked now, and why. */
export async function pausedSources(now: Date): Promise<z.output<typeof PausedSources>> {
  return (await sourcePauses(sourceNames, now)).map(({ source, lane, pause }) => ({
    source,
    lists_only: lane === 'list',
    until: pause.untilMs,
    reason: `${sources[source].printed} ${pauseText(pause)}`,
  }));
}
