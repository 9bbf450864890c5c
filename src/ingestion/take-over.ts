import type { Reporter } from '#src/duplicates/relations/retraction-writes.ts';
import { eventWrite } from '#src/logbook/activity.ts';
import type { PersonNames } from '#src/matching/match.ts';
import { outputId, outputNamed } from '#src/records/groups/output.ts';
import { getGroupOutputs } from '#src/records/groups/store/outputs.ts';
import { describers } from '#src/records/orcid/describers.ts';
import { abridge } from '#src/records/publications/edits.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { editWrite } from '#src/records/publications/store/edits.ts';
import { getWorks, type WorkChange } from '#src/records/publications/store/works.ts';
import { takeOver } from '#src/records/works/take-over.ts';
import { isCurated, type WorkRecord } from '#src/records/works/work.ts';
import type { Write } from '#src/table/table.ts';

/** Whether the publication with a DOI has still to take over what curators decided about a work that it replaces. */
export const isToTakeOver = (work: WorkRecord, doi: string, withGroups: ReadonlySet<string>): boolean =>
  (isCurated(work) || withGroups.has(work.id)) && !work.is_merged && work.taken_over?.doi !== doi;

/** The works among these that groups were added to or taken from by hand. */
export async function worksWithGroups(ids: readonly string[]): Promise<Set<string>> {
  const found = await getGroupOutputs(ids.map((id) => outputId({ kind: 'work', id })));
  return new Set([...found.values()].filter((each) => each.merged_into === null).map(({ id }) => outputNamed(id).id));
}

/** The works among these that one of the DOIs has replaced and that are still to be taken over. */
export async function worksToTakeOver(ids: readonly string[], dois: readonly string[]): Promise<WorkRecord[]> {
  if (ids.length === 0) return [];
  const withGroups = await worksWithGroups(ids);
  return [...(await getWorks(ids)).values()].filter(
    (work) =>
      work.replaced_by !== null && dois.includes(work.replaced_by) && isToTakeOver(work, work.replaced_by, withGroups),
  );
}

/**
 * A publication with what it takes over of works that it replaces, and what to write with it, in one transaction. Anybody can
 * add a DOI to a work on their ORCID record, so the work of somebody who does not describe the publication changes nothing
 * of it, except that its owner is no author if curators have said so.
 */
export async function takingOver(
  before: PublicationRecord | undefined,
  read: PublicationRecord,
  works: readonly WorkRecord[],
  { people, now, reporter }: { people: PersonNames[]; now: Date; reporter: Reporter },
): Promise<{ record: PublicationRecord; works: WorkChange[]; writes: Write[] }> {
  let record = read;
  const writes: Write[] = [];
  const taken: WorkChange[] = [];
  for (const work of works) {
    const isDescribing = describers(record).includes(work.orcid);
    if (!isDescribing && !work.is_owner_unlinked) continue;
    const decided = isDescribing ? work : { ...work, edits: {}, linked_orcids: [], visible: true, is_deleted: false };
    const result = takeOver({ before, record }, decided, { people, actor: null, now });
    record = result.record;
    const { changes } = result;
    const { doi, edit_count: number } = record;
    if (changes.length > 0) {
      const edit = { number, edited_at: now.getTime(), actor: null, reverts: null, changes };
      writes.push(await editWrite(doi, edit));
    }
    const message = `${doi} has taken over what was decided about a work without a DOI`;
    const metadata = { work_id: work.id, orcid: work.orcid, ...abridge(changes) };
    writes.push(eventWrite({ type: 'publication.merged', ...reporter, message, resource: doi, metadata }, now));
    const after = { ...work, taken_over: { ...result.taken, doi: work.replaced_by }, version: work.version + 1 };
    taken.push({ before: work, after });
  }
  return { record, works: taken, writes };
}
