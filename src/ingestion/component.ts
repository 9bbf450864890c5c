import { tryToRelate } from '#src/duplicates/relations/relate.ts';
import { orcidBibliographies, wholeBibliography } from '#src/records/orcid/bibliography.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { componentWrites, relatingNote } from '#src/records/publications/store/relations.ts';
import { type Component, componentOf, componentOfRecord } from '#src/records/relations/component.ts';
import { transact, type Write } from '#src/table/table.ts';
import type { IngestionJob } from './domain/job.ts';
import { existingDoi, type SourceAnswers } from './identify.ts';
import { finishItem, type PendingItem, summariesOf } from './store/job-items.ts';
/**
 * The whole that a fetched work belongs to, if the work is a component and not a publication. `doi` is the DOI it would
 * be stored under.
 */
export async function identifyComponent(
  doi: string,
  { agency }: SourceAnswers,
  work: PendingItem,
): Promise<Component | undefined> {
  const [listed] = orcidBibliographies(summariesOf(work), work.doi);
  const described = agency?.bibliography ?? (listed && wholeBibliography(listed));
  const component = described && componentOf(doi, described);
  if (!component) return undefined;
  // A component that an editor has made stand alone is a publication.
  const stored = await getPublication(doi);
  return stored && !componentOfRecord(stored) ? undefined : component;
}

/**
 * Reports a component to its job as skipped, and marks it at the publication it belongs to. One that was stored before
 * is removed from lists. All in one transaction, after which the relations are compared; a note makes sure that they
 * are.
 */
export async function reportComponent(
  job: IngestionJob,
  work: PendingItem,
  { doi, parent }: Component & { doi: string },
  now: Date,
): Promise<void> {
  const stored = await existingDoi([doi]);
  const whole = parent === undefined ? undefined : await existingDoi([parent]);
  const report = {
    outcome: 'skipped',
    part_of: parent ?? null,
    ...(whole !== undefined && { publication: whole }),
  } as const;
  const writes: Write[] = [
    ...finishItem(job, work, report, now),
    ...(parent === undefined ? [] : componentWrites(doi, parent, now.getTime())),
    ...(stored === undefined ? [] : [relatingNote(stored, now.getTime())]),
  ];
  // Another delivery has finished this work.
  if (await transact(writes)) return;
  for (const noted of [parent, stored]) if (noted !== undefined) await tryToRelate(noted);
}
