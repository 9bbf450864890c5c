import * as z from 'zod';
import { allLinksOf } from '#src/duplicates/store/pairs.ts';
import type { ComparedRecord } from '#src/records/likeness/pair.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { sourceOf } from '#src/records/works/work-content.ts';

/** Why a record stays as it is when its intake is undone. */
export type TouchReason = 'edited' | 'hidden' | 'deleted' | 'merged' | 'doi' | 'links' | 'groups' | 'gone';

/** Everything that somebody can change about a record, as it was when the intake had added it. */
export const Touchable = z.object({
  edits: z.int(),
  visible: z.boolean(),
  deleted: z.boolean(),
  /** The record that it has become or was merged into. */
  other: z.string().nullable(),
  aliases: z.array(z.string()),
  /** Who is linked, also by which ORCID records, and by whose decisions. */
  orcids: z.array(z.string()),
  listed: z.array(z.string()),
  decided: z.array(z.string()),
});
export type Touchable = z.output<typeof Touchable>;

export const touchablePublication = (record: PublicationRecord): Touchable => ({
  edits: record.edit_count,
  visible: record.visible,
  deleted: record.deleted_at !== null,
  other: null,
  aliases: [...record.aliases].sort(),
  orcids: record.researchers.map(({ orcid }) => orcid).sort(),
  listed: Object.keys(record.orcid_bibliographies ?? {}).sort(),
  decided: [
    ...record.researchers.flatMap(({ orcid, decision }) => (decision ? [`${orcid} ${decision.decided_at}`] : [])),
    ...record.not_authors.map(({ orcid }) => `not ${orcid}`),
  ].sort(),
});

export const touchableWork = (work: WorkRecord): Touchable => ({
  edits: work.edit_count,
  visible: work.visible,
  deleted: work.deleted_at !== null,
  other: work.replaced_by ?? work.merged_into,
  aliases: [],
  orcids: [...work.linked_orcids].sort(),
  listed: work.orcid === '' ? [] : [work.orcid],
  decided: [...(work.is_owner_unlinked ? ['unlinked'] : []), ...(sourceOf(work) ? ['listed'] : [])],
});

/** Why a record is not as the intake has left it; undefined if it is. */
export function touchOf(before: Touchable, now: Touchable, kind: ComparedRecord['kind']): TouchReason | undefined {
  if (now.other !== null) return kind === 'work' && now.other.startsWith('10.') ? 'doi' : 'merged';
  if (now.deleted !== before.deleted) return 'deleted';
  if (now.edits !== before.edits) return 'edited';
  if (now.visible !== before.visible) return 'hidden';
  if (now.aliases.join(' ') !== before.aliases.join(' ')) return 'doi';
  const links = ({ orcids, listed, decided }: Touchable) =>
    [orcids, listed, decided].map((each) => each.join(' ')).join('\n');
  return links(now) === links(before) ? undefined : 'links';
}

/** Whether another record was merged into this one. */
export const isMergedWith = async (record: ComparedRecord): Promise<boolean> =>
  (await allLinksOf(record)).some(({ status }) => status === 'merged');
