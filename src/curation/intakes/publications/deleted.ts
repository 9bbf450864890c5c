import { curatedWorks } from '#src/lists/works.ts';
import type { IntakeClass, IntakePerson, IntakeRecord, StoredIntakeRow } from '#src/records/intakes/intake.ts';
import type { IntakeRow } from '#src/records/intakes/row.ts';
import { type UndoneOutput, undoneAmong } from '#src/records/intakes/store/undone.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import { maxLinkedPeople } from '#src/records/works/work.ts';
import { Problem } from '#src/runtime/errors.ts';
import { defaultText } from '#src/vocabulary/locale.ts';
import { type NewWork, newWorkId } from '../../works.ts';
import { RowRefused } from '../kind/row-refused.ts';

/** Records that were deleted: by a person, which is a question when they are in a file again, or by the undo of an intake. */

/** The class of a row, also of one with faults that is to be stored all the same. */
export const classOf = ({ class: its, finding }: Pick<StoredIntakeRow, 'class' | 'finding'>): IntakeClass | null =>
  its === 'faulty' ? finding.beneath : its;

/** Throws if a person has deleted a record that nobody has decided to restore. */
export async function requireRestorable(row: StoredIntakeRow, deleted: UndoneOutput): Promise<void> {
  if (classOf(row) === 'deleted' || (await undoneAmong([deleted])).length > 0) return;
  throw new RowRefused('conflict', 'deleted', 'Somebody has deleted the record: restore it first');
}

/** Whom a row links: those with a printed iD, and those found by name if that was asked for. */
export const linkedBy = ({ options }: Pick<IntakeRecord, 'options'>, people: readonly IntakePerson[]): string[] => [
  ...new Set(people.flatMap(({ orcid, by }) => (by === 'orcid' || options.link_names ? [orcid] : []))),
];

/** The work of an entry without a DOI, as it is added. */
export function workOf({ title, work_type, publication_date, data }: IntakeRow, orcids: readonly string[]): NewWork {
  return {
    title,
    work_type,
    ...(publication_date !== null && { publication_date }),
    data: { ...data },
    researcher_orcids: orcids.slice(0, maxLinkedPeople),
  };
}

/** An entry, with whom it links. */
interface Entry {
  index: number;
  row: IntakeRow;
  orcids: readonly string[];
}

/** The deleted works that entries would restore, because they have the same content. By index of the entry. */
export async function deletedWorksOf(entries: readonly Entry[]): Promise<Map<number, string>> {
  const titles = new Map<string, Set<string>>();
  await curatedWorks.visitRows(({ id, title, deleted_at }) => {
    if (deleted_at === null) return;
    const key = titleKey(defaultText(title) ?? '');
    titles.set(key, (titles.get(key) ?? new Set()).add(id));
  }, 0);
  const found = new Map<number, string>();
  for (const { index, row, orcids } of entries) {
    // The content is compared only where the title is the same.
    const ids = row.doi === null && row.title !== null ? titles.get(titleKey(row.title)) : undefined;
    const id = ids && idOf(workOf(row, orcids));
    if (id !== undefined && ids?.has(id)) found.set(index, id);
  }
  const works = await getWorks([...new Set(found.values())]);
  // One that was merged or has become a publication is there under another name.
  return new Map(
    [...found].filter(([, id]) => {
      const work = works.get(id);
      return work && work.deleted_at !== null && work.replaced_by === null && work.merged_into === null;
    }),
  );
}

/** Rows have the beginning of a long title. */
const titleKey = (title: string) => title.trim().slice(0, 100).toLowerCase();

function idOf(work: NewWork): string | undefined {
  try {
    return newWorkId(work);
  } catch (error) {
    // It cannot be stored.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
